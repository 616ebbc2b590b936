/**
 * The fields with a part in a presence: members of records, each present from the start of a record to its end, or on
 * days of their own.
 */

import type { Description, Field, Picture, View } from "../../../../kit/description/model.ts";
import { changedField } from "../../fields/known-until.ts";

/** The fields of a presence. */
export interface PresenceParts {
  /** The list of the records that last. */
  readonly records: View;
  /** The relation that embeds the members. */
  readonly include: string;
  readonly from: Field;
  readonly to: Field | undefined;
  readonly precision: string | undefined;
  readonly state: Field | undefined;
  /** A field of the member. */
  readonly color: Field | undefined;
  /** Properties of the embedded entry: the member's first and last day, if not the record's, and the role. */
  readonly joined: string | undefined;
  readonly left: string | undefined;
  readonly role: string | undefined;
}

/** Returns the parts of a presence; undefined if the description does not have them. */
export function partsOf(description: Description, view: View, picture: Picture): PresenceParts | undefined {
  const records = description.list(String(picture.records));
  const named = (name: unknown) => records?.fields.find((field) => field.name === name);
  const from = named(picture.from);
  if (!records || !from || typeof picture.include !== "string") return undefined;
  return {
    records,
    include: picture.include,
    from,
    to: named(picture.to),
    precision: (picture.precision as string | undefined) ?? from.precision,
    state: records.fields.find((field) => field.kind === "lifecycle" && Object.keys(field.tones).length > 0),
    color: view.fields.find((field) => field.name === picture.colour),
    joined: picture.joined as string | undefined,
    left: picture.left as string | undefined,
    role: picture.role as string | undefined,
  };
}

/** Returns the names of the fields that are read of the records. */
export function recordFieldsOf({ records, from, to, precision, state }: PresenceParts): (string | undefined)[] {
  return [records.title, from.name, to?.name, precision, state?.name, changedField(records)];
}
