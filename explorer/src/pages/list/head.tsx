/** The head of a list: its title with the total, its description, its actions, and the ways to look at it. */

import type { Field, View } from "../../../../kit/description/model.ts";
import { aspectOf } from "../../address/address.ts";
import { COMPARE } from "../../address/compared.ts";
import { isSummary } from "../../address/groups.ts";
import { filtersIn } from "../../address/query.ts";
import { ColumnsMenu } from "../../components/columns/columns-menu.tsx";
import { ExportMenu, ExportOutcome } from "../../components/export/export-menu.tsx";
import { useExport } from "../../components/export/use-export.ts";
import { Icon } from "../../components/icon.tsx";
import { firstSentence, Inline } from "../../components/inline.tsx";
import { ShareButton } from "../../components/share/share-button.tsx";
import { Link } from "../../description/past/link.tsx";
import { GROUPS, shapeOf } from "../../pictures/groups/numbers/shape.ts";
import { PictureTabs } from "../../pictures/parts/picture-tabs.tsx";
import type { Data } from "../../requests/data.ts";
import { countText } from "../../units.ts";
import { canEditMany, EditManyButton } from "../bulk/edit-many-button.tsx";
import type { Selection } from "../bulk/use-selection.ts";
import { Begin } from "../compare/suggestions.tsx";
import { canImport } from "../import/can-import.ts";

/** Props of `ListHead`. */
export interface ListHeadProps {
  readonly view: View;
  readonly path: string;
  readonly title: string;
  readonly search: string;
  /** The number of records or groups; undefined while it is not known. */
  readonly total: number | undefined;
  /** The number of all records, without filters; undefined where it is not known. */
  readonly all: number | undefined;
  readonly columns: readonly Field[];
  readonly records: readonly Data[] | undefined;
  /** Whether the list is refused, so that nothing can be done with it. */
  readonly isRefused: boolean;
  /** Whether there are records; not if the query is refused either. */
  readonly isAnswered: boolean;
  readonly selection: Selection;
  /** Whether records are chosen to be compared. */
  readonly isComparing: boolean;
}

/** The head of a list. */
export function ListHead(props: ListHeadProps) {
  const { view, path, title, search, total, all, columns, records, isRefused, isAnswered, selection, isComparing } =
    props;
  const exported = useExport(path, search);
  const inGroups = isSummary(search);
  const isFiltered = !inGroups && filtersIn(search).length > 0;
  const hasFields = new URLSearchParams(search).has("fields");
  return (
    <>
      <header className="head">
        <h1>
          {title}
          {!inGroups && total !== undefined && (
            <>
              {" "}
              <span className="total">
                {countText(total)}
                {isFiltered && <span className="sr"> that match</span>}
                {isFiltered && all !== undefined && <span className="small"> of {countText(all)}</span>}
              </span>
            </>
          )}
        </h1>
        {!isRefused && !isComparing && (
          <div className="btns is-short">
            {!inGroups && view.writable.create.length > 0 && (
              <Link className="btn" to={aspectOf(path, "new")}>
                <Icon name="plus" />
                <span>
                  New <span>{view.noun}</span>
                </span>
              </Link>
            )}
            {!inGroups && canImport(view) && (
              <Link className="btn" to={aspectOf(path, "import")}>
                <Icon name="import" />
                Import
              </Link>
            )}
            {!inGroups && total !== 0 && (
              <ExportMenu exported={exported} total={total} columns={hasFields ? "these columns" : "all fields"} />
            )}
            {isAnswered && canEditMany(view, search) && total !== 0 && (
              <EditManyButton view={view} path={path} selection={selection} />
            )}
            {!inGroups && <ColumnsMenu view={view} search={search} columns={columns} />}
            <ShareButton
              title={title}
              path={path}
              hasPast={view.hasPast}
              picture={inGroups && shapeOf(view, search) ? GROUPS : undefined}
            />
          </div>
        )}
      </header>
      {!isRefused && (
        <PictureTabs view={view} path={path} search={search} current={isComparing ? COMPARE : undefined} />
      )}
      {isComparing && <Begin {...{ view, path, records }} />}
      {view.about && !isComparing && view.kind !== "reverse" && (
        <p className="about">
          <Inline text={firstSentence(view.about)} />
        </p>
      )}
      <ExportOutcome exported={exported} />
    </>
  );
}
