/**
 * The webhook dispatcher: creates deliveries and sends them. Every process runs one. A claim keeps other processes from sending
 * the same delivery. It expires, so that another process can take over if this one is killed.
 */

import type { Resource } from "../resource/resource.ts";
import type { Clock } from "../runtime/clock.ts";
import { PollingWorker } from "../runtime/polling-worker.ts";
import { throttle } from "../runtime/throttle.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import { Attempts } from "./attempts.ts";
import type { ReadScopesOf } from "./authorization.ts";
import { DELIVERIES } from "./declaration.ts";
import { Deliveries, dueAt, isDue } from "./deliveries.ts";
import type { EgressPolicy } from "./egress.ts";
import { Matcher } from "./matching/matcher.ts";
import { firstPerSubject, isSecurityDelivery } from "./matching/queue.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Turns } from "./turns.ts";
import { WEBHOOKS } from "./webhook.ts";

/** How often a process checks for deliveries that have become due. */
const POLL_MS = 500;
/** Commits that follow each other within this time, in milliseconds, start one round: a round reads the change counters. */
const COMMIT_MS = 25;

/** How many webhooks a round examines at once: their writes share transactions. */
const EXAMINED_AT_ONCE = 16;

/** What a dispatcher works with. */
export interface DispatcherSettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly egress: EgressPolicy;
  readonly userAgent: string;
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
  private readonly matcher: Matcher;
  private readonly deliveries: Deliveries;
  /** The collections that deliveries depend on, webhooks first. */
  private readonly watched: readonly Resource[];
  private readonly attempts: Attempts;
  private readonly turns: Turns;
  private readonly ongoing = new Set<Promise<void>>();
  private readonly worker: PollingWorker;
  private stopListening: (() => void) | undefined;
  /** The change counter of the webhooks when none of them was active. */
  private noneActiveAt: number | undefined;
  /** The change counters of a round after which nothing was due, and when the next delivery becomes due. */
  private idle: { counters: string; until: number } | undefined;

  constructor(settings: DispatcherSettings) {
    const { store, clock, readScopesOf, random } = settings;
    this.settings = settings;
    this.subscriptions = new Subscriptions(store, clock, readScopesOf);
    this.matcher = new Matcher(store, clock);
    this.deliveries = new Deliveries(store, clock, random);
    this.attempts = new Attempts({ ...settings, subscriptions: this.subscriptions, deliveries: this.deliveries });
    this.turns = new Turns((webhook, delivery, end) => this.begin(webhook, delivery, end));
    this.watched = [store.catalog.resource(WEBHOOKS), store.log!.resource, store.catalog.resource(DELIVERIES)];
    const onError = (error: unknown): void => {
      this.idle = undefined;
      settings.onError(error);
    };
    this.worker = new PollingWorker({ everyMs: POLL_MS, round: () => this.round(), onError });
  }

  /** Starts to deliver events as soon as they are committed, and again when retries become due. */
  start(): void {
    this.stopListening = this.settings.store.log!.onCommit(throttle(() => this.worker.wake(), COMMIT_MS));
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
    const timer = setTimeout(() => this.attempts.abort(), timeoutMs);
    await this.worker.stop();
    await this.settled();
    this.attempts.abort();
    clearTimeout(timer);
  }

  /** Resolves when no round runs and no delivery is ongoing. */
  private async settled(): Promise<void> {
    const busy = (): Promise<void> | undefined => this.worker.running ?? this.ongoing.values().next().value;
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
    const active = new Set<string>();
    const replayStart = await store.log!.replayStart();
    for await (const batch of this.subscriptions.active()) {
      const webhooks = batch.values();
      const examineNext = async (): Promise<void> => {
        for (const webhook of webhooks) {
          active.add(webhook.id as string);
          const until = await this.examine(webhook, replayStart);
          idle.until = Math.min(idle.until, until);
        }
      };
      await Promise.all(Array.from({ length: EXAMINED_AT_ONCE }, examineNext));
    }
    this.turns.retain(active);
    if (active.size === 0) this.noneActiveAt = changes[0];
  }

  /**
   * Offers the deliveries of a webhook that are due.
   * @param replayStart the event after which all can be delivered
   * @returns when the next becomes due
   */
  private async examine(webhook: StoredRecord, replayStart: string): Promise<number> {
    const authorization = await this.subscriptions.authorize(webhook);
    if (!authorization) return Number.POSITIVE_INFINITY;
    let pending = await this.deliveries.pending(webhook);
    if (await this.matcher.enqueue(webhook, authorization, { pending, replayStart }))
      pending = await this.deliveries.pending(webhook);
    const now = this.settings.clock.now();
    const next = firstPerSubject(pending);
    const due = Map.groupBy(
      next.filter((delivery) => isDue(delivery, now)),
      isSecurityDelivery,
    );
    if (!this.worker.isStopped)
      for (const isSecurity of [true, false]) this.turns.offer(webhook, due.get(isSecurity) ?? [], isSecurity);
    return Math.min(...next.filter((delivery) => !isDue(delivery, now)).map(dueAt));
  }

  private begin(webhook: StoredRecord, delivery: StoredRecord, end: () => void): void {
    const id = webhook.id as string;
    const attempt = async (): Promise<void> => {
      try {
        await this.attempts.make(id, delivery);
      } finally {
        end();
        this.idle = undefined;
      }
      // Not after an error of the service itself, which would only repeat. The next poll retries.
      const current = await this.subscriptions.find(id);
      if (current?.active) await this.examine(current, await this.settings.store.log!.replayStart());
    };
    const done = attempt()
      .catch((error: unknown) => this.settings.onError(error))
      .finally(() => {
        this.ongoing.delete(done);
        if (!this.worker.isStopped) this.turns.startWaiting();
      });
    this.ongoing.add(done);
  }
}
