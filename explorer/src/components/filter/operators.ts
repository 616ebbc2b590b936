/** The operators of each kind of field, and their controls. */

import { BETWEEN, boundsOf, filterOf, filtersOf, isExact, takesList } from "../../../../kit/description/list-fields.ts";
import type { Field, Filter, Queryable } from "../../../../kit/description/model.ts";
import { elementsOf, joinElements, type Pair } from "../../address/query.ts";
import type { KindSpec, NameOf } from "../../fields/kinds/kind.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { boundsOfRange, endNotations, endsIn, readRange } from "../../fields/ranges/range.ts";

/** The control in which the value of a filter is given. */
export type Control = KindSpec["control"] | "lines" | "presence" | "records" | "range";

/** Props of the control of a value. */
export interface ValueControlProps {
  readonly control: Control;
  readonly field: Field;
  /** The path of the list, if the field is of its own records; otherwise empty. */
  readonly path: string;
  /** The words for whether there is a value. */
  readonly presence: { readonly true: string; readonly false: string };
  readonly values: readonly string[];
  readonly setValues: (values: string[]) => void;
  readonly nameOf: NameOf;
  /** The id of the element that names the field. */
  readonly labelId: string;
  /** The element that says what is wrong with the values, if anything is. */
  readonly faultId: string | undefined;
}

/**
 * Returns the filters of a field; both of its bounds at once are one of them. One word of an enum is one of several, so there
 * is only one way to choose.
 * @param canBound whether two parameters can make the filter
 */
export function offeredFilters(records: Queryable, field: Field, canBound: boolean): Filter[] {
  const all = filtersOf(records, field.name);
  const isOneOfMany = field.values.length > 0 && all.some(({ operator }) => operator === "in");
  const single = isOneOfMany ? all.filter(({ operator }) => !isExact(operator)) : all;
  const bounds = canBound ? boundsOf(records, field.name) : undefined;
  return bounds ? [bounds.filter, ...single] : single;
}

/** Returns the filter that is offered first. */
export function firstFilter(filters: readonly Filter[], field: Field): Filter | undefined {
  const [first] = filters;
  if (first?.operator === BETWEEN) return first;
  return filters.find(({ operator }) => operator === specOf(field).operator) ?? first;
}

/** Returns the control for a field and an operator. */
export function controlOf(field: Field, operator: string): Control {
  const { control } = specOf(field);
  if (operator === "exists") return "presence";
  if (operator === BETWEEN) return "range";
  if (takesList(operator) && control !== "choices") return control === "record" ? "records" : "lines";
  return control === "record" && !isExact(operator) ? "text" : control;
}

/** Returns the values that a parameter has. */
export function valuesIn(control: Control, value: string): string[] {
  if (control === "range") return [...(endsIn(value) ?? [])];
  return control === "choices" || control === "lines" || control === "records" ? elementsOf(value) : [value];
}

/** Returns the values of a filter as its control shows them. */
export function shownValues(control: Control, field: Field, values: readonly string[]): readonly string[] {
  const { from, to } = endNotations(field);
  if (control === "range") return values.map((value, index) => [from, to][index]!.write(value));
  const notation = notationOf(control, field);
  return notation ? values.map(notation.write) : values;
}

/** Returns the values of a filter as the API takes them; a sentence why one of them is none. */
export function readValues(
  control: Control,
  field: Field,
  values: readonly string[],
): { readonly values: readonly string[] } | { readonly reason: string } {
  if (control === "range") {
    const { value: range, ...refused } = { reason: undefined, ...readRange(field, values) };
    return range ? { values: [range.from ?? "", range.to ?? ""] } : { reason: refused.reason ?? "" };
  }
  const notation = notationOf(control, field);
  if (!notation) return { values };
  const typed = values.filter((value) => value.trim() !== "");
  const all = typed.map(notation.read);
  const wrong = all.findIndex(({ value }) => value === undefined);
  const { reason } = { reason: undefined, ...all[wrong] };
  if (reason !== undefined) return { reason: control === "lines" ? `“${typed[wrong]}”: ${reason}` : reason };
  return { values: all.map(({ value = "" }) => value) };
}

function notationOf(control: Control, field: Field): KindSpec["notation"] {
  return control === "presence" ? undefined : specOf(field).notation;
}

/** Returns the parameters that say what was chosen: one, or those of two bounds; none if nothing was. */
export function parametersFor(records: Queryable, field: Field, filter: Filter, values: readonly string[]): Pair[] {
  const bounds = filter.operator === BETWEEN ? boundsOf(records, filter.field) : undefined;
  if (!bounds) return [parameterFor(records, filter, values)].filter((pair) => pair !== undefined);
  const [from, to] = values.map((value) => value || undefined);
  const { lower, upper } = boundsOfRange(field, { from, to });
  const pairs = [
    [bounds.lower.parameter, lower],
    [bounds.upper.parameter, upper],
  ] as const;
  return pairs.flatMap(([name, value]): Pair[] => (value === undefined ? [] : [[name, value]]));
}

/** Returns the parameter that says what was chosen; undefined if nothing was. */
export function parameterFor(records: Queryable, filter: Filter, values: readonly string[]): Pair | undefined {
  const given = values.map((value) => value.trim()).filter((value) => value !== "");
  const [only] = given;
  if (only === undefined) return undefined;
  if (!takesList(filter.operator)) return [filter.parameter, only];
  const single = filterOf(records, filter.field, filter.operator === "in" ? "equals" : "not");
  if (given.length === 1 && single) return [single.parameter, only];
  return [filter.parameter, joinElements(given)];
}
