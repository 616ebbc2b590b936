/** What a table lacks, has too much, or holds in another sense than the declarations want it. */
import type { Kind } from "../../declare/field-spec.ts";
import { sameJson } from "../../declare/values.ts";
import { declaredColumn, foldedColumn, type Resource } from "../../resource/resource.ts";
import type { Dialect } from "../dialect.ts";
import { definitions, indexes, indexPrefix } from "../tables.ts";
import { type Held, type Layout, type Table, typeOf } from "./layout.ts";

export interface Difference {
  readonly resource: Resource;
  /** Whether there is no table at all. */
  readonly isNew: boolean;
  /** Columns that are to be made. */
  readonly added: ReadonlySet<string>;
  /** Those of them that are there, but nothing in them can be kept; as they were. */
  readonly renewed: ReadonlyMap<string, Held>;
  /** Columns that are wanted no more, as they were. */
  readonly removed: ReadonlyMap<string, Held>;
  /** Columns whose values stay, though they mean something else; as they were. */
  readonly changed: ReadonlyMap<string, Held>;
  readonly addedIndexes: ReadonlyMap<string, string>;
  readonly removedIndexes: ReadonlySet<string>;
  /** Whether every record looks different by itself, or in lists. */
  readonly shown: boolean;
  readonly listed: boolean;
}

/** What every table has, whatever it holds. */
const ALWAYS = ["n", "revision"];

/**
 * @param wanted the layout that the declarations ask for, and `kept` the one that is kept, where there is one
 * @param table what is there
 */
export function differenceOf(
  resource: Resource,
  dialect: Dialect,
  wanted: Layout,
  kept: Layout | undefined,
  table: Table | undefined,
): Difference {
  const asked = wanted.tables[resource.table]!;
  const was = kept?.tables[resource.table];
  const there: Table = table ?? { columns: new Map(), indexes: new Map() };
  const added = new Set<string>();
  const renewed = new Map<string, Held>();
  const changed = new Map<string, Held>();
  const removed = new Map<string, Held>();
  for (const [name, type] of there.columns) {
    if (!ALWAYS.includes(name) && !(name in asked.columns))
      removed.set(name, was?.columns[name] ?? assumed(name, type, dialect));
  }
  for (const [name, held] of Object.entries(asked.columns)) {
    const type = there.columns.get(name);
    if (type === undefined) {
      added.add(name);
      continue;
    }
    // A database without a layout is taken at its word; a column that its layout does not know is not.
    const before = was ? (was.columns[name] ?? assumed(name, type, dialect)) : held;
    if (type !== typeOf(held.kind, dialect) || (!sameJson(before, held) && !stays(before, held))) {
      renewed.set(name, before);
      added.add(name);
    } else if (!sameJson(before, held)) changed.set(name, before);
  }
  for (const name of [...added]) {
    const shadow = foldedColumn(name);
    const held = asked.columns[shadow];
    if (held && there.columns.has(shadow)) {
      renewed.set(shadow, held);
      added.add(shadow);
    }
  }
  const remade = [...renewed.keys(), ...removed.keys()];
  const wantedIndexes = indexes(resource, dialect);
  const ours = [...there.indexes].filter(([name]) => name.startsWith(indexPrefix(resource.table)));
  const removedIndexes = new Set(
    ours
      .filter(([name, definition]) => !wantedIndexes.has(name) || remade.some((column) => covers(definition, column)))
      .map(([name]) => name),
  );
  return {
    resource,
    isNew: table === undefined,
    added: table ? added : new Set(definitions(resource, dialect).keys()),
    renewed,
    removed,
    changed,
    addedIndexes: new Map([...wantedIndexes].filter(([name]) => !there.indexes.has(name) || removedIndexes.has(name))),
    removedIndexes,
    shown: was?.shown !== asked.shown,
    listed: was?.listed !== asked.listed,
  };
}

/** What an index is on stands in the brackets of its definition. */
function covers(definition: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(definition.slice(definition.indexOf("(")));
}

/** A column that nobody described: its name says what it may be. */
function assumed(name: string, type: string, dialect: Dialect): Held {
  const kind =
    (["text", "integer", "decimal", "boolean"] as const).find((each) => typeOf(each, dialect) === type) ?? "text";
  const origin = /__(folded|path)$/.exec(name)?.[1] as "folded" | "path" | undefined;
  return { kind, origin: origin ?? (name.endsWith(declaredColumn("")) ? "declared" : "client") };
}

/** Kinds that are kept in the same form as others. */
const AS_TEXT: readonly Kind[] = ["id", "text", "enum", "reference", "date"];
const AS_JSON: readonly Kind[] = ["array", "object"];

function formOf(kind: Kind): string {
  if (AS_TEXT.includes(kind)) return "text";
  return AS_JSON.includes(kind) ? "json" : kind;
}

/** Values that a client may have written, or that are as good as written when they were worked out before. */
const WRITTEN = ["client", "either"];

/** Whether what a column holds can stay where it holds something else from now on. */
function stays(before: Held, held: Held): boolean {
  if (formOf(before.kind) !== formOf(held.kind)) return false;
  if (held.origin === "client") return before.origin !== "folded" && before.origin !== "path";
  return held.origin === "either" && WRITTEN.includes(before.origin);
}

/** Whether a column held what cannot be worked out again, and where that stands. */
export function ownedBy(name: string, { origin }: Held): string | undefined {
  if (origin === "client") return name;
  return origin === "either" ? declaredColumn(name) : undefined;
}
