/** Adds new records to the trigram indexes, where databases do not do that by themselves. */
import type { Transaction } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { trigramIndexOf } from "./trigrams.ts";

/** One of the last steps of a transaction. */
export async function indexNewRecords(
  { changes, counters, session }: Transaction,
  { trigramIndexes }: Dialect,
): Promise<void> {
  if (!trigramIndexes?.addNew) return;
  for (const resource of new Set(changes.map((change) => change.resource))) {
    const index = trigramIndexOf(resource);
    if (index) await trigramIndexes.addNew(index, counters.lastKey(resource), session);
  }
}
