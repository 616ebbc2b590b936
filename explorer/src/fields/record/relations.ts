/** The relations of a record, read off its links and the description. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Description, Field, Place, ReadableRelations, View } from "../../../../kit/description/model.ts";
import { placeIn } from "../../../../kit/description/pages/page.ts";
import { filledLike } from "../../../../kit/description/paths.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { withParameters } from "../../address/query.ts";
import type { Data } from "../../requests/data.ts";

/** A list, or a record of which there is at most one, that a record links to. */
export interface Relation {
  readonly name: string;
  readonly heading: string;
  readonly path: string;
  readonly view: View;
  readonly kind: Place["kind"];
}

/** A list some of whose records refer to a record. */
export interface Referrer {
  readonly view: View;
  readonly field: Field;
  /** With the filter. */
  readonly path: string;
}

/** Returns the relations that a request for a record embeds: the targets of references, and those to one record. */
export function embeddedIn({ views }: Description, view: View, readableRelations: ReadableRelations): string[] {
  const references = readableRelations(view.fields);
  const singles = views
    .filter(({ kind, parent, isPrivate }) => kind === "single" && parent === view.resource && !isPrivate)
    .map(({ one }) => one);
  const names = view.relations.map(({ name }) => name);
  return names.filter((each) => references.includes(each) || singles.includes(each));
}

/**
 * Returns the request for a record with the names of its references, unless its query says itself what to include.
 * Undefined while it is not known which of them the caller may read.
 */
export function withNames(
  description: Description,
  view: View,
  path: string,
  search: string,
  readableRelations: ReadableRelations | undefined,
): string | undefined {
  if (new URLSearchParams(search).has("include")) return path + search;
  const relations = readableRelations && embeddedIn(description, view, readableRelations);
  return relations && path + withParameters(search, { include: relations.join(",") || undefined });
}

/** Returns the lists and one-to-ones that a record links to, each once, in the declared order; those that hold nothing come last. */
export function relationsOf(description: Description, { view }: Place, record: Data): Relation[] {
  const order = view.page.sections ?? [];
  const referenced = view.fields.flatMap(({ name, reference }) => (reference ? [name, name.replace(/_id$/, "")] : []));
  const seen = new Set<string>();
  const relations = Object.entries<unknown>(record._links ?? {}).flatMap(([name, path]) => {
    if (typeof path !== "string" || path.includes("?") || seen.has(path)) return [];
    seen.add(path);
    const place = description.at(path);
    const isRelation = place && (place.kind === "list" || place.view.kind === "single");
    if (!isRelation || name === "self" || referenced.includes(name)) return [];
    return [{ name, heading: sentenceCase(name), path, view: place.view, kind: place.kind }];
  });
  const isEmpty = ({ view: { path } }: Relation) =>
    view.fields.some(({ name, schema }) => schema["x-counts"] === path && record[name] === 0);
  return relations.toSorted(
    (one, other) =>
      Number(isEmpty(one)) - Number(isEmpty(other)) || placeIn(order, one.name) - placeIn(order, other.name),
  );
}

/** Returns the public lists that can be filtered by a reference to a record, besides the lists below it. */
export function referrersOf(description: Description, { view, ids }: Place, id: string): Referrer[] {
  const { views, home, list } = description;
  const below = new Set(views.filter(({ parent }) => parent === view.resource).map(({ resource }) => resource));
  return views.flatMap((each) => {
    if (each.isSystem || each.isPrivate || each.kind === "single" || each.itemPath === undefined) return [];
    return each.fields.flatMap((field) => {
      const { to = [], amongSiblings = false } = field.reference ?? {};
      const pointsHere = to.some((path) => list(path)?.resource === view.resource);
      const filter = filterOf(each, field.name, "equals");
      // What writing changes in another resource is only a view of it, which has a list of its own.
      const isOther = field.schema["x-written-through"] !== undefined;
      if (!pointsHere || isOther || !filter) return [];
      const isOwnList = amongSiblings
        ? each.aliasOf === undefined
        : home(each.resource) === each && !below.has(each.resource);
      const path = isOwnList ? filled(each.path, ids) : undefined;
      return path ? [{ view: each, field, path: path + withParameters("", { [filter.parameter]: id }) }] : [];
    });
  });
}

/** Returns a path template with the ids of a path above; undefined if it needs more. */
function filled(template: string, ids: readonly string[]): string | undefined {
  let index = 0;
  const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(ids[index++] ?? ""));
  return index < ids.length || index === 0 ? path : undefined;
}

/** Returns the list below the same parent that a reference without a relation of its own leads to. */
export function siblingList({ reference, relation }: Field, path: string): string | undefined {
  const [list] = reference?.amongSiblings && relation === undefined ? reference.to : [];
  return list && filledLike(list, path.split("?")[0]!);
}
