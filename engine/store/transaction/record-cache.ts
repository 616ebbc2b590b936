/**
 * The records that units of work have found, as they are in the current transaction. Between transactions they stay valid
 * while the change counter of their collection does, no matter which process writes.
 */
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ChangedRow } from "../changes/row-changes.ts";
import type { TransactionCounters } from "./counters.ts";

/** The cached records of one collection. */
interface CachedCollection {
  /** Null if there is no record with a key. */
  readonly records: Map<string, ChangedRow | null>;
  /** The keys of records that this transaction has updated. */
  readonly updated: Set<string>;
  /** The change counter at the end of the previous transaction. */
  changes?: number;
}

/** The maximum number of records of a collection that stay cached between transactions. */
const MAX_RECORDS = 1_000;

/** Caches records by their keys. */
export class RecordCache {
  private readonly collections = new Map<Resource, CachedCollection>();

  /** Called when a transaction begins: forgets what other processes have changed. */
  begin(counters: TransactionCounters): void {
    for (const [resource, { changes }] of this.collections)
      if (changes !== counters.changes(resource)) this.collections.delete(resource);
  }

  /** Called when a transaction is committed. */
  commit(counters: TransactionCounters): void {
    for (const [resource, collection] of this.collections) {
      const { records, updated } = collection;
      // These are as they were written; the next transaction reads what is stored.
      for (const key of updated) records.delete(key);
      updated.clear();
      collection.changes = counters.changes(resource);
      if (records.size > MAX_RECORDS) this.collections.delete(resource);
    }
  }

  /** Called when a transaction is not committed. */
  clear(): void {
    this.collections.clear();
  }

  /**
   * Finds a record by its key, and by `parentId` if keys are unique only within their parent.
   * @returns null if there is none; undefined if that is not known
   */
  get(resource: Resource, key: string, parentId: string | undefined): ChangedRow | null | undefined {
    return this.collections.get(resource)?.records.get(cacheKey(key, parentId));
  }

  /** @param record null if there is none */
  set(resource: Resource, key: string, parentId: string | undefined, record: ChangedRow | null): void {
    let collection = this.collections.get(resource);
    if (!collection) {
      collection = { records: new Map(), updated: new Set() };
      this.collections.set(resource, collection);
    }
    collection.records.set(cacheKey(key, parentId), Object.freeze(record));
  }

  /** Applies an update to a record, if it is cached. What the caller knows of it may be older. */
  update(resource: Resource, record: ChangedRow, written: Values, { bumpRevision }: { bumpRevision: boolean }): void {
    const collection = this.collections.get(resource);
    if (!collection) return;
    const { records, updated } = collection;
    for (const key of cacheKeys(resource, record)) {
      const cached = records.get(key);
      if (!cached) continue;
      updated.add(key);
      const revision = (cached.revision as number) + (bumpRevision ? 1 : 0);
      records.set(key, { ...cached, ...written, n: cached.n, revision });
    }
  }

  /** Forgets what was cached under the keys of a record that was inserted or deleted. */
  forget(resource: Resource, record: ChangedRow): void {
    const collection = this.collections.get(resource);
    if (collection) for (const key of cacheKeys(resource, record)) collection.records.delete(key);
  }

  /** Forgets all records of a collection. */
  forgetAll(resource: Resource): void {
    this.collections.delete(resource);
  }
}

function cacheKey(key: string, parentId: string | undefined): string {
  return parentId === undefined ? key : `${parentId} ${key}`;
}

/** The keys under which a record may be cached. */
function cacheKeys({ key, parentKey }: Resource, record: ChangedRow): string[] {
  const own = record[key] as string;
  return parentKey === undefined ? [own] : [own, cacheKey(own, record[parentKey] as string)];
}
