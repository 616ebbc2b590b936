/** Who sends a request, and what they may do. */

import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import type { SystemWriter } from "../store/write/system-writer.ts";

/** An identified caller. */
export interface Caller {
  /** The name in events, idempotency keys and rate limits: `anonymous`, `admin`, `key:<id>`, `token:<iss>#<sub>`. */
  readonly name: string;
  /** Includes the scopes that others imply. */
  readonly scopes: ReadonlySet<string>;
  /** When the credential expires, as a timestamp; undefined if it never does. */
  readonly expiresAt?: string;
  /**
   * Checks within the transaction of a write that the credential is still valid: the body may be complete long after the
   * caller was identified. Undefined if there is nothing to check.
   * @throws Problem `unauthorized`
   */
  readonly confirm?: (reader: CredentialReader) => void | Promise<void>;
  /** Why the credential is invalid. It is thrown once the request is known to address a path that exists. */
  readonly rejected?: unknown;
}

/** Reads credentials within a transaction. */
export type CredentialReader = Pick<SystemWriter, "changes" | "find" | "metadata">;

const NO_SCOPES: ReadonlySet<string> = new Set();

/** A caller without a credential. */
export const ANONYMOUS: Caller = { name: "anonymous", scopes: NO_SCOPES };

/** Every caller when authentication is off. The holder of the admin key has the same name and scopes. */
export const ADMINISTRATOR: Caller = { name: ADMIN, scopes: new Set([ADMIN]) };

/** A caller whose credential is invalid; the name is that of anonymous callers. */
export function rejectedCaller(rejected: unknown): Caller {
  return { ...ANONYMOUS, rejected };
}

/** The problem of an invalid credential (RFC 6750 §3.1, `invalid_token`). */
export function invalidCredential(message = "The credential is invalid."): Problem {
  return new Problem("unauthorized", message, { code: "invalid_token" });
}

/** How a caller is known. A key with the scope `admin` is an `api_key`; `admin` is the holder of the admin key. */
export const CALLER_KINDS = ["anonymous", "api_key", "token", "admin"] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The kind of a caller, by the name. */
export function kindOf({ name }: Caller): CallerKind {
  if (name.startsWith("key:")) return "api_key";
  if (name.startsWith("token:")) return "token";
  return name === ADMIN ? "admin" : "anonymous";
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
