/** Who sends a request, and what they may do. */

import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";

export interface Caller {
  /** By which events, idempotency keys and limits know them: `anonymous`, `admin`, `key:<id>`, `token:<iss>#<sub>`. */
  readonly name: string;
  /** With those that others include. */
  readonly scopes: ReadonlySet<string>;
  /** Why the credential that was sent is not valid; told where the request reaches a path that is there. */
  readonly refused?: unknown;
}

const NONE: ReadonlySet<string> = new Set();

/** Whoever sends no credential. */
export const ANONYMOUS: Caller = { name: "anonymous", scopes: NONE };

/** Whoever holds the admin key, and everybody where nothing is asked. */
export const ADMINISTRATOR: Caller = { name: ADMIN, scopes: new Set([ADMIN]) };

/** Whoever sends a credential that does not stand. */
export function refusedCaller(refused: unknown): Caller {
  return { name: ANONYMOUS.name, scopes: NONE, refused };
}

/** A credential that is none, or is no longer one (RFC 6750 §3.1). */
export function invalid(message = "The credential is not valid."): Problem {
  return new Problem("unauthorized", message, { code: "invalid_token" });
}

/** Scopes with those that they include: who may write may read. */
export function scopeSet(scopes: Iterable<string>): ReadonlySet<string> {
  const all = new Set(scopes);
  for (const scope of all) if (scope.endsWith(":write")) all.add(scope.replace(/write$/, "read"));
  return all;
}

/** Whether a caller has a scope. */
export function hasScope({ scopes }: Caller, scope: string): boolean {
  return scopes.has(scope) || scopes.has(ADMIN);
}
