/** Filters: a property, an operator, and the values to compare with. */

import { nextDay } from "../declare/values.ts";
import type { FilterValue } from "../kinds/kind.ts";
import { comparesAs, kindOf } from "../kinds/kinds.ts";
import type { Operator } from "../kinds/operators.ts";
import type { Fault } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Property, View } from "../resource/resource.ts";
import type { SearchFilter } from "./search.ts";

/** One condition on the records of a list. */
export type Filter = PropertyFilter | SearchFilter;

/** A condition on one property. */
export interface PropertyFilter {
  readonly property: Property;
  /** `is` is internal: it compares text exactly with each of the values. */
  readonly operator: Operator | "is";
  readonly values: readonly FilterValue[];
}

/** The most values of all filters of a request. */
export const MAX_FILTER_VALUES = 100;

/** The fault of filters with too many values. */
export function tooManyValues(parameter: string, count: number): Fault {
  const message = `The filters have ${count} values; at most ${MAX_FILTER_VALUES} are allowed.`;
  return { in: "shape", parameter, code: "too_many_values", message };
}

/** A text that identifies a filter. */
export function filterKey(filter: Filter): string {
  const { operator, values } = filter;
  // The order of the words does not change the result.
  if (operator === "search") return JSON.stringify([operator, values.toSorted()]);
  return JSON.stringify([filter.property.name, operator, values]);
}

/** Reads one filter parameter. */
export function readFilter(
  parameter: string,
  property: Property,
  operator: Operator,
  text: string,
): PropertyFilter | Fault {
  const invalid = (message: string): Fault => ({ in: "shape", parameter, code: "invalid_value", message });
  if (operator === "exists") {
    return text === "true" || text === "false"
      ? { property, operator, values: [text === "true"] }
      : invalid(`${parameter} must be true or false.`);
  }
  const { kind, schema } = property.spec;
  const query = kindOf(kind).query!;
  const texts = operator === "in" ? readList(text) : [text];
  if (!texts) {
    return invalid(
      `${parameter} is not a comma-separated list. Put an element that contains a comma in double quotes.`,
    );
  }
  if (texts.length > MAX_FILTER_VALUES) return tooManyValues(parameter, texts.length);
  const values = texts.map((each) => query.parse(each, schema));
  if (!values.includes(undefined)) return { property, operator, values: values as FilterValue[] };
  const subject = operator === "in" ? `Each element of ${parameter}` : parameter;
  return invalid(`${subject} must be ${query.expected(schema)}.`);
}

/** Reads `filter=<field>:<value>`, the compact form of `equals`. */
export function readCompactFilter(view: View, text: string): PropertyFilter | Fault {
  const invalid = (message: string, hint?: () => string): Fault => {
    return { in: "shape", parameter: "filter", code: "invalid_value", message, hint };
  };
  const colon = text.indexOf(":");
  if (colon < 1) return invalid("filter must have the form <field>:<value>.");
  const name = text.slice(0, colon);
  const property = view.properties.get(name);
  if (!property?.filterable) {
    const known = [...view.properties.values()].filter((each) => each.filterable).map((each) => each.name);
    return invalid(`Unknown field ${JSON.stringify(name)}.`, () => allowedNames(name, known));
  }
  const read = readFilter("filter", property, "equals", text.slice(colon + 1));
  if (!("code" in read)) return read;
  const { kind, schema } = property.spec;
  return { ...read, message: `${name} must be ${kindOf(kind).query!.expected(schema)}.` };
}

/** The elements of a comma-separated list (RFC 4180 quoting); undefined if the quoting is malformed. */
export function readList(text: string): string[] | undefined {
  if (!/^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/.test(text)) return undefined;
  return Array.from(text.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g), ([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
  );
}

/** The value to compare with: on a date-time, a date means its midnight. */
export function midnight({ spec }: Property, value: FilterValue): FilterValue {
  return comparesAs(spec.kind, "moment") && (value as string).length === 10 ? dayRange(value as string)[0] : value;
}

/** The UTC day of a date as a half-open range of date-times; `to` is undefined on the last day that can be written. */
export function dayRange(date: string): [from: string, to: string | undefined] {
  const next = nextDay(date);
  return [`${date}T00:00:00.000Z`, next && `${next}T00:00:00.000Z`];
}
