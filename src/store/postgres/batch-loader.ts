/** Batches the lookups of one tick of the event loop into one statement for each of their texts. */
import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import type { Lookup, Row } from "../dialect.ts";

type Rows = DataLoader<string, Row | undefined>;

/** Runs a statement and resolves with its rows. */
export type Fetch = (text: string, values: unknown[]) => Promise<Row[]>;

/** Lookups with this many different texts keep their loader. */
const MAX_LOADERS = 500;

export class BatchLoader {
  private readonly fetch: Fetch;
  private readonly loaders = new LRUCache<string, Rows>({ max: MAX_LOADERS });

  constructor(fetch: Fetch) {
    this.fetch = fetch;
  }

  /** The row with a key; its statement is sent after this call, so that the row is never older. */
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
      for (const row of await this.fetch(lookup.batchText!, [unique])) rows.set(row["#key"] as string, row);
    }
    if (unique.length === keys.length) return keys.map((key) => rows.get(key));
    // Callers change the row that they get.
    return keys.map((key) => {
      const row = rows.get(key);
      return row && { ...row };
    });
  }
}
