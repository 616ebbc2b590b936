/** A file that was read: its columns are matched, its rows are checked, and then they are sent. */
import { useEffect, useMemo, useState } from "react";
import type { Place } from "../../../../kit/description/model.ts";
import { namedValues } from "../../../../kit/description/paths.ts";
import { matchColumns, targetsOf } from "../../../../kit/import/columns.ts";
import { canMakeIds, type ImportMode, type ImportPlan } from "../../../../kit/import/plan.ts";
import { Button } from "../../components/button.tsx";
import { quantity } from "../../units.ts";
import { type CheckedRows, checkRows } from "./check-rows.ts";
import { CheckedFile } from "./checked-file.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { ImportRun } from "./import-run.ts";
import { RunningImport } from "./running-import.tsx";
import type { Table } from "./table.ts";
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
  const [targets] = useState(() => targetsOf(view, namedValues(view.path, place.ids)));
  const [matches, setMatches] = useState(() => matchColumns(table.columns, targets, view.key));
  const [mode, setMode] = useState<ImportMode>("create");
  const [makesIds, setMakesIds] = useState(true);
  const [run, setRun] = useState<{ readonly run: ImportRun; readonly checked: CheckedRows }>();
  const idColumn = table.columns.find((column) => matches[column] === view.key);
  const hasAllIds = useMemo(
    () => idColumn !== undefined && table.rows.every(({ values }) => (values[idColumn] ?? "") !== ""),
    [table, idColumn],
  );
  const offersIds = canMakeIds(view, matches) && !hasAllIds;
  const hasIds = idColumn !== undefined || (offersIds && makesIds);
  const canReplace = hasIds && view.itemMethods.includes("PUT");
  const plan = useMemo(
    () => ({
      ...{ view, path, targets, matches, format: table.format },
      ...{ mode: canReplace ? mode : ("create" as const), makesIds: offersIds && makesIds },
    }),
    [view, path, targets, matches, table, canReplace, mode, offersIds, makesIds],
  );
  const checked = useCheck(table, plan);
  const begin = (rows: CheckedRows) => {
    const next = new ImportRun(rows.accepted, plan);
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
            {quantity(table.rows.length, "row")}
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
          <ColumnsTable
            table={table}
            targets={targets}
            matches={matches}
            setMatches={setMatches}
            view={view}
            missing={checked?.missing ?? []}
          />
          <WaysToWrite
            view={view}
            mode={canReplace ? mode : undefined}
            setMode={setMode}
            hasIds={idColumn !== undefined}
            makesIds={offersIds ? makesIds : undefined}
            setMakesIds={setMakesIds}
          />
          <CheckedFile checked={checked} table={table} begin={begin} />
        </>
      )}
    </div>
  );
}

/** Returns the checked rows; undefined while they are checked, also again after a change of the plan. */
function useCheck(table: Table, plan: ImportPlan): CheckedRows | undefined {
  const [checked, setChecked] = useState<CheckedRows>();
  useEffect(() => {
    const aborted = new AbortController();
    setChecked(undefined);
    void checkRows(table, plan, aborted.signal).then((result) => {
      if (!aborted.signal.aborted) setChecked(result);
    });
    return () => aborted.abort();
  }, [table, plan]);
  return checked;
}
