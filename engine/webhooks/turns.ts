/**
 * Decides which of the due deliveries a process sends now: webhooks take turns, within limits for each webhook, creator and
 * receiver, so that receivers that never respond, however many there are, do not keep the others waiting.
 */
import type { StoredRecord } from "../store/tables.ts";

/** The maximum number of ongoing deliveries, and of those to webhooks whose last attempt failed. */
const MAX_ONGOING = 128;
const MAX_FAILING = MAX_ONGOING / 2;
/** The maximum to one host and port. */
const MAX_PER_HOST = 16;
/** The maximum of one webhook, and of one whose last attempt failed. */
export const MAX_PER_WEBHOOK = 4;
const MAX_PER_FAILING_WEBHOOK = 1;
/** The maximum of security events of one webhook: a place of their own, so that they wait for no other event. */
const MAX_SECURITY_PER_WEBHOOK = 1;
/** A webhook that has not delivered anything yet gets more than one place only while more than these are free. */
const MANY_FREE = MAX_ONGOING * 0.75;

/** A webhook with deliveries that are due. */
interface Waiting {
  readonly webhook: StoredRecord;
  /** Oldest first; not empty. */
  readonly due: StoredRecord[];
  readonly share: Share;
}

/** What a webhook's deliveries count against. */
interface Share {
  readonly webhook: string;
  readonly creator: string;
  readonly isProven: boolean;
  readonly limits: ReadonlyMap<string, number>;
}

/** Sends a delivery. `end` has to be called once, when it has ended. */
type Start = (webhook: StoredRecord, delivery: StoredRecord, end: () => void) => void;

/** The turns of the webhooks of one process. */
export class Turns {
  private readonly start: Start;
  /** By webhook and kind of event, in the order of their turns. */
  private readonly waiting = new Map<string, Waiting>();
  /** The ids of the ongoing deliveries. */
  private readonly ongoing = new Set<string>();
  /** How many of them count against each limit. */
  private readonly counts = new Map<string, number>();

  constructor(start: Start) {
    this.start = start;
  }

  /**
   * Starts those of a webhook's due deliveries for which there is room. The others wait for their turn.
   * @param isSecurity whether they are all of security events, or all of others
   */
  offer(webhook: StoredRecord, due: readonly StoredRecord[], isSecurity: boolean): void {
    const share = shareOf(webhook, isSecurity);
    const id = share.webhook;
    const startable = due.filter((delivery) => !this.ongoing.has(delivery.id as string)).slice(0, MAX_PER_WEBHOOK);
    if (startable.length === 0) {
      this.waiting.delete(id);
      return;
    }
    const waiting = { webhook, due: startable, share };
    // It keeps the turn that it has.
    this.waiting.set(id, waiting);
    this.startSome(id, waiting);
  }

  /** Starts waiting deliveries for which there is room now; first those of webhooks whose last attempt did not fail. */
  startWaiting(): void {
    for (const failing of [false, true])
      for (const [id, waiting] of [...this.waiting]) {
        if (this.ongoing.size >= MAX_ONGOING) return;
        if ((waiting.webhook.failing === true) === failing) this.startSome(id, waiting);
      }
  }

  /** Forgets what is waiting, except for these webhooks. */
  retain(webhooks: ReadonlySet<string>): void {
    for (const [id, { webhook }] of this.waiting) if (!webhooks.has(webhook.id as string)) this.waiting.delete(id);
  }

  private startSome(id: string, waiting: Waiting): void {
    const { webhook, due, share } = waiting;
    while (due.length > 0 && this.hasRoom(share)) {
      const delivery = due.shift()!;
      // Its next turn comes after those of all others.
      this.waiting.delete(id);
      if (due.length > 0) this.waiting.set(id, waiting);
      this.begin(webhook, delivery, share);
    }
  }

  private hasRoom({ webhook, creator, isProven, limits }: Share): boolean {
    const free = MAX_ONGOING - this.ongoing.size;
    // A creator gets another place only while more are free than they hold, so that some always remain for others.
    if (free <= this.count(creator)) return false;
    if (!isProven && free <= MANY_FREE && this.count(webhook) > 0) return false;
    for (const [key, limit] of limits) if (this.count(key) >= limit) return false;
    return true;
  }

  private begin(webhook: StoredRecord, delivery: StoredRecord, { creator, limits }: Share): void {
    const id = delivery.id as string;
    const keys = [creator, ...limits.keys()];
    this.ongoing.add(id);
    for (const key of keys) this.counts.set(key, this.count(key) + 1);
    this.start(webhook, delivery, () => {
      this.ongoing.delete(id);
      for (const key of keys) {
        const left = this.count(key) - 1;
        if (left > 0) this.counts.set(key, left);
        else this.counts.delete(key);
      }
    });
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}

/** Whether a webhook has delivered something, and its last attempt did not fail. */
export function isProven({ failing, last_delivered_at }: StoredRecord): boolean {
  return !failing && last_delivered_at !== null;
}

function shareOf(record: StoredRecord, isSecurity: boolean): Share {
  const { id, url, created_by, failing } = record;
  const webhook = isSecurity ? `security of webhook ${id}` : `webhook ${id}`;
  const most = failing ? MAX_PER_FAILING_WEBHOOK : MAX_PER_WEBHOOK;
  const limits = new Map([
    [webhook, isSecurity ? MAX_SECURITY_PER_WEBHOOK : most],
    [`host ${URL.parse(url as string)?.host}`, MAX_PER_HOST],
    ...(failing ? [["failing", MAX_FAILING] as const] : []),
  ]);
  return { webhook, creator: `creator ${created_by}`, isProven: isProven(record), limits };
}
