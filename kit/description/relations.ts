/** The relations of records, read off the keyword `x-relations`. */
import type { Field, Queryable, Relation, View } from "./model.ts";
import type { OpenApiDocument, RelatedPath, RelationKeyword } from "./openapi.ts";
import { words } from "./words.ts";

/** Returns the relations of a path. @param list finds a view by its path; only once all are known */
export function relationsOf(
  document: OpenApiDocument,
  keyword: Readonly<Record<string, RelationKeyword>> = {},
  list: (path: string) => View | undefined,
): Relation[] {
  return Object.entries(keyword).map(([name, { many = false, kinds }]) => {
    let records: Queryable | undefined;
    return {
      name,
      isMany: many,
      noun: many ? nounOf(document, kinds[0]!) : words(name),
      // A list below a record has one path, and a record may lead to others of one path by several references.
      identity: many ? JSON.stringify(kinds) : name,
      paths: kinds.flatMap((sides) => sides.map(({ path }) => path)),
      get records() {
        records ??= withChoice(
          merged(
            kinds.map((sides) => merged(sides.map((side) => sideOf(side, list(side.path))))),
            withValuesOf,
          ),
          kinds.flatMap((sides) => list(sides.at(-1)!.path) ?? []),
        );
        return records;
      },
    };
  });
}

/** Returns what a record is called that a list leads to: seen from a member, what it is a member of. */
function nounOf({ paths }: OpenApiDocument, sides: readonly RelatedPath[]): string {
  const view = (side: RelatedPath) => paths[side.path]!["x-view"]!;
  return words(view(view(sides[0]!).kind === "reverse" ? sides.at(-1)! : sides[0]!).one);
}

/** Makes the id of related records a reference to them: people choose a record by its name. */
function withChoice(records: Queryable, lists: readonly View[]): Queryable {
  if (lists.some(({ kind }) => kind === "single")) return records;
  const to = lists.map(({ path }) => path);
  const fields = records.fields.map(
    (field): Field => (field.name === "id" ? { ...field, kind: "reference", reference: { to } } : field),
  );
  return { ...records, fields };
}

function sideOf({ fields }: RelatedPath, view: View | undefined): Queryable {
  if (!view) return { fields: [], filters: [], relations: [] };
  if (!fields) return view;
  return {
    fields: view.fields.filter(({ name }) => fields.includes(name)),
    filters: view.filters.filter(({ field }) => fields.includes(field)),
    relations: [],
  };
}

/** Returns all that can be asked of records that have several sides, or are of several kinds. Of equal names, the first counts. */
function merged(parts: readonly Queryable[], unite: (one: Field, other: Field) => Field = (one) => one): Queryable {
  const all = <Key extends keyof Queryable>(key: Key) =>
    parts.flatMap((part): Queryable[Key][number][] => [...part[key]]);
  return {
    fields: byName(all("fields"), ({ name }) => name).map(([first, ...others]) => others.reduce(unite, first!)),
    filters: byName(all("filters"), ({ parameter }) => parameter).map(([first]) => first!),
    relations: byName(all("relations"), ({ name }) => name).map(([first]) => first!),
  };
}

function byName<T>(all: readonly T[], nameOf: (each: T) => string): T[][] {
  return [...Map.groupBy(all, nameOf).values()];
}

/** Kinds of records may have an enum of the same name with different words. */
function withValuesOf(one: Field, { values }: Field): Field {
  return { ...one, values: [...new Set([...one.values, ...values])] };
}
