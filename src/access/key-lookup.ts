/** Keys as callers: found by the digest of their secret. */
import { LRUCache } from "lru-cache";
import type { Resource } from "../resource/resource.ts";
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import { API_KEYS } from "./api-keys.ts";
import { type Caller, invalid, refusedCaller, scopeSet } from "./caller.ts";
import { sameDigest } from "./secrets.ts";

/** How far `last_used_at` may lag. */
const LAG_MS = 60_000;

/** So many keys are remembered. */
const MOST_KNOWN = 10_000;

/** A key as it was at a value of the collection's change counter. */
interface Known {
  readonly changes: number;
  readonly key: StoredRecord;
  readonly caller: Caller;
  /** When it expires, in milliseconds since 1970. */
  readonly until: number | null;
}

const UNKNOWN = refusedCaller(invalid());
const EXPIRED = refusedCaller(invalid("The credential has expired."));

export class Keys {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly resource: Resource;
  private readonly known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  /** When a use was last tried to be noted, by the key's id; a database that takes no writes is not asked each time. */
  private readonly tried = new LRUCache<string, number>({ max: MOST_KNOWN });
  private readonly noting = new Set<Promise<void>>();

  /** @param failed is told when a use could not be noted */
  constructor(store: Store, clock: Clock, failed: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
    this.resource = store.catalog.resource(API_KEYS);
  }

  /**
   * The caller who holds the key of this digest. What is known of a key holds while no key is written, by whichever
   * process: one that was revoked is revoked for the next request.
   */
  async find(digest: string): Promise<Caller> {
    const [counter] = await this.store.counters([this.resource]);
    const { changes } = counter!;
    const known = this.known.get(digest);
    if (known?.changes === changes) return this.callerOf(known);
    const key = await this.store.findBy(this.resource, "secret", digest);
    if (!key || !sameDigest(key.secret as string, digest)) return UNKNOWN;
    const caller = { name: `key:${key.id}`, scopes: scopeSet(key.scopes as string[]) };
    const found = { changes, key, caller, until: expiryOf(key) };
    this.known.set(digest, found);
    return this.callerOf(found);
  }

  private callerOf({ key, caller, until }: Known): Caller {
    const now = this.clock.now();
    if (until !== null && until <= now) return EXPIRED;
    this.use(key, now);
    return caller;
  }

  /** Notes a use, unless that was tried less than a minute ago: never a write per request, and no request waits for it. */
  private use({ id, last_used_at: last }: StoredRecord, now: number): void {
    if (last !== null && now - Date.parse(last as string) < LAG_MS) return;
    const key = id as string;
    const tried = this.tried.get(key);
    if (tried !== undefined && now - tried < LAG_MS) return;
    this.tried.set(key, now);
    const noted = this.store
      .write((change) => change.system.patch(this.resource, key, { last_used_at: timestamp(this.clock) }))
      .catch(this.failed)
      .finally(() => this.noting.delete(noted));
    this.noting.add(noted);
  }

  /** Resolves when all uses so far are noted. */
  async settled(): Promise<void> {
    await Promise.all(this.noting);
  }
}

function expiryOf({ expires_at: at }: StoredRecord): number | null {
  return at === null ? null : Date.parse(at as string);
}
