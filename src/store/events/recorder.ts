/** What happened to records in a unit of work: each that is another at its end, as it was before and as it is after. */

import type { Values } from "../../declare/values.ts";
import { representStored } from "../../resource/representation.ts";
import { pathOf, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import type { ChangeEvent } from "./change-event.ts";

interface Touched {
  readonly resource: Resource;
  readonly before: StoredRecord | null;
  after: StoredRecord | null;
}

/** Remembers the records that a unit of work changes, of resources that have a log. */
export class ChangeRecorder {
  /** In the order in which they were first touched. */
  private readonly touched: Touched[] = [];
  /** Those that are there, by their numbers: that of one that is gone may be another's then. */
  private readonly there = new Map<string, Touched>();

  created(resource: Resource, record: StoredRecord): void {
    if (resource.log) this.touch(resource, null, record);
  }

  /** @param visible whether the representation is another; what changes beside it is remembered with it */
  updated(resource: Resource, before: StoredRecord, written: Values, visible: boolean): void {
    if (!resource.log) return;
    const known = this.there.get(keyOf(resource, before));
    // What is given may be older than what was written since: only what is written now counts.
    if (known) known.after = { ...known.after, ...written } as StoredRecord;
    else if (visible) this.touch(resource, before, { ...before, ...written } as StoredRecord);
  }

  deleted(resource: Resource, record: StoredRecord): void {
    if (!resource.log) return;
    const key = keyOf(resource, record);
    const known = this.there.get(key) ?? this.touch(resource, record, record);
    known.after = null;
    this.there.delete(key);
  }

  private touch(resource: Resource, before: StoredRecord | null, after: StoredRecord): Touched {
    const touched: Touched = { resource, before, after };
    this.touched.push(touched);
    this.there.set(keyOf(resource, after), touched);
    return touched;
  }

  /** One for each record that is another now, in the order in which they were first touched. */
  *events(actor: string, time: string): Generator<ChangeEvent, void> {
    for (const { resource, before, after } of this.touched) {
      // Made and taken away again: nothing happened.
      if (!before && !after) continue;
      const verb = before ? (after ? "updated" : "deleted") : "created";
      yield {
        type: `${resource.one}.${verb}`,
        subject: pathOf(resource, (after ?? before)!),
        time,
        actor,
        scope: resource.eventScope!,
        data: dataOf(resource, before, after, actor),
      };
    }
  }
}

function keyOf({ name }: Resource, { n }: StoredRecord): string {
  return `${name} ${n}`;
}

/** What is private is not repeated where it could outlive the record. */
function dataOf(resource: Resource, before: StoredRecord | null, after: StoredRecord | null, actor: string): Values {
  if (resource.private !== undefined) return { actor };
  const shown = (record: StoredRecord | null) => record && representStored(resource.views[0]!, record);
  return { before: shown(before), after: shown(after), actor };
}
