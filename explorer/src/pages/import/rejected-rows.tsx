/** Rows that are not stored, each with its faults. */

import { faultText } from "../../../../kit/import/faults.ts";
import type { PlannedRow } from "../../../../kit/import/plan.ts";
import { Button } from "../../components/button.tsx";
import { fileName, saveFile } from "../../components/export/save-file.ts";
import { countText } from "../../units.ts";
import { rejectedFile } from "./rejected-file.ts";
import type { Table } from "./table.ts";

/** The number of rows shown; the file has all. */
const SHOWN = 50;

/** A table of the rows, and a file of all. */
export function RejectedRows({
  rows,
  table,
  name,
}: {
  readonly rows: readonly PlannedRow[];
  /** The file that they come from. */
  readonly table: Table;
  /** Of the file. */
  readonly name: string;
}) {
  const extension = table.format === "csv" ? "csv" : "ndjson";
  const save = () => saveFile(fileName("", name, extension), rejectedFile(rows, table));
  return (
    <>
      <div className="tbl-scroll">
        <table className="tbl">
          <caption className="sr">Rows with faults</caption>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ row: { number, place }, faults }) => (
              <tr key={number}>
                <th scope="row" className="place">
                  {place}
                </th>
                <td>
                  {faults.map((fault) => (
                    <p key={faultText(fault)}>{faultText(fault)}</p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && <p className="small soft">… and {countText(rows.length - SHOWN)} more.</p>}
      <p>
        <Button small icon="export" onClick={save}>
          Save {rows.length === 1 ? "this row" : `these ${countText(rows.length)} rows`} as {extension.toUpperCase()}
        </Button>{" "}
        <span className="small soft">to fix and import again</span>
      </p>
    </>
  );
}
