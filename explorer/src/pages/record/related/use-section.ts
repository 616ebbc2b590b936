/** Reads the first records of a list below a record, in their order. */
import { useMemo } from "react";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { columnsOf, inOrder, type Order, orderOf } from "../../../../../kit/description/pages/page.ts";
import { withParameters } from "../../../address/query.ts";
import { parametersFor, withRelated } from "../../../fields/columns.ts";
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
  /** The list with all of them, in the same order. */
  readonly all: string;
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
  const sort = sortOf(view, order);
  const request = withParameters(query, {
    limit: String(isRanked ? RANKED : FIRST),
    ...parametersFor(columns, view, readableRelations),
    sort,
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
  const all = list + withParameters(query, { sort: view.isSystem ? undefined : sort });
  return { view, columns: shown, common, records, count, all, error, retry: () => void refetch() };
}

/** Returns the order that is requested: of what the service does, the latest. */
function sortOf({ isSystem, sortable }: View, order: Order | undefined): string | undefined {
  if (isSystem) return sortable.includes("created_at") ? "created_at:desc" : undefined;
  return order && order.ranks === undefined && sortable.includes(order.field.name) ? order.sort : undefined;
}

/** Leaves out the columns in which no record has a value, or has any of what it counts. */
function withValues(columns: readonly Field[], records: readonly Data[]): readonly Field[] {
  const isNone = ({ schema }: Field, value: unknown) => value == null || (value === 0 && schema["x-counts"]);
  return columns.filter((field, index) => index === 0 || records.some((record) => !isNone(field, record[field.name])));
}

/** From so many rows on, a value that all have is said once. */
const MANY = 3;

/** Returns the columns, but the first one, in which all records have the same value. Those of an entry lead to it. */
function commonIn(view: View, columns: readonly Field[], records: readonly Data[]): readonly Field[] {
  const [first] = records;
  if (!first || records.length < MANY) return [];
  return columns.slice(1).filter(({ name, kind, derived }) => {
    const isShort = kind === "enum" || kind === "text" || kind === "integer" || kind === "boolean";
    const isLink = view.kind === "membership" && !derived;
    return isShort && !isLink && first[name] != null && records.every((record) => record[name] === first[name]);
  });
}
