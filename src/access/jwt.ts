/** Access tokens of an OpenID Connect issuer: JWTs (RFC 7519), verified as RFC 8725 and RFC 9068 ask. */
import { hash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Caller, invalid, refusedCaller, scopeSet } from "./caller.ts";
import { type Issuer, issuerKeys } from "./jwks.ts";

export interface TokenSettings extends Issuer {
  /** What a token's `aud` has to name: this service. */
  readonly audience: string;
}

/** Signatures by key pairs only: with a shared secret, whoever verifies could sign, and public keys pass for secrets. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];
/** By how many seconds clocks may differ. */
const LEEWAY = 30;
const LONGEST_TOKEN = 8 * 1024;
/** OpenID Connect Core §2. */
const LONGEST_SUBJECT = 255;
/** What is a JWT and says what else it is, such as a logout token, is no access token. */
const TYPES = ["jwt", "at+jwt"];

/** Verified tokens are kept so long at most: the issuer may withdraw a key. */
const TRUST_MS = 600_000;
const MOST_KEPT = 10_000;

interface Verified {
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Whether a credential looks like a compact JWS (RFC 7515 §3.1): three parts. Keys have no dots. */
export function isToken(credential: string): boolean {
  return credential.split(".", 4).length === 3;
}

/** @returns the caller; at once for a token that was verified before */
export type TokenVerifier = (token: string) => Caller | Promise<Caller>;

/**
 * Verifies tokens. The caller of one that does not stand is `refused`: with `invalid_token`, or with `unavailable` when
 * the issuer's keys cannot be had.
 */
export function tokenVerifier(settings: TokenSettings, clock: Clock, logger: Logger): TokenVerifier {
  const { issuer, audience } = settings;
  const keys = issuerKeys(settings, clock, logger);
  // By digest: tokens that others could use do not stand in our memory.
  const verified = new LRUCache<string, Verified>({ max: MOST_KEPT });
  const verify = async (token: string, digest: string): Promise<Caller> => {
    const now = clock.now();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ["exp", "sub"],
      clockTolerance: LEEWAY,
      currentDate: new Date(now),
    });
    const { sub, exp, cnf } = payload;
    if (!isAccessToken(protectedHeader.typ)) throw invalid("The token is not an access token.");
    // RFC 9449 §7.1, RFC 8705 §3: no one but the holder of a key may use it, and none was shown.
    if (cnf !== undefined) throw invalid("The token is bound to a key, and is no bearer token.");
    if (typeof sub !== "string" || sub === "" || sub.length > LONGEST_SUBJECT)
      throw invalid(`The token's sub is 1 to ${LONGEST_SUBJECT} characters.`);
    const caller = { name: `token:${issuer}#${sub}`, scopes: scopeSet(scopesOf(payload)) };
    verified.set(digest, { caller, until: Math.min((Math.ceil(exp!) + LEEWAY) * 1000, now + TRUST_MS) });
    return caller;
  };
  return (token) => {
    if (token.length > LONGEST_TOKEN) return refusedCaller(invalid(`A token is ${LONGEST_TOKEN} characters at most.`));
    const digest = hash("sha256", token, "base64");
    const kept = verified.get(digest);
    if (kept && clock.now() < kept.until) return kept.caller;
    return verify(token, digest).catch((error: unknown) => refusedCaller(refusal(error)));
  };
}

/** RFC 9068 §2.1; many issuers write `JWT`, or nothing. The `application/` may be left out (RFC 7515 §4.1.9). */
function isAccessToken(type: unknown): boolean {
  return (
    type === undefined ||
    TYPES.includes(
      String(type)
        .toLowerCase()
        .replace(/^application\//, ""),
    )
  );
}

/** The scopes in `scope` (RFC 8693 §4.2) and in `scp`, which some issuers have instead; those we do not know open nothing. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, ...(Array.isArray(scp) ? scp : [scp])]
    .filter((each) => typeof each === "string")
    .flatMap((each) => each.split(" "))
    .filter(Boolean);
}

/** In our own words: jose's would tell how far a forgery came. */
function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return invalid(error instanceof errors.JWTExpired ? "The token has expired." : "The token is not valid.");
}
