/** Fields of the service's own resources. */
import type { Kind } from "../kinds/kinds.ts";
import { Field } from "./field.ts";
import type { Author, AuthoredWrite, CurrentEnum, Presence, SecretSpec } from "./field-spec.ts";
import { instant, text } from "./fields.ts";
import type { Json } from "./values.ts";

/** A date-time that the service sets, in milliseconds. */
export function timestamp(): Field<string, "derived", "timestamp"> {
  return new Field<string, "derived", "timestamp">({ ...instant().spec, kind: "timestamp", presence: "derived" });
}

/** A secret that the service generates with the record. Only the response that creates the record shows it. */
export function secret({ generate, toStored }: SecretSpec): Field<string, "derived", "text"> {
  return new Field<string, "derived", "text">({ ...text().spec, presence: "derived", secret: { generate, toStored } });
}

/**
 * One of some values that depend on the other declarations, such as scopes. It is checked when it is written, and stays
 * valid when the declarations change.
 * @param message says what is allowed
 */
export function currentlyOneOf(values: readonly string[], message: string): Field<string, "optional", "text"> {
  const currentEnum: CurrentEnum = { values, message };
  return new Field<string, "optional", "text">({ ...text().spec, schema: { type: "string", currentEnum } });
}

/** A value that is the same in every record, and not stored. */
export function constant(value: string): Field<string, "derived", "text"> {
  const schema = { type: "string", const: value };
  return new Field<string, "derived", "text">({
    ...text().spec,
    schema,
    presence: "derived",
    fallback: value,
    constant: value,
  });
}

/**
 * A value that depends on who writes the record.
 * @param next computes the value at each write; `before` is null for a new record
 */
export function byAuthor<V extends Json, K extends Kind>(
  { spec }: Field<V, Presence, K>,
  next: (before: Json, author: Author, write: AuthoredWrite) => Json,
): Field<V, "derived", K> {
  return new Field<V, "derived", K>({ ...spec, presence: "derived", fallback: null, byAuthor: next });
}
