/** What the options of an import say about the columns of its file. */

import type { View } from "../../../kit/description/model.ts";
import { likelyTarget, type Matches, matchColumns, plainName, type Target } from "../../../kit/import/columns.ts";
import { InvalidTemplate, parseTemplate, type Template } from "../../../kit/import/template.ts";
import { quoteName, shorten } from "../../../kit/values/quote.ts";
import { didYouMean } from "../../../kit/values/similar.ts";
import { UsageError } from "../../console/exit-codes.ts";

/** The options, as written on the command line. */
export interface ColumnOptions {
  /** Each `column=field`. */
  readonly map?: readonly string[];
  /** Each `field=template`. */
  readonly set?: readonly string[];
  /** Columns; `*` for all that match no field. */
  readonly ignore?: readonly string[];
}

/** A list, and what columns can become in it. */
export interface Destination {
  readonly view: View;
  readonly targets: readonly Target[];
}

/** What becomes of columns. */
export interface ColumnChoices {
  readonly matches: Matches;
  readonly set: Readonly<Record<string, Template>>;
  /** The columns that are skipped because the service sets these fields. */
  readonly leftOut: readonly string[];
  /** The columns that match the label of a field and not its name, such as `"Mass" is mass_kg`. */
  readonly byLabel: readonly string[];
  /** The columns that options name and the file does not have: it is not the one that was meant. */
  readonly absent: readonly string[];
  /** What is wrong with the columns. */
  readonly faults: readonly string[];
  /** The names that a column may have, if one has another. */
  readonly known: readonly string[];
}

/**
 * Decides what becomes of the columns of a file.
 * @throws UsageError if an option names an unknown field
 */
export function chooseColumns(
  columns: readonly string[],
  destination: Destination,
  { map = [], set = [], ignore = [] }: ColumnOptions,
): ColumnChoices {
  const templates = new Map<string, Template>();
  const mapped = new Map<string, string>();
  const taken = new Map<string, string>();
  const take = (option: string, field: string, by: string): void => {
    requireField(option, field, destination);
    const earlier = taken.get(field);
    if (earlier !== undefined) throw new UsageError(`${field} is set twice: by ${earlier} and by ${by}.`);
    taken.set(field, by);
  };
  for (const text of set) {
    const [field, template] = splitPair("--set", text);
    take("--set", field, `--set ${field}`);
    templates.set(field, templateOf(template));
  }
  for (const text of map) {
    const [column, field] = splitPair("--map", text);
    take("--map", field, `--map ${text}`);
    mapped.set(column, field);
  }
  const used = [...templates.values()].flatMap((template) => template.columns);
  const ignored = ignore.filter((name) => name !== "*");
  const { targets, view } = destination;
  const matches = matchColumns(columns, targets, view.key, {
    matches: { ...Object.fromEntries(ignored.map((name) => [name, undefined])), ...Object.fromEntries(mapped) },
    taken: [...templates.keys()],
  });
  const expected = [
    ...Array.from(mapped.keys(), (name) => ["--map", name] as const),
    ...used.map((name) => ["--set", name] as const),
    ...ignored.map((name) => ["--ignore", name] as const),
  ];
  const absent = columns.length === 0 ? [] : expected.filter(([, name]) => !columns.includes(name));
  const unmatched = columns.filter((column) => matches[column] === undefined && !ignored.includes(column));
  const isDerived = (column: string) => derivedIn(view).some((name) => plainName(name) === plainName(column));
  const others = ignore.includes("*") ? [] : unmatched.filter((column) => !isDerived(column) && !used.includes(column));
  const unknown = others.filter((column) => likelyTarget(column, targets, view.key) === undefined);
  return {
    matches,
    byLabel: columns
      .filter((column) => !mapped.has(column) && !["id", plainName(matches[column] ?? "")].includes(plainName(column)))
      .flatMap((column) => (matches[column] === undefined ? [] : [`${quoteName(column)} is ${matches[column]}`])),
    known: unknown.length === 0 ? [] : targets.map(({ name }) => name),
    set: Object.fromEntries(templates),
    leftOut: unmatched.filter(isDerived),
    absent: absent.map(
      ([option, name]) =>
        `${option}: there is no column ${quoteName(name)}. Columns: ${columns.map((column) => shorten(column)).join(", ")}.`,
    ),
    faults: others.flatMap((column) => faultOf(column, destination, matches, templates)),
  };
}

/** What is wrong with a column that becomes nothing; nothing if an option sets what it would become. */
function faultOf(
  column: string,
  { targets, view }: Destination,
  matches: Matches,
  templates: ReadonlyMap<string, Template>,
): string[] {
  const likely = likelyTarget(column, targets, view.key);
  if (likely === undefined) return [unknownColumn(column, targets)];
  const other = Object.keys(matches).find((each) => matches[each] === likely);
  return templates.has(likely) || other === undefined
    ? []
    : [
        `The columns ${quoteName(other)} and ${quoteName(column)} are both ${likely}. Skip one with --ignore ${quoteName(column)}.`,
      ];
}

function unknownColumn(column: string, targets: readonly Target[]): string {
  const known = targets.map(({ name }) => name);
  const [near = relatedName(column, known)] = known.filter((name) => plainName(name).startsWith(plainName(column)));
  const hint =
    didYouMean(column.toLowerCase().replaceAll(/\W+/g, "_"), known) || (near ? ` Did you mean ${near}?` : "");
  const advice = `Name its field with --map ${quoteName(`${column}=field`)}, or skip it with --ignore ${quoteName(column)}.`;
  return `Unknown column ${quoteName(column)}.${hint} ${advice}`;
}

/** The fields that only the service sets. */
function derivedIn({ fields, writable }: View): string[] {
  const names = writable.create.map(({ name }) => name);
  return fields.map(({ name }) => name).filter((name) => !names.includes(name));
}

/** The only name that begins with a long word of the column: that of `year_of_birth` is `birth_date`. */
function relatedName(column: string, names: readonly string[]): string | undefined {
  const words: string[] = column.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const related = names.filter((name) => words.includes(name.split("_", 1)[0]!));
  return related.length === 1 ? related[0] : undefined;
}

function requireField(option: string, field: string, { targets, view }: Destination): void {
  const known = targets.map(({ name }) => name);
  if (known.includes(field)) return;
  const hint = derivedIn(view).includes(field) ? " The service sets it." : didYouMean(field, known);
  throw new UsageError(
    `${option}: there is no writable field ${quoteName(field)}.${hint} Fields: ${known.join(", ")}.`,
  );
}

function templateOf(text: string): Template {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof InvalidTemplate) throw new UsageError(`--set: ${error.message}`);
    throw error;
  }
}

function splitPair(option: string, text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new UsageError(
      `${option} ${quoteName(text)}: write ${option === "--map" ? "column=field" : "field=template"}.`,
    );
  return [text.slice(0, at), text.slice(at + 1)];
}
