/** The words that a list of texts may have: in a matrix, in groups, or as they are. */
import type { Description } from "../../../kit/description/model.ts";
import { words } from "../../../kit/description/words.ts";

/** Words such as `moons:read`, as rows and columns. */
export interface Matrix {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Returns the word in a row and a column; undefined if there is none. */
  readonly at: (row: string, column: string) => string | undefined;
  /** Those that are in no row. */
  readonly others: readonly string[];
}

/** Words such as `moon.created`, by what comes before the point. */
export interface Groups {
  readonly groups: readonly { readonly name: string; readonly words: readonly string[] }[];
  /** Those that are in no group. */
  readonly others: readonly string[];
}

/** Includes all others of its group; alone, all words. */
const ANY = "*";
/** In a matrix, who may do the one may do the other. */
const INCLUDED: Readonly<Record<string, string>> = { read: "write" };

/**
 * Returns the matrix of words like `<name>:<verb>`: undefined if too few are. A verb that only one name has makes no
 * column.
 */
export function matrixOf(all: readonly string[]): Matrix | undefined {
  const parts = all.flatMap((word) => {
    const [, row, column] = /^([^:\s]+):([^:\s]+)$/.exec(word) ?? [];
    return row !== undefined && column !== undefined ? [{ word, row, column }] : [];
  });
  const byColumn = Map.groupBy(parts, ({ column }) => column);
  const placed = parts.filter(({ column }) => byColumn.get(column)!.length > 1);
  if (placed.length === 0) return undefined;
  const known = new Set(placed.map(({ word }) => word));
  return {
    rows: [...new Set(placed.map(({ row }) => row))],
    columns: [...new Set(placed.map(({ column }) => column))],
    at: (row, column) => (known.has(`${row}:${column}`) ? `${row}:${column}` : undefined),
    others: all.filter((word) => !known.has(word)),
  };
}

/** Returns the scopes of private records. They are granted one by one, and never along with others. */
export function privateScopes({ views }: Pick<Description, "views">): ReadonlySet<string> {
  const apart = views.filter(({ isPrivate, isSystem }) => isPrivate && !isSystem);
  return new Set(apart.flatMap(({ scopes: { read, write } }) => [read, write].filter((scope) => scope !== undefined)));
}

/** Returns the groups of words like `<name>.<verb>`: undefined if there is only one. */
export function groupsOf(all: readonly string[]): Groups | undefined {
  const grouped = all.filter((word) => /^[^.\s]+\.[^.\s]+$/.test(word));
  const byName = Map.groupBy(grouped, (word) => word.split(".")[0]!);
  if (byName.size < 2) return undefined;
  return {
    groups: [...byName].map(([name, inGroup]) => ({ name, words: inGroup })),
    others: all.filter((word) => !grouped.includes(word)),
  };
}

/**
 * Returns the chosen word that includes another one, so that choosing it too adds nothing; undefined if there is none.
 */
export function includedIn(word: string, chosen: readonly string[]): string | undefined {
  const [, name = "", mark = "", verb = ""] = /^([^:.]+)([:.])(.+)$/.exec(word) ?? [];
  const wider = mark === ":" ? [`${name}:${INCLUDED[verb]}`] : mark === "." ? [ANY, `${name}.${ANY}`] : [];
  return wider.find((each) => each !== word && chosen.includes(each));
}

/** Writes a word as people read it: `moons: read`, `moon: all`, `all`. */
export function choiceText(word: string): string {
  const [, name, verb] = /^([^:.]+)[:.](.+)$/.exec(word) ?? [];
  const last = (each: string) => (each === ANY ? "all" : words(each));
  return name === undefined || verb === undefined ? last(word) : `${words(name)}: ${last(verb)}`;
}

/** Returns whether a word stands for all words. */
export function isEverything(word: string): boolean {
  return word === ANY;
}
