/** Fields of records that only the service writes. */
import { Field, text } from "./fields.ts";

/** A value that is the same in every record: shown, and not kept. */
export function always(value: string): Field<string, "derived"> {
  const schema = { type: "string", const: value };
  return new Field<string, "derived">({
    ...text().facts,
    schema,
    presence: "derived",
    fallback: value,
    constant: value,
  });
}
