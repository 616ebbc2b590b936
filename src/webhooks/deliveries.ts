/** Deliveries on their way: claimed by one process at a time, how their attempts ended, and cleared away at last. */

import type { Json, Values } from "../declare/values.ts";
import { cloudEvent } from "../events/cloud-event.ts";
import { isVisible } from "../query/visibility.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import { pieces } from "../store/pieces.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Authorization } from "./authorization.ts";
import type { Exchanged } from "./client.ts";
import { DELIVERIES, SECRETS, WEBHOOKS } from "./declaration.ts";
import { nextAttempt } from "./schedule.ts";
import { type Made, signing } from "./signing.ts";
import { disable, MOST_WAITING } from "./subscriptions.ts";

/** How long a claim holds: longer than an exchange takes, with all that is written after it. */
const CLAIM_MS = 20_000;
/** For how long a delivery is kept after it ended. */
const KEPT_MS = 7 * 86_400_000;
/** How often it is looked for such, and how many are cleared away in one transaction. */
const CLEARING_MS = 60_000;
const CLEARED_AT_ONCE = 500;
/** So many secrets are read at once. */
const PIECE = 500;

/** One attempt of a delivery, of a sender. */
export interface Attempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

/** A delivery that is about to be sent. */
export interface ClaimedDelivery {
  readonly webhook: StoredRecord;
  readonly delivery: StoredRecord;
  /** The event as it is sent; undefined when it may not be sent any more, or is no longer kept. */
  readonly body: string | undefined;
  readonly secrets: readonly string[];
}

export class Deliveries {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly secrets: Resource;
  /** When this process last looked for deliveries to clear away. */
  private cleared = Number.NEGATIVE_INFINITY;

  /** @param random from 0 to 1 */
  constructor(store: Store, clock: Clock, random: () => number) {
    this.store = store;
    this.clock = clock;
    this.random = random;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.secrets = store.catalog.resource(SECRETS);
  }

  /** The deliveries of a webhook that have not ended, in their order. */
  waiting({ id }: StoredRecord): Promise<readonly StoredRecord[]> {
    return this.store.scan(this.deliveries, { status: "pending", webhook_id: id! }, 2 * MOST_WAITING);
  }

  /** Claims a delivery. @returns what is to be sent; undefined where somebody else is at it, or it has ended */
  async claim(
    webhook: StoredRecord,
    delivery: StoredRecord,
    { held }: Authorization,
  ): Promise<ClaimedDelivery | undefined> {
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
    const log = this.store.log!.resource;
    const event = await this.store.findBy(log, "id", delivery.event_id as string);
    const body = event && isVisible(held, event.scope as string) ? cloudEvent(log.views[0]!, event) : undefined;
    return { webhook, delivery, body, secrets: await this.signing(webhook) };
  }

  private async signing(webhook: StoredRecord): Promise<string[]> {
    const later = await Array.fromAsync(pieces(this.store, this.secrets, { webhook_id: webhook.id! }, PIECE));
    const made: Made[] = [webhook, ...later.flat()].map((each) => ({
      secret: each.secret as string,
      at: each.created_at,
    }));
    return signing(made, this.clock.now());
  }

  /** Notes an attempt, and what follows from it for the delivery and its webhook. */
  async conclude({ webhook, delivery }: ClaimedDelivery, at: string, exchanged: Exchanged): Promise<void> {
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
      else if (gone) await disable(change, this.webhooks, id, "gone");
      else if (ended) await disable(change, this.webhooks, id, "failing", { failing: true });
      else await change.note(this.webhooks, id, { failing: true });
    });
  }

  /** Ends a delivery that cannot be sent any more. */
  async giveUp({ delivery }: ClaimedDelivery, error: string): Promise<void> {
    const attempts = [
      ...(delivery.attempts as unknown as Attempt[]),
      { at: timestamp(this.clock), status_code: null, duration_ms: 0, error },
    ];
    const ended = { status: "failed", next_attempt_at: null, claimed_until: null };
    await this.store.write((change) =>
      change.note(this.deliveries, delivery.id as string, { ...ended, attempts: attempts as unknown as Json }),
    );
  }

  /** Clears away all deliveries that ended long enough ago, where it is time to look for them. */
  async clear(): Promise<void> {
    const now = this.clock.now();
    if (now - this.cleared < CLEARING_MS) return;
    this.cleared = now;
    const isOld = (time: string): boolean => Date.parse(time) < now - KEPT_MS;
    for await (const some of pieces(this.store, this.deliveries, {}, CLEARED_AT_ONCE)) {
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
