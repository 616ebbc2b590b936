/** A list in groups, and the ways to the other pages of them. */

import { GroupsTable } from "../../components/summary/groups-table.tsx";
import { Pager } from "../../components/table/pager.tsx";
import type { ListRecordsProps } from "./records.tsx";
import { pagesOf } from "./request.ts";

/** The groups of a page. */
export function Summary({
  view,
  search,
  answer,
  isPast,
}: Pick<ListRecordsProps, "view" | "search" | "answer" | "isPast">) {
  if (!answer) return null;
  return (
    <>
      <GroupsTable view={view} groups={answer.groups ?? []} search={search} isPast={isPast} />
      {answer.page !== undefined && (
        <Pager
          page={answer.page}
          limit={answer.limit}
          total={answer.total_count}
          shown={answer.groups?.length ?? 0}
          pages={pagesOf(answer, search)}
          search={search}
          canWalk={false}
        />
      )}
    </>
  );
}
