/** A file that was read: its columns are matched, its rows are checked, and then they are sent. */
import { useEffect, useState } from "react";
import type { Place } from "../../../../kit/description/model.ts";
import type { Mode } from "../../../../kit/send/requests.ts";
import { Button } from "../../components/button.tsx";
import { countText } from "../../units.ts";
import { CheckedFile } from "./checked-file.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import type { Table } from "./read/table.ts";
import { type CheckedRows, checkRows, type RowPlan } from "./records/check.ts";
import { matchesOf, targetsOf } from "./records/targets.ts";
import { RunningImport } from "./running-import.tsx";
import { ImportRun } from "./sending/import-run.ts";
import { WaysToWrite } from "./ways-to-write.tsx";

/** Moves the focus to the file, once it is there. */
function focus(file: HTMLElement | null): void {
  file?.focus();
}

/** The import of one file. */
export function FileImport({
  place,
  path,
  table,
  another,
}: {
  readonly place: Place;
  readonly path: string;
  readonly table: Table;
  /** Chooses another file. */
  readonly another: () => void;
}) {
  const { view } = place;
  const [targets] = useState(() => targetsOf(place));
  const [matches, setMatches] = useState(() => matchesOf(table.columns, targets, view.key));
  const [mode, setMode] = useState<Mode>("create");
  const [makesIds, setMakesIds] = useState(true);
  const [run, setRun] = useState<{ readonly run: ImportRun; readonly checked: CheckedRows }>();
  const idColumn = table.columns.find((column) => matches[column] === view.key);
  const hasAllIds = idColumn !== undefined && table.rows.every(({ values }) => (values[idColumn] ?? "") !== "");
  const canMakeIds =
    view.kind === "collection" &&
    view.bulk === undefined &&
    view.itemMethods.includes("PUT") &&
    Object.values(matches).includes(view.title) &&
    !hasAllIds;
  const checked = useCheck(table, { view, targets, matches, makesIds: canMakeIds && makesIds });
  const canReplace = (idColumn !== undefined || (canMakeIds && makesIds)) && view.itemMethods.includes("PUT");
  const begin = (rows: CheckedRows) => {
    const next = new ImportRun(rows.accepted, { view, path, mode: canReplace ? mode : "create" });
    setRun({ run: next, checked: rows });
    void next.run();
  };
  return (
    <div className="form" ref={focus} tabIndex={-1}>
      <p className="btns">
        <span>
          <b>{table.name}</b>{" "}
          <span className="soft">
            {table.format === "csv" ? "CSV" : table.format === "json" ? "JSON" : "NDJSON"},{" "}
            {countText(table.rows.length)} {table.rows.length === 1 ? "row" : "rows"}
          </span>
        </span>
        {!run && (
          <Button small onClick={another}>
            Choose another file
          </Button>
        )}
      </p>
      {run ? (
        <RunningImport
          view={view}
          path={path}
          run={run.run}
          table={table}
          rejected={run.checked.rejected}
          another={another}
        />
      ) : (
        <>
          <ColumnsTable table={table} targets={targets} matches={matches} setMatches={setMatches} view={view} />
          <WaysToWrite
            view={view}
            mode={canReplace ? mode : undefined}
            setMode={setMode}
            hasIds={idColumn !== undefined}
            makesIds={canMakeIds ? makesIds : undefined}
            setMakesIds={setMakesIds}
          />
          <CheckedFile checked={checked} table={table} begin={begin} />
        </>
      )}
    </div>
  );
}

/** Returns the checked rows; undefined while they are checked, also again after a change of the plan. */
function useCheck(table: Table, { view, targets, matches, makesIds }: RowPlan): CheckedRows | undefined {
  const [checked, setChecked] = useState<CheckedRows>();
  useEffect(() => {
    const aborted = new AbortController();
    setChecked(undefined);
    void checkRows(table, { view, targets, matches, makesIds }, aborted.signal).then((result) => {
      if (!aborted.signal.aborted) setChecked(result);
    });
    return () => aborted.abort();
  }, [table, view, targets, matches, makesIds]);
  return checked;
}
