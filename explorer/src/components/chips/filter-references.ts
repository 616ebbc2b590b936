/** The records that filters refer to. */
import { fieldNamed, isExact, takesList } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { elementsOf, filtersIn } from "../../address/query.ts";
import type { References } from "../../description/targets.ts";
import { conditionOf } from "./filter-text.ts";

/** Returns the references that filters compare exactly. */
export function referencesIn(view: View, search: string): References[] {
  return filtersIn(search).flatMap((pair) => {
    const { path, value = "" } = conditionOf(view, ...pair) ?? {};
    const field = path && fieldNamed(path.records, path.filter.field);
    if (path === undefined || field?.kind !== "reference") return [];
    const { operator } = path.filter;
    const given = isExact(operator) ? [value] : takesList(operator) ? elementsOf(value) : [];
    return [{ field, ids: given.map((id) => id.toLowerCase()) }];
  });
}
