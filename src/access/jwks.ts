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
  let cached: { find: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;
  let lastFetch = Number.NEGATIVE_INFINITY;
  let failed = false;
  let fetching: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    lastFetch = clock.now();
    try {
      cached = { find: createLocalJWKSet(await fetchKeys(issuer)), at: lastFetch };
      if (failed) logger.info("the keys of OIDC_ISSUER are available again");
      failed = false;
    } catch (error) {
      if (!failed) logger.warn({ reason: (error as Error).message }, "the keys of OIDC_ISSUER cannot be fetched");
      failed = true;
    }
  };
  /** Fetches the keys unless the last fetch was less than `pause` ms ago. Concurrent calls share one fetch. */
  const refresh = async (pause: number): Promise<void> => {
    if (!fetching && Math.abs(clock.now() - lastFetch) >= pause)
      fetching = load().finally(() => {
        fetching = undefined;
      });
    await fetching;
  };

  return async (header, token) => {
    if (!cached) await refresh(RETRY_S * 1000);
    else if (Math.abs(clock.now() - cached.at) >= MAX_AGE_MS) {
      const refreshed = refresh(failed ? RETRY_S * 1000 : 0);
      // If the last fetch failed, the issuer may still be unavailable: the request uses the cached keys without waiting.
      if (!failed) await refreshed;
    }
    if (!cached) throw keysUnavailable();
    try {
      return await cached.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh(failed ? RETRY_S * 1000 : UNKNOWN_KEY_PAUSE_MS);
      if (failed) throw keysUnavailable();
      return await cached.find(header, token);
    }
  };
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
