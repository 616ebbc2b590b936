/** Caches the JWKS of an OpenID Connect issuer, and fetches it at limited intervals. */
import { hash } from "node:crypto";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { ConcurrencyLimit } from "../runtime/concurrency-limit.ts";
import { Outage } from "../runtime/outage.ts";
import { fetchKeys, type Issuer } from "./issuer.ts";

/** How many fetches because of an unknown key id may follow each other, and after how long another one may. Callers can invent ids. */
const MAX_UNKNOWN_FETCHES = 10;
const UNKNOWN_FETCH_EVERY_MS = 6_000;
/** The maximum number of key ids that are cached because the issuer does not have them. */
const MAX_MISSING = 1_000;
/** The age at which keys are fetched again, since the issuer may have withdrawn one. */
const MAX_AGE_MS = 600_000;
/** Seconds between two attempts to reach an issuer that is unavailable, or to find a key that it does not have. */
const RETRY_S = 5;
const RETRY_MS = RETRY_S * 1_000;
/** The time limit of a fetch, the discovery included. */
const FETCH_TIMEOUT_MS = 5_000;
/** How many requests may wait for the issuer at once. */
const WAITING = { all: 1_000, perClient: 100 };

const OUTAGE_MESSAGES = {
  began: "the keys of OIDC_ISSUER cannot be fetched",
  ended: "the keys of OIDC_ISSUER are available again",
};

/** Returns the name of the client on whose behalf a key is looked up. */
export type ClientName = () => string;

/** What `jose` knows of a token when it asks for the key. */
type TokenHeader = Parameters<JWTVerifyGetKey>[0];
type Token = Parameters<JWTVerifyGetKey>[1];

/** The keys of the issuer, as they were fetched. */
interface CachedKeys {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  readonly fetchedAt: number;
}

/**
 * The keys of an issuer.
 *
 * Cached keys stay in use while the issuer is unavailable. jose's own remote set uses the system clock, and tries to reach an
 * unavailable issuer at every request (decision 8).
 */
export class JwksCache {
  private readonly issuer: Issuer;
  private readonly clock: Clock;
  /** While fetches fail. */
  private readonly outage: Outage;
  private readonly waiting = new ConcurrencyLimit(WAITING);
  /** When the keys were found to be without a key, by a digest of the header that asked for it. */
  private readonly missing = new LRUCache<string, number>({ max: MAX_MISSING });
  /** How many more fetches an unknown key id may cause, as of a time. */
  private budget = { fetches: MAX_UNKNOWN_FETCHES, at: 0 };
  private cached: CachedKeys | undefined;
  /** When the last fetch ended, and how many have ended. */
  private lastFetch = Number.NEGATIVE_INFINITY;
  private fetches = 0;
  private fetching: Promise<void> | undefined;

  constructor(issuer: Issuer, clock: Clock, logger: Logger) {
    this.issuer = issuer;
    this.clock = clock;
    this.outage = new Outage(logger, OUTAGE_MESSAGES);
  }

  /**
   * Finds the key of a token. If the cached keys do not have it, they are fetched again.
   * @throws Problem `unavailable` if there are no keys, or too much waits for them; jose's error if the key is not among them
   */
  async find(header: TokenHeader, token: Token, client: ClientName): Promise<CryptoKey> {
    const { fetches } = this;
    const cached = await this.current(client);
    try {
      return await cached.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const id = hash("sha256", `${header.alg} ${header.kid}`, "base64");
      // Keys that were fetched while the token waited are new enough.
      if (this.fetches === fetches) {
        if (this.isWithin(RETRY_MS, this.missing.get(id)) || !this.mayRefreshForUnknown()) throw error;
        await this.refresh(client);
      }
      return await this.findMissing(id, header, token);
    }
  }

  /** Finds a key in keys that were just fetched. */
  private async findMissing(id: string, header: TokenHeader, token: Token): Promise<CryptoKey> {
    if (this.outage.isOngoing) throw keysUnavailable();
    try {
      return await this.cached!.find(header, token);
    } catch (error) {
      this.missing.set(id, this.clock.now());
      throw error;
    }
  }

  /** The keys, fetched again if they are old. */
  private async current(client: ClientName): Promise<CachedKeys> {
    if (!this.cached) await this.refresh(client);
    // While the issuer is slow or unavailable, the cached keys stay in use, and nothing waits.
    else if (!this.isWithin(MAX_AGE_MS, this.cached.fetchedAt)) {
      const name = client();
      if (this.outage.isOngoing || !this.waiting.hasRoom(name)) this.startFetch();
      else await this.refresh(client);
    }
    if (!this.cached) throw keysUnavailable();
    return this.cached;
  }

  /** Whether an unknown key id may wait for new keys: for those that are being fetched, or within the limits of its own fetches. */
  private mayRefreshForUnknown(): boolean {
    return this.fetching !== undefined || this.outage.isOngoing || this.takeFetch();
  }

  /** Takes one of the fetches that unknown key ids may cause. */
  private takeFetch(): boolean {
    const now = this.clock.now();
    const elapsed = Math.abs(now - this.budget.at);
    const fetches = Math.min(MAX_UNKNOWN_FETCHES, this.budget.fetches + elapsed / UNKNOWN_FETCH_EVERY_MS);
    if (fetches < 1) return false;
    this.budget = { fetches: fetches - 1, at: now };
    return true;
  }

  /** Waits for a fetch. Does nothing if the last one has just failed. @throws Problem if too much waits already */
  private async refresh(client: ClientName): Promise<void> {
    this.startFetch();
    const { fetching } = this;
    if (!fetching) return;
    const name = client();
    if (!this.waiting.hasRoom(name)) throw keysUnavailable();
    await this.waiting.run(name, () => fetching);
  }

  /** Starts a fetch unless one runs, or the last one has just failed. */
  private startFetch(): void {
    if (this.fetching || (this.outage.isOngoing && this.isWithin(RETRY_MS, this.lastFetch))) return;
    this.fetching = this.load().finally(() => {
      this.fetching = undefined;
    });
  }

  private async load(): Promise<void> {
    try {
      const keys = await fetchKeys(this.issuer, AbortSignal.timeout(FETCH_TIMEOUT_MS));
      this.cached = { find: createLocalJWKSet(keys), fetchedAt: this.clock.now() };
      this.outage.succeeded();
    } catch (error) {
      this.outage.failed((error as Error).message);
    }
    this.lastFetch = this.clock.now();
    this.fetches += 1;
  }

  /** Whether a time is less than a duration ago. */
  private isWithin(duration: number, time = Number.NEGATIVE_INFINITY): boolean {
    return Math.abs(this.clock.now() - time) < duration;
  }
}

function keysUnavailable(): Problem {
  return new Problem("unavailable", "The keys of the token's issuer are currently unavailable.", {
    retryAfter: RETRY_S,
  });
}
