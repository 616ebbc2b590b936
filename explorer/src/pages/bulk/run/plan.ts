/** Plans a bulk edit, once all records were read. */
import type { WritableField } from "../../../../../kit/description/model.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { isSame } from "../../../../../kit/values/same.ts";
import { editsOn } from "../../../forms/values/three-way.ts";
import type { ApiResponse, Data } from "../../../requests/data.ts";
import type { BulkRecord, Outcome } from "./outcome.ts";

/** A record as it was read, or the outcome that it could not be. */
export type ReadRecord = { readonly response: ApiResponse } | { readonly outcome: Outcome };

/** The changes that will be sent, and the records that will not change. */
export interface BulkPlan {
  readonly edits: Values;
  /** The records that will be changed, as they were read. */
  readonly change: readonly (BulkRecord & { readonly response: ApiResponse })[];
  /** The outcomes of the others, known already. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Plans a bulk edit. @param read what was read, by path */
export function planOf(records: readonly BulkRecord[], read: ReadonlyMap<string, ReadRecord>, edits: Values): BulkPlan {
  const outcomes = new Map<string, Outcome>();
  const change = records.flatMap((record) => {
    const found = read.get(record.path);
    if (!found) return [];
    if ("outcome" in found) outcomes.set(record.path, found.outcome);
    else if (Object.keys(editsOn(found.response.data, edits)).length === 0) outcomes.set(record.path, { kind: "same" });
    else return [{ ...record, response: found.response }];
    return [];
  });
  return { edits, change, outcomes };
}

/** A value that some records have now. */
export interface ValueNow {
  /** A record that has it. */
  readonly record: Data;
  readonly count: number;
}

/**
 * Returns the values of a field in records, the most common ones first. Dates differ also by how much of them is known.
 */
export function valuesNow({ name, precision }: WritableField, records: readonly Data[]): ValueNow[] {
  const values: { record: Data; count: number }[] = [];
  const isAlike = (one: Data, other: Data) =>
    isSame(one[name] ?? null, other[name] ?? null) &&
    (precision === undefined || isSame(one[precision] ?? null, other[precision] ?? null));
  for (const record of records) {
    const known = values.find((value) => isAlike(value.record, record));
    if (known) known.count += 1;
    else values.push({ record, count: 1 });
  }
  return values.sort((a, b) => b.count - a.count);
}

/** Returns the number of records in a state from which a lifecycle does not lead to another one. */
export function countWithoutWay(
  { name, transitions = {} }: WritableField,
  to: unknown,
  records: readonly Data[],
): number {
  return records.filter((record) => {
    const from = String(record[name]);
    return from !== to && !transitions[from]?.includes(String(to));
  }).length;
}
