/** The colors of the values of a field in a list. */
import { useMemo } from "react";
import type { Field } from "../../description/model.ts";
import { type HueOf, huesOf } from "../../fields/hues.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { pathOfCounts } from "./picture-query.ts";

/**
 * The colors of a field: those of an enum in its order; of other values the most frequent ones of the whole list have one, so that
 * a filter by the field changes none.
 */
export function useHues(field: Field | undefined, path: string, search: string, most?: number): HueOf {
  const isFixed = field === undefined || field.values.length > 0;
  const { data } = useGet(isFixed ? undefined : pathOfCounts(path, search, field.name), {
    keepPrevious: true,
    poll: false,
  });
  const groups: readonly Data[] | undefined = data?.data.groups;
  return useMemo(() => {
    const values = field && groups?.map((group) => group[field.name]).filter((value) => value !== null);
    return huesOf(field, values?.slice(0, most));
  }, [field, groups, most]);
}
