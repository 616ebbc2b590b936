/** The expected results of lists: the query language on records in memory, written from the contract. */
import type { Body } from "../http/serve.ts";

export type Value = string | number | boolean | null;
/** A record. */
export type OracleRow = Readonly<Record<string, Value>> & { readonly id: string };

/** The kinds of fields that differ in their operators or order, or in whether `search` reads them. */
export type Kind = "text" | "id" | "enum" | "number" | "boolean" | "date" | "date-time" | "count";
/** The kinds of the queried fields by name; of those within objects by path. */
export type FieldKinds = Readonly<Record<string, Kind>>;

/** The value of a field, or of one within an object: `size.label`. A record may have a value of a whole path: `planet.name`. */
export function valueAt(row: Body, path: string): Value {
  const value = path in row ? row[path] : path.split(".").reduce<Body>((object, name) => object?.[name], row);
  return value ?? null;
}

/** A filter. */
export interface Filter {
  readonly field: string;
  /** The suffix of the parameter, such as `min`; empty for the exact match. */
  readonly operator: string;
  /** As text; several with `in` and `not_in` only. */
  readonly values: readonly string[];
  /** Written `filter=<field>:<value>`. */
  readonly compact: boolean;
}

/** Whether an operator takes a list of values. */
export const isOfSeveral = (operator: string): boolean => operator === "in" || operator === "not_in";

/** A query of a list. */
export interface ListQuery {
  readonly filters: readonly Filter[];
  /** The value of `search`, if there is one. */
  readonly search?: string | undefined;
  readonly sorts: readonly { readonly field: string; readonly descending: boolean }[];
  /** Written `sort=…`, not `sort_by` and `order`. */
  readonly compactSort: boolean;
  readonly page: number;
  readonly limit: number;
}

/** The expected page of a query on these records. */
export function expectedPage(
  { filters, search, sorts, page, limit }: ListQuery,
  kinds: FieldKinds,
  rows: Iterable<OracleRow>,
): { ids: string[]; total: number } {
  const matching = [...rows].filter(
    (row) =>
      filters.every((filter) => matches(filter, kinds[filter.field]!, row)) &&
      (search === undefined || isFound(search, kinds, row)),
  );
  const from = (page - 1) * limit;
  const ids = inOrder(sorts, kinds, matching).map((row) => row.id);
  return { ids: ids.slice(from, from + limit), total: ids.length };
}

/** Records in the order of a list. */
export function inOrder<Row extends OracleRow>(
  sorts: ListQuery["sorts"],
  kinds: FieldKinds,
  rows: readonly Row[],
): Row[] {
  return rows.toSorted((one, other) => {
    for (const { field, descending } of sorts) {
      const order = compareValues(kinds[field]!, valueAt(one, field), valueAt(other, field));
      if (order !== 0) return descending ? -order : order;
    }
    return compareValues("text", one.id, other.id);
  });
}

/** Whether each word occurs in one of the texts, not those within objects. A word begins with a letter or digit. */
export function isFound(search: string, kinds: FieldKinds, row: OracleRow): boolean {
  const texts = Object.keys(kinds).filter(
    (field) => kinds[field] === "text" && !field.includes(".") && row[field] !== null,
  );
  const words = folded(search).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.length > 0 && words.every((word) => texts.some((field) => folded(row[field]!).includes(word)));
}

/** Whether a record satisfies a filter. @param kind of its field */
export function matches({ field, operator, values }: Filter, kind: Kind, row: OracleRow): boolean {
  const value = valueAt(row, field);
  const [text] = values as [string];
  if (operator === "not" || operator === "not_in")
    return value === null || !values.some((each) => equal(kind, value, each));
  if (operator === "exists") return (value !== null) === (text === "true");
  if (value === null) return false;
  switch (operator) {
    case "":
    case "in":
      return values.some((each) => equal(kind, value, each));
    case "min":
      return Number(value) >= Number(text);
    case "max":
      return Number(value) <= Number(text);
    case "after":
      return moment(value) > moment(text);
    case "before":
      return moment(value) < moment(text);
    case "contains":
      return folded(value).includes(folded(text));
    case "starts_with":
      return folded(value).startsWith(folded(text));
    case "ends_with":
      return folded(value).endsWith(folded(text));
    default:
      throw new Error(`No such operator: ${operator}`);
  }
}

function equal(kind: Kind, value: Value, text: string): boolean {
  if (kind === "number" || kind === "count") return value === Number(text);
  if (kind !== "date-time") return folded(value) === folded(text);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return day ? new Date(moment(value)).toISOString().startsWith(text) : moment(value) === moment(text);
}

/** Lower-cased, upper-cased, and lower-cased again code point by code point. */
export function folded(value: Value): string {
  let result = "";
  for (const point of String(value).toLowerCase().toUpperCase()) result += point.toLowerCase();
  return result;
}

/** Milliseconds since 1970; a date is its midnight UTC. */
const moment = (value: Value) => Date.parse(String(value));

/** Null first, then numbers by size, `false` before `true`, date-times by time, text by the code points of its folded form. */
export function compareValues(kind: Kind, one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (kind === "date-time") return moment(one) - moment(other);
  if (typeof one !== "string" || typeof other !== "string") return Number(one) - Number(other);
  // Words of a fixed set are compared as they are.
  const [text, otherText] = kind === "enum" ? [one, other] : [folded(one), folded(other)];
  if (text === otherText) return 0;
  const [points, others] = [codePoints(text), codePoints(otherText)];
  const differing = points.findIndex((point, index) => point !== others[index]);
  return differing < 0 ? -1 : points[differing]! - (others[differing] ?? -1);
}

const codePoints = (text: string) => Array.from(text, (point) => point.codePointAt(0)!);

/** The query string of a query. */
export function toQueryString({ filters, search, sorts, compactSort, page, limit }: ListQuery): string {
  const pairs = filters.map(({ field, operator, values, compact }): string[] => {
    if (compact) return ["filter", `${field}:${values[0]}`];
    if (isOfSeveral(operator)) return [`${field}_${operator}`, values.map(element).join(",")];
    return [operator === "" ? field : `${field}_${operator}`, values[0]!];
  });
  if (search !== undefined) pairs.push(["search", search]);
  const order = (descending: boolean) => (descending ? "desc" : "asc");
  if (sorts.length > 0 && compactSort) {
    pairs.push(["sort", sorts.map(({ field, descending }) => `${field}:${order(descending)}`).join(",")]);
  } else if (sorts.length > 0) {
    pairs.push(["sort_by", sorts.map(({ field }) => field).join(",")]);
    // Directions after the last descending one may be omitted.
    const directions = sorts.slice(0, sorts.findLastIndex(({ descending }) => descending) + 1);
    if (directions.length > 0) pairs.push(["order", directions.map(({ descending }) => order(descending)).join(",")]);
  }
  pairs.push(["page", String(page)], ["limit", String(limit)]);
  return pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

/** An element of a list; quoted where required, and, to test both, with a space too. */
function element(text: string): string {
  return /[", ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
