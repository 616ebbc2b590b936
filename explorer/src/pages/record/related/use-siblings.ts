/** Names of records below the same parent, which no answer embeds. */
import { useMemo } from "react";
import type { Field } from "../../../../../kit/description/model.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { siblingList } from "../../../fields/record/relations.ts";
import { type Data, useGet } from "../../../requests/queries.ts";

/** The most names that are requested. */
const MOST = 100;

/** Returns the records of a list, with the names of the siblings that a column refers to. */
export function useSiblings(
  columns: readonly Field[],
  path: string,
  records: readonly Data[] | undefined,
): readonly Data[] | undefined {
  const { at } = useDescription();
  const column = columns.find((field) => siblingList(field, path) !== undefined);
  const list = column && siblingList(column, path);
  const view = list === undefined ? undefined : at(list)?.view;
  const isNeeded = column !== undefined && records?.some((record) => record[column.name] != null);
  const { data } = useGet(isNeeded && view ? `${list}?fields=${view.title}&limit=${MOST}` : undefined);
  const siblings: Data[] | undefined = view && data?.data[view.plural];
  return useMemo(
    () => (column && siblings ? records?.map((record) => withSibling(record, column, siblings)) : records),
    [column, siblings, records],
  );
}

function withSibling(record: Data, { name }: Field, siblings: readonly Data[]): Data {
  const target = siblings.find(({ id }) => id === record[name]);
  return target ? { ...record, _embedded: { ...record._embedded, [name]: target } } : record;
}
