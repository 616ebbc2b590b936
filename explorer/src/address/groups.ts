/** Summaries: by what a query groups a list, and which filters select the records of a group. */
import { withParameters } from "./query.ts";

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

const MINUTE_MS = 60_000;

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
  const filters = Object.assign({}, ...groupings.map((grouping) => filtersOfValue(grouping, group, search)));
  return Object.keys(filters).every(hasFilter) ? filters : undefined;
}

function filtersOfValue({ field, period }: Grouping, group: Group, search: string): Record<string, string> {
  const value = group[field];
  if (value === null || value === undefined) return { [`${field}_exists`]: "false" };
  if (period === undefined) return { [field]: String(value) };
  const [after, before] = boundsOf(String(value), period);
  const current = new URLSearchParams(search);
  return {
    [`${field}_after`]: laterOf(current.get(`${field}_after`), after, 1),
    [`${field}_before`]: laterOf(current.get(`${field}_before`), before, -1),
  };
}

/** Returns the moments or days just outside of a period, given by its first one. */
function boundsOf(first: string, period: string): [after: string, before: string] {
  const start = new Date(first);
  const end = new Date(start);
  if (period === "minute") end.setTime(start.getTime() + MINUTE_MS);
  else if (period === "hour") end.setTime(start.getTime() + 60 * MINUTE_MS);
  else if (period === "day") end.setUTCDate(start.getUTCDate() + 1);
  else if (period === "month") end.setUTCMonth(start.getUTCMonth() + 1);
  else if (period === "quarter") end.setUTCMonth(start.getUTCMonth() + 3);
  else end.setUTCFullYear(start.getUTCFullYear() + 1);
  if (first.includes("T")) return [new Date(start.getTime() - 1).toISOString(), end.toISOString()];
  const dayBefore = new Date(start);
  dayBefore.setUTCDate(start.getUTCDate() - 1);
  return [dayBefore.toISOString().slice(0, 10), end.toISOString().slice(0, 10)];
}

/** Returns the narrower of two bounds: a summary counts only what its own filters select. */
function laterOf(current: string | null, bound: string, sign: 1 | -1): string {
  return current !== null && sign * (Date.parse(current) - Date.parse(bound)) > 0 ? current : bound;
}
