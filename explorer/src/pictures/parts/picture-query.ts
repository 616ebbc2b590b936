/** Makes the requests of a picture: the filters of the address, and the fields that it draws. */
import { filtersIn, searchOf } from "../../address/query.ts";

/**
 * Returns the path of the records that a picture draws. Which page an address shows, and in which order, does not
 * matter here.
 * @param fields names of fields and of relations; undefined ones are left out
 */
export function pathOfRecords(
  path: string,
  search: string,
  { fields, include }: { readonly fields: readonly (string | undefined)[]; readonly include?: string | undefined },
): string {
  const parameters = new URLSearchParams(filtersIn(search));
  const names = [...new Set(fields.filter((name) => name !== undefined && name !== "id"))];
  parameters.set("fields", names.join(","));
  if (include !== undefined) parameters.set("include", include);
  return `${path}${searchOf(parameters)}`;
}

/** Returns the path that counts the records of a list by the values of a field, without the filters of that field. */
export function pathOfCounts(path: string, search: string, field: string): string {
  const others = filtersIn(search).filter(([name]) => name !== field && !name.startsWith(`${field}_`));
  return `${path}${searchOf(new URLSearchParams([...others, ["group_by", field], ["sort", "count:desc"], ["limit", "100"]]))}`;
}
