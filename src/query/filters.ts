/** Filters: a property, an operator and values in the form in which they are compared. */

import { fold, instant, isDate, nextDay } from "../declare/values.ts";
import type { Fault } from "../problem.ts";
import type { Operator } from "../resource/operators.ts";
import type { Property, View } from "../resource/resource.ts";
import { suggestion } from "../resource/suggestion.ts";
import { listOf } from "../resource/validation.ts";

/** Texts are folded; dates on a date-time stay dates, meaning the whole day (`equals`, `in`) or its midnight. */
export type FilterValue = string | number | boolean;

export interface Condition {
  readonly property: Property;
  /** `is` is the service's own: one of the very same texts. */
  readonly operator: Operator | "is";
  readonly values: readonly FilterValue[];
}

/** Reads one filter parameter. */
export function readCondition(
  parameter: string,
  property: Property,
  operator: Operator,
  text: string,
): Condition | Fault {
  const wrong = (message: string): Fault => ({ in: "shape", parameter, code: "invalid_value", message });
  if (operator === "exists") {
    return text === "true" || text === "false"
      ? { property, operator, values: [text === "true"] }
      : wrong(`${parameter} is true or false.`);
  }
  const texts = operator === "in" ? readList(text) : [text];
  if (!texts) return wrong(`${parameter} is a comma-separated list; an element with a comma stands in double quotes.`);
  const values = texts.map((each) => readValue(property, each));
  return values.includes(undefined)
    ? wrong(`${parameter}${operator === "in" ? ": each element" : ""} is ${expected(property)}.`)
    : { property, operator, values: values as FilterValue[] };
}

/** Reads `filter=<field>:<value>`, the compact form of the exact match. */
export function readCompact(view: View, text: string): Condition | Fault {
  const wrong = (message: string): Fault => ({ in: "shape", parameter: "filter", code: "invalid_value", message });
  const cut = text.indexOf(":");
  if (cut < 1) return wrong("filter is written <field>:<value>.");
  const name = text.slice(0, cut);
  const property = view.properties.get(name);
  if (!property?.filterable) {
    const known = [...view.properties.values()].filter((each) => each.filterable).map((each) => each.name);
    return wrong(`There is no field ${name} to filter by.${suggestion(name, known)}`);
  }
  const read = readCondition("filter", property, "equals", text.slice(cut + 1));
  return "code" in read ? { ...read, message: `${name} is ${expected(property)}.` } : read;
}

/** The elements of a comma-separated list (RFC 4180 quoting); undefined when the quoting is broken. */
export function readList(text: string): string[] | undefined {
  if (!/^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/.test(text)) return undefined;
  return Array.from(text.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g), ([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
  );
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readValue(property: Property, text: string): FilterValue | undefined {
  const { kind, schema } = property.spec;
  switch (kind) {
    case "enum":
      return (schema.enum as string[]).find((word) => word.toLowerCase() === text.toLowerCase());
    case "flag":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "integer":
      return /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case "decimal":
      return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "date":
      return isDate(text) ? text : undefined;
    case "instant":
      return isDate(text) ? text : instant(text);
    default:
      return fold(text);
  }
}

function expected(property: Property): string {
  const { kind, schema } = property.spec;
  switch (kind) {
    case "enum":
      return `one of ${listOf(schema.enum as string[])}`;
    case "flag":
      return "true or false";
    case "integer":
      return "an integer";
    case "decimal":
      return "a number";
    case "date":
      return "a date, YYYY-MM-DD";
    case "instant":
      return "a date, YYYY-MM-DD, or an RFC 3339 date-time (with + written as %2B)";
    default:
      return "text";
  }
}

/** What a value is compared as: a date stands for its midnight where a date-time is compared. */
export function midnight({ spec }: Property, value: FilterValue): FilterValue {
  return spec.kind === "instant" && (value as string).length === 10 ? dayRange(value as string)[0] : value;
}

/** The half-open range of moments that a date on a date-time means: its whole UTC day. */
export function dayRange(date: string): [from: string, to: string | undefined] {
  const next = nextDay(date);
  return [`${date}T00:00:00.000Z`, next && `${next}T00:00:00.000Z`];
}
