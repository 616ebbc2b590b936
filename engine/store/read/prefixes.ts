/** Texts that begin with a prefix, as a range. */
import sql, { type Sql } from "sql-template-tag";

/** A range that an index can find: from the prefix up to the first text after all texts that start with it. */
export function startsWith(column: Sql, prefix: string): Sql {
  const end = endOfPrefix(prefix);
  return end === undefined ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} AND ${column} < ${end})`;
}

/** The lowest text that is above every text with this prefix; undefined if there is none. */
function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix);
  while (points.length > 0) {
    const next = points.pop()!.codePointAt(0)! + 1;
    // Skips the surrogates, U+D800 to U+DFFF.
    if (next <= 0x10ffff) return points.join("") + String.fromCodePoint(next === 0xd800 ? 0xe000 : next);
  }
  return undefined;
}
