/** The expected results of a filter or a sort, computed in memory from full representations (§4.5, §4.6). */
import type { Kind } from "../../../engine/kinds/kinds.ts";
import type { Body } from "../http/serve.ts";

type Row = Record<string, Body>;

const folded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** A value as it compares: a duration is its seconds. */
export function comparable(kind: Kind, value: Body): Body {
  return kind === "duration" && value !== null ? Temporal.Duration.from(value).total("seconds") : value;
}

/** Whether a value passes `<field><suffix>=<given>`; a missing one passes only `_exists=false` and what asks for others. */
export function matchesFilter(value: Body, suffix: string, filterValues_: readonly Body[]): boolean {
  if (suffix === "_exists")
    return (value !== null && !(Array.isArray(value) && value.length === 0)) === filterValues_[0];
  if (suffix === "_not") return !matchesFilter(value, "", filterValues_);
  if (suffix === "_not_in") return !matchesFilter(value, "_in", filterValues_);
  if (value === null) return false;
  const [v, g] =
    typeof value === "string" ? [folded(value), folded(String(filterValues_[0]))] : [value, filterValues_[0]];
  if (suffix === "_in") return filterValues_.some((each) => matchesFilter(value, "", [each]));
  if (suffix === "_contains") return v.includes(g);
  if (suffix === "_starts_with") return v.startsWith(g);
  if (suffix === "_ends_with") return v.endsWith(g);
  if (suffix === "_min") return v >= g;
  if (suffix === "_max") return v <= g;
  if (suffix === "_after") return v > g;
  if (suffix === "_before") return v < g;
  return v === g;
}

const isOfSeveral = (suffix: string) => suffix === "_in" || suffix === "_not_in";

/** Filter values for which a record with `value` just matches or just does not. */
export function filterValues(kind: Kind, suffix: string, values: readonly Body[]): Body[] {
  const value = values[0];
  if (isOfSeveral(suffix)) return values.slice(0, 2);
  if (suffix === "_contains") return [value.slice(1, -1) || value];
  if (suffix === "_starts_with") return [value.slice(0, 7)];
  if (suffix === "_ends_with") return [value.slice(-7)];
  return kind === "enum" ? [value.toUpperCase()] : [value];
}

/** Writes filter values for a URL, with texts in another case. */
export function toQueryValue(suffix: string, filterValues_: readonly Body[]): string {
  const upperCased = filterValues_.map((each) => (typeof each === "string" ? each.toUpperCase() : String(each)));
  const text = isOfSeveral(suffix)
    ? upperCased.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")
    : upperCased[0]!;
  return encodeURIComponent(text);
}

/** Sorts by code point, text by its folded form, missing values first; equal values by `id`, ascending. */
export function sortRows(rows: readonly Row[], field: string, kind: Kind, descending: boolean): Row[] {
  const compare = (a: Body, b: Body): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? -1 : 1;
    const [one, other] = [comparable(kind, a), comparable(kind, b)];
    if (typeof one === "string") return Buffer.compare(comparedBytes(one, kind), comparedBytes(other, kind));
    return Number(one) - Number(other);
  };
  return rows.toSorted((a, b) => (descending ? -1 : 1) * compare(a[field], b[field]) || (a.id < b.id ? -1 : 1));
}

function comparedBytes(value: string, kind: Kind): Buffer {
  return Buffer.from(kind === "text" ? folded(value) : value);
}
