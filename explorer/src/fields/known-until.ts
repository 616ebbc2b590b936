/** Finds the day until which a record without an end is known to be ongoing. */
import type { View } from "../../../kit/description/model.ts";
import type { Data } from "../requests/data.ts";

/** The state of the built-in data: the day that they describe, and when they were stored. */
export interface DataState {
  readonly asOf: string | undefined;
  readonly storedAt: string | undefined;
}

/** The last day on which a record without an end is known to be ongoing: `2025-06-30`. Undefined if nothing says so. */
export type KnownUntil = (record: Data) => string | undefined;

/**
 * Returns the day of the built-in data, or of the last edit since if that is later; without such data, of the last
 * edit.
 */
export function knownUntilIn({ asOf, storedAt }: DataState): KnownUntil {
  return ({ updated_at: changedAt }) => {
    const changedOn: string | undefined = changedAt?.slice(0, "2000-01-01".length);
    if (asOf === undefined || changedOn === undefined) return asOf ?? changedOn;
    const isEdited = storedAt !== undefined && changedAt > storedAt;
    return isEdited && changedOn > asOf ? changedOn : asOf;
  };
}

/** Returns the field to read with records for it; undefined where records have no such time. */
export function changedField({ fields }: View): string | undefined {
  return fields.find(({ name }) => name === "updated_at")?.name;
}
