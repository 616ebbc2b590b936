/** The filters of the list that a picture shows. */
import { faultsOf } from "../../components/chips/faults.ts";
import { useFilterNames } from "../../components/chips/use-filter-names.ts";
import { Filters } from "../../components/filter/filters.tsx";
import type { LoadedRecords } from "../../requests/records.ts";
import type { PictureProps } from "../picture.ts";

/** The filters of the list; a change leaves how the picture is looked at as it is. */
export function PictureFilters({
  view,
  path,
  search,
  loaded,
}: PictureProps & { readonly loaded: Pick<LoadedRecords, "records" | "error"> }) {
  const nameOf = useFilterNames(view, search, loaded.records);
  return <Filters view={view} path={path} search={search} faults={faultsOf(loaded.error)} nameOf={nameOf} />;
}
