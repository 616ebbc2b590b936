/**
 * The webhook dispatcher: creates deliveries and sends them. Every process runs one. A claim keeps other processes from sending
 * the same delivery. It expires, so that another process can take over if this one is killed.
 */

import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import { PollingWorker } from "../runtime/polling-worker.ts";
import { PRODUCT } from "../runtime/product.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Authorization, ReadScopesOf } from "./authorization.ts";
import { postDelivery } from "./client.ts";
import { DELIVERIES, WEBHOOKS } from "./declaration.ts";
import { type ClaimedDelivery, Deliveries, dueAt, isDue } from "./deliveries.ts";
import type { EgressPolicy } from "./egress.ts";
import { signatureHeaders } from "./signing.ts";
import { Subscriptions } from "./subscriptions.ts";

/** The maximum number of ongoing deliveries to one webhook, to one whose last attempt failed, and in total. */
const MAX_PER_WEBHOOK = 4;
const MAX_PER_FAILING_WEBHOOK = 1;
const MAX_ONGOING = 128;

/** How often a process checks for deliveries that have become due. */
const POLL_MS = 500;

/** What a dispatcher works with. */
export interface DispatcherSettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly egress: EgressPolicy;
  readonly readScopesOf: ReadScopesOf;
  /** Receives errors of the service itself. */
  onError(error: unknown): void;
  /** From 0 to 1. */
  random(): number;
}

/** The dispatcher of one process. */
export class WebhookDispatcher {
  private readonly settings: DispatcherSettings;
  private readonly subscriptions: Subscriptions;
  private readonly deliveries: Deliveries;
  /** The collections that deliveries depend on, webhooks first. */
  private readonly watched: readonly Resource[];
  /** The ongoing deliveries, by id. */
  private readonly ongoing = new Map<string, { webhook: string; done: Promise<void> }>();
  private readonly worker: PollingWorker;
  private readonly aborting = new AbortController();
  private stopListening: (() => void) | undefined;
  /** The change counter of the webhooks when none of them was active. */
  private noneActiveAt: number | undefined;
  /** The change counters of a round after which nothing was due, and when the next delivery becomes due. */
  private idle: { counters: string; until: number } | undefined;

  constructor(settings: DispatcherSettings) {
    const { store, clock, readScopesOf, random } = settings;
    this.settings = settings;
    this.subscriptions = new Subscriptions(store, clock, readScopesOf);
    this.deliveries = new Deliveries(store, clock, random);
    this.watched = [store.catalog.resource(WEBHOOKS), store.log!.resource, store.catalog.resource(DELIVERIES)];
    const onError = (error: unknown): void => {
      this.idle = undefined;
      settings.onError(error);
    };
    this.worker = new PollingWorker({ everyMs: POLL_MS, round: () => this.round(), onError });
  }

  /** Starts to deliver events as soon as they are committed, and again when retries become due. */
  start(): void {
    this.stopListening = this.settings.store.log!.onCommit(() => this.worker.wake());
    this.worker.start();
  }

  /** Attempts every delivery that is due. Resolves when all attempts have ended. */
  async deliver(): Promise<void> {
    this.worker.wake();
    await this.settled();
  }

  /**
   * Starts no more deliveries, and waits for those that are ongoing.
   * @param timeoutMs after which they are aborted; the next process sends them again
   */
  async stop(timeoutMs: number): Promise<void> {
    this.stopListening?.();
    const timer = setTimeout(() => this.aborting.abort(), timeoutMs);
    await this.worker.stop();
    await this.settled();
    this.aborting.abort();
    clearTimeout(timer);
  }

  /** Resolves when no round runs and no delivery is ongoing. */
  private async settled(): Promise<void> {
    const busy = (): Promise<void> | undefined => this.worker.running ?? this.ongoing.values().next().value?.done;
    for (let pending = busy(); pending; pending = busy()) await pending;
  }

  /** Processes every active webhook once. */
  private async round(): Promise<void> {
    const { store, clock } = this.settings;
    await this.deliveries.deleteExpired();
    const changes = (await store.counters(this.watched)).map((counter) => counter.changes);
    // Without active webhooks, which is the usual case, a round ends here.
    if (this.noneActiveAt === changes[0]) return;
    const counters = changes.join();
    if (this.idle?.counters === counters && clock.now() < this.idle.until) return;
    const idle = { counters, until: Number.POSITIVE_INFINITY };
    // Set before the round: a delivery that ends during it clears it again.
    this.idle = idle;
    let anyActive = false;
    for await (const webhook of this.subscriptions.active()) {
      anyActive = true;
      idle.until = Math.min(idle.until, await this.processWebhook(webhook));
    }
    if (!anyActive) this.noneActiveAt = changes[0];
  }

  /** Sends the deliveries of a webhook that are due, within the limits. @returns when the next becomes due */
  private async processWebhook(webhook: StoredRecord): Promise<number> {
    const authorization = await this.subscriptions.authorize(webhook);
    if (!authorization) return Number.POSITIVE_INFINITY;
    let pending = await this.deliveries.pending(webhook);
    if (await this.subscriptions.enqueue(webhook, authorization, pending.length))
      pending = await this.deliveries.pending(webhook);
    let until = Number.POSITIVE_INFINITY;
    for (const delivery of firstPerSubject(pending)) {
      if (this.ongoing.has(delivery.id as string)) continue;
      if (!isDue(delivery, this.settings.clock.now())) {
        until = Math.min(until, dueAt(delivery));
        continue;
      }
      // At the limit, the next delivery that ends wakes the worker. Failing receivers have a lower limit, because each failure
      // may take 10 s, in which other receivers would wait.
      const ongoingForWebhook = [...this.ongoing.values()].filter((each) => each.webhook === webhook.id).length;
      const limit = webhook.failing ? MAX_PER_FAILING_WEBHOOK : MAX_PER_WEBHOOK;
      if (ongoingForWebhook >= limit || this.ongoing.size >= MAX_ONGOING || this.worker.isStopped) break;
      this.dispatch(webhook, delivery, authorization);
    }
    return until;
  }

  private dispatch(webhook: StoredRecord, delivery: StoredRecord, authorization: Authorization): void {
    const id = delivery.id as string;
    const end = (): void => {
      this.ongoing.delete(id);
      this.idle = undefined;
    };
    const done = this.process(webhook, delivery, authorization).then(
      () => {
        end();
        this.worker.wake();
      },
      (error: unknown) => {
        end();
        // The worker is not woken, because an error of the service itself would only repeat. The next poll retries.
        this.settings.onError(error);
      },
    );
    this.ongoing.set(id, { webhook: webhook.id as string, done });
  }

  private async process(webhook: StoredRecord, delivery: StoredRecord, authorization: Authorization): Promise<void> {
    const claimed = await this.deliveries.claim(webhook, delivery, authorization);
    if (!claimed) return;
    if (claimed.body !== undefined) await this.send(claimed, claimed.body);
    else
      await this.deliveries.fail(claimed, "The event is no longer retained, or the webhook may no longer receive it.");
  }

  private async send(claimed: ClaimedDelivery, body: string): Promise<void> {
    const { clock, egress } = this.settings;
    const { webhook, delivery, secrets } = claimed;
    const at = timestamp(clock);
    const headers = {
      "content-type": "application/cloudevents+json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": `${PRODUCT}-webhooks`,
      ...signatureHeaders(delivery.event_id as string, clock.now(), body, secrets),
    };
    const result = await postDelivery(webhook.url as string, body, headers, egress, this.aborting.signal);
    // `stop` has aborted the attempt. It is unknown whether the receiver got the delivery, so it is sent again.
    if (this.aborting.signal.aborted && result.status_code === null) return;
    await this.deliveries.recordResult(claimed, at, result);
  }
}

/** The first delivery of each subject: the events of one subject are delivered in order. */
function firstPerSubject(pending: readonly StoredRecord[]): StoredRecord[] {
  const subjects = new Set<unknown>();
  return pending.filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}
