/** The query parameters of summaries. */
import { isGroupable, MAX_KEYS, MAX_MEASURES, PERIODS, periodsOf } from "../../../query/grouping.ts";
import { COUNT, FUNCTIONS, isMeasurable, type MeasureFunction } from "../../../query/measures.ts";
import type { Property, View } from "../../../resource/resource.ts";
import type { JsonObject } from "../components.ts";

/** `group_by` and `measure` of a list, without their names. */
export interface GroupingParameters {
  readonly groupBy: JsonObject;
  readonly measure: JsonObject;
}

/** What `group_by` does. */
export const ABOUT_GROUP_BY = "The fields by which a summary groups, dates also by period: `created_at:month`.";

/** What `measure` does. */
export const ABOUT_MEASURE = "What a summary computes of each group, as in `max:created_at`.";

/** What both do, for the introduction. */
export const ABOUT_SUMMARIES = `\`group_by\` takes up to ${MAX_KEYS} fields. Of a date or
date-time it may take a period (${PERIODS.join(", ")}; in UTC), which is shown as its first moment. Texts that differ only by case are one group, and
so are missing values. Without \`group_by\`, all records are one group. \`measure\` takes up to ${MAX_MEASURES} of \`min:<field>\` and
\`max:<field>\` of numbers, durations, dates and date-times, and \`sum:<field>\` and \`avg:<field>\` of numbers and durations. Missing values are
ignored, and a sum beyond the range of a double is null. A summary is sorted by its grouped fields, by \`count\` and by
measures such as \`created_at_max\`. \`fields\`, \`include\` and \`cursor\` cannot be combined with it.`;

/** The names of measures in groups, by which summaries are sorted. */
export const MEASURE_NAMES = `${COUNT}|[\\w.]+_(?:${Object.keys(FUNCTIONS).join("|")})`;

/** The schemas of both, as comma-separated lists. */
export function groupingSchemas(view: View): GroupingParameters {
  const { properties } = view;
  const fields = [...properties.values()].filter(isGroupable);
  const byPeriods = Map.groupBy(fields, (property) => periodsOf(property).join("|"));
  const keys = [...byPeriods].map(
    ([periods, group]) => `${anyOf(namesOf(group))}${periods === "" ? "" : `(?::(?:${periods}))?`}`,
  );
  const measures = measuresOf(properties.values()).map(({ functions, names }) => `${anyOf(functions)}:${anyOf(names)}`);
  const related = relatedPattern(view);
  if (related !== undefined) {
    keys.push(`${related}(?::[a-z]+)?`);
    measures.push(`[a-z]+:${related}`);
  }
  return {
    groupBy: listOf(`^(?:${keys.join("|")})$`, MAX_KEYS),
    measure: listOf(`^(?:${[COUNT, ...measures].join("|")})$`, MAX_MEASURES),
  };
}

/** The pattern of a path to a field of the one record to which a relation leads; undefined if the list has no such relation. */
export function relatedPattern({ relations }: View): string | undefined {
  const names = [...relations.values()].filter(({ isMany }) => !isMany).map(({ name }) => name);
  return names.length === 0 ? undefined : `(${names.join("|")})\\.[a-z0-9_.]+`;
}

/** The functions that take the same fields, with these. */
function measuresOf(properties: Iterable<Property>): { functions: string[]; names: string[] }[] {
  const all = [...properties];
  const byFields = Map.groupBy(Object.keys(FUNCTIONS) as MeasureFunction[], (name) =>
    namesOf(all.filter((property) => isMeasurable(name, property))).join("|"),
  );
  return [...byFields]
    .filter(([names]) => names !== "")
    .map(([names, functions]) => ({ functions, names: names.split("|") }));
}

/** The names of properties in a pattern. */
function namesOf(properties: readonly Property[]): string[] {
  return properties.map(({ name }) => name.replaceAll(".", "\\."));
}

function anyOf(words: readonly string[]): string {
  return `(?:${words.join("|")})`;
}

function listOf(pattern: string, maxItems: number): JsonObject {
  return { type: "array", minItems: 1, maxItems, uniqueItems: true, items: { type: "string", pattern } };
}
