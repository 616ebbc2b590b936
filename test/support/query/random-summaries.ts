/** Random summaries of a list. */
import fc from "fast-check";
import type { Summary } from "./grouping-oracle.ts";
import type { FieldKinds, Kind } from "./query-oracle.ts";

const DATE_PERIODS = ["decade", "year", "quarter", "month", "day"];
/** The periods of each kind of field. */
export const PERIODS: Partial<Record<Kind, readonly string[]>> = {
  date: DATE_PERIODS,
  "date-time": [...DATE_PERIODS, "hour", "minute"],
};

/** The functions of measures of each kind of field. */
export const FUNCTIONS: Partial<Record<Kind, readonly string[]>> = {
  number: ["min", "max", "sum", "avg"],
  count: ["min", "max", "sum", "avg"],
  date: ["min", "max"],
  "date-time": ["min", "max"],
};

/** Random summaries of a list with these fields. */
export function randomSummaries(kinds: FieldKinds): fc.Arbitrary<Summary> {
  const fields = Object.keys(kinds);
  const key = fc.constantFrom(...fields).chain((field) => {
    const periods = PERIODS[kinds[field]!] ?? [];
    return fc.record({ field: fc.constant(field), period: fc.constantFrom(undefined, ...periods) });
  });
  const measure = fc
    .constantFrom(...fields.filter((field) => FUNCTIONS[kinds[field]!]))
    .chain((field) => fc.record({ name: fc.constantFrom(...FUNCTIONS[kinds[field]!]!), field: fc.constant(field) }));
  return fc
    .record({
      keys: fc.uniqueArray(key, { maxLength: 3, selector: ({ field }) => field }),
      measures: fc.uniqueArray(measure, { maxLength: 5, selector: ({ name, field }) => `${field}_${name}` }),
    })
    .chain(({ keys, measures }) => {
      const names = [
        ...keys.map(({ field }) => field),
        "count",
        ...measures.map(({ name, field }) => `${field}_${name}`),
      ];
      const sort = fc.record({ name: fc.constantFrom(...names), descending: fc.boolean() });
      const sorts = fc.uniqueArray(sort, { maxLength: 2, selector: ({ name }) => name });
      return fc.record({ keys: fc.constant(keys), measures: fc.constant(measures), sorts });
    });
}
