/**
 * The deliveries of a webhook that wait to be sent: a few of each subject. Its further events wait in the event log, in a lane of
 * their own, so that a subject whose deliveries are refused keeps no other one waiting.
 */
import type { Values } from "../../declare/values.ts";
import { isSecurityEvent } from "../../store/events/retention.ts";
import type { StoredRecord } from "../../store/tables.ts";

/** The maximum number of pending deliveries of one subject: one that is sent, and the next. All are read in each round. */
const MAX_PER_SUBJECT = 2;
/** The maximum number of subjects that have pending deliveries, of security events and of others. */
export const MAX_SUBJECTS = 200;
/** How many pending deliveries are read at once: all, unless many were created by request. */
export const MAX_PENDING = 2 * MAX_SUBJECTS * MAX_PER_SUBJECT;

/** The events of one subject that wait in the event log. */
export interface Lane {
  readonly subject: string;
  readonly isSecurity: boolean;
  /** The id of the last event before those that wait. */
  readonly after: string;
}

/** The pending deliveries of a webhook, and the events that wait: either the security events or the others. */
export class Queue {
  readonly isSecurity: boolean;
  /** The id of the last event that it took or passed over. */
  position: string;
  /** The number of pending deliveries by subject. */
  private readonly pending = new Map<string, number>();
  /** The event before those that wait, by subject. */
  private readonly waiting: Map<string, string>;
  private readonly ahead: number;
  /** The number of subjects whose next delivery can be sent, or is being sent. */
  private sendable = 0;

  /**
   * @param position the id of the last event that it took or passed over
   * @param pending the pending deliveries of the webhook
   * @param lanes the lanes of the webhook
   * @param ahead how many deliveries that can be sent are created ahead
   */
  constructor(
    isSecurity: boolean,
    position: string,
    { pending, lanes, ahead, now }: { pending: readonly Values[]; lanes: readonly Lane[]; ahead: number; now: number },
  ) {
    const own = pending.filter((delivery) => isSecurityDelivery(delivery) === isSecurity);
    this.isSecurity = isSecurity;
    this.position = position;
    this.ahead = ahead;
    this.waiting = new Map(
      lanes.filter((lane) => lane.isSecurity === isSecurity).map(({ subject, after }) => [subject, after]),
    );
    for (const { subject } of own) this.count(subject as string);
    this.sendable = firstPerSubject(own).filter(({ next_attempt_at: at }) => Date.parse(at as string) <= now).length;
  }

  /** Whether an event is of its kind. */
  holds({ type, scope }: StoredRecord): boolean {
    return isSecurityEvent({ type, scope }) === this.isSecurity;
  }

  /** Whether deliveries of more subjects may be created. */
  get hasRoom(): boolean {
    const waitingOnly = [...this.waiting.keys()].filter((subject) => !this.pending.has(subject)).length;
    return this.needsMore && this.pending.size + waitingOnly < MAX_SUBJECTS;
  }

  /** Whether fewer deliveries can be sent than are created ahead. */
  get needsMore(): boolean {
    return this.sendable < this.ahead;
  }

  /** The lanes as the webhook stores them. */
  get lanes(): readonly Lane[] {
    return [...this.waiting].map(([subject, after]) => ({ subject, isSecurity: this.isSecurity, after }));
  }

  /** The lanes whose subject has no pending deliveries any more. */
  get freeLanes(): readonly Lane[] {
    return this.lanes.filter(({ subject }) => !this.pending.has(subject));
  }

  /** Takes an event. @returns whether to create a delivery; otherwise the event waits in its lane */
  take(subject: string): boolean {
    if (this.waiting.has(subject)) return false;
    if ((this.pending.get(subject) ?? 0) >= MAX_PER_SUBJECT) {
      this.waiting.set(subject, this.position);
      return false;
    }
    this.count(subject);
    return true;
  }

  /**
   * Takes as many events out of a lane as a subject may have.
   * @param read reads the next events of the subject after one, at most a number of them
   * @param matches whether a delivery of an event is to be created
   */
  async takeFrom(
    { subject, after }: Lane,
    read: (after: string, limit: number) => Promise<readonly StoredRecord[]>,
    matches: (event: StoredRecord) => boolean,
  ): Promise<StoredRecord[]> {
    for (let from = after; ; ) {
      const events = await read(from, MAX_PER_SUBJECT);
      from = (events.at(-1)?.id as string | undefined) ?? from;
      if (events.length < MAX_PER_SUBJECT) this.waiting.delete(subject);
      else this.waiting.set(subject, from);
      const matching = events.filter(matches);
      for (const _ of matching) this.count(subject);
      if (matching.length > 0 || events.length < MAX_PER_SUBJECT) return matching;
    }
  }

  private count(subject: string): void {
    const count = this.pending.get(subject) ?? 0;
    if (count === 0) this.sendable += 1;
    this.pending.set(subject, count + 1);
  }
}

/** Whether a delivery is of a security event. */
export function isSecurityDelivery({ event_type: type, scope }: Values): boolean {
  return isSecurityEvent({ type, scope });
}

/** The first delivery of each subject: the events of one subject are delivered in order, security events apart from others. */
export function firstPerSubject<D extends Values>(pending: readonly D[]): D[] {
  const seen = new Set<string>();
  return pending.filter((delivery) => {
    const key = `${isSecurityDelivery(delivery)} ${delivery.subject}`;
    return !seen.has(key) && seen.add(key);
  });
}
