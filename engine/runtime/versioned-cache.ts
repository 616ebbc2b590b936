/** An LRU cache whose entries are valid for one version of their source, such as the change counter of a collection. */
import { LRUCache } from "lru-cache";

/** A change counter, or a text made from several. */
export type Version = number | string;

interface Entry<V> {
  readonly version: Version;
  readonly value: V;
}

/** The capacity: a number of entries, or a total size in any unit. */
export type Capacity<V> =
  | { readonly max: number }
  | { readonly maxSize: number; readonly sizeOf: (value: V, key: string) => number };

/** The entries by key; each key has one version at a time. */
export class VersionedCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;

  constructor(capacity: Capacity<V>) {
    this.entries = new LRUCache<string, Entry<V>>(
      "max" in capacity
        ? capacity
        : { maxSize: capacity.maxSize, sizeCalculation: ({ value }, key) => capacity.sizeOf(value, key) },
    );
  }

  /** Returns undefined if there is no value of this version. */
  get(key: string, version: Version): V | undefined {
    const entry = this.entries.get(key);
    return entry?.version === version ? entry.value : undefined;
  }

  /** Sets the value of a key, whatever version it had before. */
  set(key: string, version: Version, value: V): void {
    this.entries.set(key, { version, value });
  }

  /** Removes a value, unless it has been replaced since. */
  delete(key: string, value: V): void {
    if (this.entries.peek(key)?.value === value) this.entries.delete(key);
  }
}
