/** The page of a list: the address has the query of the API, and nothing else. */

import type { ComponentType } from "react";
import { Problem } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { isEmbedded } from "../../address/embedded.ts";
import { isSummary, withoutSummary } from "../../address/groups.ts";
import { Canonical } from "../../components/canonical.tsx";
import { faultsOf } from "../../components/chips/faults.ts";
import { useFilterNames } from "../../components/chips/use-filter-names.ts";
import { useCounts } from "../../components/frame/counts.ts";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { summaryTitle } from "../../components/summary/summary-text.ts";
import type { RecordsProps } from "../../components/table/records-table.tsx";
import type { Data } from "../../requests/queries.ts";
import { EditMany } from "../bulk/edit-many.tsx";
import { useSelection } from "../bulk/use-selection.ts";
import { ChoiceBar } from "../compare/choice-bar.tsx";
import { useDateStrip } from "./date-strip.tsx";
import { DeletedSince } from "./deleted-since.tsx";
import { ListHead } from "./head.tsx";
import { FileAddress } from "./nothing.tsx";
import { QueryBar } from "./query-bar.tsx";
import { Records } from "./records.tsx";
import { linkOf } from "./request.ts";
import { Summary } from "./summary.tsx";
import { useList } from "./use-list.ts";

const NO_RECORDS: readonly Data[] = [];
const NO_VIEWS: readonly View[] = [];
/** Statuses that refuse a list itself. */
const REFUSED: readonly number[] = [401, 403, 404];

/** Props of `ListPage`. */
export interface ListPageProps {
  readonly view: View;
  /** Without its query: `/api/missions`. */
  readonly path: string;
  readonly search: string;
  /** Another table than that of its columns, unless columns are chosen. */
  readonly table?: ComponentType<RecordsProps> | undefined;
  /** Whether records are chosen to be compared. */
  readonly isComparing?: boolean;
}

/** A list. */
export function ListPage({ view, path, search, table, isComparing = false }: ListPageProps) {
  const isFile = /^(?:csv|ndjson)$/.test(new URLSearchParams(search).get("format") ?? "");
  const { headers, error, retry, ...loaded } = useList(view, path, search, !isFile);
  const nameOf = useFilterNames(view, search, loaded.records ?? NO_RECORDS);
  const selection = useSelection(isComparing ? undefined : search, linkOf(view, loaded.columns), loaded.records);
  const shown = { view, path, search, nameOf, ...loaded };
  const inGroups = isSummary(search);
  const title = inGroups
    ? summaryTitle(view, search)
    : isComparing
      ? `Compare ${midSentence(view.heading)}`
      : view.heading;
  const isAnswered = !hasStatus(error, [400, ...REFUSED]);
  const hasRecords = !error && !isFile && !inGroups;
  const all = useCounts(hasRecords && !view.isSystem && view.path === path ? [view] : NO_VIEWS)[0];
  const { strip, without } = useDateStrip({ view, path, search, total: loaded.total, all });
  if (isEmbedded(location.search))
    return (
      <>
        <h1>{summaryTitle(view, search)}</h1>
        {error ? <ProblemView error={error} retry={retry} /> : <Summary {...shown} />}
      </>
    );
  return (
    <>
      {headers && <Canonical headers={headers} />}
      <ListHead
        {...shown}
        title={title}
        all={all}
        isComparing={isComparing}
        isRefused={isRefused(error)}
        isAnswered={isAnswered}
        selection={selection}
      />
      {hasRecords && strip}
      {!isRefused(error) && (
        <QueryBar
          {...{ view, path, nameOf, title }}
          whole={search}
          search={inGroups && !error ? withoutSummary(search) : search}
          faults={faultsOf(error)}
        >
          {hasRecords && without}
        </QueryBar>
      )}
      {error ? (
        <ProblemView error={error} retry={retry} />
      ) : isFile ? (
        <FileAddress search={search} />
      ) : inGroups ? (
        <Summary {...shown} />
      ) : (
        <Records {...shown} table={table} selection={selection.rows} />
      )}
      {!error && <DeletedSince view={view} path={path} answer={loaded.cursorPages?.first ?? loaded.answer} />}
      {isComparing ? (
        <ChoiceBar view={view} path={path} selected={selection.selected} clear={selection.stop} />
      ) : (
        <EditMany {...shown} isAnswered={isAnswered} selection={selection} />
      )}
    </>
  );
}

/** Returns whether the list itself is refused, whatever the query. */
function isRefused(error: Error | null): boolean {
  return hasStatus(error, REFUSED);
}

function hasStatus(error: Error | null, statuses: readonly number[]): boolean {
  return error instanceof Problem && statuses.includes(error.status);
}
