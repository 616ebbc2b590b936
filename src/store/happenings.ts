/** What happened to records in a unit of work: each that is another at its end, as it was before and as it is after. */
import { representStored } from "../resource/representation.ts";
import { fill, type Resource } from "../resource/resource.ts";
import type { Values } from "../resource/values.ts";
import type { Stored } from "./tables.ts";

/** One change, ready to be told. */
export interface Happening {
  /** `<singular>.created`, `.updated` or `.deleted`. */
  readonly type: string;
  /** The record's canonical path. */
  readonly subject: string;
  readonly time: string;
  /** Who did it. */
  readonly actor: string;
  /** Whoever is to know of it has this scope. */
  readonly scope: string;
  /** The actor, and the representation before and after, null where there was or is none. */
  readonly data: Values;
}

interface Touched {
  readonly resource: Resource;
  readonly before: Stored | null;
  after: Stored | null;
}

/** Remembers the records that a unit of work changes, of resources that have a log. */
export class Happenings {
  private readonly touched = new Map<string, Touched>();

  made(resource: Resource, record: Stored): void {
    if (resource.log) this.touched.set(keyOf(resource, record), { resource, before: null, after: record });
  }

  /** @param visible whether the representation is another; what changes beside it is remembered with it */
  changed(resource: Resource, before: Stored, written: Values, visible: boolean): void {
    if (!resource.log) return;
    const key = keyOf(resource, before);
    const known = this.touched.get(key);
    // What is given may be older than what was written since: only what is written now counts.
    if (known) known.after = { ...known.after, ...written } as Stored;
    else if (visible) this.touched.set(key, { resource, before, after: { ...before, ...written } });
  }

  gone(resource: Resource, record: Stored): void {
    if (!resource.log) return;
    const key = keyOf(resource, record);
    const known = this.touched.get(key);
    if (known) known.after = null;
    else this.touched.set(key, { resource, before: record, after: null });
  }

  /** One for each record that is another now, in the order in which they were first touched. */
  *told(actor: string, time: string): Generator<Happening, void> {
    for (const { resource, before, after } of this.touched.values()) {
      // Made and taken away again: nothing happened.
      if (!before && !after) continue;
      const verb = before ? (after ? "updated" : "deleted") : "created";
      yield {
        type: `${resource.one}.${verb}`,
        subject: fill(resource.path, (after ?? before)!)!,
        time,
        actor,
        scope: resource.toldTo!,
        data: dataOf(resource, before, after, actor),
      };
    }
  }
}

function keyOf({ name }: Resource, { n }: Stored): string {
  return `${name} ${n}`;
}

/** What is private is not repeated where it could outlive the record. */
function dataOf(resource: Resource, before: Stored | null, after: Stored | null, actor: string): Values {
  if (resource.private !== undefined) return { actor };
  const shown = (record: Stored | null) => record && representStored(resource.views[0]!, record);
  return { before: shown(before), after: shown(after), actor };
}
