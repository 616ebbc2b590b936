/** Filters as people read them. */

import { type FilterPath, filterPathOf } from "../../../../kit/description/filter-paths.ts";
import { fieldNamed, isExact, takesList } from "../../../../kit/description/list-fields.ts";
import type { Field, Queryable, View } from "../../../../kit/description/model.ts";
import { withArticle, words } from "../../../../kit/description/words.ts";
import { elementsOf } from "../../address/query.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { alternativesText } from "../../locale.ts";
import { momentText } from "../past/moment-text.ts";
import { groupingText, measureText } from "../summary/summary-text.ts";

/** A filter in three parts: `Launch date`, `after`, `31 December 1990`. */
export interface FilterText {
  /** Empty if it is about the record as a whole. */
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
}

/** A filter of a query: what it compares, and with which value. */
export interface Condition {
  readonly path: FilterPath;
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

/** Returns whether the words of an operator negate. */
export function isNegative(operator: string): boolean {
  return operator === OPERATORS.not;
}

/** Returns the filter that a parameter is; undefined if it is none. */
export function conditionOf(view: View, parameter: string, value: string): Condition | undefined {
  // `filter=status:active` is `status=active`.
  const [name = "", ...rest] = parameter === "filter" ? value.split(":") : [];
  const path = filterPathOf(view, rest.length > 0 ? name : parameter);
  return path && { path, value: rest.length > 0 ? rest.join(":") : value };
}

/** Writes what a filter says of the records to which its path leads. */
export function conditionText({ path, value }: Condition, nameOf: NameOf): FilterText {
  const { filter, records, steps } = path;
  const field = fieldNamed(records, filter.field);
  if (filter.operator === "exists" && /^(?:true|false)$/i.test(value))
    return presenceText(records, field, /true/i.test(value));
  const { operator } = filter;
  const isList = takesList(operator);
  // A related record that is chosen itself: `A crew member is …`.
  const isItself = steps.length > 0 && field.name === "id" && (isList || isExact(operator));
  const subject = isItself ? "" : field.label;
  const written = (each: string) => valueText(field, each, nameOf);
  return isList
    ? {
        subject,
        operator: operatorText(operator === "in" ? "equals" : "not"),
        value: alternativesText(elementsOf(value).map(written)),
      }
    : { subject, operator: operatorText(operator), value: written(value) };
}

/** Writes whether a field has a value, or a relation leads to anything. */
export function presenceText({ fields, relations }: Queryable, field: Field, isPresent: boolean): FilterText {
  const relation = fields.includes(field) ? undefined : relations.find(({ name }) => name === field.name);
  if (!relation) return { subject: field.label, operator: "has", value: isPresent ? "a value" : "no value" };
  return { subject: "", operator: "has", value: isPresent ? withArticle(relation.noun) : `no ${relation.noun}` };
}

/** Writes a parameter that is no filter as words. */
export function parameterText(view: View, parameter: string, value: string): FilterText {
  if (parameter === "search") return { subject: "Any text", operator: "has", value };
  if (parameter === "group_by") return summaryText("Grouped", value, (name) => groupingText(view, name));
  if (parameter === "measure") return summaryText("Measured", value, (name) => measureText(view, name));
  if (parameter === "changed_since") return { subject: "Changed", operator: "since", value: momentText(value) };
  return { subject: parameter, operator: "is", value };
}

function summaryText(subject: string, value: string, text: (name: string) => string): FilterText {
  return { subject, operator: "by", value: value.split(",").map(text).join(", ") };
}

/** Writes a value of a filter, which is a text in the query. */
export function valueText(field: Field, value: string, nameOf: NameOf): string {
  return specOf(field).text?.(value, field, nameOf) ?? value;
}
