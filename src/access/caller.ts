/** Who sends a request, and what they may do. */

import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";

/** An identified caller. */
export interface Caller {
  /** The name in events, idempotency keys and rate limits: `anonymous`, `admin`, `key:<id>`, `token:<iss>#<sub>`. */
  readonly name: string;
  /** Includes the scopes that others imply. */
  readonly scopes: ReadonlySet<string>;
  /** Why the credential is invalid. It is thrown once the request is known to address a path that exists. */
  readonly rejected?: unknown;
}

const NO_SCOPES: ReadonlySet<string> = new Set();

/** A caller without a credential. */
export const ANONYMOUS: Caller = { name: "anonymous", scopes: NO_SCOPES };

/** The holder of the admin key, and every caller when authentication is off. */
export const ADMINISTRATOR: Caller = { name: ADMIN, scopes: new Set([ADMIN]) };

/** A caller whose credential is invalid; the name is that of anonymous callers. */
export function rejectedCaller(rejected: unknown): Caller {
  return { name: ANONYMOUS.name, scopes: NO_SCOPES, rejected };
}

/** The problem of an invalid credential (RFC 6750 §3.1, `invalid_token`). */
export function invalidCredential(message = "The credential is invalid."): Problem {
  return new Problem("unauthorized", message, { code: "invalid_token" });
}

/** Scopes with those that they imply: write includes read. */
export function scopeSet(scopes: Iterable<string>): ReadonlySet<string> {
  const all = new Set(scopes);
  for (const scope of all) if (scope.endsWith(":write")) all.add(scope.replace(/write$/, "read"));
  return all;
}

/** Whether a caller has a scope; `admin` has every scope. */
export function hasScope({ scopes }: Caller, scope: string): boolean {
  return scopes.has(scope) || scopes.has(ADMIN);
}
