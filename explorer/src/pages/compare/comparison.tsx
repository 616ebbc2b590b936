/** The records side by side: as a table, and on a phone row by row. */
import { Fragment } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { useNarrow } from "../../components/use-narrow.ts";
import type { Data } from "../../requests/data.ts";
import { Cell } from "./cell.tsx";
import { ColumnHead } from "./column-head.tsx";
import { allOf } from "./names.ts";
import type { CompareRow, RowGroup } from "./rows.ts";
import { titleOf } from "./title-of.ts";

/** Props of `ComparisonRows`. */
interface ComparisonProps {
  readonly view: View;
  readonly records: readonly Data[];
  readonly groups: readonly RowGroup[];
}

/** The rows of a comparison. */
export function ComparisonRows(props: ComparisonProps) {
  return useNarrow() ? <Narrow {...props} /> : <Wide {...props} />;
}

function Wide({ view, records, groups }: ComparisonProps) {
  return (
    <table className="cmp">
      <caption className="sr">{view.heading}, side by side</caption>
      <thead>
        <tr>
          <td />
          {records.map((record, place) => (
            <th key={keyOf(record)} scope="col">
              <ColumnHead {...{ view, record, place }} count={records.length} />
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ heading, rows }) => (
        <tbody key={heading}>
          <tr className="group">
            <th colSpan={records.length + 1} scope="rowgroup">
              {heading}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.key} className={classOf(row)}>
              <th scope="row" title={row.about}>
                <Label row={row} />
              </th>
              {records.map((record, place) => (
                <td key={keyOf(record)}>
                  <Cell {...{ view, row, record, place }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Narrow({ view, records, groups }: ComparisonProps) {
  return (
    <div className="cmp">
      <ul className="heads">
        {records.map((record, place) => (
          <li key={keyOf(record)}>
            <ColumnHead {...{ view, record, place }} count={records.length} />
          </li>
        ))}
      </ul>
      {groups.map(({ heading, rows }) => (
        <Fragment key={heading}>
          <h2>{heading}</h2>
          <dl>
            {rows.map((row) => (
              <div key={row.key} className={classOf(row)}>
                <dt>
                  <Label row={row} />
                </dt>
                {(classOf(row) === "same" ? records.slice(0, 1) : records).map((record, place) => (
                  <dd key={keyOf(record)}>
                    {records.length > 1 && (
                      <small>{classOf(row) === "same" ? allOf(records.length) : titleOf(view, record)}</small>
                    )}
                    <Cell {...{ view, row, record, place }} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </div>
  );
}

function Label({ row: { label, differs } }: { readonly row: CompareRow }) {
  return (
    <>
      {differs && (
        <span className="ne" aria-hidden>
          ≠
        </span>
      )}
      {label}
      {differs && <span className="sr"> (differs)</span>}
    </>
  );
}

function classOf({ differs, isApart }: CompareRow): "differs" | "same" | undefined {
  return differs ? "differs" : isApart ? undefined : "same";
}

function keyOf(record: Data): string {
  return record._links?.self ?? record.id;
}
