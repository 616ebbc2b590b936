/** Finds the changes of an event, field by field. */
import { plainField } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";

/** A field that an event changed. */
export interface Change {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields that are left out, because every change has them. */
const UNSAID: readonly string[] = ["id", "created_at", "updated_at"];

/**
 * Returns the fields that differ between two states of a record, those that people write first.
 * @param before null before it was created
 * @param after null after it was deleted
 */
export function changesOf(view: View | undefined, before: Data | null, after: Data | null): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const valueIn = (record: Data | null, name: string): unknown => record?.[name] ?? null;
  const isOther = (name: string) => !isSame(valueIn(before, name), valueIn(after, name));
  const precisions = new Set(view?.fields.map(({ precision }) => precision));
  const changes = [...names].flatMap((name): Change[] => {
    // A date is shown as precisely as it is known, so its precision needs no row of its own.
    if (name.startsWith("_") || UNSAID.includes(name) || precisions.has(name)) return [];
    const field = view?.fields.find((each) => each.name === name) ?? plainField(name, "json");
    const isKnown = !isEmpty(valueIn(after, name));
    const isChanged = isOther(name) || (isKnown && field.precision !== undefined && isOther(field.precision));
    if (!isChanged || isTrivial(field, before, after)) return [];
    return [{ field, before: valueIn(before, name), after: valueIn(after, name) }];
  });
  return changes.sort((a, b) => Number(a.field.derived) - Number(b.field.derived));
}

/** Returns whether a field is left out: a derived one of a record that was created or deleted. */
function isTrivial({ derived }: Field, before: Data | null, after: Data | null): boolean {
  return derived && (before === null || after === null);
}

function isSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Sorts members of objects, whose order has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** From so many characters on, texts are compared by words. */
const LONG = 60;

/** Two values as texts of several words or lines, which are compared part by part. */
export interface LongTexts {
  readonly before: string;
  readonly after: string;
  readonly byLines: boolean;
}

/** Returns two values to be compared part by part; undefined if there is only one, or if both are short. */
export function longTextsOf(field: Field, before: unknown, after: unknown): LongTexts | undefined {
  if (typeof before === "string" && typeof after === "string")
    return isLong(before) || isLong(after) ? { before, after, byLines: false } : undefined;
  const [old, now] = [blockOf(field, before), blockOf(field, after)];
  return old === undefined || now === undefined ? undefined : { before: old, after: now, byLines: true };
}

function isLong(text: string): boolean {
  return text.length > LONG || text.includes("\n");
}

/** Writes a list of objects, an object or any JSON as lines of text; undefined for other values. */
export function blockOf(field: Field, value: unknown): string | undefined {
  if (field.kind === "objects" && Array.isArray(value)) return value.map((each) => `${lineOf(field, each)}\n`).join("");
  const isNested = typeof value === "object" && value !== null && field.kind !== "texts";
  return isNested ? JSON.stringify(value, null, 2) : undefined;
}

/** Writes one of several objects as a line: its values in the order of the fields. */
function lineOf({ fields }: Field, value: Readonly<Record<string, unknown>>): string {
  return fields.flatMap(({ name }) => (value[name] == null ? [] : [String(value[name])])).join("  ");
}
