/** Filters as people read them. */

import { fieldNamed, filterNamed, takesList } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { elementsOf } from "../../address/query.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { groupingText, measureText } from "../summary/summary-text.ts";

/** A filter in three parts: `Launch date`, `after`, `31 December 1990`. */
export interface FilterText {
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  equals: "is",
  in: "any of",
  not: "is not",
  not_in: "none of",
  min: "at least",
  max: "at most",
  exists: "has",
};

/** Writes an operator as words. */
export function operatorText(operator: string): string {
  return OPERATORS[operator] ?? words(operator);
}

/** Writes a parameter as words. */
export function filterText(view: View, parameter: string, value: string, nameOf: NameOf): FilterText {
  if (parameter === "search") return { subject: "Any text", operator: "has", value };
  if (parameter === "group_by") return summaryText("Grouped", value, (name) => groupingText(view, name));
  if (parameter === "measure") return summaryText("Measured", value, (name) => measureText(view, name));
  // `filter=status:active` is `status=active`.
  const [name = "", ...rest] = parameter === "filter" ? value.split(":") : [];
  if (rest.length > 0 && filterNamed(view, name)) return filterText(view, name, rest.join(":"), nameOf);
  const filter = filterNamed(view, parameter);
  if (!filter) return { subject: parameter, operator: "is", value };
  const field = fieldNamed(view, filter.field);
  const { label: subject } = field;
  if (filter.operator === "exists" && /^(true|false)$/i.test(value))
    return { subject, operator: "has", value: /true/i.test(value) ? "a value" : "no value" };
  const parts = takesList(filter.operator) ? elementsOf(value) : [value];
  const operator = operatorText(filter.operator);
  return { subject, operator, value: parts.map((part) => valueText(field, part, nameOf)).join(", ") };
}

function summaryText(subject: string, value: string, text: (name: string) => string): FilterText {
  return { subject, operator: "by", value: value.split(",").map(text).join(", ") };
}

/** Writes a filter as a sentence has it: `Launch date after 31 December 1990`. */
export function filterSentence(text: FilterText): string {
  return `${text.subject} ${text.operator} ${text.value}`;
}

/** Writes a value of a filter, which is a text in the query. */
export function valueText(field: Field, value: string, nameOf: NameOf): string {
  return specOf(field).text?.(value, field, nameOf) ?? value;
}
