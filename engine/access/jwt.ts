/** Access tokens of an OpenID Connect issuer: JWTs (RFC 7519), verified as RFC 8725 and RFC 9068 require. */
import { hash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Caller, invalidCredential, rejectedCaller, scopeSet } from "./caller.ts";
import type { Issuer } from "./issuer.ts";
import { type ClientName, JwksCache } from "./jwks.ts";

/** The issuer, and the tokens that are accepted from it. */
export interface JwtSettings extends Issuer {
  /** The name of this service, which the token's `aud` must contain. */
  readonly audience: string;
}

/** Asymmetric signatures only. With HMAC allowed, a public key could be passed off as the shared secret (RFC 8725 §2.1). */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];
/** The accepted difference between clocks, in seconds. */
const LEEWAY_S = 30;
const MAX_TOKEN_LENGTH = 8 * 1024;
/** OpenID Connect Core 1.0 §2, `sub`. */
const MAX_SUBJECT_LENGTH = 255;
/** The `typ` values of access tokens. Other JWTs, such as logout tokens, have other values. */
const ACCESS_TOKEN_TYPES = ["jwt", "at+jwt"];

/** The maximum time that a verified token stays cached, since the issuer may withdraw a key. */
const CACHE_MS = 600_000;
const MAX_CACHED = 10_000;

const EXPIRED = "The token has expired.";

interface Verified {
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Verifies a token.
 * @param client the client on whose behalf it may wait for the issuer
 * @returns the caller, synchronously if the token is cached
 */
export type JwtVerifier = (token: string, client: ClientName) => Caller | Promise<Caller>;

/**
 * Returns a verifier of tokens. The caller of an invalid token is `rejected` with `invalid_token`, or with `unavailable` if
 * the keys of the issuer cannot be fetched.
 */
export function jwtVerifier(settings: JwtSettings, clock: Clock, logger: Logger): JwtVerifier {
  const { issuer, audience } = settings;
  const keys = new JwksCache(settings, clock, logger);
  // By digest, so that no usable token stays in memory.
  const verified = new LRUCache<string, Verified>({ max: MAX_CACHED });
  const verify = async (token: string, digest: string, client: ClientName): Promise<Caller> => {
    const now = clock.now();
    const { payload, protectedHeader } = await jwtVerify(token, (header, jws) => keys.find(header, jws, client), {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ["exp", "sub"],
      clockTolerance: LEEWAY_S,
      currentDate: new Date(now),
    });
    const { sub, exp, cnf } = payload;
    if (!isAccessToken(protectedHeader.typ)) throw invalidCredential("The token is not an access token.");
    // Such a token needs a proof of possession (RFC 9449 §7.1, RFC 8705 §3), which requests to this service do not have.
    if (cnf !== undefined) throw invalidCredential("The token is bound to a key, so it is not a bearer token.");
    if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_LENGTH)
      throw invalidCredential(`The sub of the token must have 1 to ${MAX_SUBJECT_LENGTH} characters.`);
    const invalidFrom = (Math.ceil(exp!) + LEEWAY_S) * 1000;
    const caller: Caller = {
      name: `token:${issuer}#${sub}`,
      scopes: scopeSet(scopesOf(payload)),
      expiresAt: new Date(exp! * 1000).toISOString(),
      confirm: () => {
        if (clock.now() >= invalidFrom) throw invalidCredential(EXPIRED);
      },
    };
    verified.set(digest, { caller, expiresAt: Math.min(invalidFrom, now + CACHE_MS) });
    return caller;
  };
  return (token, client) => {
    if (token.length > MAX_TOKEN_LENGTH)
      return rejectedCaller(
        invalidCredential(`The token is too long; at most ${MAX_TOKEN_LENGTH} characters are allowed.`),
      );
    const digest = hash("sha256", token, "base64");
    const cached = verified.get(digest);
    if (cached && clock.now() < cached.expiresAt) return cached.caller;
    return verify(token, digest, client).catch((error: unknown) => rejectedCaller(rejectionOf(error)));
  };
}

/** RFC 9068 §2.1. Many issuers write `JWT` or nothing; the prefix `application/` is optional (RFC 7515 §4.1.9). */
function isAccessToken(type: unknown): boolean {
  return (
    type === undefined ||
    ACCESS_TOKEN_TYPES.includes(
      String(type)
        .toLowerCase()
        .replace(/^application\//, ""),
    )
  );
}

/** The scopes in `scope` (RFC 8693 §4.2) and in `scp`, which some issuers use instead. Unknown ones have no effect. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, ...(Array.isArray(scp) ? scp : [scp])]
    .filter((each) => typeof each === "string")
    .flatMap((each) => each.split(" "))
    .filter(Boolean);
}

/** Converts an error of jose, whose own messages would reveal how far a forgery got. */
function rejectionOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return invalidCredential(error instanceof errors.JWTExpired ? EXPIRED : "The token is invalid.");
}
