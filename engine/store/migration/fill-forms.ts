/** Fills columns of existing rows with forms of other columns, because they are new, or because a form has changed. */
import sql, { join, raw } from "sql-template-tag";
import { decode, type Kind } from "../../kinds/kinds.ts";
import type { Form } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { WriteSession } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import type { TableDiff } from "./diff.ts";
import { reportedType } from "./layout.ts";
import type { Step } from "./step.ts";

/** The number of rows that are read, and written, per statement; fewer, if they have more values than a statement may. */
const BATCH = 500;
const MAX_VALUES = 30_000;

/** A form to fill, and the column that it is one of. */
interface Source {
  readonly column: string;
  readonly kind: Kind;
  readonly form: Form;
}

/** Fills all columns in one pass, and writes only the rows that change. A new column has the forms of its default. */
export function fillForms({ resource, added, redefined }: TableDiff, dialect: Dialect): Step[] {
  const sources = resource.columns
    .filter(({ name }) => !added.has(name))
    .flatMap(({ name, kind, forms }) => forms.map((form): Source => ({ column: name, kind, form })))
    .filter(({ form: { name } }) => added.has(name) || redefined.has(name));
  if (sources.length === 0) return [];
  const text = `fill the columns of ${resource.name}: ${sources.map(({ form }) => form.name).join(", ")}`;
  return [{ text, resource, run: (_writer, _unit, session) => fillColumns(session, resource, sources, dialect) }];
}

async function fillColumns(
  session: WriteSession,
  resource: Resource,
  sources: readonly Source[],
  dialect: Dialect,
): Promise<void> {
  const table = quoteIdentifier(resource.table);
  const columns = [...new Set(sources.map(({ column }) => column))].map(quoteIdentifier);
  const forms = sources.map(({ form }) => quoteIdentifier(form.name));
  const isPresent = join(
    columns.map((column) => sql`${column} IS NOT NULL`),
    " OR ",
  );
  const types = sources.map(({ form }) => raw(reportedType(form.kind, dialect)));
  // Both databases name the columns of VALUES `column1`, `column2` and so on.
  const assignments = forms.map((form, index) => sql`${form} = v.${raw(`column${index + 2}`)}`);
  const batch = Math.min(BATCH, Math.floor(MAX_VALUES / (sources.length + 1)));
  for (let after = 0; ; ) {
    const rows = await session.all(
      sql`SELECT n, ${join([...columns, ...forms])} FROM ${table} WHERE n > ${after} AND (${isPresent}) ORDER BY n LIMIT ${batch}`,
    );
    const filled = rows.flatMap((row) => {
      const values = sources.map(({ column, kind, form }) => form.encode(decode(kind, row[column])));
      if (values.every((value, index) => value === row[sources[index]!.form.name])) return [];
      return [sql`(${row.n}, ${join(values.map((value, index) => sql`CAST(${value} AS ${types[index]})`))})`];
    });
    if (filled.length > 0)
      await session.send(
        sql`UPDATE ${table} SET ${join(assignments)} FROM (VALUES ${join(filled)}) AS v WHERE ${table}.n = CAST(v.column1 AS INTEGER)`,
      );
    if (rows.length < batch) return;
    after = Number(rows.at(-1)!.n);
  }
}
