/** Three versions of a record: as it was loaded, as it is edited, and as somebody else has saved it. */
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { isSame } from "../../../../kit/values/same.ts";
import { isEdited, namesOf, ownFields, wholeEdits } from "./dated.ts";

/** The changes of somebody else, compared with those of the draft. */
export interface Comparison {
  /** The fields that they alone changed. */
  readonly theirs: readonly WritableField[];
  /** The fields that both changed, to different values. */
  readonly both: readonly WritableField[];
}

/**
 * Compares three versions of a record. A date and how much of it is known are one value.
 * @param base as it was loaded
 * @param edits the fields that were edited since
 * @param theirs as it is now
 */
export function compare(fields: readonly WritableField[], base: Values, edits: Values, theirs: Values): Comparison {
  const value = (version: Values, field: WritableField) => namesOf(field).map((name) => version[name] ?? null);
  // A number that the service counts changes with other records; nobody wrote it.
  const isCount = ({ schema }: WritableField) => schema["x-counts"] !== undefined;
  const mine = wholeEdits(fields, base, edits);
  const changed = ownFields(fields)
    .filter((field) => isEdited(field, edits) || !isCount(field))
    .filter((field) => !isSame(value(base, field), value(theirs, field)));
  return {
    theirs: changed.filter((field) => !isEdited(field, edits)),
    both: changed.filter((field) => isEdited(field, edits) && !isSame(value(mine, field), value(theirs, field))),
  };
}

/** Returns the edits that are left once a record has become theirs. */
export function editsOn(theirs: Values, edits: Values): Values {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !isSame(value ?? null, theirs[name] ?? null)),
  );
}
