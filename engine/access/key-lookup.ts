/** Looks up keys by the digest of their secret: API keys and the admin key. */
import { LRUCache } from "lru-cache";
import { ADMIN } from "../declare/scopes.ts";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import { ADMIN_KEY_DIGEST } from "./admin-key.ts";
import { API_KEYS } from "./api-keys.ts";
import { type Caller, type CredentialReader, invalidCredential, rejectedCaller, scopeSet } from "./caller.ts";
import { digestsEqual, isApiKey } from "./secrets.ts";

/** The maximum lag of `last_used_at`. */
const USE_LAG_MS = 60_000;

/** The maximum number of cached keys. */
const MAX_CACHED = 10_000;

/** A key as it was found. */
interface CachedKey {
  /** The change counter of the keys before it was read. It is valid while that stays the same. */
  readonly changes: number;
  readonly caller: Caller;
  /** Undefined for the admin key, whose use is not recorded. */
  readonly record: StoredRecord | undefined;
}

const EXPIRED = "The credential has expired.";
const UNKNOWN_CALLER = rejectedCaller(invalidCredential());
const EXPIRED_CALLER = rejectedCaller(invalidCredential(EXPIRED));

/** Finds and caches keys, and records the use of API keys. */
export class KeyLookup {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly resource: Resource;
  private readonly cache = new LRUCache<string, CachedKey>({ max: MAX_CACHED });
  /** The digest of the admin key, and the change counter of the keys before it was read. */
  private admin = { digest: "", changes: -1 };
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
   * The caller whose key this is. What is cached is valid until any process writes a key or replaces the admin key, so a key that
   * is revoked or replaced is refused at the next request.
   */
  async find(secret: string, digest: string): Promise<Caller> {
    const [counter] = await this.store.counters([this.resource]);
    const { changes } = counter!;
    const cached = this.cache.get(digest);
    if (cached?.changes === changes) return this.use(cached);
    const found = (await this.isAdminKey(digest, changes))
      ? { changes, caller: this.adminCaller(digest, changes), record: undefined }
      : isApiKey(secret) && (await this.findRecord(digest, changes));
    if (!found) return UNKNOWN_CALLER;
    this.cache.set(digest, found);
    return this.use(found);
  }

  private async findRecord(digest: string, changes: number): Promise<CachedKey | undefined> {
    const record = await this.store.findBy(this.resource, "secret", digest);
    if (!record || !digestsEqual(record.secret as string, digest)) return undefined;
    const caller: Caller = {
      name: `key:${record.id}`,
      scopes: scopeSet(record.scopes as string[]),
      ...(record.expires_at === null ? {} : { expiresAt: record.expires_at as string }),
      confirm: (reader) => this.confirmRecord(reader, record, changes),
    };
    return { changes, caller, record };
  }

  /** Reads the admin key, so that `wasAdminKey` knows it. @throws Error if there is none */
  async readAdminKey(): Promise<void> {
    const [counter] = await this.store.counters([this.resource]);
    await this.isAdminKey("", counter!.changes);
  }

  /** Whether a digest was that of the admin key when it was read last. */
  wasAdminKey(digest: string): boolean {
    return digestsEqual(this.admin.digest, digest);
  }

  /** @param changes the change counter of the keys */
  private async isAdminKey(digest: string, changes: number): Promise<boolean> {
    if (this.admin.changes !== changes) {
      const current = await this.store.getMetadata(ADMIN_KEY_DIGEST);
      if (current === undefined) throw new Error("The database has no admin key.");
      this.admin = { digest: current, changes };
    }
    return this.wasAdminKey(digest);
  }

  private adminCaller(digest: string, changes: number): Caller {
    return {
      name: ADMIN,
      scopes: new Set([ADMIN]),
      confirm: async (reader) => {
        if (reader.changes(this.resource) === changes) return;
        if ((await reader.metadata(ADMIN_KEY_DIGEST)) !== digest) throw invalidCredential();
      },
    };
  }

  /** @param changes the change counter of the keys before the record was read: while it stays the same, so does the record */
  private confirmRecord(reader: CredentialReader, record: StoredRecord, changes: number): void | Promise<void> {
    if (this.isExpired(record)) throw invalidCredential(EXPIRED);
    if (reader.changes(this.resource) === changes) return;
    return reader.find(this.resource, record.id as string).then((current) => {
      // Another key may have the same id by now.
      if (current?.n !== record.n) throw invalidCredential();
    });
  }

  private isExpired({ expires_at: at }: StoredRecord): boolean {
    return at !== null && Date.parse(at as string) <= this.clock.now();
  }

  private use({ caller, record }: CachedKey): Caller {
    if (!record) return caller;
    if (this.isExpired(record)) return EXPIRED_CALLER;
    this.recordUse(record);
    return caller;
  }

  /** Writes `last_used_at` in the background, at most once a minute for each key. */
  private recordUse({ id, last_used_at: last }: StoredRecord): void {
    const now = this.clock.now();
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
