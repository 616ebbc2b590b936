/** Suggests a record for an id that none has. */
import sql, { empty, type Sql } from "sql-template-tag";
import { isId } from "../../declare/values.ts";
import { didYouMean } from "../../resource/messages.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ReadSession } from "../database.ts";
import type { Place } from "../place.ts";
import { quoteIdentifier } from "../tables.ts";

/** How many ids are compared on each side of the one that is missing: ids that differ little are seldom far apart in order. */
const NEIGHBORS = 50;
/** The maximum number of characters that differ. Generated ids differ in more. */
const MAX_DISTANCE = 3;

/** A sentence to append to a message: the record that may have been meant; empty if there is none with a similar id. */
export async function suggestId(
  session: Pick<ReadSession, "all">,
  resource: Resource,
  { id, parentId }: Place,
): Promise<string> {
  if (id === undefined || !isVisibleToAll(resource) || (parentId !== undefined && !isId(parentId))) return "";
  const key = quoteIdentifier(resource.key);
  const near = id.toLowerCase().replace(/[^a-z0-9._~-]/g, "-");
  const sibling =
    resource.parentKey && parentId !== undefined
      ? sql`${quoteIdentifier(resource.parentKey)} = ${parentId} AND `
      : empty;
  const select = (neighbors: Sql) =>
    session.all(
      sql`SELECT ${key} AS id FROM ${quoteIdentifier(resource.table)} WHERE ${sibling}${neighbors} LIMIT ${NEIGHBORS}`,
    );
  const rows = [
    ...(await select(sql`${key} >= ${near} ORDER BY ${key}`)),
    ...(await select(sql`${key} < ${near} ORDER BY ${key} DESC`)),
  ];
  return didYouMean(
    id,
    rows.map((row) => row.id as string),
    MAX_DISTANCE,
  );
}

/** Whether everybody who may read the collection may read all of its records. */
function isVisibleToAll({ serialIds, rowScope, softDelete }: Resource): boolean {
  return !serialIds && rowScope === undefined && softDelete === undefined;
}
