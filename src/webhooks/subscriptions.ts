/** Creates deliveries of new events, for each webhook from the event after the last one that it was matched with. */

import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { API_KEYS } from "../access/api-keys.ts";
import type { Json, Values } from "../declare/values.ts";
import type { Filter } from "../query/filters.ts";
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
import { matchesEventType, securityTypes } from "./event-types.ts";
import { later, type Matching, type Progress, progressOf, Queue, take } from "./queue.ts";
import { isProven, MAX_PER_WEBHOOK } from "./turns.ts";
import { WEBHOOKS } from "./webhook.ts";

/** The number of events that are matched per transaction. */
const EVENTS_BATCH = 50;
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
  private readonly securityTypes: readonly string[];
  /** The last event that was matched against a webhook, if it is later than the stored one. */
  private readonly lastEventIds = new LRUCache<string, string>({ max: MAX_IN_MEMORY });

  constructor(store: Store, clock: Clock, readScopesOf: ReadScopesOf) {
    this.store = store;
    this.clock = clock;
    this.readScopesOf = readScopesOf;
    this.log = store.log!;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.securityTypes = securityTypes(store.catalog.resources);
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
   * Creates deliveries for the events since the last one that was matched, until enough can be sent. Events of subjects that
   * have enough pending deliveries wait in their lanes, and security events wait for no other.
   * @param pending the deliveries that are already pending
   * @returns whether more may be pending now
   */
  async enqueue(
    webhook: StoredRecord,
    { readScopes }: Authorization,
    pending: readonly StoredRecord[],
  ): Promise<boolean> {
    const progress = progressOf(webhook);
    const ahead = isProven(webhook) ? AHEAD : AHEAD_UNPROVEN;
    const options = { pending, lanes: progress.lanes, ahead, now: this.clock.now() };
    const matching: Matching = {
      webhook,
      matches: ({ type, scope }) =>
        matchesEventType(type as string, webhook.event_types as string[]) && isVisible(readScopes, scope as string),
      security: new Queue(true, options),
      others: new Queue(false, options),
      progress,
      areCreated: false,
    };
    const isDone =
      (await this.emptyLanes(matching)) && (await this.match(matching)) && (await this.matchAhead(matching));
    return matching.areCreated || !isDone;
  }

  /** Creates the next deliveries of subjects whose events wait in lanes. @returns false if another process did so first */
  private async emptyLanes(matching: Matching): Promise<boolean> {
    for (const queue of [matching.security, matching.others])
      for (const lane of queue.freeLanes) {
        if (!queue.needsMore) break;
        // Later events are not in the lane yet.
        const { last, lastSecurity } = matching.progress;
        const until = queue.isSecurity ? later(last, lastSecurity) : last;
        const read = async (after: string, limit: number): Promise<StoredRecord[]> => {
          const events = await this.log.after(after, [this.only("subject", [lane.subject])], limit);
          return events.filter(({ id }) => (id as string) <= until);
        };
        const isOwn = (event: StoredRecord): boolean => queue.holds(event) && matching.matches(event);
        const events = await queue.takeFrom(lane, read, isOwn);
        if (!(await this.createDeliveries(matching, events, {}))) return false;
      }
    return true;
  }

  /** Matches the next events, until enough deliveries can be sent. @returns false if another process did so first */
  private async match(matching: Matching): Promise<boolean> {
    const id = matching.webhook.id as string;
    let last = await this.lastMatched(matching);
    while (matching.others.hasRoom && matching.security.hasRoom) {
      const events = await this.log.after(last, [], EVENTS_BATCH);
      if (events.length === 0) break;
      const taken = take(matching, events, last);
      // A few events without a match do not need a write: after a restart they are matched again.
      const isWritten = taken.isMatched || events.length === EVENTS_BATCH;
      if (isWritten && !(await this.createDeliveries(matching, taken.events, { last: taken.last }))) return false;
      this.lastEventIds.set(id, taken.last);
      last = taken.last;
    }
    return true;
  }

  /** Matches security events that come after others for which there is no room. @returns false if another process did so first */
  private async matchAhead(matching: Matching): Promise<boolean> {
    const { webhook, progress, security, others } = matching;
    const types = this.securityTypes.filter((type) => matchesEventType(type, webhook.event_types as string[]));
    if (types.length === 0) return true;
    let last = later(await this.lastMatched(matching), progress.lastSecurity);
    while (!others.hasRoom && security.hasRoom) {
      const events = await this.log.after(last, [this.only("type", types)], EVENTS_BATCH);
      if (events.length === 0) break;
      const taken = take(matching, events, last);
      if (!(await this.createDeliveries(matching, taken.events, { lastSecurity: taken.last }))) return false;
      last = taken.last;
    }
    return true;
  }

  /** The id of the last event that a webhook was matched with; at first, of the event that created it. */
  private async lastMatched({ webhook, progress }: Matching): Promise<string> {
    const known = later(progress.last, this.lastEventIds.get(webhook.id as string) ?? "");
    return known === "" ? this.creationEventId(webhook) : known;
  }

  /** Creates deliveries, and stores how far the webhook was matched. @returns false if another process did so first */
  private async createDeliveries(
    matching: Matching,
    events: readonly StoredRecord[],
    reached: Partial<Progress>,
  ): Promise<boolean> {
    const { security, others, progress } = matching;
    const id = matching.webhook.id as string;
    const next = { ...progress, ...reached, lanes: [...security.lanes, ...others.lanes] };
    const isDone = await this.store.write(async (tx) => {
      const webhook = await tx.system.find(this.webhooks, id);
      if (!webhook?.active || !isDeepStrictEqual(progressOf(webhook), progress)) return false;
      for (const event of events)
        await tx.create(this.deliveries, id, readSubmission(this.deliveries, "create", { event_id: event.id! }));
      await tx.system.patch(this.webhooks, id, {
        last_event_id: next.last,
        last_security_event_id: next.lastSecurity,
        lanes: next.lanes as unknown as Json,
      });
      return true;
    });
    if (!isDone) return false;
    matching.progress = next;
    matching.areCreated ||= events.length > 0;
    return true;
  }

  /** A filter of events by a property. */
  private only(name: string, values: readonly string[]): Filter {
    return { property: this.log.resource.views[0]!.properties.get(name)!, operator: "is", values };
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
