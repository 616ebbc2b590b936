/** The operators of each kind of field, and their controls. */

import { elementsOf, joinElements } from "../../address/query.ts";
import { isNumeric } from "../../description/kinds.ts";
import { filterOf } from "../../description/list-fields.ts";
import type { Field, Filter, View } from "../../description/model.ts";

/** The control in which the value of a filter is given. */
export type Control =
  | "text"
  | "lines"
  | "number"
  | "date"
  | "instant"
  | "choices"
  | "boolean"
  | "presence"
  | "record"
  | "records";

/** The first of these that a field has is the one offered first. */
const PREFERRED: Readonly<Partial<Record<Field["kind"], string>>> = {
  text: "contains",
  prose: "contains",
  uri: "contains",
  integer: "min",
  decimal: "min",
  date: "after",
  instant: "after",
  enum: "in",
  lifecycle: "in",
};

/** Returns the filters of a field. One word of an enum is one of several, so there is only one way to choose. */
export function filtersOf(view: View, field: Field): Filter[] {
  const all = view.filters.filter((filter) => filter.field === field.name);
  const isOneOfMany = field.values.length > 0 && all.some(({ operator }) => operator === "in");
  return isOneOfMany ? all.filter(({ operator }) => operator !== "equals") : all;
}

/** Returns the filter that is offered first. */
export function firstFilter(filters: readonly Filter[], field: Field): Filter | undefined {
  return filters.find(({ operator }) => operator === PREFERRED[field.kind]) ?? filters[0];
}

/** Returns the control for a field and an operator. */
export function controlOf(field: Field, operator: string): Control {
  if (operator === "exists") return "presence";
  if (field.values.length > 0) return "choices";
  if (field.kind === "reference" && operator === "equals") return "record";
  if (field.kind === "reference" && operator === "in") return "records";
  if (operator === "in") return "lines";
  if (isNumeric(field)) return "number";
  return field.kind === "date" || field.kind === "instant" || field.kind === "boolean" ? field.kind : "text";
}

/** Returns the values that a parameter has. */
export function valuesIn(control: Control, value: string): string[] {
  return control === "choices" || control === "lines" || control === "records" ? elementsOf(value) : [value];
}

/** Returns the parameter that says what was chosen; undefined if nothing was. */
export function parameterFor(
  view: View,
  filter: Filter,
  values: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  const given = values.map((value) => value.trim()).filter((value) => value !== "");
  const [only] = given;
  if (only === undefined) return undefined;
  if (filter.operator !== "in") return { name: filter.parameter, value: only };
  const equals = filterOf(view, filter.field, "equals");
  if (given.length === 1 && equals) return { name: equals.parameter, value: only };
  return { name: filter.parameter, value: joinElements(given) };
}
