/**
 * Field builders, one for each kind of value. Limits come before presence: `decimal().above(0).required().listed()`.
 */

import { type Kind, kindOf } from "../kinds/kinds.ts";
import { Field, type KindsByPath, type Marked, type WithMembers } from "./field.ts";
import { type FieldSpec, type Presence, type Transitions, valueSchema } from "./field-spec.ts";
import {
  DateField,
  EnumField,
  InstantField,
  IntegerField,
  ListField,
  NumberField,
  ReferenceField,
  TextField,
} from "./limited-fields.ts";
import type { Schema } from "./schema.ts";
import type { Json } from "./values.ts";

/** A field of a kind without limits, or with these in its schema. */
function optional(kind: Kind, limits: Schema = {}): FieldSpec {
  return { kind, schema: { ...kindOf(kind).schema, ...limits }, presence: "optional", listed: false, fallback: null };
}

/**
 * One line of text, 1 to 200 code points in any script.
 * @example name: text().required().listed()
 */
export function text(): TextField {
  return new TextField(optional("text"));
}

/**
 * A longer text, up to 10,000 code points.
 * @example description: longText()
 */
export function longText(): TextField {
  return text().upTo(10_000);
}

/**
 * An absolute URL, up to 2,048 code points.
 * @example website: url()
 */
export function url(): TextField {
  return new TextField({ ...text().upTo(2_048).spec, schema: { ...text().upTo(2_048).spec.schema, format: "uri" } });
}

/**
 * A whole number that a double holds exactly.
 * @example engines: integer().atLeast(1).default(1)
 */
export function integer(): IntegerField {
  return new IntegerField(optional("integer"));
}

/**
 * A double (IEEE 754 binary64).
 * @example mass_kg: decimal().above(0)
 */
export function decimal(): NumberField {
  return new NumberField(optional("decimal"));
}

/**
 * True or false.
 * @example is_reusable: boolean().default(false)
 */
export function boolean(): Field<boolean, "optional", "boolean"> {
  return new Field<boolean, "optional", "boolean">(optional("boolean"));
}

/**
 * A calendar date, `YYYY-MM-DD`.
 * @example first_flight: date().listed()
 */
export function date(): DateField {
  return new DateField(optional("date"));
}

/**
 * A length of time in ISO 8601, such as `P8DT3H18M35S`: weeks, days, hours, minutes and whole seconds.
 * @example burn_time: duration()
 */
export function duration(): Field<string, "optional", "duration"> {
  return new Field<string, "optional", "duration">(optional("duration"));
}

/**
 * A date-time as of RFC 3339, stored in UTC.
 * @example ignited_at: instant()
 */
export function instant(): InstantField {
  return new InstantField(optional("instant"));
}

/**
 * One of these words.
 * @example orbit: oneOf("leo", "geo", "escape").hues({ leo: 6, geo: 3, escape: 9 })
 */
export function oneOf<const Words extends readonly string[]>(...words: Words): EnumField<Words[number]> {
  return new EnumField<Words[number]>(optional("enum", { enum: words }));
}

/**
 * A state that changes only along `transitions`. A new record is in the state `initial` unless it names another.
 * @example
 * status: lifecycle("planned", { planned: ["active"], active: ["retired"], retired: [] })
 *   .tones({ planned: "plan", active: "go", retired: "done" })
 */
export function lifecycle<const Moves extends Transitions>(
  initial: keyof Moves & string,
  transitions: Moves,
): EnumField<keyof Moves & string, "defaulted"> & Marked<"lifecycle"> {
  const states = optional("enum", { enum: Object.keys(transitions) });
  return new EnumField({ ...states, presence: "defaulted", fallback: initial, transitions }) as EnumField<
    keyof Moves & string,
    "defaulted"
  > &
    Marked<"lifecycle">;
}

/**
 * The id of an existing record; `targets` are searched in this order.
 * @example destination: reference("planets", "moons")
 */
export function reference<const To extends string>(
  ...targets: [To, ...To[]]
): ReferenceField & Marked<"reference", To> {
  const field = new ReferenceField({ ...optional("reference"), reference: { to: targets } });
  return field as ReferenceField & Marked<"reference", To>;
}

/**
 * The number of records of a child resource, which the service updates.
 * @example engine_count: count("engines")
 */
export function count(child: string): Field<number, "derived", "integer"> {
  return new Field<number, "derived", "integer">({ ...integer().spec, presence: "derived", fallback: 0, count: child });
}

/**
 * An array, empty if absent, of at most 1,000 elements by default.
 * @example nicknames: list(text())
 */
export function list<Item extends Json>(of: Field<Item, Presence>): ListField<Item> {
  return new ListField<Item>({
    ...optional("array", { items: of.spec.schema, maxItems: 1_000 }),
    presence: "defaulted",
    fallback: [],
  });
}

type RequiredKey<F> = { [K in keyof F]: F[K] extends Field<Json, "required"> ? K : never }[keyof F];
type ValueIn<F> = F extends Field<infer V, Presence> ? V : never;

/** The value of an object with these fields; those that are not required may be absent. */
export type ObjectOf<F> = { [K in RequiredKey<F>]: ValueIn<F[K]> } & {
  [K in Exclude<keyof F, RequiredKey<F>>]?: ValueIn<F[K]> | null;
};

/**
 * An object with these fields alone. Lists can be filtered by them: `size.height_m_min=2`.
 * @example size: object({ height_m: decimal().required(), diameter_m: decimal() })
 */
export function object<F extends Record<string, Field>>(
  fields: F,
): Field<ObjectOf<F> & Json, "optional", "object"> & WithMembers<KindsByPath<F>> {
  const entries = Object.entries(fields);
  const schema = {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, valueSchema(field.spec)])),
    required: entries.filter(([, field]) => field.spec.presence === "required").map(([name]) => name),
    additionalProperties: false,
  };
  const members = Object.fromEntries(entries.map(([name, field]) => [name, field.spec]));
  const field = new Field<ObjectOf<F> & Json, "optional", "object">({ ...optional("object", schema), members });
  return field as typeof field & WithMembers<KindsByPath<F>>;
}

/**
 * An object of one of these forms. Required members tell the forms apart.
 * @example site: oneOfObjects(object({ pad: text().required() }), object({ ship: text().required() }))
 */
export function oneOfObjects(...forms: readonly Field[]): Field<{ [key: string]: Json }, "optional", "object"> {
  const schemas = forms.map(({ spec: { schema, about } }) => (about ? { description: about, ...schema } : schema));
  return new Field<{ [key: string]: Json }, "optional", "object">(optional("object", { oneOf: schemas }));
}

/**
 * Any JSON object.
 * @param bytes its maximum size in UTF-8
 * @example telemetry: anyObject(65_536)
 */
export function anyObject(bytes: number): Field<{ [key: string]: Json }, "optional", "object"> {
  const schema = { additionalProperties: true, cleanJson: bytes };
  return new Field<{ [key: string]: Json }, "optional", "object">(optional("object", schema));
}
