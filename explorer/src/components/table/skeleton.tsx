/** Rows of a list that is loaded. */
import type { Field, View } from "../../../../kit/description/model.ts";
import { TableHead } from "./records-table.tsx";
import { HiddenSort } from "./sorted.tsx";

/** So that bars of one column do not look alike. */
const WIDTHS = ["70%", "45%", "85%", "60%", "50%"];

/** Bars where values will be. They appear when loading takes longer than a moment. */
export function SkeletonTable({
  view,
  columns,
  search,
  rows,
}: {
  readonly view: View;
  readonly columns: readonly Field[];
  readonly search: string;
  readonly rows: number;
}) {
  const table = (
    <div className="tbl-scroll is-late">
      <table className="tbl" aria-busy>
        <caption className="sr">{view.heading}</caption>
        <TableHead view={view} columns={columns} search={search} />
        <tbody aria-hidden>
          {Array.from({ length: rows }, (_, row) => row).map((row) => (
            <tr key={row}>
              {columns.map(({ name }, column) => (
                <td key={name}>
                  <i className="skel" style={{ width: WIDTHS[(row + column) % WIDTHS.length] }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <>
      <HiddenSort view={view} columns={columns} search={search} />
      {table}
    </>
  );
}
