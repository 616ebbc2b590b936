/** Arrays of records: many rows in one request. */
import type { IfExists, RowRecord, Write } from "./write.ts";

/** A row with the path of its list. */
export interface ListedRow extends RowRecord {
  readonly list: string;
}

/** The number of rows among which one request's are chosen; the service takes up to ten times as many. */
const BLOCK_LENGTH = 1_000;

/**
 * The rows that are not settled, as one array for each list among 1,000 rows. A row is always among the same ones, so that a
 * request that is repeated after a crash has the same rows.
 */
export async function* arraysOf(
  rows: AsyncIterable<ListedRow>,
  isSettled: (row: number) => boolean,
  ifExists: IfExists,
): AsyncGenerator<Write, void> {
  let [block, blockNumber]: [ListedRow[], number] = [[], 0];
  for await (const row of rows) {
    const itsBlock = Math.floor(row.number / BLOCK_LENGTH);
    if (itsBlock !== blockNumber) {
      yield* writesOf(block, ifExists);
      [block, blockNumber] = [[], itsBlock];
    }
    if (!isSettled(row.number)) block.push(row);
  }
  yield* writesOf(block, ifExists);
}

function writesOf(block: readonly ListedRow[], ifExists: IfExists): Write[] {
  const lists = Map.groupBy(block, ({ list }) => list);
  return [...lists].map(([path, rows]) => ({ method: "POST", path, rows, isArray: true, ifExists }));
}
