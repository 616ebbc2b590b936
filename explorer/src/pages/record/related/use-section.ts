/** Reads the first records of a list below a record, in their order. */
import { useMemo } from "react";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { columnsOf, inOrder, orderOf, sortOf } from "../../../../../kit/description/pages/page.ts";
import { withParameters } from "../../../address/query.ts";
import { commonIn, parametersFor, withRelated } from "../../../fields/columns.ts";
import { useReadableRelations } from "../../../fields/use-readable-relations.ts";
import type { Data } from "../../../requests/data.ts";
import { useGet } from "../../../requests/queries.ts";
import { useSiblings } from "./use-siblings.ts";

/** The number of records of a list that are shown. */
export const FIRST = 10;
/** Those that have an order of their own are all read, as far as one page goes, and then ordered. */
const RANKED = 100;

/** A list below a record. */
export interface SectionList {
  /** With its filters. */
  readonly path: string;
  readonly view: View;
  /** The field by which all of it refer to the record. */
  readonly by?: Field | undefined;
}

/** The first records of a list. */
export interface Section {
  readonly view: View;
  readonly columns: readonly Field[];
  /** The columns that have one value throughout the list, which need no room in its rows. */
  readonly common: readonly Field[];
  /** Undefined until they are known. */
  readonly records: readonly Data[] | undefined;
  readonly count: number | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads the first records of a list. Parts of the page that read the same one send one request. */
export function useSection({ path, view, by }: SectionList): Section {
  const order = useMemo(() => orderOf(view), [view]);
  const isRanked = order?.ranks !== undefined;
  const columns = useMemo(() => columnsOf(view).filter(({ name }) => name !== by?.name), [view, by]);
  const readableRelations = useReadableRelations();
  const [list = "", query = ""] = path.split("?");
  const request = withParameters(query, {
    limit: String(isRanked ? RANKED : FIRST),
    ...parametersFor(columns, view, readableRelations),
    sort: sortOf(view),
  });
  const { data, error, refetch } = useGet(readableRelations && list + request, { hasNoEvents: view.log === undefined });
  const received = useSiblings(columns, list, data?.data[view.plural]);
  const count: number | undefined = data?.data.total_count;
  const records = useMemo(() => {
    const isWhole = received?.length === count;
    return withRelated(received && isWhole ? inOrder(received, order) : received, columns)?.slice(
      0,
      isWhole ? RANKED : FIRST,
    );
  }, [received, columns, count, order]);
  const [shown, common] = useMemo(() => {
    const all = records ? withValues(columns, records) : columns;
    const same = records && records.length === count ? commonIn(view, all, records) : [];
    return [all.filter((field) => !same.includes(field)), same];
  }, [view, columns, records, count]);
  return { view, columns: shown, common, records, count, error, retry: () => void refetch() };
}

/** Leaves out the columns in which no record has a value, or has any of what it counts. */
function withValues(columns: readonly Field[], records: readonly Data[]): readonly Field[] {
  const isNone = ({ schema }: Field, value: unknown) => value == null || (value === 0 && schema["x-counts"]);
  return columns.filter((field, index) => index === 0 || records.some((record) => !isNone(field, record[field.name])));
}
