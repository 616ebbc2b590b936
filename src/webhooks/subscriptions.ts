/** Turns new events into deliveries, for each webhook from the event at which it stopped. */

import { LRUCache } from "lru-cache";
import { API_KEYS } from "../access/api-keys.ts";
import type { Json, Values } from "../declare/values.ts";
import { readListQuery } from "../query/list-query.ts";
import { isVisible } from "../query/visibility.ts";
import { projectionOf } from "../resource/representation.ts";
import type { Resource } from "../resource/resource.ts";
import { readSubmission } from "../resource/submission.ts";
import { recordPath } from "../resource/templates.ts";
import type { Clock } from "../runtime/clock.ts";
import type { EventLogReader } from "../store/events/reader.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { type Authorization, authorize, type FindKey, type ReadScopesOf } from "./authorization.ts";
import { DELIVERIES, WEBHOOKS } from "./declaration.ts";
import { matchesEventType } from "./event-types.ts";

/** Events matched in one transaction. */
const EVENTS_BATCH = 50;
/** The most pending deliveries of one webhook. The event log is the queue: further events stay there. */
export const MAX_PENDING = 200;
/** Webhooks read by one statement. */
const WEBHOOKS_BATCH = 500;
/** Webhooks whose last matched event this process keeps in memory. */
const MAX_IN_MEMORY = 10_000;

export class Subscriptions {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly readScopesOf: ReadScopesOf;
  private readonly log: EventLogReader;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly findKey: FindKey;
  /** The last event that was matched against a webhook, if it is later than the stored one. */
  private readonly lastEventIds = new LRUCache<string, string>({ max: MAX_IN_MEMORY });

  constructor(store: Store, clock: Clock, readScopesOf: ReadScopesOf) {
    this.store = store;
    this.clock = clock;
    this.readScopesOf = readScopesOf;
    this.log = store.log!;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.findKey = (id) => store.findBy(store.catalog.resource(API_KEYS), "id", id);
  }

  /** The webhooks that are active. */
  async *active(): AsyncGenerator<StoredRecord, void> {
    for await (const batch of this.store.scanBatches(this.webhooks, { active: true }, WEBHOOKS_BATCH)) yield* batch;
  }

  /** What a webhook may receive now. If an author's credential was revoked, deactivates it and returns undefined. */
  async authorize(webhook: StoredRecord): Promise<Authorization | undefined> {
    const authorization = await authorize(webhook, this.findKey, this.readScopesOf, this.clock.now());
    const { revoked } = authorization;
    if (revoked.length === 0) return authorization;
    await this.store.write(async (tx) => {
      const current = await tx.system.find(this.webhooks, webhook.id as string);
      const remaining = ((current?.authors ?? []) as { name: string }[]).filter(({ name }) => !revoked.includes(name));
      await deactivate(tx, this.webhooks, webhook.id as string, "revoked", { authors: remaining as unknown as Json });
    });
    return undefined;
  }

  /**
   * Creates deliveries for the events since the last one that was matched.
   * @param pending how many deliveries are pending already
   * @returns whether more may be pending now
   */
  async enqueue(webhook: StoredRecord, { readScopes }: Authorization, pending: number): Promise<boolean> {
    const id = webhook.id as string;
    let stored = webhook.last_event_id as string | null;
    const lastKnown = [stored ?? "", this.lastEventIds.get(id) ?? ""].sort().at(-1)!;
    let lastEventId = lastKnown === "" ? await this.creationEventId(webhook) : lastKnown;
    let created = 0;
    while (pending + created < MAX_PENDING) {
      const events = await this.log.after(lastEventId, [], EVENTS_BATCH);
      if (events.length === 0) break;
      const last = events.at(-1)!.id as string;
      const matching = events.filter(
        ({ type, scope }) =>
          matchesEventType(type as string, webhook.event_types as string[]) && isVisible(readScopes, scope as string),
      );
      // A few events that do not match are not worth a write: they are matched again after a restart.
      if (matching.length > 0 || events.length === EVENTS_BATCH) {
        if (!(await this.enqueueBatch(id, stored, last, matching))) return true;
        stored = last;
      }
      this.lastEventIds.set(id, last);
      created += matching.length;
      lastEventId = last;
    }
    return created > 0;
  }

  /** Creates deliveries and stores the last event matched. @returns false if another process was first */
  private enqueueBatch(id: string, from: string | null, to: string, events: readonly StoredRecord[]): Promise<boolean> {
    return this.store.write(async (tx) => {
      const webhook = await tx.system.find(this.webhooks, id);
      if (!webhook?.active || webhook.last_event_id !== from) return false;
      for (const event of events)
        await tx.create(this.deliveries, id, readSubmission(this.deliveries, "create", { event_id: event.id! }));
      await tx.system.patch(this.webhooks, id, { last_event_id: to });
      return true;
    });
  }

  /** The id of the event that created the webhook: it receives the events after that one. */
  private async creationEventId(webhook: StoredRecord): Promise<string> {
    const view = this.log.resource.views[0]!;
    const subject = recordPath(this.webhooks, webhook);
    const query = `subject=${subject}&type=${this.webhooks.one}.created&sort=id:desc&fields=id`;
    const listQuery = readListQuery(view, query, { default: 1, max: 1 });
    const projection = projectionOf(view, listQuery.fields!, {});
    const { items } = await this.store.list(projection, undefined, listQuery, { paged: true });
    return (items[0]?.id as string | undefined) ?? "";
  }
}

/** Deactivates a webhook, and records why. */
export async function deactivate(
  tx: Writer,
  webhooks: Resource,
  id: string,
  reason: string,
  changes: Values = {},
): Promise<void> {
  await tx.system.patch(webhooks, id, { active: false, disabled_because: reason, ...changes });
}
