/** The records of a page of a list, and the ways to the other pages. */
import type { ComponentType } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { filtersIn } from "../../address/query.ts";
import { useQuickFilters } from "../../components/quick/use-quick-filters.tsx";
import type { RowSelection } from "../../components/selection/selected.ts";
import { RecordCards } from "../../components/table/cards.tsx";
import { Pager } from "../../components/table/pager.tsx";
import { type RecordsProps, RecordsTable } from "../../components/table/records-table.tsx";
import { Common } from "../../components/table/same-values.tsx";
import { SkeletonTable } from "../../components/table/skeleton.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import type { Data } from "../../requests/queries.ts";
import { CursorPagesFoot } from "./cursor-pages.tsx";
import { LaterChanges } from "./later-changes.tsx";
import { EmptyCollection, NoMatch, PastTheEnd } from "./nothing.tsx";
import { commonColumns, DEFAULT_LIMIT, limitOf, linkOf, narrowColumns, pagesOf } from "./request.ts";
import type { LoadedList } from "./use-list.ts";

/** Props of `ListRecords`. */
export interface ListRecordsProps extends Omit<LoadedList, "headers" | "error" | "retry"> {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  readonly nameOf: NameOf;
  readonly table: ComponentType<RecordsProps> | undefined;
  readonly selection: RowSelection | undefined;
}

const NO_RECORDS: readonly Data[] = [];

/** The records of a page. */
export function Records(props: ListRecordsProps) {
  const { view, path, search, request, columns, records, answer, cursorPages, total, isPast, nameOf, table } = props;
  const { marks, waiting, show, selection } = props;
  const names = columns.map(({ name }) => name);
  const quick = useQuickFilters(view, records ?? NO_RECORDS, names);
  const isNarrow = useNarrow();
  if (!records)
    return (
      <SkeletonTable view={view} columns={columns} search={search} rows={Math.min(limitOf(search), DEFAULT_LIMIT)} />
    );
  if (records.length === 0 && answer && answer.page > 1)
    return <PastTheEnd page={answer.page} last={pagesOf(answer, search).last} />;
  if (records.length === 0 && filtersIn(search).length > 0)
    return <NoMatch view={view} path={path} search={search} nameOf={nameOf} />;
  if (records.length === 0) return <EmptyCollection view={view} path={path} />;
  const isChosen = new URLSearchParams(search).has("fields");
  const placeOf = (index: number) => ({
    ...(cursorPages?.placeOf(index) ?? { list: request, index }),
    hasUsualColumns: !isChosen,
  });
  const common = commonColumns(view, search, columns, records, total);
  const own = columns.filter((field) => !common.includes(field));
  const shown = {
    view,
    columns: isNarrow ? narrowColumns(view, search, own) : own,
    link: linkOf(view, columns),
    records,
    search,
    placeOf,
    isPast,
    quick,
    marks,
    selection,
  };
  const Table = (!isChosen && table) || (isNarrow ? RecordCards : RecordsTable);
  return (
    <>
      {common.length > 0 && (
        <p className="all-rows">
          In all rows: <Common fields={common} record={records[0]} />
        </p>
      )}
      <Table {...shown} />
      {cursorPages && <CursorPagesFoot cursorPages={cursorPages} total={total} search={search} />}
      {answer?.page !== undefined && (
        <Pager
          page={answer.page}
          limit={answer.limit}
          total={answer.total_count}
          shown={records.length}
          pages={pagesOf(answer, search)}
          search={search}
        />
      )}
      <LaterChanges count={waiting} show={show} />
    </>
  );
}
