/** Matches the columns of a file with the fields of a record. */
import type { View, WritableField } from "../description/model.ts";
import { variablesIn } from "../description/paths.ts";

/** What the values of a column can become. */
export interface Target {
  /** As in CSV exports: `name`, `location.latitude_deg`. */
  readonly name: string;
  readonly label: string;
  /** Undefined for an id in the path of the list. */
  readonly field: WritableField | undefined;
  /** The names that lead to the value in the record. */
  readonly path: readonly string[];
  /** The id that the path gives; a row with another one belongs elsewhere. */
  readonly fixed: string | undefined;
}

/** The name of the target of each column; undefined for one that is left out. */
export type Matches = Readonly<Record<string, string | undefined>>;

/**
 * Returns everything that a column can become.
 * @param fixed the ids that the path gives, by the names of its variables
 */
export function targetsOf({ path, writable }: View, fixed: Readonly<Record<string, string>>): Target[] {
  const fields = writable.create.flatMap((field) => targetsIn(field, [], ""));
  const named = new Set(fields.map(({ name }) => name));
  const variables = variablesIn(path).filter((name) => !named.has(name));
  return [
    ...fields,
    ...variables.map((name) => ({ name, label: name, field: undefined, path: [], fixed: fixed[name] })),
  ];
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
 * @param key the field that ends the path of a record: in lists of members, `id` is that of the member
 * @param given the columns whose target is known, and the targets that no column may have
 */
export function matchColumns(
  columns: readonly string[],
  targets: readonly Target[],
  key: string,
  given: { readonly matches: Matches; readonly taken: readonly string[] } = { matches: {}, taken: [] },
): Matches {
  const taken = new Set([...Object.values(given.matches), ...given.taken]);
  const matches: Record<string, string | undefined> = { ...given.matches };
  for (const isAlike of [isSameName, isSameWords, isKey]) {
    for (const column of columns) {
      if (Object.hasOwn(matches, column)) continue;
      const target = targets.find((each) => !taken.has(each.name) && isAlike(column, each, key));
      if (!target) continue;
      taken.add(target.name);
      matches[column] = target.name;
    }
  }
  // Every column is named, so that `constructor` is not what all objects inherit.
  return { ...Object.fromEntries(columns.map((column) => [column, undefined])), ...matches };
}

/** Returns the target that a column would have if no other column or option had it. */
export function likelyTarget(column: string, targets: readonly Target[], key: string): string | undefined {
  return matchColumns([column], targets, key)[column];
}

function isSameName(column: string, { name }: Target): boolean {
  return column === name;
}

/** Returns whether names are the same: `Mass (kg)` is `mass_kg`, and so is `Mass` if no other column is. */
function isSameWords(column: string, { name, label, field }: Target): boolean {
  const plain = plainName(column);
  return plain !== "" && [name, label, `${label} ${field?.unit ?? ""}`].some((each) => plainName(each) === plain);
}

function isKey(column: string, { name }: Target, key: string): boolean {
  return plainName(column) === "id" && name === key;
}

/** Returns a name without what people write differently. */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\bin\b|[^\p{L}\p{N}.]/gu, "");
}
