/** The fields of a list by their names in queries. */
import type { Field, Filter, Kind, Operator, Queryable } from "./model.ts";
import { midSentence, possessive, sentenceCase } from "./words.ts";

/**
 * Returns the field that a query names: of the record, within an object of it (`location.body`), or of a related record
 * (`planet.name`). What else can be filtered by is in no record: counts of children, which are like numbers, and relations.
 */
export function fieldNamed(records: Queryable, name: string): Field {
  const own = fieldAt(records.fields, name.split("."));
  if (own) return own;
  const [head, ...rest] = name.split(".");
  const relation = records.relations.find((each) => each.name === head);
  if (relation && rest.length > 0) {
    const field = fieldNamed(relation.records, rest.join("."));
    return { ...field, name, label: `${sentenceCase(possessive(relation.noun))} ${midSentence(field.label)}` };
  }
  const { isMany = false, noun = name } = relation ?? {};
  const kind = !relation ? "integer" : isMany ? "objects" : "object";
  return { ...plainField(name, kind), label: sentenceCase(noun), derived: true, schema: { type: "integer" } };
}

/** Returns the field at a path, with its whole name and label: `Location: body`. */
function fieldAt(fields: readonly Field[], [name, ...rest]: readonly string[]): Field | undefined {
  const field = fields.find((each) => each.name === name);
  if (!field || rest.length === 0) return field;
  const within = fieldAt(field.fields, rest);
  if (!within) return undefined;
  const label = `${field.label}: ${midSentence(within.label)}`;
  return { ...within, name: `${field.name}.${within.name}`, label, derived: field.derived };
}

/** Returns a field that no schema describes. */
export function plainField(name: string, kind: Kind): Field {
  return {
    name,
    label: sentenceCase(name),
    kind,
    about: undefined,
    unit: undefined,
    nullable: false,
    derived: false,
    values: [],
    choices: [],
    transitions: undefined,
    tones: {},
    reference: undefined,
    relation: undefined,
    precision: undefined,
    fields: [],
    schema: {},
  };
}

/** Returns the filter of a query parameter, of the records themselves. */
export function filterNamed({ filters }: Queryable, parameter: string): Filter | undefined {
  return filters.find((filter) => filter.parameter === parameter);
}

/** Returns the filter that compares a field in a way; undefined if the service has none. */
export function filterOf({ filters }: Queryable, field: string, operator: string): Filter | undefined {
  return filters.find((filter) => filter.field === field && filter.operator === operator);
}

/** Whether an operator compares with one value exactly. */
export function isExact(operator: Operator): boolean {
  return operator === "equals" || operator === "not";
}

/** Whether an operator compares with each of several values, separated by commas. */
export function takesList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}
