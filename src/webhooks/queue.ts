/** What is written down of deliveries: made from the log, claimed by one process at a time, and how they ended. */
import { LRUCache } from "lru-cache";
import { type Clock, timestamp } from "../clock.ts";
import { cloudEvent } from "../events/cloud-event.ts";
import { EVENTS } from "../events/log.ts";
import { readListQuery } from "../query/list-query.ts";
import { shapeOf } from "../resource/representation.ts";
import { fill, type Resource } from "../resource/resource.ts";
import { submit } from "../resource/submission.ts";
import type { Json, Values } from "../resource/values.ts";
import type { Change } from "../store/change.ts";
import type { LogReader } from "../store/log-reader.ts";
import type { Store } from "../store/store.ts";
import type { Stored } from "../store/tables.ts";
import { DELIVERIES, SECRETS, WEBHOOKS } from "./declaration.ts";
import { type Entitlement, entitlementOf, type Find, type Holding, sees } from "./entitlement.ts";
import { isAskedFor } from "./patterns.ts";
import { nextAttempt } from "./schedule.ts";
import type { Exchanged } from "./sending.ts";
import { type Made, signing } from "./signing.ts";

/** So many events are looked at in one transaction. */
const AT_ONCE = 50;
/** So many deliveries of a webhook wait at most: the log is the queue, and the rest of it can wait there. */
const MOST_WAITING = 200;
/** How long a claim holds: longer than an exchange takes, with all that is written after it. */
const CLAIM_MS = 20_000;
/** For how long a delivery is kept after it ended. */
const KEPT_MS = 7 * 86_400_000;
/** How often it is looked for such, and how many are cleared away in one transaction. */
const CLEARING_MS = 60_000;
const CLEARED_AT_ONCE = 500;
/** So many records are read at once where all are wanted. */
const PIECE = 500;
/** Of so many webhooks this process knows by heart how far they were looked after. */
const KNOWN = 100_000;

/** One attempt of a delivery, of a sender. */
export interface Attempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

/** A delivery that is about to be sent. */
export interface Parcel {
  readonly webhook: Stored;
  readonly delivery: Stored;
  /** The event as it is sent; undefined when it may not be sent any more, or is no longer kept. */
  readonly body: string | undefined;
  readonly secrets: readonly string[];
}

export class Queue {
  /** Whatever has something to do with deliveries: the webhooks first. */
  readonly watched: readonly Resource[];
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly holding: Holding;
  private readonly random: () => number;
  private readonly log: LogReader;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly secrets: Resource;
  /** When this process last looked for deliveries to clear away. */
  private cleared = Number.NEGATIVE_INFINITY;
  /** The last event that this process looked at for a webhook, where that is not worth writing down. */
  private readonly looked = new LRUCache<string, string>({ max: KNOWN });

  constructor(store: Store, clock: Clock, holding: Holding, random: () => number) {
    this.store = store;
    this.clock = clock;
    this.holding = holding;
    this.random = random;
    this.log = store.log!;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.secrets = store.catalog.resource(SECRETS);
    this.watched = [this.webhooks, this.log.resource, this.deliveries];
  }

  /** The webhooks that are sent something. */
  async *active(): AsyncGenerator<Stored, void> {
    for await (const some of this.pieces(this.webhooks, { active: true }, PIECE)) yield* some;
  }

  /** All records whose columns hold this, in the order of their making, so many in memory at a time. */
  private async *pieces(resource: Resource, is: Values, size: number): AsyncGenerator<readonly Stored[], void> {
    for (let after: Stored | undefined; ; ) {
      const some = await this.store.scan(resource, is, size, after);
      if (some.length > 0) yield some;
      if (some.length < size) return;
      after = some.at(-1);
    }
  }

  /** What a webhook may get just now; undefined when it was made inactive, since somebody fell who wrote it. */
  async entitlement(webhook: Stored): Promise<Entitlement | undefined> {
    const entitlement = await entitlementOf(webhook, this.find, this.holding, this.clock.now());
    if (entitlement.fallen.length === 0) return entitlement;
    const { fallen } = entitlement;
    await this.store.write(async (change) => {
      const now = await change.find(WEBHOOKS, webhook.id as string);
      const standing = ((now?.hands ?? []) as { name: string }[]).filter(({ name }) => !fallen.includes(name));
      await this.disable(change, webhook.id as string, "revoked", { hands: standing as unknown as Json });
    });
    return undefined;
  }

  private readonly find: Find = (resource, id) => this.store.findBy(this.store.catalog.resource(resource), "id", id);

  /** Makes deliveries of what happened since a webhook was last looked after, as many as may wait. */
  async fill(webhook: Stored, { held }: Entitlement): Promise<void> {
    const id = webhook.id as string;
    let stored = webhook.reached as string | null;
    const known = [stored ?? "", this.looked.get(id) ?? ""].sort().at(-1)!;
    let reached = known === "" ? await this.beginning(webhook) : known;
    let waiting = (await this.waiting(webhook)).length;
    while (waiting < MOST_WAITING) {
      const events = await this.log.after(reached, [], AT_ONCE);
      if (events.length === 0) return;
      const last = events.at(-1)!.id as string;
      const meant = events.filter(
        ({ type, scope }) => isAskedFor(type as string, webhook.event_types as string[]) && sees(held, scope as string),
      );
      // Few events that do not matter are not worth a write: whoever is next looks at them again.
      if (meant.length > 0 || events.length === AT_ONCE) {
        if (!(await this.advance(id, stored, last, meant))) return;
        stored = last;
      }
      this.looked.set(id, last);
      waiting += meant.length;
      reached = last;
    }
  }

  /** Makes deliveries of events, and notes how far a webhook was looked after. @returns whether nobody else was first */
  private advance(id: string, from: string | null, to: string, events: readonly Stored[]): Promise<boolean> {
    return this.store.write(async (change) => {
      const webhook = await change.find(WEBHOOKS, id);
      if (!webhook?.active || webhook.reached !== from) return false;
      for (const event of events)
        await change.create(this.deliveries, id, submit(this.deliveries, "create", { event_id: event.id! }));
      await change.note(this.webhooks, id, { reached: to });
      return true;
    });
  }

  /** The event of a webhook's own making: it gets what comes after. */
  private async beginning(webhook: Stored): Promise<string> {
    const view = this.log.resource.views[0]!;
    const subject = fill(this.webhooks.path, webhook)!;
    const query = `subject=${subject}&type=${this.webhooks.one}.created&sort=id:desc&fields=id`;
    const asked = readListQuery(view, query, { standard: 1, most: 1 });
    const { items } = await this.store.list(shapeOf(view, asked.fields!, {}), undefined, asked, true);
    return (items[0]?.id as string | undefined) ?? "";
  }

  /** The deliveries of a webhook that have not ended, in their order. */
  waiting({ id }: Stored): Promise<readonly Stored[]> {
    return this.store.scan(this.deliveries, { status: "pending", webhook_id: id! }, 2 * MOST_WAITING);
  }

  /** Claims a delivery. @returns what is to be sent; undefined where somebody else is at it, or it has ended */
  async claim(webhook: Stored, delivery: Stored, { held }: Entitlement): Promise<Parcel | undefined> {
    const now = this.clock.now();
    const mine = await this.store.write(async (change) => {
      const [hook, found] = [
        await change.find(WEBHOOKS, webhook.id as string),
        await change.find(DELIVERIES, delivery.id as string),
      ];
      if (!hook?.active || found?.status !== "pending" || !isDue(found, now)) return false;
      await change.note(this.deliveries, found.id as string, {
        claimed_until: timestamp({ now: () => now + CLAIM_MS }),
      });
      return true;
    });
    if (!mine) return undefined;
    const event = await this.find(EVENTS, delivery.event_id as string);
    const body = event && sees(held, event.scope as string) ? JSON.stringify(cloudEvent(event)) : undefined;
    return { webhook, delivery, body, secrets: await this.signing(webhook) };
  }

  private async signing(webhook: Stored): Promise<string[]> {
    const later = await Array.fromAsync(this.pieces(this.secrets, { webhook_id: webhook.id! }, PIECE));
    const made: Made[] = [webhook, ...later.flat()].map((each) => ({
      secret: each.secret as string,
      at: each.created_at,
    }));
    return signing(made, this.clock.now());
  }

  /** Notes an attempt, and what follows from it for the delivery and its webhook. */
  async conclude({ webhook, delivery }: Parcel, at: string, exchanged: Exchanged): Promise<void> {
    const attempts = [...(delivery.attempts as unknown as Attempt[]), { at, ...exchanged }];
    const now = this.clock.now();
    const next = nextAttempt(attempts.length, Date.parse(attempts[0]!.at), now, this.random());
    const gone = exchanged.status_code === 410;
    const succeeded = exchanged.error === null;
    const ended = succeeded || gone || next === undefined;
    await this.store.write(async (change) => {
      await change.note(this.deliveries, delivery.id as string, {
        attempts: attempts as unknown as Json,
        status: succeeded ? "succeeded" : ended ? "failed" : "pending",
        next_attempt_at: ended ? null : new Date(next).toISOString(),
        claimed_until: null,
      });
      const id = webhook.id as string;
      if (succeeded) await change.note(this.webhooks, id, { failing: false, last_delivered_at: timestamp(this.clock) });
      else if (gone) await this.disable(change, id, "gone");
      else if (ended) await this.disable(change, id, "failing", { failing: true });
      else await change.note(this.webhooks, id, { failing: true });
    });
  }

  /** Ends a delivery that cannot be sent any more. */
  async giveUp({ delivery }: Parcel, error: string): Promise<void> {
    const attempts = [
      ...(delivery.attempts as unknown as Attempt[]),
      { at: timestamp(this.clock), status_code: null, duration_ms: 0, error },
    ];
    const ended = { status: "failed", next_attempt_at: null, claimed_until: null };
    await this.store.write((change) =>
      change.note(this.deliveries, delivery.id as string, { ...ended, attempts: attempts as unknown as Json }),
    );
  }

  private async disable(change: Change, id: string, because: string, more: Values = {}): Promise<void> {
    await change.note(this.webhooks, id, { active: false, disabled_because: because, ...more });
  }

  /** Clears away all deliveries that ended long enough ago, where it is time to look for them. */
  async clear(): Promise<void> {
    const now = this.clock.now();
    if (now - this.cleared < CLEARING_MS) return;
    this.cleared = now;
    const isOld = (time: string): boolean => Date.parse(time) < now - KEPT_MS;
    for await (const some of this.pieces(this.deliveries, {}, CLEARED_AT_ONCE)) {
      const ended = some.filter(({ status, updated_at }) => status !== "pending" && isOld(updated_at));
      if (ended.length > 0) await this.store.write((change) => change.clear(this.deliveries, ended));
      // What was made later cannot have ended earlier.
      if (!isOld(some.at(-1)!.created_at)) return;
    }
  }
}

/** Whether a delivery may be sent at a moment: its time has come, and nobody is at it. */
export function isDue({ next_attempt_at: next, claimed_until: claimed }: Values, now: number): boolean {
  const past = (time: Json | undefined): boolean => typeof time !== "string" || Date.parse(time) <= now;
  return past(next) && past(claimed);
}

/** When something has to be done for a delivery, in milliseconds since 1970, if nothing else happens. */
export function dueAt({ next_attempt_at: next, claimed_until: claimed }: Values): number {
  return Math.max(...[next, claimed].map((time) => (typeof time === "string" ? Date.parse(time) : 0)));
}
