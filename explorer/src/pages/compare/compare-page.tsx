/** The page that shows records of a list side by side. */
import "../../../style/compare.css";
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { MOST_COMPARED } from "../../address/compared.ts";
import { filtersIn } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { MomentButton } from "../../components/past/moment-button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { ShareButton } from "../../components/share/share-button.tsx";
import { SaveView } from "../../components/views/save-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { useLengths } from "../../pictures/from-start/figure.tsx";
import { PictureTabs } from "../../pictures/parts/picture-tabs.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { RecordSkeleton } from "../record/skeleton.tsx";
import { AddRecord } from "./add-record.tsx";
import { ComparisonRows } from "./comparison.tsx";
import { listed, namesText } from "./names.ts";
import { ComparedPictures } from "./pictures.tsx";
import { compared } from "./rows.ts";
import { Alike } from "./suggestions.tsx";
import { titleOf } from "./title-of.ts";
import { type ComparedRecords, useCompared } from "./use-compared.ts";

/** Props of `ComparePage`. */
interface ComparePageProps {
  readonly view: View;
  /** The list, without its query: `/api/missions`. */
  readonly path: string;
  readonly search: string;
}

export default function ComparePage({ view, path, search }: ComparePageProps) {
  const { moment } = useDating();
  const read = useCompared(view, path, search);
  const { ids, records, error, retry } = read;
  const names = useMemo(() => (records ?? []).map((record) => titleOf(view, record)), [view, records]);
  if (error) return <ProblemView error={error} retry={retry} isPage />;
  if (!records) return <RecordSkeleton />;
  const title = names.length > 0 ? namesText(names) : `Compare ${midSentence(view.heading)}`;
  return (
    <>
      <header className="head">
        <h1>{title}</h1>
        <div className="btns">
          <SaveView view={view} search="" title={title} />
          {view.hasPast && moment === undefined && (
            <MomentButton subject={undefined} log={undefined} look="bare" small />
          )}
          <ShareButton title={title} path={path} hasPast={view.hasPast} />
        </div>
      </header>
      <PictureTabs view={view} path={path} search={search} current="compare" />
      <Notes {...{ view, path, search }} read={read} count={records.length} />
      {ids.length < MOST_COMPARED && <AddRecord view={view} path={path} ids={ids} />}
      {records.length === 1 && <Alike view={view} path={path} record={records[0]!} />}
      {records.length > 0 && <Body view={view} read={read} records={records} names={names} />}
    </>
  );
}

/** Says which records of the address are not shown, and why. */
function Notes({
  view,
  path,
  search,
  read: { missing, beyond },
  count,
}: {
  readonly search: string;
  readonly view: View;
  readonly path: string;
  readonly read: ComparedRecords;
  readonly count: number;
}) {
  const isFiltered = filtersIn(search).length > 1;
  return (
    <div role="status" className="cmp-notes">
      {missing.map((id) => (
        <p key={id}>
          <b>{id}</b> is not in this list: it was deleted
          {isFiltered ? ", never existed, or does not match the filters" : ", or never existed"}.{" "}
          <Link to={pageOf(`${path}/${encodeURIComponent(id)}`)}>Look for it</Link>
        </p>
      ))}
      {beyond.length > 0 && (
        <p>
          At most {MOST_COMPARED} can be compared. Left out: {listed(beyond)}.
        </p>
      )}
      {count < 2 && (
        <p>
          {count === 1 ? "Add another one to see what differs." : `Add ${midSentence(view.heading)} to compare them.`}
        </p>
      )}
    </div>
  );
}

function Body({
  view,
  read,
  records,
  names,
}: {
  readonly view: View;
  readonly read: ComparedRecords;
  readonly records: NonNullable<ComparedRecords["records"]>;
  readonly names: readonly string[];
}) {
  const [fragment, change] = useFragment();
  const isOnly = records.length > 1 && fragment.get("rows") === "differing";
  const measured = useLengths(view, records, names);
  const { lists } = read;
  const { groups, empty } = useMemo(
    () => compared(view, records, lists, measured.lengths),
    [view, records, lists, measured.lengths],
  );
  const rows = groups.flatMap((group) => group.rows).filter(({ isApart }) => !isApart);
  const differing = rows.filter(({ differs }) => differs).length;
  const shown = groups.map(({ heading, rows: all }) => ({
    heading,
    rows: isOnly ? all.filter(({ differs }) => differs) : all,
  }));
  return (
    <>
      <ComparedPictures {...{ view, records, measured }} />
      {records.length > 1 && (
        <div className="pic-bar">
          <b role="status">
            {differing} of {rows.length} rows differ
          </b>
          <fieldset className="seg is-small">
            <legend className="sr">Rows</legend>
            {([undefined, "differing"] as const).map((value) => (
              <button
                key={value ?? "all"}
                type="button"
                aria-pressed={isOnly === (value !== undefined)}
                onClick={() => change({ rows: value })}
              >
                {value === undefined ? "all rows" : "what differs"}
              </button>
            ))}
          </fieldset>
        </div>
      )}
      <ComparisonRows view={view} records={records} groups={shown.filter((group) => group.rows.length > 0)} />
      <p className="caption">
        {differing > 0 && "≠ marks a row in which the records differ. "}
        {rows.some(({ sizes }) => sizes) && "The largest number is bold and outlined. "}
        {empty.length > 0 && `No value: ${empty.map(midSentence).join(", ")}.`}
      </p>
    </>
  );
}
