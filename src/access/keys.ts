/** Keys as callers: found by the digest of their secret. */
import { type Clock, timestamp } from "../clock.ts";
import type { Resource } from "../resource/resource.ts";
import type { Store } from "../store/store.ts";
import type { Stored } from "../store/tables.ts";
import { API_KEYS } from "./api-keys.ts";
import { type Caller, granted, invalid, refusedCaller } from "./caller.ts";
import { sameDigest } from "./secrets.ts";

/** How far `last_used_at` may lag. */
const LAG_MS = 60_000;

const UNKNOWN = refusedCaller(invalid());
const EXPIRED = refusedCaller(invalid("The credential has expired."));

export class Keys {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly resource: Resource;
  private readonly thisTurn = new Map<string, Promise<Caller>>();
  private readonly noting = new Map<string, Promise<void>>();

  /** @param failed is told when a use could not be noted */
  constructor(store: Store, clock: Clock, failed: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
    this.resource = store.catalog.resource(API_KEYS);
  }

  /**
   * The caller who holds the key of this digest. Requests of one turn of the event loop share one look at the database,
   * and none relies on an earlier one: what was revoked, in whichever process, is revoked for the next request.
   */
  find(digest: string): Promise<Caller> {
    let found = this.thisTurn.get(digest);
    if (found === undefined) {
      if (this.thisTurn.size === 0) setImmediate(() => this.thisTurn.clear());
      found = this.read(digest);
      this.thisTurn.set(digest, found);
    }
    return found;
  }

  private async read(digest: string): Promise<Caller> {
    const key = await this.store.findBy(this.resource, "secret", digest);
    if (!key || !sameDigest(key.secret as string, digest)) return UNKNOWN;
    const now = this.clock.now();
    if (key.expires_at !== null && Date.parse(key.expires_at as string) <= now) return EXPIRED;
    this.use(key, now);
    return { name: `key:${key.id}`, scopes: granted(key.scopes as string[]) };
  }

  /** Notes a use, unless one was noted less than a minute ago: never a write per request, and no request waits for it. */
  private use({ id, last_used_at: last }: Stored, now: number): void {
    const key = id as string;
    if ((last !== null && now - Date.parse(last as string) < LAG_MS) || this.noting.has(key)) return;
    const noted = this.store
      .write((change) => change.note(this.resource, key, { last_used_at: timestamp(this.clock) }))
      .catch(this.failed)
      .finally(() => this.noting.delete(key));
    this.noting.set(key, noted);
  }

  /** Resolves when all uses so far are noted. */
  async settled(): Promise<void> {
    await Promise.all(this.noting.values());
  }
}
