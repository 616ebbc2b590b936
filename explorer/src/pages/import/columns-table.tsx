/** The table that maps columns of the file to fields. */

import { useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Matches, Target } from "../../../../kit/import/columns.ts";
import { textOf } from "../../../../kit/import/draft.ts";
import { LONGEST_NAME, shorten } from "../../../../kit/values/quote.ts";
import type { Table } from "./table.ts";

/** The number of values of a column that are shown, and the length of each, in characters. */
const EXAMPLES = 3;
const LONGEST = 40;

/** The columns, each with the field that it becomes. */
export function ColumnsTable({
  table,
  targets,
  matches,
  setMatches,
  view,
  missing,
}: {
  readonly table: Table;
  readonly targets: readonly Target[];
  readonly matches: Matches;
  readonly setMatches: (matches: Matches) => void;
  readonly view: View;
  /** The names of what every row needs and no column gives. */
  readonly missing: readonly string[];
}) {
  const [examples] = useState(() => table.columns.map((column) => examplesOf(table, column)));
  const taken = new Set(Object.values(matches));
  const labels = targets.filter(({ name }) => missing.includes(name)).map(({ label }) => label);
  const match = (column: string, name: string) => {
    // A field comes from one column.
    const others = Object.entries(matches).filter(([, each]) => each !== name);
    setMatches({ ...Object.fromEntries(others), [column]: name === "" ? undefined : name });
  };
  return (
    <section className="sect">
      <header>
        <h2>Columns</h2>
      </header>
      <div className="tbl-scroll">
        <table className="tbl">
          <caption className="sr">Columns of the file, and the fields that they become</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Field</th>
              <th scope="col">Examples</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map((column, index) => (
              <tr key={column}>
                <th scope="row">{shorten(column, LONGEST_NAME)}</th>
                <td>
                  <span className="input is-small">
                    <select
                      aria-label={`Field for ${shorten(column, LONGEST_NAME)}`}
                      value={matches[column] ?? ""}
                      onChange={({ target }) => match(column, target.value)}
                    >
                      <option value="">{reasonToSkip(column, view)}</option>
                      {targets.map(({ name, label }) => (
                        <option key={name} value={name}>
                          {label}
                          {taken.has(name) && matches[column] !== name ? " (taken)" : ""}
                        </option>
                      ))}
                    </select>
                  </span>
                </td>
                <td className="soft small">{examples[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {labels.length > 0 && (
        <p className="note is-hold" role="status">
          <span>
            Required, but not matched to a column: <b>{labels.join(", ")}</b>.
          </span>
        </p>
      )}
    </section>
  );
}

/** Returns the text for a column that is left out. */
function reasonToSkip(column: string, { fields, writable }: View): string {
  const isSet = fields.some(({ name }) => name === column) && !writable.create.some(({ name }) => name === column);
  return isSet ? "skipped: set by the service" : "skipped";
}

function examplesOf({ rows }: Table, column: string): string {
  const examples = new Set<string>();
  for (const { values } of rows) {
    if (examples.size === EXAMPLES) break;
    const text = textOf(values[column]);
    if (text !== "") examples.add(shorten(text, LONGEST));
  }
  return [...examples].join(" · ");
}
