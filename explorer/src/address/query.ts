/** The query string of a list, as chips, columns and headers change it. What it does not know, it leaves as it is. */
import { alternativeOf } from "../../../kit/description/filter-paths.ts";

/** The prefixes of alternatives. */
const ALTERNATIVES = Array.from({ length: 9 }, (_, index) => `any.${index + 1}.`);

/** Parameters that say how and when a list is shown, not which records are in it. */
const SHOWN: readonly string[] = [
  ...["page", "limit", "cursor", "sort", "sort_by", "order", "fields", "include", "format", "group_by", "measure"],
  ...["as_of", "include_deleted"],
];

/** A parameter of a query. */
export type Pair = [name: string, value: string];

/** One key by which a list is sorted. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Replaces parameters; undefined removes one. A list that changes begins again. */
export function withParameters(search: string, changes: Readonly<Record<string, string | undefined>>): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("page");
  if (parameters.has("cursor")) parameters.set("cursor", "");
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  }
  return searchOf(parameters);
}

/**
 * Replaces parameters by others, which stand in the place of the first one. Of one that is repeated, only the one with the
 * same value is replaced. A list that changes begins again.
 */
export function replaced(search: string, from: readonly Pair[], to: readonly Pair[] = []): string {
  const all = [...new URLSearchParams(search)];
  const isOld = ([name, value]: Pair) => from.some((pair) => pair[0] === name && pair[1] === value);
  const isGiven = ([name]: Pair) => to.some((pair) => pair[0] === name);
  const at = all.findIndex(isOld);
  const before = (pair: Pair) => !isOld(pair) && !isGiven(pair);
  const left = [...all.slice(0, at < 0 ? all.length : at).filter(before), ...to];
  const pairs = [...left, ...(at < 0 ? [] : all.slice(at).filter(before))];
  return withParameters(searchOf(new URLSearchParams(pairs)), {});
}

/** Writes a query: `?a=b`; empty without parameters. Characters that queries may have stay readable (RFC 3986 §3.4). */
export function searchOf(parameters: URLSearchParams): string {
  const readable: Readonly<Record<string, string>> = { "%2C": ",", "%3A": ":", "%2F": "/", "%40": "@" };
  const text = parameters.toString().replace(/%(?:2C|3A|2F|40)/g, (code) => readable[code]!);
  return text === "" ? "" : `?${text}`;
}

/** Returns the parameters that choose records: filters and `search`. */
export function filtersIn(search: string): Pair[] {
  return [...new URLSearchParams(search)].filter(([name]) => !SHOWN.includes(name));
}

/** Returns the prefixes of alternatives that a query does not have. A single one in it is independent of the other filters. */
export function freePrefixes(search: string): string[] {
  const taken = filtersIn(search).map(([name]) => alternativeOf(name));
  return ALTERNATIVES.filter((each) => !taken.includes(each));
}

/** Returns the query that counts the records which a query chooses: the answer has the total, and one record. */
export function countSearch(search: string): string {
  return searchOf(new URLSearchParams([...filtersIn(search), ["limit", "1"]]));
}

/** Returns the keys by which a query sorts: those of `sort`, or of `sort_by` and `order`. */
export function sortKeysIn(search: string): SortKey[] {
  const parameters = new URLSearchParams(search);
  const list = (name: string) => (parameters.get(name) ?? "").split(",").filter((word) => word !== "");
  const compact = list("sort").map((key) => {
    const [field = "", direction] = key.split(":");
    return { field, descending: direction === "desc" };
  });
  if (compact.length > 0) return compact;
  const orders = list("order");
  return list("sort_by").map((field, index) => ({
    field,
    descending: (orders[index] ?? orders.at(-1)) === "desc",
  }));
}

/** Sorts by these keys. */
export function withSort(search: string, keys: readonly SortKey[]): string {
  const sort = keys.map(({ field, descending }) => (descending ? `${field}:desc` : field)).join(",");
  return withParameters(search, { sort: sort === "" ? undefined : sort, sort_by: undefined, order: undefined });
}

/**
 * Returns the keys after sorting by a field once more: ascending, descending, not at all.
 * @param keep the other keys stay
 */
export function nextSort(keys: readonly SortKey[], field: string, keep: boolean): SortKey[] {
  const current = keys.find((key) => key.field === field);
  const next = current?.descending ? [] : [{ field, descending: current !== undefined }];
  if (!keep) return next;
  if (!current) return [...keys, ...next];
  return keys.flatMap((key) => (key === current ? next : [key]));
}

/** Returns the elements of a comma-separated value; quoted ones may have commas (RFC 4180 §2). */
export function elementsOf(value: string): string[] {
  const elements = value.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  return elements.map((each) => (each.startsWith('"') ? each.slice(1, -1).replaceAll('""', '"') : each));
}

/** Elements as a comma-separated value. */
export function joinElements(elements: readonly string[]): string {
  return elements.map((each) => (/[",]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join(",");
}
