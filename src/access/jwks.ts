/** Caches the JWKS of an OpenID Connect issuer: discovers it, and fetches it at limited intervals. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";

/** The issuer of access tokens. */
export interface Issuer {
  /** Exactly as in `iss`. */
  readonly issuer: string;
  /** The URL of its JWKS; if undefined, the discovery document names it. */
  readonly jwksUrl?: string;
}

/** The minimum time between two fetches because of an unknown key id, since callers can invent ids. */
const UNKNOWN_KEY_PAUSE_MS = 60_000;
/** The age at which keys are fetched again, since the issuer may have withdrawn one. */
const MAX_AGE_MS = 600_000;
/** Seconds between two attempts to reach an issuer that is unavailable. */
const RETRY_S = 5;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * The key lookup that `jose` calls with the header of a token.
 *
 * Cached keys stay in use while the issuer is unavailable. jose's own remote set uses the system clock, and tries to reach an
 * unavailable issuer at every request (decision 8).
 * @throws Problem `unavailable` if there are no keys; jose's error if the token's key is not among them
 */
export function jwksLookup(issuer: Issuer, clock: Clock, logger: Logger): JWTVerifyGetKey {
  const cache = new JwksCache(issuer, clock, logger);
  return (header, token) => cache.find(header, token);
}

class JwksCache {
  private readonly issuer: Issuer;
  private readonly clock: Clock;
  private readonly logger: Logger;
  private cached: { find: ReturnType<typeof createLocalJWKSet>; fetchedAt: number } | undefined;
  private lastFetch = Number.NEGATIVE_INFINITY;
  /** Whether the last fetch failed. */
  private failed = false;
  private fetching: Promise<void> | undefined;

  constructor(issuer: Issuer, clock: Clock, logger: Logger) {
    this.issuer = issuer;
    this.clock = clock;
    this.logger = logger;
  }

  async find(...[header, token]: Parameters<JWTVerifyGetKey>): Promise<CryptoKey> {
    const cached = await this.current();
    try {
      return await cached.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.refresh(this.failed ? RETRY_S * 1000 : UNKNOWN_KEY_PAUSE_MS);
      if (this.failed) throw keysUnavailable();
      return await this.cached!.find(header, token);
    }
  }

  private async current(): Promise<NonNullable<typeof this.cached>> {
    if (!this.cached) await this.refresh(RETRY_S * 1000);
    else if (Math.abs(this.clock.now() - this.cached.fetchedAt) >= MAX_AGE_MS) {
      const refreshed = this.refresh(this.failed ? RETRY_S * 1000 : 0);
      // If the last fetch failed, the issuer may still be unavailable: the request uses the cached keys without waiting.
      if (!this.failed) await refreshed;
    }
    if (!this.cached) throw keysUnavailable();
    return this.cached;
  }

  /** Fetches the keys unless the last fetch was less than `pause` ms ago. Concurrent calls share one fetch. */
  private async refresh(pause: number): Promise<void> {
    if (!this.fetching && Math.abs(this.clock.now() - this.lastFetch) >= pause)
      this.fetching = this.load().finally(() => {
        this.fetching = undefined;
      });
    await this.fetching;
  }

  private async load(): Promise<void> {
    this.lastFetch = this.clock.now();
    try {
      this.cached = { find: createLocalJWKSet(await fetchKeys(this.issuer)), fetchedAt: this.lastFetch };
      if (this.failed) this.logger.info("the keys of OIDC_ISSUER are available again");
      this.failed = false;
    } catch (error) {
      const { message: reason } = error as Error;
      if (!this.failed) this.logger.warn({ reason }, "the keys of OIDC_ISSUER cannot be fetched");
      this.failed = true;
    }
  }
}

function keysUnavailable(): Problem {
  return new Problem("unavailable", "The keys of the token's issuer are currently unavailable.", {
    retryAfter: RETRY_S,
  });
}

async function fetchKeys({ issuer, jwksUrl }: Issuer): Promise<JSONWebKeySet> {
  return (await fetchJson(jwksUrl ?? (await discover(issuer)))) as JSONWebKeySet;
}

/** Finds the URL of the JWKS (OpenID Connect Discovery 1.0 §4). */
async function discover(issuer: string): Promise<string> {
  const found = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const { issuer: discoveredIssuer, jwks_uri: jwksUri } = found as { issuer?: unknown; jwks_uri?: unknown };
  if (discoveredIssuer !== issuer)
    throw new Error(`The discovery document names another issuer: ${JSON.stringify(discoveredIssuer)}.`);
  const url = new URL(String(jwksUri));
  // An `http:` issuer, allowed on loopback only, may serve its keys from the same origin.
  if (url.protocol !== "https:" && url.origin !== new URL(issuer).origin)
    throw new Error(`jwks_uri must be https:, not ${url.protocol}`);
  return url.href;
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json, application/jwk-set+json" },
    redirect: "error",
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}.`);
  return await response.json();
}
