/** The filters of a list by themselves, where it is followed as it grows instead of being read page by page. */
import { refuse } from "../problem.ts";
import { RESERVED } from "../resource/operators.ts";
import type { View } from "../resource/resource.ts";
import type { Condition } from "./filtering.ts";
import { readListQuery } from "./list-query.ts";
import type { PageSizes } from "./paging.ts";

/**
 * Reads a query string that holds nothing but filters.
 * @throws Problem `invalid-request`
 */
export function readFilters(view: View, query: string, sizes: PageSizes): readonly Condition[] {
  const { conditions, given } = readListQuery(view, query, sizes);
  const others = new Set(given.map(([name]) => name).filter((name) => RESERVED.includes(name) && name !== "filter"));
  refuse(
    Array.from(others, (parameter) => ({
      in: "shape",
      parameter,
      code: "unknown_parameter",
      message: `A stream takes filters, and no ${parameter}.`,
    })),
  );
  return conditions;
}
