/** Words such as `moons:read` as a matrix of boxes: a row for each name, a column for each verb. */
import type { KeyboardEvent } from "react";
import { words } from "../../../../../kit/description/words.ts";
import { type Matrix, privateScopes } from "../../../description/choices.ts";
import { useDescription } from "../../../description/use-description.tsx";
import type { ControlProps } from "../control-props.ts";
import { type Chosen, isChosen, WordBox } from "./word-box.tsx";

/**
 * The matrix, with a box for all of a column; below it private records, which that box leaves alone, and words in no
 * row.
 */
export function MatrixControl({
  matrix,
  chosen,
  id,
  describedBy,
}: Pick<ControlProps, "id" | "describedBy"> & { readonly matrix: Matrix; readonly chosen: Chosen }) {
  const { rows, columns, at, others } = matrix;
  const secret = privateScopes(useDescription());
  const isApart = (row: string) => columns.some((column) => secret.has(at(row, column) ?? ""));
  const common = rows.filter((row) => !isApart(row));
  const apart = rows.filter(isApart);
  return (
    <fieldset className="part-words" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      <table className="tbl is-inner is-matrix" onKeyDown={moveOverCells}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {words(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">all of these</th>
            {columns.map((column, index) => (
              <td key={column}>
                <ColumnBox
                  id={index === 0 ? id : undefined}
                  column={column}
                  own={common.flatMap((row) => at(row, column) ?? [])}
                  chosen={chosen}
                />
              </td>
            ))}
          </tr>
          {common.map((row) => (
            <Row key={row} row={row} matrix={matrix} chosen={chosen} />
          ))}
        </tbody>
        {apart.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={columns.length + 1} className="soft">
                Private records, only if you choose them here:
              </th>
            </tr>
            {apart.map((row) => (
              <Row key={row} row={row} matrix={matrix} chosen={chosen} />
            ))}
          </tbody>
        )}
      </table>
      {others.map((word) => (
        <WordBox key={word} word={word} label={words(word)} chosen={chosen} />
      ))}
    </fieldset>
  );
}

/** The boxes of a row. */
function Row({
  row,
  matrix: { columns, at },
  chosen,
}: {
  readonly row: string;
  readonly matrix: Matrix;
  readonly chosen: Chosen;
}) {
  return (
    <tr>
      <th scope="row">{words(row)}</th>
      {columns.map((column) => {
        const word = at(row, column);
        return (
          <td key={column}>
            {word && <WordBox word={word} label={`${words(row)}: ${words(column)}`} isLabelHidden chosen={chosen} />}
          </td>
        );
      })}
    </tr>
  );
}

/** The box of a whole column. */
function ColumnBox({
  id,
  column,
  own,
  chosen,
}: {
  readonly id: string | undefined;
  readonly column: string;
  readonly own: readonly string[];
  readonly chosen: Chosen;
}) {
  const count = own.filter((word) => isChosen(word, chosen)).length;
  return (
    <label className="check">
      <input
        id={id}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < own.length;
        }}
        checked={count === own.length}
        onChange={() => chosen.choose(own, count < own.length)}
      />
      <span className="sr">all: {words(column)}</span>
    </label>
  );
}

/** Arrows move the focus to the box beside it. */
function moveOverCells(event: KeyboardEvent<HTMLElement>): void {
  const [down, right] =
    { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
  const cell = (event.target as Element).closest("td");
  if (down === undefined || right === undefined || !cell) return;
  event.preventDefault();
  const rows = [...cell.closest("table")!.rows].filter((each) => each.querySelector("input"));
  let [row, column] = [rows.indexOf(cell.closest("tr")!), cell.cellIndex];
  // Cells without a box, and boxes that cannot be changed, are passed over.
  for (;;) {
    row += down;
    column += right;
    const next = rows[row]?.cells[column];
    if (!next) return;
    const box = next.querySelector<HTMLInputElement>("input:enabled");
    if (box) {
      box.focus();
      return;
    }
  }
}
