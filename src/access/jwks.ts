/** The public keys of an OpenID Connect issuer: found, fetched when they are needed, and fetched again with restraint. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";

export interface Issuer {
  /** As it stands in `iss`, character by character. */
  readonly issuer: string;
  /** Where its keys are; otherwise its discovery document says so. */
  readonly jwksUrl?: string;
}

/** How often a key that is not known is looked for, so that made-up key ids do not make us a nuisance. */
const REFETCH_MS = 60_000;
/** After how long keys are fetched again in any case: one may have been withdrawn. */
const STALE_MS = 600_000;
/** How long nobody asks an issuer that could not be reached, in seconds. */
const RETRY_S = 5;
const FETCH_MS = 5_000;

/**
 * Finds the key that a token was signed with, as `jose` asks for it.
 *
 * Keys that are known go on to be used when the issuer is away. jose's own remote set goes by the machine's clock, and
 * asks an issuer that is away again with each request.
 * @throws Problem `unavailable` when the keys cannot be had; what jose throws when the token's is not among them
 */
export function issuerKeys(issuer: Issuer, clock: Clock, logger: Logger): JWTVerifyGetKey {
  let known: { find: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;
  let tried = Number.NEGATIVE_INFINITY;
  let failed = false;
  let fetching: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    tried = clock.now();
    try {
      known = { find: createLocalJWKSet(await fetchKeys(issuer)), at: tried };
      if (failed) logger.info("the keys of OIDC_ISSUER can be had again");
      failed = false;
    } catch (error) {
      if (!failed) logger.warn({ reason: (error as Error).message }, "the keys of OIDC_ISSUER cannot be had");
      failed = true;
    }
  };
  /** Fetches the keys unless that was tried so short a time ago; those who ask meanwhile share one fetch. */
  const refresh = async (pause: number): Promise<void> => {
    if (!fetching && Math.abs(clock.now() - tried) >= pause)
      fetching = load().finally(() => {
        fetching = undefined;
      });
    await fetching;
  };

  return async (header, token) => {
    if (!known) await refresh(RETRY_S * 1000);
    else if (Math.abs(clock.now() - known.at) >= STALE_MS) {
      const renewed = refresh(failed ? RETRY_S * 1000 : 0);
      // An issuer that was away may be so still: with the keys that are known, nobody has to wait for it again.
      if (!failed) await renewed;
    }
    if (!known) throw away();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh(failed ? RETRY_S * 1000 : REFETCH_MS);
      if (failed) throw away();
      return await known.find(header, token);
    }
  };
}

function away(): Problem {
  return new Problem("unavailable", "The issuer of the token cannot be asked for its keys.", { retryAfter: RETRY_S });
}

async function fetchKeys({ issuer, jwksUrl }: Issuer): Promise<JSONWebKeySet> {
  return (await fetchJson(jwksUrl ?? (await discover(issuer)))) as JSONWebKeySet;
}

/** OpenID Connect Discovery 1.0 §4. */
async function discover(issuer: string): Promise<string> {
  const found = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: jwksUri } = found as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer) throw new Error(`The discovery document is that of ${JSON.stringify(named)}.`);
  const url = new URL(String(jwksUri));
  // An issuer on this machine, without encryption, may have its keys there too.
  if (url.protocol !== "https:" && url.origin !== new URL(issuer).origin)
    throw new Error(`jwks_uri has to be https:, not ${url.protocol}`);
  return url.href;
}

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: "application/json, application/jwk-set+json" },
    redirect: "error",
    signal: AbortSignal.timeout(FETCH_MS),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return await answer.json();
}
