/** How far webhooks were looked after: what happened since becomes deliveries, as many as may wait. */
import { LRUCache } from "lru-cache";
import type { Json, Values } from "../declare/values.ts";
import { readListQuery } from "../query/list-query.ts";
import { isVisible } from "../query/visibility.ts";
import { projectionOf } from "../resource/representation.ts";
import { pathOf, type Resource } from "../resource/resource.ts";
import { submit } from "../resource/submission.ts";
import type { Clock } from "../runtime/clock.ts";
import type { EventLogReader } from "../store/events/reader.ts";
import { pieces } from "../store/pieces.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { type Authorization, authorizationOf, type Find, type Holding } from "./authorization.ts";
import { DELIVERIES, WEBHOOKS } from "./declaration.ts";
import { isAskedFor } from "./event-types.ts";

/** So many events are looked at in one transaction. */
const AT_ONCE = 50;
/** So many deliveries of a webhook wait at most: the log is the queue, and the rest of it can wait there. */
export const MOST_WAITING = 200;
/** So many webhooks are read at once. */
const PIECE = 500;
/** Of so many webhooks this process knows by heart how far they were looked after. */
const KNOWN = 100_000;

export class Subscriptions {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly holding: Holding;
  private readonly log: EventLogReader;
  private readonly webhooks: Resource;
  private readonly deliveries: Resource;
  private readonly find: Find;
  /** The last event that this process looked at for a webhook, where that is not worth writing down. */
  private readonly looked = new LRUCache<string, string>({ max: KNOWN });

  constructor(store: Store, clock: Clock, holding: Holding) {
    this.store = store;
    this.clock = clock;
    this.holding = holding;
    this.log = store.log!;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.deliveries = store.catalog.resource(DELIVERIES);
    this.find = (name, id) => store.findBy(store.catalog.resource(name), "id", id);
  }

  /** The webhooks that are sent something. */
  async *active(): AsyncGenerator<StoredRecord, void> {
    for await (const some of pieces(this.store, this.webhooks, { active: true }, PIECE)) yield* some;
  }

  /** What a webhook may get just now; undefined when it was made inactive, since somebody fell who wrote it. */
  async entitlement(webhook: StoredRecord): Promise<Authorization | undefined> {
    const entitlement = await authorizationOf(webhook, this.find, this.holding, this.clock.now());
    if (entitlement.fallen.length === 0) return entitlement;
    const { fallen } = entitlement;
    await this.store.write(async (change) => {
      const now = await change.find(WEBHOOKS, webhook.id as string);
      const standing = ((now?.hands ?? []) as { name: string }[]).filter(({ name }) => !fallen.includes(name));
      await disable(change, this.webhooks, webhook.id as string, "revoked", { hands: standing as unknown as Json });
    });
    return undefined;
  }

  /**
   * Makes deliveries of what happened since a webhook was last looked after.
   * @param waiting how many wait already
   * @returns whether more may be waiting than before
   */
  async fill(webhook: StoredRecord, { held }: Authorization, waiting: number): Promise<boolean> {
    const id = webhook.id as string;
    let stored = webhook.reached as string | null;
    const known = [stored ?? "", this.looked.get(id) ?? ""].sort().at(-1)!;
    let reached = known === "" ? await this.beginning(webhook) : known;
    let made = 0;
    while (waiting + made < MOST_WAITING) {
      const events = await this.log.after(reached, [], AT_ONCE);
      if (events.length === 0) break;
      const last = events.at(-1)!.id as string;
      const meant = events.filter(
        ({ type, scope }) =>
          isAskedFor(type as string, webhook.event_types as string[]) && isVisible(held, scope as string),
      );
      // Few events that do not matter are not worth a write: whoever is next looks at them again.
      if (meant.length > 0 || events.length === AT_ONCE) {
        if (!(await this.advance(id, stored, last, meant))) return true;
        stored = last;
      }
      this.looked.set(id, last);
      made += meant.length;
      reached = last;
    }
    return made > 0;
  }

  /** Makes deliveries of events, and notes how far a webhook was looked after. @returns whether nobody else was first */
  private advance(id: string, from: string | null, to: string, events: readonly StoredRecord[]): Promise<boolean> {
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
  private async beginning(webhook: StoredRecord): Promise<string> {
    const view = this.log.resource.views[0]!;
    const subject = pathOf(this.webhooks, webhook);
    const query = `subject=${subject}&type=${this.webhooks.one}.created&sort=id:desc&fields=id`;
    const asked = readListQuery(view, query, { standard: 1, most: 1 });
    const { items } = await this.store.list(projectionOf(view, asked.fields!, {}), undefined, asked, true);
    return (items[0]?.id as string | undefined) ?? "";
  }
}

/** Makes a webhook inactive, and says why. */
export async function disable(
  change: Writer,
  webhooks: Resource,
  id: string,
  because: string,
  more: Values = {},
): Promise<void> {
  await change.note(webhooks, id, { active: false, disabled_because: because, ...more });
}
