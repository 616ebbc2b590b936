/** Which records of a list were deleted between two moments. */
import sql, { empty, join, type Sql } from "sql-template-tag";
import { decode } from "../../kinds/kinds.ts";
import type { View } from "../../resource/resource.ts";
import type { ReadSession } from "../database.ts";
import type { RequesterOption } from "../read/pages/page.ts";
import { indexedColumns, quoteIdentifier } from "../tables.ts";
import { historyOf } from "./versions.ts";

/** A record that was deleted. */
export interface DeletedRecord {
  readonly id: string;
  /** A timestamp. */
  readonly deleted_at: string;
}

/** How to read them. */
export interface DeletedOptions extends RequesterOption {
  readonly limit: number;
}

/** The list whose records were deleted, and when. */
interface Deletions {
  readonly view: View;
  /** The parent's id, if the view has one. */
  readonly parentId: string | undefined;
  /** The time after which they were deleted, in milliseconds since 1970. */
  readonly since: number;
  /** The last time at which they were deleted; undefined: now. */
  readonly until?: number | undefined;
}

/** Reads the first ones in the order of their deletion, each once. Those that exist again are left out. */
export async function readDeleted(
  session: Pick<ReadSession, "all">,
  { view, parentId, since, until }: Deletions,
  limit: number,
): Promise<DeletedRecord[]> {
  const { resource, parent } = view;
  const id = quoteIdentifier(view.properties.get("id")!.column);
  const table = quoteIdentifier(resource.table);
  const below = parent ? sql` AND ${quoteIdentifier(parent.column)} = ${parentId}` : empty;
  const ended = until === undefined ? empty : sql` AND row__end <= ${until}`;
  const same = join(
    indexedColumns(resource)[0]!
      .map(quoteIdentifier)
      .map((key): Sql => sql`c.${key} = v.${key}`),
    " AND ",
  );
  const rows = await session.all(
    sql`SELECT ${id} AS id, max(row__end) AS deleted_at FROM ${quoteIdentifier(historyOf(resource).table)} AS v WHERE row__end > ${since}${ended} AND row__deleted_with IS NOT NULL${below} AND NOT EXISTS (SELECT 1 FROM ${table} AS c WHERE ${same}) GROUP BY ${id} ORDER BY deleted_at, id LIMIT ${limit}`,
  );
  return rows.map((row) => ({ id: `${row.id}`, deleted_at: decode("timestamp", row.deleted_at) as string }));
}
