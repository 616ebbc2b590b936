/** Makes the request of a list, and chooses its columns. */

import type { Field, View } from "../../../../kit/description/model.ts";
import { searchOf } from "../../address/query.ts";
import type { Data } from "../../requests/queries.ts";

/** Returns the columns that a query requests; without `fields`, those that the service lists. */
export function columnsOf(view: View, search: string): Field[] {
  const requested =
    new URLSearchParams(search).get("fields")?.split(",") ?? view.summary.filter((name) => name !== "id");
  const link = linkColumn(view);
  const names = requested.includes(link) ? requested : ["id", ...requested];
  return [...new Set(names)].flatMap((name) => view.fields.find((field) => field.name === name.trim()) ?? []);
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

/**
 * Returns the request of a page of a list; of one that asks what has changed, also of what was deleted.
 * @param relations what is embedded, unless the query embeds something itself
 */
export function requestOf(path: string, search: string, relations: readonly string[]): string {
  const parameters = new URLSearchParams(search);
  const hasNone = (...names: readonly string[]) => !names.some((name) => parameters.has(name));
  if (!hasNone("group_by", "measure", "format")) return `${path}${search}`;
  const isNamed = hasNone("include") && relations.length > 0;
  // Of pages without numbers, only the first one has it.
  const isSince = parameters.has("changed_since") && hasNone("include_deleted") && !parameters.get("cursor");
  if (!isNamed && !isSince) return `${path}${search}`;
  if (isNamed) parameters.set("include", relations.join(","));
  if (isSince) parameters.set("include_deleted", "true");
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
  for (const added of ["include", "include_deleted"]) if (!own.has(added)) parameters.delete(added);
  return searchOf(parameters);
}
