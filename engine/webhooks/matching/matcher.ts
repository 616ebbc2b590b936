/** Creates deliveries of new events, for each webhook from the event after the last one that it was matched with. */

import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { Json } from "../../declare/values.ts";
import type { Filter } from "../../query/filters.ts";
import { readListQuery } from "../../query/list-query.ts";
import { isVisible } from "../../query/visibility.ts";
import { projectionOf } from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmission } from "../../resource/submission.ts";
import { recordPath } from "../../resource/templates.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { EventLogReader } from "../../store/events/reader.ts";
import type { Store } from "../../store/store.ts";
import type { StoredRecord } from "../../store/tables.ts";
import type { Authorization } from "../authorization.ts";
import { DELIVERIES } from "../declaration.ts";
import { matchesEventType, securityTypes } from "../event-types.ts";
import { isProven, MAX_PER_WEBHOOK } from "../turns.ts";
import { WEBHOOKS } from "../webhook.ts";
import { later, type Matching, type Positions, positionsIn, progressOf, take } from "./progress.ts";
import { Queue } from "./queue.ts";

/** The number of events that are matched per transaction. */
const EVENTS_BATCH = 50;
/**
 * How many deliveries that can be sent are created ahead: fewer of a webhook that is not proven, so that many webhooks whose
 * receivers never respond cost little.
 */
const AHEAD = 50;
const AHEAD_UNPROVEN = MAX_PER_WEBHOOK;
/** The number of webhooks whose last matched events this process caches. */
const MAX_IN_MEMORY = 10_000;

/** Matches events with webhooks. */
export class Matcher {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly log: EventLogReader;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly securityTypes: readonly string[];
  /** How far webhooks were matched, which may be further than is stored. */
  private readonly positions = new LRUCache<string, Positions>({ max: MAX_IN_MEMORY });

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.log = store.log!;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.securityTypes = securityTypes(store.catalog.resources);
  }

  /**
   * Creates deliveries for the events since the last one that was matched, until enough can be sent. Events of subjects that
   * have enough pending deliveries wait in their lanes; security events and others do not wait for each other.
   * @param pending the deliveries that are already pending
   * @param replayStart the event after which all can be delivered; earlier ones are passed over, security events aside
   * @returns whether more may be pending now
   */
  async enqueue(
    webhook: StoredRecord,
    { readScopes }: Authorization,
    { pending, replayStart }: { readonly pending: readonly StoredRecord[]; readonly replayStart: string },
  ): Promise<boolean> {
    const progress = progressOf(webhook);
    const { last, lastSecurity } = await this.positionsOf(webhook, progress);
    const ahead = isProven(webhook) ? AHEAD : AHEAD_UNPROVEN;
    const options = { pending, lanes: progress.lanes, ahead, now: this.clock.now() };
    const matching: Matching = {
      webhook,
      matches: ({ type, scope }) =>
        matchesEventType(type as string, webhook.event_types as string[]) && isVisible(readScopes, scope as string),
      security: new Queue(true, lastSecurity, options),
      others: new Queue(false, later(last, replayStart), options),
      progress,
      areCreated: false,
    };
    const isDone = (await this.emptyLanes(matching, replayStart)) && (await this.match(matching));
    return matching.areCreated || !isDone;
  }

  /** How far a webhook was matched; at first, up to the event that created it. */
  private async positionsOf(webhook: StoredRecord, stored: Positions): Promise<Positions> {
    const known = this.positions.get(webhook.id as string);
    const last = later(stored.last, known?.last ?? "");
    // Versions that stored one position had matched all events up to it.
    const lastSecurity = later(stored.lastSecurity || stored.last, known?.lastSecurity ?? "");
    if (last !== "" && lastSecurity !== "") return { last, lastSecurity };
    const created = await this.creationEventId(webhook);
    return { last: last || created, lastSecurity: lastSecurity || created };
  }

  /** Creates the next deliveries of subjects whose events wait in lanes. @returns false if another process did so first */
  private async emptyLanes(matching: Matching, replayStart: string): Promise<boolean> {
    for (const queue of [matching.security, matching.others])
      for (const lane of queue.freeLanes) {
        if (!queue.needsMore) break;
        const read = async (after: string, limit: number): Promise<StoredRecord[]> => {
          const from = lane.isSecurity ? after : later(after, replayStart);
          const events = await this.log.after(from, [this.only("subject", [lane.subject])], limit);
          // Later events are not in the lane yet.
          return events.filter(({ id }) => (id as string) <= queue.position);
        };
        const isOwn = (event: StoredRecord): boolean => queue.holds(event) && matching.matches(event);
        const events = await queue.takeFrom(lane, read, isOwn);
        if (!(await this.createDeliveries(matching, events))) return false;
      }
    return true;
  }

  /**
   * Matches the next events, until enough deliveries of each kind can be sent. Both kinds are read together, unless the security
   * events are behind or there is room for them alone.
   * @returns false if another process did so first
   */
  private async match(matching: Matching): Promise<boolean> {
    const { webhook, security, others } = matching;
    for (;;) {
      const isAlone = security.hasRoom && (!others.hasRoom || security.position < others.position);
      if (!isAlone && !others.hasRoom) return true;
      const events = isAlone
        ? await this.securityEvents(matching)
        : await this.log.after(others.position, [], EVENTS_BATCH);
      if (events.length === 0) {
        if (!isAlone || !others.hasRoom) return true;
        security.position = later(security.position, others.position);
      }
      const taken = take(matching, events, isAlone ? [security] : [security, others]);
      // A few events without a match do not need a write: after a restart they are matched again.
      const isWritten = taken.isMatched || events.length === EVENTS_BATCH;
      if (isWritten && !(await this.createDeliveries(matching, taken.events))) return false;
      this.positions.set(webhook.id as string, positionsIn(matching));
    }
  }

  /** The next security events that a webhook may select. */
  private async securityEvents({ webhook, security }: Matching): Promise<StoredRecord[]> {
    const types = this.securityTypes.filter((type) => matchesEventType(type, webhook.event_types as string[]));
    return types.length === 0 ? [] : this.log.after(security.position, [this.only("type", types)], EVENTS_BATCH);
  }

  /** Creates deliveries, and stores how far the webhook was matched. @returns false if another process did so first */
  private async createDeliveries(matching: Matching, events: readonly StoredRecord[]): Promise<boolean> {
    const { security, others, progress } = matching;
    const id = matching.webhook.id as string;
    const next = { ...positionsIn(matching), lanes: [...security.lanes, ...others.lanes] };
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
