/** How far a webhook was matched with the event log: security events apart from others. */
import type { Values } from "../../declare/values.ts";
import type { StoredRecord } from "../../store/tables.ts";
import type { Lane, Queue } from "./queue.ts";

/** The ids of the last events that a webhook was matched with; empty if there are none. */
export interface Positions {
  /** Of events that are no security events. */
  readonly last: string;
  readonly lastSecurity: string;
}

/** How far a webhook was matched with the event log, as it is stored. */
export interface Progress extends Positions {
  readonly lanes: readonly Lane[];
}

/** One webhook while it is matched with events. */
export interface Matching {
  readonly webhook: StoredRecord;
  readonly matches: (event: StoredRecord) => boolean;
  readonly security: Queue;
  readonly others: Queue;
  /** As it is stored. */
  progress: Progress;
  areCreated: boolean;
}

/**
 * Takes events until there is no room for one of the kinds that were read.
 * @param reading the queues that take them, if they have room
 * @returns those to deliver, and whether any matches
 */
export function take(
  { matches, security, others }: Matching,
  events: readonly StoredRecord[],
  reading: readonly Queue[],
): { events: StoredRecord[]; isMatched: boolean } {
  const open = reading.filter(({ hasRoom }) => hasRoom);
  const taken: StoredRecord[] = [];
  let isMatched = false;
  for (const event of events) {
    const id = event.id as string;
    const queue = security.holds(event) ? security : others;
    if (open.includes(queue) && id > queue.position && matches(event)) {
      isMatched = true;
      if (queue.take(event.subject as string)) taken.push(event);
    }
    for (const each of open) each.position = later(each.position, id);
    if (!open.every(({ hasRoom }) => hasRoom)) break;
  }
  return { events: taken, isMatched };
}

/** How far a stored webhook was matched. */
export function progressOf({ last_event_id: last, last_security_event_id: lastSecurity, lanes }: Values): Progress {
  return {
    last: (last as string | null) ?? "",
    lastSecurity: (lastSecurity as string | null) ?? "",
    lanes: (lanes ?? []) as unknown as Lane[],
  };
}

/** How far a webhook is matched now. */
export function positionsIn({ security, others }: Matching): Positions {
  return { last: others.position, lastSecurity: security.position };
}

/** The later of two event ids; an empty one is the earliest. */
export function later(one: string, other: string): string {
  return one > other ? one : other;
}
