/** The first records of a list, as a part of the page of a record. */
import type { ReactNode } from "react";
import type { Field, Picture, View } from "../../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import { firstSentence } from "../../../components/inline.tsx";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { Link } from "../../../description/past/link.tsx";
import { useReadableRelations } from "../../../fields/use-readable-relations.ts";
import { type Data, useGet } from "../../../requests/queries.ts";
import { countText } from "../../../units.ts";
import { SYSTEM_TABLES } from "../../webhooks/system-tables.tsx";
import { columnsOf } from "./relations.ts";
import { Rows } from "./rows.tsx";
import { Section } from "./section-frame.tsx";
import { useSiblings } from "./use-siblings.ts";

/** The number of records of a list that are shown. */
const FIRST = 5;

/** The first records of a list, and their number. */
export function ListSection({
  heading,
  path,
  view,
  by,
  action,
}: {
  readonly heading: string;
  /** With its filters. */
  readonly path: string;
  readonly view: View;
  /** The field by which all of it refer to the record. Then nothing is shown until there are records. */
  readonly by?: Field;
  /** A button beside what leads on. */
  readonly action?: ReactNode;
}) {
  const columns = columnsOf(view).filter((field) => field !== by);
  const readableRelations = useReadableRelations();
  const [list = "", query = ""] = path.split("?");
  const requested = withParameters(query, {
    limit: String(FIRST),
    include: readableRelations(columns).join(",") || undefined,
    // Of what the service does, the latest.
    sort: view.isSystem && view.sortable.includes("created_at") ? "created_at:desc" : undefined,
  });
  const { data, error, refetch } = useGet(list + requested, { hasNoEvents: view.log === undefined });
  const received: Data[] | undefined = data?.data[view.plural];
  const records = useSiblings(columns, list, received);
  const count: number | undefined = data?.data.total_count;
  if (by && !error && !records?.length) return null;
  const Table = SYSTEM_TABLES[view.resource];
  const more = (
    <>
      {action}
      <More {...{ path, view, count }} />
    </>
  );
  return (
    <Section heading={heading} count={count} more={more}>
      {error && <ProblemView error={error} retry={() => void refetch()} />}
      {!error && records === undefined && <Bars />}
      {records?.length === 0 && <p className="soft">{view.isSystem ? noneYet(view) : "None recorded."}</p>}
      {records !== undefined &&
        records.length > 0 &&
        (Table ? <Table view={view} records={records} /> : <Rows view={view} columns={columns} records={records} />)}
    </Section>
  );
}

/** Says what would be in one of the service's own lists. */
function noneYet({ about = "" }: View): string {
  return `None yet. ${firstSentence(about)}`;
}

/** Links that lead on from a list: its pictures, all of it, and a new record. */
function More({
  path,
  view,
  count,
}: {
  readonly path: string;
  readonly view: View;
  readonly count: number | undefined;
}) {
  // The service's own lists have buttons of their own.
  const hasNew = !view.isSystem && !path.includes("?") && view.writable.create.length > 0;
  const hasRecords = count !== undefined && count > 0;
  return (
    <>
      {hasRecords &&
        declaredPictures(view).map(({ kind }) => (
          <Link key={kind} to={aspectOf(path, kind)}>
            {sentenceCase(kind)}
          </Link>
        ))}
      {hasRecords && <Link to={pageOf(path)}>{count <= FIRST ? "List" : `All ${countText(count)}`}</Link>}
      {hasNew && <Link to={aspectOf(path, "new")}>New {view.noun}</Link>}
    </>
  );
}

/** Returns the declared pictures: bars, which every list with numbers has, are in the tab. */
function declaredPictures({ pictures }: View): readonly Picture[] {
  return pictures.filter(({ kind }) => kind !== "bars");
}

/** Placeholders for rows that are still loading. */
function Bars() {
  return (
    <div className="late" aria-hidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className="skel-row">
          <span className="skel" />
        </div>
      ))}
    </div>
  );
}
