/** Lists of words that were chosen from those that there are. */

import { words } from "../../../../kit/description/words.ts";
import { choiceText, includedIn, isEverything, matrixOf } from "../../description/choices.ts";
import { NoValue } from "./no-value.tsx";
import { Mark } from "./state.tsx";

/**
 * Words such as `moons:read` as a matrix, without empty rows; in a cell of a table, and all others, one after another.
 */
export function ChosenWords({
  choices,
  values,
  short,
}: {
  readonly choices: readonly string[];
  readonly values: readonly string[];
  readonly short: boolean;
}) {
  const matrix = short ? undefined : matrixOf(choices);
  const rows = matrix?.rows.filter((row) => matrix.columns.some((column) => isIn(matrix.at(row, column), values)));
  if (!matrix || !rows || rows.length === 0) return textOf(values);
  const placed = matrix.rows.flatMap((row) => matrix.columns.map((column) => matrix.at(row, column)));
  const others = values.filter((word) => !placed.includes(word));
  return (
    <>
      <table className="tbl is-inner is-matrix">
        <thead>
          <tr>
            <td />
            {matrix.columns.map((column) => (
              <th key={column} scope="col">
                {words(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{words(row)}</th>
              {matrix.columns.map((column) => (
                <td key={column}>
                  <Cell word={matrix.at(row, column)} values={values} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && <p className="small">and {textOf(others)}</p>}
    </>
  );
}

function Cell({ word, values }: { readonly word: string | undefined; readonly values: readonly string[] }) {
  if (!isIn(word, values)) return <NoValue />;
  const isOwn = values.includes(word);
  return (
    <span className={isOwn ? "state done" : "state soft"}>
      <Mark tone="done" />
      <span className="sr">{isOwn ? "yes" : "included"}</span>
    </span>
  );
}

/** Returns whether a word is among others, or included in one of them. */
function isIn(word: string | undefined, values: readonly string[]): word is string {
  return word !== undefined && (values.includes(word) || includedIn(word, values) !== undefined);
}

function textOf(values: readonly string[]): string {
  return values.some(isEverything) ? "all" : values.map(choiceText).join(", ");
}
