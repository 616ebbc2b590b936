/** Authentication and authorization: who sends a request, and whether their scopes suffice. */

import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import type { ReadScopes } from "../query/visibility.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import { adminKeyDigest } from "./admin-key.ts";
import { ADMINISTRATOR, ANONYMOUS, type Caller, hasScope, invalidCredential, rejectedCaller } from "./caller.ts";
import { isJwt, type JwtVerifier } from "./jwt.ts";
import { ApiKeyLookup } from "./key-lookup.ts";
import { type Requirement, requireScope } from "./requirements.ts";
import { digestSecret, digestsEqual, isApiKey } from "./secrets.ts";

/** Identifies callers, and decides what they may do. */
export interface Access {
  /**
   * Identifies the caller. An invalid credential is not an error yet: `authorize` throws it, once the request is known to
   * address a path that exists.
   * @param authorization the `Authorization` header, if there was one
   */
  identify(authorization: string | undefined): Caller | Promise<Caller>;
  /** Whether `identify` may query the database or the issuer. */
  needsLookup(authorization: string | undefined): boolean;
  /**
   * Checks that a caller meets a requirement.
   * @throws Problem `unauthorized`, `forbidden` naming the scope, or the reason why the credential was rejected
   */
  authorize(caller: Caller, requirement: Requirement): void;
  /** The scopes that a caller may read, and the caller's name, which some records require; undefined for the admin. */
  readScopes(caller: Caller): ReadScopes;
  /** Resolves when no background write is running. */
  flush(): Promise<void>;
}

/** The settings of authentication. */
export interface AccessSettings {
  readonly publicRead: boolean;
  readonly authentication: boolean;
}

/**
 * Opens access to the service.
 * @param onError receives the error if the use of a key cannot be recorded
 * @param verify verifies tokens, if an issuer is configured
 * @throws Error if the database has no admin key
 */
export async function openAccess(
  store: Store,
  settings: AccessSettings,
  clock: Clock,
  onError: (error: unknown) => void,
  verify?: JwtVerifier,
): Promise<Access> {
  if (!settings.authentication) return NO_AUTHENTICATION;
  const digest = await adminKeyDigest(store);
  const keys = new ApiKeyLookup(store, clock, onError);
  const identify: Access["identify"] = (authorization) => {
    if (authorization === undefined) return ANONYMOUS;
    const secret = secretOf(authorization);
    if (secret === undefined) return INVALID_CREDENTIAL;
    const secretDigest = digestSecret(secret);
    if (digestsEqual(secretDigest, digest)) return ADMINISTRATOR;
    if (isApiKey(secret)) return keys.find(secretDigest).catch(rejectedCaller);
    return verify && isJwt(secret) ? verify(secret) : INVALID_CREDENTIAL;
  };
  return {
    identify,
    needsLookup: (authorization = "") => {
      const secret = secretOf(authorization);
      return secret !== undefined && (isApiKey(secret) || isJwt(secret));
    },
    authorize: authorizer(settings.publicRead),
    readScopes: readScopesFor(store.catalog, settings.publicRead),
    flush: () => keys.flush(),
  };
}

const NO_AUTHENTICATION: Access = {
  identify: () => ADMINISTRATOR,
  needsLookup: () => false,
  authorize: () => {},
  readScopes: () => undefined,
  flush: async () => {},
};

const INVALID_CREDENTIAL = rejectedCaller(invalidCredential());

/** RFC 6750 §2.1. The scheme is case-insensitive (RFC 9110 §11.1). */
const BEARER = /^bearer +(\S+)$/i;

function secretOf(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

function authorizer(publicRead: boolean): Access["authorize"] {
  return (caller, { kind, scopes }) => {
    if (kind === "open") return;
    // Even if no credential is needed: a caller who sends one expects it to be valid.
    if (caller.rejected) throw caller.rejected;
    if (kind === "read" && publicRead) return;
    if (caller === ANONYMOUS)
      throw new Problem("unauthorized", "The request has no credential. Send Authorization: Bearer <key>.");
    for (const scope of scopes) requireScope(caller, scope);
  };
}

/** The function behind `Access.readScopes`. */
export function readScopesFor({ resources }: Catalog, publicRead: boolean): Access["readScopes"] {
  const open = new Set(resources.flatMap((each) => (publicRead && !each.private ? [each.scopes.read] : [])));
  const all = [...new Set(resources.map(({ scopes }) => scopes.read))];
  return (caller) =>
    hasScope(caller, ADMIN)
      ? undefined
      : [...all.filter((scope) => open.has(scope) || hasScope(caller, scope)), caller.name];
}
