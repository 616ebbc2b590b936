/** Reads the records that an address compares, in one request. */
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { comparedIn, isNamedBy, MOST_COMPARED } from "../../address/compared.ts";
import { searchOf } from "../../address/query.ts";
import { useDescription } from "../../description/use-description.tsx";
import { parametersFor } from "../../fields/columns.ts";
import { useReadableRelations } from "../../fields/use-readable-relations.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { useSiblings } from "../record/related/use-siblings.ts";
import { type ComparedList, comparedLists } from "./relations.ts";

/** The records of a comparison. */
export interface ComparedRecords {
  /** The ids in the address for which there is room. */
  readonly ids: readonly string[];
  /** Those for which there is none. */
  readonly beyond: readonly string[];
  /** In the order of the address; undefined until they are known. */
  readonly records: readonly Data[] | undefined;
  /** The ids that name no record of the list. */
  readonly missing: readonly string[];
  readonly lists: readonly ComparedList[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads the records. */
export function useCompared(view: View, path: string, search: string): ComparedRecords {
  const description = useDescription();
  const { mayRead } = useRights();
  const all = comparedIn(search);
  const ids = all.slice(0, MOST_COMPARED);
  const lists = comparedLists(description, view).filter((list) => mayRead(list.view) === true);
  const readableRelations = useReadableRelations();
  const { fields, include = "" } = parametersFor(view.fields, view, readableRelations);
  const parameters = new URLSearchParams(search);
  parameters.set("id_in", ids.join(","));
  parameters.set("limit", String(view.maxLimit ?? 100));
  if (fields !== undefined) parameters.set("fields", fields);
  const included = [...lists.map(({ name }) => name), include].filter((name) => name !== "");
  if (included.length > 0) parameters.set("include", included.join(","));
  const { data, error, refetch } = useGet(readableRelations && path + searchOf(parameters), { keepPrevious: true });
  const received: readonly Data[] | undefined = data?.data[view.plural];
  const order = ids.join(",");
  const sorted = useMemo(
    () => received && order.split(",").flatMap((id) => received.filter((each) => isNamedBy(each, id))),
    [received, order],
  );
  const records = useSiblings(view.fields, path, sorted);
  const missing = received ? ids.filter((id) => !received.some((each) => isNamedBy(each, id))) : [];
  return {
    ...{ ids, beyond: all.slice(MOST_COMPARED), records, missing, lists },
    ...{ error, retry: () => void refetch() },
  };
}
