/** The table of a picture: its accessible twin. */
import { type ReactNode, useState } from "react";
import { NoValue } from "../../fields/show/value.tsx";
import { countText } from "../../units.ts";
import type { Column, Table } from "./columns.ts";

/** The number of rows shown before a person asks for all. */
const FIRST_ROWS = 500;

/** The same rows as the picture. */
export function TwinTable<Row>({ table, caption }: { readonly table: Table<Row>; readonly caption: string }) {
  const { columns, rows, keyOf } = table;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <div className="tbl-scroll">
        <table className="tbl is-twin">
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name, label, isNumber }) => (
                <th key={name} scope="col" className={isNumber ? "r" : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, index) => (
                  <td key={column.name} className={classOf(column, index)} data-label={column.label}>
                    {cellOf(column, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p className="caption">
          The first {FIRST_ROWS} of {countText(rows.length)} rows.{" "}
          <button type="button" className="textbtn" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}

function classOf<Row>({ isNumber }: Column<Row>, index: number): string | undefined {
  if (index === 0) return "name";
  return isNumber ? "r" : undefined;
}

function cellOf<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
  return cell ? cell(row) : (value(row) ?? <NoValue />);
}
