/** The fields of a list by their names in queries. */
import type { Field, Filter, Kind, Operator, View } from "./model.ts";
import { midSentence, sentenceCase } from "./words.ts";

/**
 * Returns the field that a query names: of the record, or within an object of it (`location.body`). Counts of children are in no
 * record, but filter and sort like numbers.
 */
export function fieldNamed(view: View, name: string): Field {
  return (
    fieldAt(view.fields, name.split(".")) ?? {
      ...plainField(name, "integer"),
      derived: true,
      schema: { type: "integer" },
    }
  );
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

/** Returns the filter of a query parameter. */
export function filterNamed(view: View, parameter: string): Filter | undefined {
  return view.filters.find((filter) => filter.parameter === parameter);
}

/** Returns the filter that compares a field in a way; undefined if the service has none. */
export function filterOf(view: View, field: string, operator: string): Filter | undefined {
  return view.filters.find((filter) => filter.field === field && filter.operator === operator);
}

/** Whether an operator compares with one value exactly. */
export function isExact(operator: Operator): boolean {
  return operator === "equals" || operator === "not";
}

/** Whether an operator compares with each of several values, separated by commas. */
export function takesList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}
