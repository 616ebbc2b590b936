/** The frame of every picture: title, ways to look and to share, its table, and a text if there is nothing to draw. */
import "../../../style/pictures.css";
import type { ReactNode } from "react";
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { pageOf } from "../../address/address.ts";
import { isEmbedded } from "../../address/embedded.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { fileName, saveFile } from "../../components/export/save-file.ts";
import { MomentButton } from "../../components/past/moment-button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { ShareButton } from "../../components/share/share-button.tsx";
import { SaveView } from "../../components/views/save-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDating } from "../../requests/past/dating.ts";
import type { LoadedRecords } from "../../requests/records.ts";
import { countText } from "../../units.ts";
import { csvOf } from "../layout/csv.ts";
import type { PictureProps } from "../picture.ts";
import type { Table } from "./columns.ts";
import { PictureSkeleton } from "./picture-skeleton.tsx";
import { PictureTabs } from "./picture-tabs.tsx";
import { TwinTable } from "./twin-table.tsx";

/** The frame of a picture. On other sites it has no buttons. */
export function PictureFrame<Row>({
  view,
  picture,
  path,
  search,
  title = titleOf(picture, view),
  total,
  loaded,
  isTooMuch = false,
  table,
  tools,
  children,
  notes,
}: PictureProps & {
  /** Its title, if what is drawn is not the list. */
  readonly title?: string | undefined;
  /** The number of records in the list. */
  readonly total: number | undefined;
  readonly loaded: LoadedRecords;
  /** Whether there are more records than can be drawn, so that none are read. */
  readonly isTooMuch?: boolean;
  /** The rows that are drawn. */
  readonly table: Table<Row>;
  /** Tools that change the picture; they stand above it, and above its table. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** Notes on how to read it, and on its limits. */
  readonly notes?: ReactNode;
}) {
  const [fragment, change] = useFragment();
  const { moment } = useDating();
  const isTable = fragment.get("as") === "table";
  const hasRows = table.rows.length > 0;
  const isRead = loaded.isComplete || loaded.error !== undefined || isTooMuch;
  const isWaiting = !isRead && !hasRows;
  const saveCsv = () =>
    saveFile(fileName(path, picture.kind, "csv"), new Blob([csvOf(table)], { type: "text/csv;charset=utf-8" }));
  return (
    <>
      <header className="head">
        <h1>
          {title} <span className="total">{total !== undefined && countText(total)}</span>
        </h1>
        {!isEmbedded(location.search) && (
          <div className="btns">
            <SaveView view={view} search={search} title={title} />
            <button
              type="button"
              className="btn is-bare is-small"
              aria-pressed={isTable}
              onClick={() => change({ as: isTable ? undefined : "table" })}
            >
              Table of these rows
            </button>
            {view.hasPast && moment === undefined && (
              <MomentButton subject={undefined} log={undefined} look="bare" small />
            )}
            <ShareButton
              {...{ title, path }}
              hasPast={view.hasPast}
              picture={hasRows ? picture.kind : undefined}
              saveCsv={hasRows ? saveCsv : undefined}
            />
          </div>
        )}
      </header>
      {!isEmbedded(location.search) && <PictureTabs view={view} path={path} search={search} current={picture.kind} />}
      {tools}
      {loaded.error && <ProblemView error={loaded.error} retry={loaded.retry} />}
      {isWaiting && <PictureSkeleton />}
      {!isWaiting && isTable && <TwinTable table={table} caption={title} />}
      {!isWaiting && !isTable && <div aria-busy={!isRead}>{children}</div>}
      {loaded.isComplete && !hasRows && (
        <section className="empty">
          <h2>Nothing to draw</h2>
          <p>No record in this list has the values that this picture shows.</p>
          <div className="btns">
            <Link className="btn is-main" to={pageOf(`${path}${search}`)}>
              Open the list
            </Link>
          </div>
        </section>
      )}
      {!isWaiting && !isTable && notes}
    </>
  );
}
