/** The fields of a list that play a part in its timeline. */

import type { Field, Picture, View } from "../../../../kit/description/model.ts";
import { changedField } from "../../fields/known-until.ts";

/** The fields of a timeline. */
export interface TimelineParts {
  readonly title: string;
  readonly from: Field;
  readonly to: Field | undefined;
  /** The field that says how much of `from` is known. */
  readonly precision: string | undefined;
  readonly color: Field | undefined;
  readonly lanes: readonly Field[];
  /** The field whose states have tones. */
  readonly state: Field | undefined;
  /** The field that names a record of the same list above it. */
  readonly parent: Field | undefined;
  /** The field that says when a record was changed last. */
  readonly changed: string | undefined;
}

/** Returns the parts of a timeline; undefined if its list has no such date. */
export function partsOf(view: View, picture: Picture): TimelineParts | undefined {
  const named = (name: unknown) => view.fields.find((field) => field.name === name);
  const from = named(picture.from);
  if (!from) return undefined;
  const color = named(picture.colour);
  const lanes = [picture.lanes ?? color?.name ?? []].flat().map(named);
  return {
    title: view.title,
    from,
    to: named(picture.to),
    precision: (picture.precision as string | undefined) ?? from.precision,
    color,
    lanes: lanes.filter((field) => field !== undefined),
    state: view.fields.find((field) => field.kind === "lifecycle" && Object.keys(field.tones).length > 0),
    parent: view.fields.find((field) => field.reference?.to.includes(view.path)),
    changed: changedField(view),
  };
}

/** Returns the names of the fields that are read. */
export function fieldsOf(parts: TimelineParts): string[] {
  const { title, from, to, precision, color, lanes, state, parent, changed } = parts;
  const fields = [from, to, color, ...lanes, state, parent].map((field) => field?.name);
  return [title, precision, changed, ...fields].filter((name) => name !== undefined);
}
