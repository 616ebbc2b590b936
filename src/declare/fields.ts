/**
 * The words of a declaration, one for each kind of value. Limits come first, then presence:
 * `decimal().above(0).required().listed()`.
 */

import { Field, IntegerField, ListField, NumberField, ReferenceField, TextField } from "./field.ts";
import {
  type AllowedWords,
  type Author,
  type Presence,
  type SecretSpec,
  type Transitions,
  valueSchema,
} from "./field-spec.ts";
import type { Json } from "./values.ts";

const plain = { presence: "optional", listed: false, fallback: null } as const;

/** One line of text, 1 to 200 code points in any script. */
export function text(): TextField {
  return new TextField({
    ...plain,
    kind: "text",
    schema: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
  });
}

/** A longer text, up to 10,000 code points. */
export function longText(): TextField {
  return text().upTo(10_000);
}

/** An absolute URL, up to 2,048 code points. */
export function url(): TextField {
  return new TextField({ ...text().upTo(2_048).spec, schema: { ...text().upTo(2_048).spec.schema, format: "uri" } });
}

/** A whole number that a double holds exactly. */
export function integer(): IntegerField {
  const schema = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  return new IntegerField({ ...plain, kind: "integer", schema });
}

/** A double (IEEE 754 binary64). */
export function decimal(): NumberField {
  return new NumberField({ ...plain, kind: "decimal", schema: { type: "number" } });
}

export function boolean(): Field<boolean, "optional"> {
  return new Field<boolean, "optional">({ ...plain, kind: "boolean", schema: { type: "boolean" } });
}

/** A calendar date, `YYYY-MM-DD`. */
export function date(): Field<string, "optional"> {
  return new Field<string, "optional">({ ...plain, kind: "date", schema: { type: "string", format: "date" } });
}

/** A moment, RFC 3339; kept in UTC. */
export function instant(): Field<string, "optional"> {
  return new Field<string, "optional">({ ...plain, kind: "instant", schema: { type: "string", format: "date-time" } });
}

/** One word of a closed list. */
export function oneOf<const Words extends readonly string[]>(...words: Words): Field<Words[number], "optional"> {
  return new Field<Words[number], "optional">({ ...plain, kind: "enum", schema: { type: "string", enum: words } });
}

/** A state that changes only along `transitions`; a new record starts at `initial` unless it names another. */
export function lifecycle<const Moves extends Transitions>(
  initial: keyof Moves & string,
  transitions: Moves,
): Field<keyof Moves & string, "defaulted"> {
  const schema = { type: "string", enum: Object.keys(transitions) };
  return new Field({ ...plain, kind: "enum", schema, presence: "defaulted", fallback: initial, transitions });
}

/** The identifier of an existing record of the first of `targets` that has it. */
export function reference(...targets: [string, ...string[]]): ReferenceField {
  const schema = { type: "string", minLength: 1, maxLength: 64, cleanText: true };
  return new ReferenceField({ ...plain, kind: "reference", schema, reference: { to: targets } });
}

/** How many records of the child resource there are, kept true by the service. */
export function count(child: string): Field<number, "derived"> {
  return new Field<number, "derived">({ ...integer().spec, presence: "derived", fallback: 0, count: child });
}

/** An array; `[]` when absent. At most 1,000 elements unless said otherwise. */
export function list<Item extends Json>(of: Field<Item, Presence>): ListField<Item> {
  const schema = { type: "array", items: of.spec.schema, maxItems: 1_000 };
  return new ListField<Item>({ ...plain, kind: "array", schema, presence: "defaulted", fallback: [] });
}

/** A secret that the service generates with the record. Only the response that creates the record shows it. */
export function secret({ generate, toStored }: SecretSpec): Field<string, "derived"> {
  return new Field<string, "derived">({ ...text().spec, presence: "derived", secret: { generate, toStored } });
}

/**
 * A word that other declarations make. It is checked when it is written, and stays what it is when they make it no more.
 * @param form the sentence that says what is allowed: the words, or what they look like where there are many
 */
export function knownWord(words: readonly string[], form: string): Field<string, "optional"> {
  const among: AllowedWords = { words, form };
  return new Field<string, "optional">({ ...text().spec, schema: { type: "string", among } });
}

/** A value that is the same in every record: shown, and not kept. */
export function constant(value: string): Field<string, "derived"> {
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

type Certain<F> = { [K in keyof F]: F[K] extends Field<Json, "required"> ? K : never }[keyof F];
type ValueIn<F> = F extends Field<infer V, Presence> ? V : never;

/** The value of an object with these fields; what is optional may be left out. */
export type ObjectOf<F> = { [K in Certain<F>]: ValueIn<F[K]> } & {
  [K in Exclude<keyof F, Certain<F>>]?: ValueIn<F[K]> | null;
};

/** An object with these fields and no others. */
export function object<F extends Record<string, Field>>(fields: F): Field<ObjectOf<F> & Json, "optional"> {
  const entries = Object.entries(fields);
  const schema = {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, field]) => [name, valueSchema(field.spec)])),
    required: entries.filter(([, field]) => field.spec.presence === "required").map(([name]) => name),
    additionalProperties: false,
  };
  return new Field<ObjectOf<F> & Json, "optional">({ ...plain, kind: "object", schema });
}

/** Any JSON object, up to a size in bytes of UTF-8. */
export function anyObject(bytes: number): Field<{ [key: string]: Json }, "optional"> {
  const schema = { type: "object", additionalProperties: true, cleanJson: bytes };
  return new Field<{ [key: string]: Json }, "optional">({ ...plain, kind: "object", schema });
}
