/** Makes the ids of a database from before 0.2.0 lower case, wherever they are stored. */
import sql from "sql-template-tag";
import type { Session } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { hadOtherIds, type TableDiff } from "./diff.ts";
import { type Step, updateRecords } from "./step.ts";

/** Changes ids, and paths that contain them, in one pass. Records whose ids or paths change get a new revision. */
export function lowerCaseIds(diff: TableDiff): Step[] {
  if (!hadOtherIds(diff)) return [];
  const { resource, added } = diff;
  const names = resource.columns
    .filter(
      ({ name, kind, origin }) => !added.has(name) && (kind === "id" || kind === "reference" || origin === "path"),
    )
    .map(({ name }) => `"${name}"`);
  const assignments = names.map((name) => `${name} = lower(${name})`);
  return [
    updateRecords(resource, assignments, { where: names.map((name) => `${name} <> lower(${name})`).join(" OR ") }),
  ];
}

/** The number of pairs of ids that a message names at most. */
const MAX_NAMED = 10;

/** Returns a sentence that names ids which would become equal. */
export async function findCollidingIds(session: Session, diff: TableDiff): Promise<string[]> {
  const { resource } = diff;
  // The ids of other records are those of a parent or a member.
  if (resource.kind !== "collection" || !hadOtherIds(diff)) return [];
  const rows = await session.all(
    sql`SELECT min(id) AS one, max(id) AS other FROM ${quoteIdentifier(resource.table)} GROUP BY lower(id) HAVING count(*) > 1 ORDER BY lower(id) LIMIT ${MAX_NAMED}`,
  );
  if (rows.length === 0) return [];
  const pairs = rows.map(({ one, other }) => `${one} and ${other}`).join(", ");
  return [
    `Ids are now lower case, but some in ${resource.name} differ only by case: ${pairs}. With the previous version, give one of each pair another id.`,
  ];
}
