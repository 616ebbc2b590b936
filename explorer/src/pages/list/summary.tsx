/** A list in groups: a picture of them, and the pages of their table. */
import { lazy } from "react";
import { type Group, withoutSummary } from "../../address/groups.ts";
import { filtersIn } from "../../address/query.ts";
import { Lazy } from "../../components/lazy.tsx";
import { GroupsTable } from "../../components/summary/groups-table.tsx";
import { Pager } from "../../components/table/pager.tsx";
import { PictureSkeleton } from "../../pictures/parts/picture-skeleton.tsx";
import { EmptyCollection, NoMatch } from "./nothing.tsx";
import type { ListRecordsProps } from "./records.tsx";
import { pagesOf } from "./request.ts";

const GroupsPage = lazy(() => import("../../pictures/groups/page.tsx"));

type SummaryProps = Pick<ListRecordsProps, "view" | "path" | "search" | "answer" | "isPast" | "nameOf">;

/** The groups of a list. */
export function Summary(props: SummaryProps) {
  const { view, path, search, answer, nameOf } = props;
  if (answer?.total_count === 0 && filtersIn(search).length > 0)
    return <NoMatch view={view} path={path} search={withoutSummary(search)} nameOf={nameOf} />;
  if (answer?.total_count === 0) return <EmptyCollection view={view} path={path} />;
  return (
    <Lazy meanwhile={<PictureSkeleton />}>
      <GroupsPage
        {...{ view, path, search }}
        table={(inOrder) => answer && <Groups {...props} answer={answer} inOrder={inOrder} />}
      />
    </Lazy>
  );
}

/** The groups of a page as a table, and the ways to the other pages. */
function Groups({
  view,
  search,
  answer,
  isPast,
  inOrder,
}: Pick<SummaryProps, "view" | "search" | "isPast"> & {
  readonly answer: NonNullable<SummaryProps["answer"]>;
  readonly inOrder: readonly Group[] | undefined;
}) {
  const first = (answer.page - 1) * answer.limit;
  const groups = inOrder?.slice(first, first + answer.limit) ?? answer.groups ?? [];
  return (
    <>
      <GroupsTable {...{ view, groups, search, isPast }} all={inOrder ?? groups} />
      {answer.page !== undefined && (
        <Pager
          page={answer.page}
          limit={answer.limit}
          total={answer.total_count}
          shown={groups.length}
          pages={pagesOf(answer, search)}
          search={search}
          canWalk={false}
        />
      )}
    </>
  );
}
