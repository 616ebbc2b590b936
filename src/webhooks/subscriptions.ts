/** Creates deliveries of new events, for each webhook from the event after the last one that it was matched with. */

import { LRUCache } from "lru-cache";
import { API_KEYS } from "../access/api-keys.ts";
import type { Values } from "../declare/values.ts";
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
import { type Authorization, authorize, type FindKey, type ReadScopesOf, withoutAuthors } from "./authorization.ts";
import { DELIVERIES } from "./declaration.ts";
import { matchesEventType } from "./event-types.ts";
import { isProven, MAX_PER_WEBHOOK } from "./turns.ts";
import { WEBHOOKS } from "./webhook.ts";

/** The number of events that are matched per transaction. */
const EVENTS_BATCH = 50;
/** The maximum number of pending deliveries of one webhook. Further events wait in the event log. */
export const MAX_PENDING = 200;
/**
 * How many deliveries that can be sent are created ahead: fewer of a webhook that is not proven, so that many webhooks whose
 * receivers never respond cost little.
 */
const AHEAD = 50;
const AHEAD_UNPROVEN = MAX_PER_WEBHOOK;
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

  /** The webhooks that are active, in batches. */
  active(): AsyncGenerator<readonly StoredRecord[], void> {
    return this.store.scanBatches(this.webhooks, { active: true }, WEBHOOKS_BATCH);
  }

  /** Finds a webhook by its id. */
  find(id: string): Promise<StoredRecord | undefined> {
    return this.store.findBy(this.webhooks, "id", id);
  }

  /** What a webhook may receive now. If an author's credential was revoked, deactivates it and returns undefined. */
  async authorize(webhook: StoredRecord): Promise<Authorization | undefined> {
    const authorization = await authorize(webhook, this.findKey, this.readScopesOf, this.clock.now());
    const { revoked } = authorization;
    if (revoked.length === 0) return authorization;
    await this.store.write(async (tx) => {
      const current = await tx.system.find(this.webhooks, webhook.id as string);
      const authors = withoutAuthors(current?.authors ?? null, revoked);
      await deactivate(tx, this.webhooks, webhook.id as string, "revoked", { authors });
    });
    return undefined;
  }

  /**
   * Creates deliveries for the events since the last one that was matched, until enough can be sent.
   * @param pending the deliveries that are already pending
   * @returns whether more may be pending now
   */
  async enqueue(
    webhook: StoredRecord,
    { readScopes }: Authorization,
    pending: readonly StoredRecord[],
  ): Promise<boolean> {
    const id = webhook.id as string;
    const matches = ({ type, scope }: StoredRecord): boolean =>
      matchesEventType(type as string, webhook.event_types as string[]) && isVisible(readScopes, scope as string);
    const queue = new Queue(pending, isProven(webhook) ? AHEAD : AHEAD_UNPROVEN, this.clock.now());
    let stored = webhook.last_event_id as string | null;
    const lastKnown = [stored ?? "", this.lastEventIds.get(id) ?? ""].sort().at(-1)!;
    let lastEventId = lastKnown === "" ? await this.creationEventId(webhook) : lastKnown;
    let areCreated = false;
    while (queue.hasRoom) {
      const events = await this.log.after(lastEventId, [], EVENTS_BATCH);
      if (events.length === 0) break;
      const { matching, last } = queue.take(events, matches);
      // A few events without a match do not need a write: after a restart they are matched again.
      if (matching.length > 0 || events.length === EVENTS_BATCH) {
        if (!(await this.enqueueBatch(id, stored, last, matching))) return true;
        stored = last;
      }
      this.lastEventIds.set(id, last);
      areCreated ||= matching.length > 0;
      lastEventId = last;
    }
    return areCreated;
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

/** The pending deliveries of a webhook, and the events for which more are created. */
class Queue {
  private readonly subjects: Set<unknown>;
  private readonly ahead: number;
  private pending: number;
  /** The number of subjects whose next delivery can be sent, or is being sent. */
  private sendable: number;

  constructor(pending: readonly StoredRecord[], ahead: number, now: number) {
    const next = firstPerSubject(pending);
    this.subjects = new Set(next.map(({ subject }) => subject));
    this.ahead = ahead;
    this.pending = pending.length;
    this.sendable = next.filter(({ next_attempt_at }) => Date.parse(next_attempt_at as string) <= now).length;
  }

  get hasRoom(): boolean {
    return this.pending < MAX_PENDING && this.sendable < this.ahead;
  }

  /** Takes events until there is no room. @returns those that match, and the id of the last that was examined */
  take(
    events: readonly StoredRecord[],
    matches: (event: StoredRecord) => boolean,
  ): { matching: StoredRecord[]; last: string } {
    const matching: StoredRecord[] = [];
    for (const event of events) {
      if (matches(event)) {
        matching.push(event);
        this.pending += 1;
        if (!this.subjects.has(event.subject)) this.sendable += 1;
        this.subjects.add(event.subject);
      }
      if (!this.hasRoom) return { matching, last: event.id as string };
    }
    return { matching, last: events.at(-1)!.id as string };
  }
}

/** The first delivery of each subject: the events of one subject are delivered in order. */
export function firstPerSubject(pending: readonly StoredRecord[]): StoredRecord[] {
  const subjects = new Set<unknown>();
  return pending.filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}
