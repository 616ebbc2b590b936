/** Creates deliveries of new events, for each webhook from the event after the last one that it was matched with. */

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

/** The number of events that are matched per transaction. */
const EVENTS_BATCH = 50;
/** The maximum number of pending deliveries of one webhook. Further events wait in the event log. */
export const MAX_PENDING = 200;
/** The number of webhooks that are read per statement. */
const WEBHOOKS_BATCH = 500;
/** The number of webhooks whose last matched event this process caches. */
const MAX_IN_MEMORY = 10_000;

/** Matches events with webhooks. */
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
   * @param pending the number of deliveries that are already pending
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
      // A few events without a match do not need a write: after a restart they are matched again.
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

  /** Creates deliveries and stores the last matched event. @returns false if another process did so first */
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

  /** The id of the event that created the webhook, which receives only later events. */
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
