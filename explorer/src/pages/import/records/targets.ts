/** Matches the columns of a file with the fields of a record. */
import type { Place, WritableField } from "../../../../../kit/description/model.ts";

/** The target of the value of a column. */
export interface Target {
  /** As in CSV exports: `name`, `location.latitude_deg`. */
  readonly name: string;
  readonly label: string;
  /** Undefined for an id that the path of the list gives. */
  readonly field: WritableField | undefined;
  /** The names that lead to the value in the record. */
  readonly path: readonly string[];
  /** The id that the path gives; a row with another one belongs elsewhere. */
  readonly fixed: string | undefined;
}

/** The target of each column, by name; undefined for one that is left out. */
export type Matches = Readonly<Record<string, string | undefined>>;

/** Returns everything that a column of a file can become. */
export function targetsOf({ view, ids }: Pick<Place, "view" | "ids">): Target[] {
  const variables = [...view.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const fields = view.writable.create.flatMap((field) => targetsIn(field, [], ""));
  const named = new Set(fields.map(({ name }) => name));
  const parents = variables.flatMap((name, index): Target[] =>
    named.has(name) ? [] : [{ name, label: name, field: undefined, path: [], fixed: ids[index]! }],
  );
  return [...fields, ...parents];
}

/** Returns the targets in an object, which can be given as a whole, or by its members. */
function targetsIn(field: WritableField, path: readonly string[], label: string): Target[] {
  const own = [...path, field.name];
  const target = { name: own.join("."), label: label + field.label, field, path: own, fixed: undefined };
  return [
    target,
    ...(field.kind === "object" ? field.fields : []).flatMap((each) => targetsIn(each, own, `${target.label}: `)),
  ];
}

/**
 * Returns the targets that columns have by their names, apart from case, spaces, underscores and the spelling of units.
 */
export function matchesOf(columns: readonly string[], targets: readonly Target[], key: string): Matches {
  const taken = new Set<string>();
  const matches: Record<string, string | undefined> = {};
  for (const isAlike of [isSameName, isSameWords, isKey]) {
    for (const column of columns) {
      if (matches[column] !== undefined) continue;
      const target = targets.find((each) => !taken.has(each.name) && isAlike(column, each, key));
      if (!target) continue;
      taken.add(target.name);
      matches[column] = target.name;
    }
  }
  return matches;
}

function isSameName(column: string, { name }: Target): boolean {
  return column === name;
}

/** Returns whether names are the same: `Mass (kg)` is `mass_kg`, and so is `Mass` if no other column is. */
function isSameWords(column: string, { name, label, field }: Target): boolean {
  const plain = plainName(column);
  return plain !== "" && [name, label, `${label} ${field?.unit ?? ""}`].some((each) => plainName(each) === plain);
}

/** Returns whether a field is the key: in lists of members, `id` is that of the member. */
function isKey(column: string, { name }: Target, key: string): boolean {
  return plainName(column) === "id" && name === key;
}

function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\bin\b|[^\p{L}\p{N}.]/gu, "");
}
