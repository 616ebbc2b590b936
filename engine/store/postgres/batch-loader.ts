/** Batches the lookups of one tick of the event loop: lookups with the same text become one statement. */
import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import type { Lookup, Row } from "../database.ts";

type Rows = DataLoader<string, Row | undefined>;

/** Runs a statement and resolves with its rows. */
export type Fetch = (text: string, values: unknown[]) => Promise<Row[]>;

/** The maximum number of loaders; there is one for each text. */
const MAX_LOADERS = 500;

/** The loaders of one session. */
export class BatchLoader {
  private readonly fetch: Fetch;
  private readonly loaders = new LRUCache<string, Rows>({ max: MAX_LOADERS });

  constructor(fetch: Fetch) {
    this.fetch = fetch;
  }

  /** Loads the row with a key. Its statement is sent after this call, so the row is never older than the call. */
  load(lookup: Lookup, key: string): Promise<Row | undefined> {
    let loader = this.loaders.get(lookup.text);
    if (!loader) {
      loader = new DataLoader((keys) => this.fetchAll(lookup, keys), {
        // A row that was read for an earlier request may have changed.
        cache: false,
        batchScheduleFn: setImmediate,
      });
      this.loaders.set(lookup.text, loader);
    }
    return loader.load(key);
  }

  /** The rows in the order of the keys. */
  private async fetchAll(lookup: Lookup, keys: readonly string[]): Promise<(Row | undefined)[]> {
    const unique = [...new Set(keys)];
    const rows = new Map<string, Row>();
    if (unique.length === 1) {
      const [row] = await this.fetch(lookup.text, unique);
      if (row) rows.set(unique[0]!, row);
    } else {
      for (const row of await this.fetch(lookup.batchText!, [unique])) rows.set(String(row["#key"]), row);
    }
    if (unique.length === keys.length) return keys.map((key) => rows.get(key));
    // Each caller gets a copy, because callers change their row.
    return keys.map((key) => {
      const row = rows.get(key);
      return row && { ...row };
    });
  }
}
