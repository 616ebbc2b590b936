/** Fields of records that only the service writes. */

import { Field } from "./field.ts";
import type { Author, Presence } from "./field-spec.ts";
import { text } from "./fields.ts";
import type { Json } from "./values.ts";

/** A value that is the same in every record: shown, and not kept. */
export function always(value: string): Field<string, "derived"> {
  const schema = { type: "string", const: value };
  return new Field<string, "derived">({
    ...text().spec,
    schema,
    presence: "derived",
    fallback: value,
    constant: value,
  });
}

/** A value that follows from who writes the record. `note` is given the value before, null when the record is made. */
export function byAuthor<V extends Json>(
  { spec }: Field<V, Presence>,
  note: (before: Json, author: Author) => Json,
): Field<V, "derived"> {
  return new Field<V, "derived">({ ...spec, presence: "derived", fallback: null, byAuthor: note });
}
