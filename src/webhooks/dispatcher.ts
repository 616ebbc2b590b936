/**
 * Brings events to webhooks. Each process does as much as it can; what is written down keeps two of them from the same
 * delivery, and hands on what one of them left when it was killed.
 */

import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Authorization, Holding } from "./authorization.ts";
import { exchange } from "./client.ts";
import { DELIVERIES, WEBHOOKS } from "./declaration.ts";
import { type ClaimedDelivery, Deliveries, dueAt, isDue } from "./deliveries.ts";
import type { EgressPolicy } from "./egress.ts";
import { signatureHeaders } from "./signing.ts";
import { Subscriptions } from "./subscriptions.ts";

/** So many deliveries are on their way at once, to one webhook, to one that failed last, and to all. */
const MOST_EACH = 4;
const MOST_FAILING = 1;
const MOST = 128;

/** How often a process looks whether a time has come. */
const LOOK_MS = 500;

export interface CourierSettings {
  readonly store: Store;
  readonly clock: Clock;
  readonly reach: EgressPolicy;
  readonly holding: Holding;
  /** Is told of errors of the service's own. */
  failed(error: unknown): void;
  /** From 0 to 1. */
  random(): number;
}

export class WebhookDispatcher {
  private readonly settings: CourierSettings;
  private readonly subscriptions: Subscriptions;
  private readonly deliveries: Deliveries;
  /** Whatever has something to do with deliveries: the webhooks first. */
  private readonly watched: readonly Resource[];
  /** The webhook of each delivery that is on its way. */
  private readonly sending = new Map<string, { webhook: string; done: Promise<void> }>();
  private readonly stopping = new AbortController();
  private looking: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private leave: (() => void) | undefined;
  private again = false;
  private ended = false;
  /** The change counter of the webhooks when none of them was active. */
  private nobodyAt: number | undefined;
  /** How the collections stood when nothing was left to do, and until when that holds. */
  private idle: { at: string; until: number } | undefined;

  constructor(settings: CourierSettings) {
    const { store, clock, holding, random } = settings;
    this.settings = settings;
    this.subscriptions = new Subscriptions(store, clock, holding);
    this.deliveries = new Deliveries(store, clock, random);
    this.watched = [store.catalog.resource(WEBHOOKS), store.log!.resource, store.catalog.resource(DELIVERIES)];
  }

  /** From now on, looks after what there is to deliver: as soon as something happens, and when a time has come. */
  start(): void {
    this.leave = this.settings.store.log!.onGrowth(() => this.wake());
    this.looking = setInterval(() => this.wake(), LOOK_MS);
    this.looking.unref();
    this.wake();
  }

  /** Looks at once whether there is something to deliver. */
  wake(): void {
    if (this.ended) return;
    this.again = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  /** Delivers whatever is due, and resolves when all of it was tried. */
  async deliver(): Promise<void> {
    this.wake();
    for (let busy = this.busy(); busy; busy = this.busy()) await busy;
  }

  private busy(): Promise<unknown> | undefined {
    const [first] = this.sending.values();
    return this.running ?? first?.done;
  }

  /** Begins nothing more; what is on its way after so many milliseconds is cut off, to be sent again by whoever is next. */
  async stop(patience: number): Promise<void> {
    clearInterval(this.looking);
    this.leave?.();
    const timer = setTimeout(() => this.stopping.abort(), patience);
    this.ended = true;
    this.again = false;
    for (let busy = this.busy(); busy; busy = this.busy()) await busy;
    this.stopping.abort();
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        await this.round();
      } catch (error) {
        this.idle = undefined;
        this.settings.failed(error);
      }
    }
  }

  /** Looks after every webhook once. */
  private async round(): Promise<void> {
    const { store, clock } = this.settings;
    await this.deliveries.clear();
    const changes = (await store.counters(this.watched)).map((counter) => counter.changes);
    // Most of what happens, happens where nobody is told: that costs no more than this question.
    if (this.nobodyAt === changes[0]) return;
    const standing = changes.join();
    if (this.idle?.at === standing && clock.now() < this.idle.until) return;
    const idle = { at: standing, until: Number.POSITIVE_INFINITY };
    // Noted first: whoever comes back meanwhile takes it away again.
    this.idle = idle;
    let anybody = false;
    for await (const webhook of this.subscriptions.active()) {
      anybody = true;
      idle.until = Math.min(idle.until, await this.attend(webhook));
    }
    if (!anybody) this.nobodyAt = changes[0];
  }

  /** Sends what is due of one webhook, as much as may be on its way. @returns when the next will be due */
  private async attend(webhook: StoredRecord): Promise<number> {
    const entitlement = await this.subscriptions.entitlement(webhook);
    if (!entitlement) return Number.POSITIVE_INFINITY;
    let waiting = await this.deliveries.waiting(webhook);
    if (await this.subscriptions.fill(webhook, entitlement, waiting.length))
      waiting = await this.deliveries.waiting(webhook);
    let until = Number.POSITIVE_INFINITY;
    for (const delivery of heads(waiting)) {
      if (this.sending.has(delivery.id as string)) continue;
      if (!isDue(delivery, this.settings.clock.now())) {
        until = Math.min(until, dueAt(delivery));
        continue;
      }
      const own = [...this.sending.values()].filter((each) => each.webhook === webhook.id).length;
      // Whoever is back wakes us.
      // Receivers that take 10 s to fail would else keep all others waiting.
      const most = webhook.failing ? MOST_FAILING : MOST_EACH;
      if (own >= most || this.sending.size >= MOST || this.ended) break;
      this.dispatch(webhook, delivery, entitlement);
    }
    return until;
  }

  private dispatch(webhook: StoredRecord, delivery: StoredRecord, entitlement: Authorization): void {
    const id = delivery.id as string;
    const over = (): void => {
      this.sending.delete(id);
      this.idle = undefined;
    };
    const done = this.carry(webhook, delivery, entitlement).then(
      () => {
        over();
        this.wake();
      },
      (error: unknown) => {
        over();
        // What failed here is looked at again in its time, and not at once.
        this.settings.failed(error);
      },
    );
    this.sending.set(id, { webhook: webhook.id as string, done });
  }

  private async carry(webhook: StoredRecord, delivery: StoredRecord, entitlement: Authorization): Promise<void> {
    const parcel = await this.deliveries.claim(webhook, delivery, entitlement);
    if (!parcel) return;
    if (parcel.body === undefined) {
      await this.deliveries.giveUp(parcel, "The event is no longer kept, or the webhook may no longer get it.");
      return;
    }
    await this.send(parcel, parcel.body);
  }

  private async send(parcel: ClaimedDelivery, body: string): Promise<void> {
    const { clock, reach } = this.settings;
    const { webhook, delivery, secrets } = parcel;
    const at = timestamp(clock);
    const headers = {
      "content-type": "application/cloudevents+json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "space-missions-webhooks",
      ...signatureHeaders(delivery.event_id as string, clock.now(), body, secrets),
    };
    const exchanged = await exchange(webhook.url as string, body, headers, reach, this.stopping.signal);
    // Cut off by our own end: nothing is known of it, and it is sent again.
    if (this.stopping.signal.aborted && exchanged.status_code === null) return;
    await this.deliveries.conclude(parcel, at, exchanged);
  }
}

/** Of each subject the first that has not ended: the next waits for it. */
function heads(waiting: readonly StoredRecord[]): StoredRecord[] {
  const subjects = new Set<unknown>();
  return waiting.filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}
