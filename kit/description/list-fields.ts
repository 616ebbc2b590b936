/** The fields of a list by their names in queries. */
import type { Field, Filter, Kind, Operator, Queryable } from "./model.ts";
import { midSentence, possessive, sentenceCase } from "./words.ts";

/** What follows the name of a relation, or of a field, to say whether there is anything. */
const EXISTS = "_exists";

/**
 * Returns the field that a query names: of the record, within an object of it (`location.body`), the keys of an array, or of a
 * related record (`planet.name`). What else can be filtered by is in no record: counts of children, which are like numbers, and relations.
 */
export function fieldNamed(records: Queryable, name: string): Field {
  const own = fieldAt(records.fields, name.split(".")) ?? keyNamed(records.fields, name);
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

/** Returns the keys of an array's elements as a field: by those, lists are filtered. */
function keyNamed(fields: readonly Field[], name: string): Field | undefined {
  const array = fields.find(({ schema }) => schema["x-element-key"]?.parameter === name);
  const [member, ...others] = array?.schema["x-element-key"]?.members ?? [];
  const only = others.length === 0 ? array?.fields.find((field) => field.name === member) : undefined;
  return array && { ...(only ?? plainField(name, "text")), name, label: sentenceCase(name) };
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

/** Returns the filters of the field with a name; of a relation, whether it leads to anything. */
export function filtersOf({ filters, relations }: Queryable, name: string): Filter[] {
  const own = filters.filter(({ field }) => field === name);
  if (own.length > 0 || !relations.some((each) => each.name === name)) return own;
  return [{ parameter: `${name}${EXISTS}`, field: name, operator: "exists", about: undefined, schema: {} }];
}

/** Returns the filter of a query parameter, of the records themselves. */
export function filterNamed(records: Queryable, parameter: string): Filter | undefined {
  const isNamed = (filter: Filter) => filter.parameter === parameter;
  const relation = parameter.endsWith(EXISTS) ? parameter.slice(0, -EXISTS.length) : undefined;
  return records.filters.find(isNamed) ?? (relation ? filtersOf(records, relation).find(isNamed) : undefined);
}

/** Returns the filter that compares a field in a way; undefined if the service has none. */
export function filterOf({ filters }: Queryable, field: string, operator: string): Filter | undefined {
  return filters.find((filter) => filter.field === field && filter.operator === operator);
}

/** The comparison with two bounds at once, as pages offer it: the service has a filter for each. */
export const BETWEEN = "between";

/** The filters that bound the values of a field from below and from above; `filter` is both, as one comparison. */
export interface Bounds {
  readonly filter: Filter;
  readonly lower: Filter;
  readonly upper: Filter;
}

/** Returns the filters that bound a field; undefined if the service does not have both. */
export function boundsOf(records: Queryable, field: string): Bounds | undefined {
  const of = (low: Operator, high: Operator): Bounds | undefined => {
    const [lower, upper] = [filterOf(records, field, low), filterOf(records, field, high)];
    if (!lower || !upper) return undefined;
    return { filter: { ...lower, parameter: `${field}_${BETWEEN}`, operator: BETWEEN }, lower, upper };
  };
  return of("min", "max") ?? of("after", "before");
}

/** Whether an operator compares with one value exactly. */
export function isExact(operator: Operator): boolean {
  return operator === "equals" || operator === "not";
}

/** Whether an operator compares with each of several values, separated by commas. */
export function takesList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}
