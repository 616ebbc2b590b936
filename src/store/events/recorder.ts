/** Records which records a unit of work changes, with their states before and after. */

import type { Values } from "../../declare/values.ts";
import { representStored } from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../tables.ts";
import type { ChangeEvent } from "./change-event.ts";

interface Change {
  readonly resource: Resource;
  readonly before: StoredRecord | null;
  after: StoredRecord | null;
}

/** Collects the changes of one unit of work. It ignores resources whose changes are not logged. */
export class ChangeRecorder {
  /** In the order of the first change of each record. */
  private readonly changes: Change[] = [];
  /** The changes of records that still exist. A deleted record's `n` may be reused. */
  private readonly byRecord = new Map<string, Change>();

  created(resource: Resource, record: StoredRecord): void {
    if (resource.log) this.add(resource, null, record);
  }

  /** Without `emitEvent`, the written values appear only if another change of the record emits an event. */
  updated(resource: Resource, before: StoredRecord, written: Values, { emitEvent }: { emitEvent: boolean }): void {
    if (!resource.log) return;
    const change = this.byRecord.get(identify(resource, before));
    // `before` may be older than earlier changes of the record, so only the written values are applied.
    if (change) change.after = { ...change.after, ...written } as StoredRecord;
    else if (emitEvent) this.add(resource, before, { ...before, ...written } as StoredRecord);
  }

  deleted(resource: Resource, record: StoredRecord): void {
    if (!resource.log) return;
    const key = identify(resource, record);
    const change = this.byRecord.get(key) ?? this.add(resource, record, record);
    change.after = null;
    this.byRecord.delete(key);
  }

  private add(resource: Resource, before: StoredRecord | null, after: StoredRecord): Change {
    const change: Change = { resource, before, after };
    this.changes.push(change);
    this.byRecord.set(identify(resource, after), change);
    return change;
  }

  /** Yields one event for each changed record, in the order of their first changes. */
  *events(actor: string, time: string): Generator<ChangeEvent, void> {
    for (const { resource, before, after } of this.changes) {
      // The record was created and deleted in the same unit of work.
      if (!before && !after) continue;
      const verb = before ? (after ? "updated" : "deleted") : "created";
      yield {
        type: `${resource.one}.${verb}`,
        subject: recordPath(resource, (after ?? before)!),
        time,
        actor,
        scope: resource.eventScope!,
        data: eventData(resource, before, after, actor),
      };
    }
  }
}

function identify({ name }: Resource, { n }: StoredRecord): string {
  return `${name} ${n}`;
}

/** The `data` of an event. It omits private values, because the event may outlive the record. */
function eventData(resource: Resource, before: StoredRecord | null, after: StoredRecord | null, actor: string): Values {
  if (resource.private !== undefined) return { actor };
  const represent = (record: StoredRecord | null) => record && representStored(resource.views[0]!, record);
  return { before: represent(before), after: represent(after), actor };
}
