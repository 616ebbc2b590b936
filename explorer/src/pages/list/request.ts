/** Makes the request of a list, and chooses its columns. */

import { filterNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { columnNamed, columnsOf as usualColumns } from "../../../../kit/description/pages/page.ts";
import { orderIn } from "../../address/order.ts";
import { searchOf } from "../../address/query.ts";
import { commonIn } from "../../fields/columns.ts";
import type { Data } from "../../requests/queries.ts";

/**
 * Returns the columns that a query requests; without `fields`, the usual ones, and those by which it sorts and filters.
 */
export function columnsOf(view: View, search: string): Field[] {
  const every = view.fields.map(({ name }) => name);
  const requested = new URLSearchParams(search)
    .get("fields")
    ?.split(",")
    .flatMap((name) => (name.trim() === "*" ? every : name));
  const names = requested ?? [...usualColumns(view).map(({ name }) => name), ...queriedIn(view, search)];
  const link = linkColumn(view);
  const all = names.includes(link) ? names : ["id", ...names];
  return [...new Set(all)].flatMap((name) => columnNamed(view, name.trim()) ?? []);
}

/** The number of rows that the service lists by default. */
export const DEFAULT_LIMIT = 20;

/** Returns the number of rows of a page. */
export function limitOf(search: string): number {
  return Number(new URLSearchParams(search).get("limit")) || DEFAULT_LIMIT;
}

/** A phone has room for so many columns. */
const NARROW = 5;

/** Returns the columns that a phone shows: those that are worth most, and those by which the query sorts and filters. */
export function narrowColumns(view: View, search: string, columns: readonly Field[]): readonly Field[] {
  if (new URLSearchParams(search).has("fields")) return columns;
  const queried = queriedIn(view, search);
  return columns.filter(({ name }, index) => index < NARROW || queried.includes(name));
}

/**
 * Returns the columns that have one value in the whole list, and need no room in its rows. Those that were chosen, or by
 * which the query sorts or filters, are always shown.
 */
export function commonColumns(
  view: View,
  search: string,
  columns: readonly Field[],
  records: readonly Data[],
  total: number | undefined,
): readonly Field[] {
  if (records.length !== total || new URLSearchParams(search).has("fields")) return [];
  const queried = queriedIn(view, search);
  return commonIn(view, columns, records).filter(({ name }) => !queried.includes(name));
}

/** Returns the fields by which a query sorts and filters, as far as a column has room for them. */
function queriedIn(view: View, search: string): string[] {
  const filtered = [...new URLSearchParams(search).keys()].flatMap((name) => filterNamed(view, name)?.field ?? []);
  const names = [...orderIn(view, search).map(({ field }) => field), ...filtered];
  return names.filter((name) => {
    const field = view.fields.find((each) => each.name === name);
    return field !== undefined && field.kind !== "multiline" && field.kind !== "objects";
  });
}

/** Returns the name of the column that leads to the record: its title if it is shown. */
export function linkOf(view: View, columns: readonly Field[]): string {
  const title = linkColumn(view);
  return columns.some(({ name }) => name === title) ? title : "id";
}

/** Returns the column that leads to the record by default: its title, or its id if that says more. */
function linkColumn(view: View): string {
  const title = view.fields.find(({ name }) => name === view.title);
  return !title || (view.isSystem && title.derived) ? "id" : view.title;
}

/** The parameters that a request adds to those of the address. */
const ADDED = ["sort", "fields", "include", "include_deleted"] as const;

/**
 * Returns the request of a page of a list; of one that asks what has changed, also of what was deleted.
 * @param columns what is requested, unless the query says itself what it wants
 */
export function requestOf(
  path: string,
  search: string,
  columns: {
    readonly fields: string | undefined;
    readonly include: string | undefined;
    readonly sort?: string | undefined;
  },
): string {
  const parameters = new URLSearchParams(search);
  const hasNone = (...names: readonly string[]) => !names.some((name) => parameters.has(name));
  if (!hasNone("group_by", "measure", "format")) return `${path}${search}`;
  // Of pages without numbers, only the first one has it.
  const isSince = parameters.has("changed_since") && !parameters.get("cursor");
  const values = { ...columns, include_deleted: isSince ? "true" : undefined };
  const added = ADDED.filter((name) => values[name] !== undefined && hasNone(name));
  if (added.length === 0) return `${path}${search}`;
  for (const name of added) parameters.set(name, values[name]!);
  return `${path}${searchOf(parameters)}`;
}

/** Returns the queries of the other pages of a list, by their relation to this one. */
export function pagesOf(answer: Data, search: string): Readonly<Record<string, string>> {
  const links = Object.entries<string>(answer._links ?? {});
  return Object.fromEntries(links.map(([relation, link]) => [relation, searchOfLink(link, search)]));
}

/** Returns the query of a link of the list, without what `requestOf` added. */
function searchOfLink(link: string, search: string): string {
  const parameters = new URLSearchParams(link.replace(/^[^?]*/, ""));
  const own = new URLSearchParams(search);
  for (const added of ADDED) if (!own.has(added)) parameters.delete(added);
  return searchOf(parameters);
}
