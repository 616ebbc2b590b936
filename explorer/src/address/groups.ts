/** Summaries: by what a query groups a list, and which filters select the records of a group. */
import { freePrefixes, withParameters } from "./query.ts";

/** A field by which a list is grouped; dates also by period. */
export interface Grouping {
  /** As the query has it: `launch_date:year`. */
  readonly name: string;
  readonly field: string;
  readonly period: string | undefined;
}

/** A group in an answer: the grouped values, `count`, and the measures. */
// biome-ignore lint/suspicious/noExplicitAny: any value
export type Group = Readonly<Record<string, any>>;

/** The months in a period, or else its milliseconds. */
const MONTHS_IN: Readonly<Record<string, number>> = { decade: 120, year: 12, quarter: 3, month: 1 };
const MS_IN: Readonly<Record<string, number>> = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

/** Returns the groupings of a query. */
export function groupingsIn(search: string): Grouping[] {
  const names = (new URLSearchParams(search).get("group_by") ?? "").split(",").filter((name) => name !== "");
  return names.map((name) => {
    const [field = "", period] = name.split(":");
    return { name, field, period };
  });
}

/** Returns the measures of a query, as members of a group: `crew_size_avg` for `avg:crew_size`. */
export function measuresIn(search: string): { readonly member: string; readonly field: string; readonly of: string }[] {
  const names = (new URLSearchParams(search).get("measure") ?? "").split(",");
  return names.flatMap((name) => {
    const [of = "", field] = name.split(":");
    return field === undefined ? [] : [{ member: `${field}_${of}`, field, of }];
  });
}

/** Returns whether a query asks for groups instead of records. */
export function isSummary(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has("group_by") || parameters.has("measure");
}

/** Returns the query of the records that a summary counts. An order of groups is none of records. */
export function withoutSummary(search: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
  const left = { group_by: undefined, measure: undefined, sort: undefined, sort_by: undefined, order: undefined };
  return withParameters(search, { ...left, ...changes });
}

/** Returns the query of a summary of the same records. What only lists of records take is left out. */
export function summarySearch(search: string, groupings: readonly string[], measures: readonly string[]): string {
  return withoutSummary(search, {
    group_by: groupings.length > 0 ? groupings.join(",") : undefined,
    measure: measures.length > 0 ? measures.join(",") : undefined,
    fields: undefined,
    include: undefined,
    cursor: undefined,
  });
}

/**
 * Returns the parameters that select the records of a group, besides those that the summary has.
 * @param hasFilter whether the service has a filter
 * @returns undefined if the filters cannot select them
 */
export function filtersOfGroup(
  groupings: readonly Grouping[],
  group: Group,
  search: string,
  hasFilter: (parameter: string) => boolean,
): Record<string, string> | undefined {
  const free = freePrefixes(search);
  // With no number left, `any.` is no filter, and the group has no link.
  const context = { group, search, hasFilter, ownName: (name: string) => `${free.shift() ?? "any."}${name}` };
  const filters = Object.assign({}, ...groupings.map((grouping) => filtersOfValue(grouping, context)));
  return Object.keys(filters).every(hasFilter) ? filters : undefined;
}

/** The values of a group, and how to filter by them. */
interface Context {
  readonly group: Group;
  readonly search: string;
  readonly hasFilter: (parameter: string) => boolean;
  /** Makes a filter independent of the others. */
  readonly ownName: (parameter: string) => string;
}

function filtersOfValue({ field, period }: Grouping, context: Context): Record<string, string> {
  const { group, search } = context;
  const value = group[field];
  if (value === null || value === undefined) return withoutValue(field, context);
  if (period === undefined) return { [field]: String(value) };
  const [after, before] = boundsOf(String(value), period);
  const current = new URLSearchParams(search);
  return {
    ...(after && { [`${field}_after`]: laterOf(current.get(`${field}_after`), after, 1) }),
    ...(before && { [`${field}_before`]: laterOf(current.get(`${field}_before`), before, -1) }),
  };
}

/** Returns the filter of what has no value: of a related record, also what leads to none, independently of the others. */
function withoutValue(field: string, { hasFilter, ownName }: Context): Record<string, string> {
  const [, relation, name] = /^([^.]+)\.(.+)$/.exec(field) ?? [];
  const none = `${relation}_none.${name}_exists`;
  return hasFilter(none) ? { [ownName(none)]: "true" } : { [`${field}_exists`]: "false" };
}

/** Returns the first moment after a period, given by its first one. */
export function nextPeriod(first: string, period: string): Date {
  const end = new Date(first);
  const months = MONTHS_IN[period];
  if (months === undefined) end.setTime(end.getTime() + (MS_IN[period] ?? Number.NaN));
  else end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}

/** Returns the moments or days just outside of a period, given by its first one; undefined where there is none to filter by. */
function boundsOf(first: string, period: string): (string | undefined)[] {
  const start = new Date(first);
  const isMoment = first.includes("T");
  const before = new Date(start.getTime() - (isMoment ? 1 : MS_IN.day!));
  return [before, nextPeriod(first, period)].map((bound) => {
    const text = bound.toJSON() ?? "";
    // Filters take years from 0000 to 9999.
    return /^\d{4}-/.test(text) ? text.slice(0, isMoment ? undefined : 10) : undefined;
  });
}

/** Returns the narrower of two bounds: a summary counts only what its own filters select. */
function laterOf(current: string | null, bound: string, sign: 1 | -1): string {
  return current !== null && sign * (Date.parse(current) - Date.parse(bound)) > 0 ? current : bound;
}
