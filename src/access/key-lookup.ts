/** Looks up API keys by the digest of their secret. */
import { LRUCache } from "lru-cache";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import { VersionedCache } from "../runtime/versioned-cache.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import { API_KEYS } from "./api-keys.ts";
import { type Caller, invalidCredential, rejectedCaller, scopeSet } from "./caller.ts";
import { digestsEqual } from "./secrets.ts";

/** The maximum lag of `last_used_at`. */
const USE_LAG_MS = 60_000;

/** The maximum number of cached keys. */
const MAX_CACHED = 10_000;

interface CachedKey {
  readonly key: StoredRecord;
  readonly caller: Caller;
  /** In milliseconds since 1970; null if it never expires. */
  readonly expiresAt: number | null;
}

const UNKNOWN = rejectedCaller(invalidCredential());
const EXPIRED = rejectedCaller(invalidCredential("The credential has expired."));

/** Finds and caches API keys, and records their use. */
export class ApiKeyLookup {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly resource: Resource;
  private readonly cache = new VersionedCache<CachedKey>({ max: MAX_CACHED });
  /** When the last write of `last_used_at` began, by key id. If the write fails, it is not retried at once. */
  private readonly attempted = new LRUCache<string, number>({ max: MAX_CACHED });
  private readonly writing = new Set<Promise<void>>();

  /** @param onError receives the error if `last_used_at` cannot be written */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.onError = onError;
    this.resource = store.catalog.resource(API_KEYS);
  }

  /**
   * The caller whose key has this digest. Cached keys are valid until any process writes a key, so a revoked key is refused
   * at the next request.
   */
  async find(digest: string): Promise<Caller> {
    const [counter] = await this.store.counters([this.resource]);
    const { changes } = counter!;
    const cached = this.cache.get(digest, changes);
    if (cached) return this.use(cached);
    const key = await this.store.findBy(this.resource, "secret", digest);
    if (!key || !digestsEqual(key.secret as string, digest)) return UNKNOWN;
    const caller = { name: `key:${key.id}`, scopes: scopeSet(key.scopes as string[]) };
    const found = { key, caller, expiresAt: expiryOf(key) };
    this.cache.set(digest, changes, found);
    return this.use(found);
  }

  private use({ key, caller, expiresAt }: CachedKey): Caller {
    const now = this.clock.now();
    if (expiresAt !== null && expiresAt <= now) return EXPIRED;
    this.recordUse(key, now);
    return caller;
  }

  /** Writes `last_used_at` in the background, at most once a minute for each key. */
  private recordUse({ id, last_used_at: last }: StoredRecord, now: number): void {
    if (last !== null && now - Date.parse(last as string) < USE_LAG_MS) return;
    const key = id as string;
    const attempted = this.attempted.get(key);
    if (attempted !== undefined && now - attempted < USE_LAG_MS) return;
    this.attempted.set(key, now);
    const write = this.store
      .write((tx) => tx.system.patch(this.resource, key, { last_used_at: timestamp(this.clock) }))
      .catch(this.onError)
      .finally(() => this.writing.delete(write));
    this.writing.add(write);
  }

  /** Resolves when no write of `last_used_at` is running. */
  async flush(): Promise<void> {
    await Promise.all(this.writing);
  }
}

function expiryOf({ expires_at: at }: StoredRecord): number | null {
  return at === null ? null : Date.parse(at as string);
}
