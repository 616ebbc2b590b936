/** The deliveries of webhooks: claimed by one process at a time, updated after each attempt, deleted when they expire. */

import type { Json, Values } from "../declare/values.ts";
import { cloudEvent } from "../events/cloud-event.ts";
import { isVisible, type ReadScopes } from "../query/visibility.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Authorization } from "./authorization.ts";
import type { DeliveryResult } from "./client.ts";
import { DELIVERIES, SECRETS } from "./declaration.ts";
import { MAX_PENDING } from "./matching/queue.ts";
import { nextAttempt } from "./retry-schedule.ts";
import { activeSecrets, type DatedSecret } from "./signing.ts";
import { deactivate } from "./subscriptions.ts";
import { WEBHOOKS } from "./webhook.ts";

/** How long a claim is valid. It is longer than an attempt and the write of its result. */
const CLAIM_MS = 20_000;
/** How long a delivery that has ended is stored. */
const RETENTION_MS = 7 * 86_400_000;
/** How often expired deliveries are deleted, and how many per transaction. */
const CLEANUP_EVERY_MS = 60_000;
const CLEANUP_BATCH = 500;
/** The number of secrets that are read per statement. */
const SECRETS_BATCH = 500;

/** One attempt, as stored in the delivery's record. */
export interface Attempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

/** A delivery that this process has claimed and is about to send. */
export interface ClaimedDelivery {
  readonly webhook: StoredRecord;
  readonly delivery: StoredRecord;
  /** The event as it is sent; undefined if it is too old or was deleted, or the webhook may no longer receive it. */
  readonly body: string | undefined;
  readonly secrets: readonly string[];
}

/** Reads and writes deliveries. */
export class Deliveries {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly secrets: Resource;
  /** When this process last looked for expired deliveries. */
  private lastCleanup = Number.NEGATIVE_INFINITY;

  /** @param random from 0 to 1 */
  constructor(store: Store, clock: Clock, random: () => number) {
    this.store = store;
    this.clock = clock;
    this.random = random;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.secrets = store.catalog.resource(SECRETS);
  }

  /** The deliveries of a webhook that have not ended, oldest first. */
  pending({ id }: StoredRecord): Promise<readonly StoredRecord[]> {
    return this.store.scan(this.deliveries, { status: "pending", webhook_id: id! }, { limit: MAX_PENDING });
  }

  /** Claims a delivery. @returns undefined if another process has claimed it, or it has ended */
  async claim(
    webhook: StoredRecord,
    delivery: StoredRecord,
    { readScopes }: Authorization,
  ): Promise<ClaimedDelivery | undefined> {
    const now = this.clock.now();
    const claimed = await this.store.write(async (tx) => {
      const [current, currentDelivery] = [
        await tx.system.find(this.webhooks, webhook.id as string),
        await tx.system.find(this.deliveries, delivery.id as string),
      ];
      if (!current?.active || currentDelivery?.status !== "pending" || !isDue(currentDelivery, now)) return false;
      await tx.system.patch(this.deliveries, currentDelivery.id as string, {
        claimed_until: timestamp({ now: () => now + CLAIM_MS }),
      });
      return true;
    });
    if (!claimed) return undefined;
    const body = await this.bodyOf(delivery.event_id as string, readScopes);
    return { webhook, delivery, body, secrets: await this.signingSecrets(webhook) };
  }

  /** The event as it is sent; undefined if it may not be sent. */
  private async bodyOf(eventId: string, readScopes: ReadScopes): Promise<string | undefined> {
    const log = this.store.log!;
    const event = await this.store.findBy(log.resource, "id", eventId);
    const isSent = event && isVisible(readScopes, event.scope as string) && (await log.isReplayable(eventId));
    return isSent ? cloudEvent(log.resource.views[0]!, event) : undefined;
  }

  private async signingSecrets(webhook: StoredRecord): Promise<string[]> {
    const replacements = await Array.fromAsync(
      this.store.scanBatches(this.secrets, { webhook_id: webhook.id! }, SECRETS_BATCH),
    );
    const secrets: DatedSecret[] = [webhook, ...replacements.flat()].map((each) => ({
      secret: each.secret as string,
      at: each.created_at,
    }));
    return activeSecrets(secrets, this.clock.now());
  }

  /** Records an attempt, and updates the states of the delivery and of its webhook. */
  async recordResult({ webhook, delivery }: ClaimedDelivery, at: string, result: DeliveryResult): Promise<void> {
    const attempts = [...(delivery.attempts as unknown as Attempt[]), { at, ...result }];
    const now = this.clock.now();
    const next = nextAttempt(attempts.length, Date.parse(attempts[0]!.at), now, this.random());
    const isGone = result.status_code === 410;
    const isSuccess = result.error === null;
    const isOver = isSuccess || isGone || next === undefined;
    await this.store.write(async (tx) => {
      await tx.system.patch(this.deliveries, delivery.id as string, {
        attempts: attempts as unknown as Json,
        status: isSuccess ? "succeeded" : isOver ? "failed" : "pending",
        next_attempt_at: isOver ? null : new Date(next).toISOString(),
        claimed_until: null,
      });
      const id = webhook.id as string;
      if (isSuccess)
        await tx.system.patch(this.webhooks, id, { failing: false, last_delivered_at: timestamp(this.clock) });
      else if (isGone) await deactivate(tx, this.webhooks, id, "gone");
      else if (isOver) await deactivate(tx, this.webhooks, id, "failing", { failing: true });
      else await tx.system.patch(this.webhooks, id, { failing: true });
    });
  }

  /** Ends a delivery that can no longer be sent. */
  async fail({ delivery }: ClaimedDelivery, error: string): Promise<void> {
    const attempts = [
      ...(delivery.attempts as unknown as Attempt[]),
      { at: timestamp(this.clock), status_code: null, duration_ms: 0, error },
    ];
    const ended = { status: "failed", next_attempt_at: null, claimed_until: null };
    await this.store.write((tx) =>
      tx.system.patch(this.deliveries, delivery.id as string, { ...ended, attempts: attempts as unknown as Json }),
    );
  }

  /** Deletes deliveries whose retention is over. Does nothing if the last cleanup was recent. */
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    if (now - this.lastCleanup < CLEANUP_EVERY_MS) return;
    this.lastCleanup = now;
    const isExpired = (time: string): boolean => Date.parse(time) < now - RETENTION_MS;
    for await (const batch of this.store.scanBatches(this.deliveries, {}, CLEANUP_BATCH)) {
      const ended = batch.filter(({ status, updated_at }) => status !== "pending" && isExpired(updated_at));
      if (ended.length > 0) await this.store.write((tx) => tx.system.deleteAll(this.deliveries, ended));
      // A delivery that was created later cannot have ended earlier.
      if (!isExpired(batch.at(-1)!.created_at)) return;
    }
  }
}

/** Whether a delivery can be claimed at a time, in milliseconds since 1970. */
export function isDue({ next_attempt_at: next, claimed_until: claimed }: Values, now: number): boolean {
  const isPast = (time: Json | undefined): boolean => typeof time !== "string" || Date.parse(time) <= now;
  return isPast(next) && isPast(claimed);
}

/** When a delivery can next be claimed, in milliseconds since 1970. */
export function dueAt({ next_attempt_at: next, claimed_until: claimed }: Values): number {
  return Math.max(...[next, claimed].map((time) => (typeof time === "string" ? Date.parse(time) : 0)));
}
