/** Which column of a file becomes which field of a record. */
import type { Schema } from "../../../engine/declare/schema.ts";
import { didYouMean } from "../../../engine/resource/messages.ts";
import { UsageError } from "../../console/exit-codes.ts";
import type { Address } from "../service/address.ts";
import { derivedOf, draftOf, keyOf, type RecordSchema } from "./draft.ts";
import { parseTemplate, type Template } from "./template.ts";

/** The options that decide it, as written on the command line. */
export interface MappingOptions {
  /** Each `column=field`. */
  readonly map?: readonly string[];
  /** Each `field=template`. */
  readonly set?: readonly string[];
  /** Columns; `*` for all that match no field. */
  readonly ignore?: readonly string[];
}

/** Where the value of a column goes. */
export type Target =
  | { readonly to: "field"; readonly path: readonly string[]; readonly schema: Schema }
  /** A variable of the path. A variable that the path itself gives must have the same value. */
  | { readonly to: "variable"; readonly name: string; readonly fixed: string | undefined }
  | { readonly to: "nothing" };

/** A field that is set from a template. */
export interface SetField {
  readonly target: Target;
  readonly template: Template;
}

const NOTHING: Target = { to: "nothing" };

/** Decides where each column goes, and remembers it. */
export class Mapping {
  readonly sets: readonly SetField[];
  /** The columns that no field matches, each with a message. */
  readonly unknown = new Map<string, string>();
  /** What every record needs and no column gives, once the columns are known. */
  absent: ReadonlySet<string> = new Set();
  /** The columns that are skipped because the service sets these fields. */
  readonly leftOut = new Set<string>();
  private readonly targets = new Map<string, Target>();
  private readonly taken = new Map<string, string>();
  private readonly fields: ReadonlyMap<string, Target>;
  private readonly derived: ReadonlySet<string>;
  private readonly used: ReadonlySet<string>;
  private readonly ignored: ReadonlySet<string>;

  /** @throws UsageError if an option names an unknown field */
  constructor(address: Address, { map = [], set = [], ignore = [] }: MappingOptions) {
    this.fields = targetsOf(address);
    this.derived = derivedOf(address.view);
    this.ignored = new Set(ignore);
    this.sets = set.map((text) => {
      const [field, template] = splitPair("--set", text);
      this.take(field, `--set ${field}`);
      return { target: this.named("--set", field), template: parseTemplate(template) };
    });
    this.used = new Set(this.sets.flatMap(({ template }) => template.columns));
    for (const text of map) {
      const [column, field] = splitPair("--map", text);
      this.targets.set(column, this.named("--map", field));
      this.take(field, column);
    }
  }

  /** The columns that options name; a file in which one is missing is not the one that was meant. */
  get expected(): readonly string[] {
    return [...this.targets.keys(), ...this.used, ...[...this.ignored].filter((name) => name !== "*")];
  }

  /** The names of all fields and variables. */
  get fieldNames(): string[] {
    return [...this.fields.keys()];
  }

  /** Where the value of a column goes. An unknown column is noted in `unknown`, and goes nowhere. */
  targetOf(column: string): Target {
    const known = this.targets.get(column);
    if (known) return known;
    const target = this.decide(column);
    this.targets.set(column, target);
    return target;
  }

  /** Notes which of these fields and variables no column and no option gives. */
  noteAbsent(needed: readonly string[]): void {
    const given = [...this.taken.keys()].map((name) => name.split(".")[0]);
    this.absent = new Set(needed.filter((name) => !given.includes(name)));
  }

  private decide(column: string): Target {
    if (this.ignored.has(column)) return NOTHING;
    const field = matchingName(column, [...this.fields.keys()]);
    if (field !== undefined) {
      const earlier = this.taken.get(field);
      if (earlier === undefined) {
        this.taken.set(field, column);
        return this.fields.get(field)!;
      }
      if (!earlier.startsWith("--set") && !this.used.has(column) && !this.ignored.has("*"))
        this.unknown.set(column, `The columns ${quote(earlier)} and ${quote(column)} are both ${field}.`);
      return NOTHING;
    }
    if (matchingName(column, [...this.derived]) !== undefined) this.leftOut.add(column);
    else if (!this.used.has(column) && !this.ignored.has("*")) this.unknown.set(column, this.unknownColumn(column));
    return NOTHING;
  }

  private unknownColumn(column: string): string {
    const known = this.fieldNames;
    const [near = relatedName(column, known)] = known.filter((name) => plainName(name).startsWith(plainName(column)));
    const hint =
      didYouMean(column.toLowerCase().replaceAll(/\W+/g, "_"), known) || (near ? ` Did you mean ${near}?` : "");
    const advice = `Name its field with --map ${quote(`${column}=field`)}, or skip it with --ignore ${quote(column)}.`;
    return `Unknown column ${quote(column)}.${hint} ${advice}`;
  }

  private named(option: string, field: string): Target {
    const target = this.fields.get(field);
    if (target) return target;
    const known = this.fieldNames;
    const isDerived = this.derived.has(field) ? " The service sets it." : didYouMean(field, known);
    throw new UsageError(
      `${option}: there is no writable field ${quote(field)}.${isDerived} Fields: ${known.join(", ")}.`,
    );
  }

  private take(field: string, by: string): void {
    const earlier = this.taken.get(field);
    if (earlier !== undefined) throw new UsageError(`${field} is set twice: by ${earlier} and by ${by}.`);
    this.taken.set(field, by);
  }
}

/** The fields and variables by name; members of declared objects with dots, as exports name them. */
function targetsOf({ view, variables, fixed }: Address): Map<string, Target> {
  const found = new Map<string, Target>();
  const add = ({ properties }: Pick<RecordSchema, "properties">, path: readonly string[]): void => {
    for (const [name, schema] of Object.entries(properties)) {
      const names = [...path, name];
      found.set(names.join("."), { to: "field", path: names, schema });
      if (schema.properties) add(schema as RecordSchema, names);
    }
  };
  add(draftOf(view), []);
  for (const name of variables) found.set(name, { to: "variable", name, fixed: undefined });
  for (const [name, value] of Object.entries(fixed)) found.set(name, { to: "variable", name, fixed: value });
  if (view.kind === "membership" && !found.has("id")) found.set("id", found.get(keyOf(view)!)!);
  return found;
}

/** The name that a column has apart from case, spaces, underscores and the spelling of units: `Mass (kg)` is `mass_kg`. */
function matchingName(column: string, names: readonly string[]): string | undefined {
  return names.find((name) => name === column) ?? names.find((name) => plainName(name) === plainName(column));
}

/** The only name that begins with a long word of the column: that of `year_of_birth` is `birth_date`. */
function relatedName(column: string, names: readonly string[]): string | undefined {
  const words: string[] = column.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const related = names.filter((name) => words.includes(name.split("_", 1)[0]!));
  return related.length === 1 ? related[0] : undefined;
}

function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\bin\b|[^\p{L}\p{N}.]/gu, "");
}

function splitPair(option: string, text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new UsageError(`${option} ${quote(text)}: write ${option === "--map" ? "column=field" : "field=template"}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function quote(name: string): string {
  return JSON.stringify(name);
}
