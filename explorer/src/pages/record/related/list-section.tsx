/** The first records of a list, as a part of the page of a record. */
import type { ReactNode } from "react";
import type { Field, Picture, View } from "../../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { firstSentence } from "../../../components/inline.tsx";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { Common } from "../../../components/table/same-values.tsx";
import { Link } from "../../../description/past/link.tsx";
import { countText } from "../../../units.ts";
import { SYSTEM_TABLES } from "../../webhooks/system-tables.tsx";
import { AddEntry, AddLink } from "../adding/add-entry.tsx";
import { withAdded } from "../adding/added-rows.ts";
import { useAdding } from "../adding/adding.ts";
import { Rows } from "./rows.tsx";
import { Section } from "./section-frame.tsx";
import { FIRST, useSection } from "./use-section.ts";

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
  const { columns, common, records: first, count, error, retry } = useSection({ path, view, by });
  const { added } = useAdding(path);
  const records = first && withAdded(first, added);
  if (by && !error && !records?.length) return null;
  const Table = SYSTEM_TABLES[view.resource];
  const more = (
    <>
      {action}
      <More {...{ path, view, count }} />
    </>
  );
  return (
    <Section
      heading={heading}
      count={count || undefined}
      note={first && <Common fields={common} record={first[0]} />}
      more={more}
      isEmpty={records?.length === 0 && !view.isSystem}
    >
      {error && <ProblemView error={error} retry={retry} />}
      {!error && records === undefined && <Bars />}
      {records?.length === 0 && <p className="soft">{view.isSystem ? noneYet(view) : "None recorded."}</p>}
      {records !== undefined &&
        records.length > 0 &&
        (Table ? <Table view={view} records={records} /> : <Rows view={view} columns={columns} records={records} />)}
      <AddEntry view={view} path={path} entries={records ?? []} />
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
      {hasNew && <AddLink view={view} path={path} />}
    </>
  );
}

/** Returns the declared pictures; what the fields allow by themselves, its page offers. */
function declaredPictures({ pictures }: View): readonly Picture[] {
  return pictures.filter(({ origin }) => origin === undefined);
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
