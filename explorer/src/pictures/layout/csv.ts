/** Rows as a CSV file. */

/** The value of a cell. */
type Value = string | number | boolean | null | undefined;

/** The columns of a file, and its rows. */
interface Cells<Row> {
  readonly columns: readonly { readonly name: string; readonly value: (row: Row) => Value }[];
  readonly rows: readonly Row[];
}

/** Writes rows as CSV (RFC 4180), with names of columns. */
export function csvOf<Row>({ columns, rows }: Cells<Row>): string {
  const lines = rows.map((row) => columns.map(({ value }) => escaped(value(row))));
  return [columns.map(({ name }) => escaped(name)), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** Writes a cell of CSV. Formulas are left as they are, as in the exports of the service. */
function escaped(value: Value): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
