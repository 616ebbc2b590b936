/** Authentication and authorization: who sends a request, and whether their scopes suffice. */

import type { Logger } from "pino";
import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import type { ReadScopes } from "../query/visibility.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import { ADMINISTRATOR, ANONYMOUS, type Caller, hasScope, invalidCredential, rejectedCaller } from "./caller.ts";
import type { ClientName } from "./jwks.ts";
import type { JwtSettings } from "./jwt.ts";
import { KeyLookup } from "./key-lookup.ts";
import { type Requirement, requirementFor, requireScope } from "./requirements.ts";
import { digestSecret, isApiKey, isJwt } from "./secrets.ts";

/** Identifies callers, and decides what they may do. */
export interface Access {
  /**
   * Identifies the caller. An invalid credential is not an error yet: `authorize` throws it, once the request is known to
   * address a path that exists.
   * @param authorization the `Authorization` header, if there was one
   * @param client the client on whose behalf it may wait for the issuer of tokens
   */
  identify(authorization: string | undefined, client: ClientName): Caller | Promise<Caller>;
  /** Whether `identify` may wait for the issuer of tokens; it may always wait for the database. */
  waitsForIssuer(authorization: string | undefined): boolean;
  /**
   * Identifies the caller of a request that is refused anyway, as far as that takes no lookup. The admin key may have been
   * replaced since it was read.
   * @returns undefined if it takes a lookup
   */
  recall(authorization: string | undefined): Caller | undefined;
  /**
   * Checks that a caller meets a requirement.
   * @throws Problem `unauthorized`, `forbidden` naming the scope, or the reason why the credential was rejected
   */
  authorize(caller: Caller, requirement: Requirement): void;
  /** The scopes that a caller may read, and the caller's name, which some records require; undefined for the admin. */
  readScopes(caller: Caller): ReadScopes;
  /** Every scope that a caller has, in the order of the catalog: those of the credential, and those that every caller has. */
  scopesOf(caller: Caller): string[];
  /** Resolves when no background write is running. */
  flush(): Promise<void>;
}

/** The settings of authentication. */
export interface AccessSettings {
  readonly publicRead: boolean;
  readonly authentication: boolean;
  /** The issuer of tokens, if there is one. */
  readonly tokens?: JwtSettings;
}

/**
 * Opens access to the service.
 * @param onError receives the error if the use of a key cannot be recorded
 * @throws Error if the database has no admin key
 */
export async function openAccess(
  store: Store,
  settings: AccessSettings,
  clock: Clock,
  logger: Logger,
  onError: (error: unknown) => void,
): Promise<Access> {
  const scopesOf = scopesFor(store.catalog, settings.publicRead);
  if (!settings.authentication) return { ...NO_AUTHENTICATION, scopesOf };
  // Loaded only where it is used, because it delays the start.
  const verify = settings.tokens && (await import("./jwt.ts")).jwtVerifier(settings.tokens, clock, logger);
  const keys = new KeyLookup(store, clock, onError);
  await keys.readAdminKey();
  const identifyKey = (secret: string) => keys.find(secret, digestSecret(secret)).catch(rejectedCaller);
  const identifyToken = (token: string, client: ClientName): Caller | Promise<Caller> => {
    const caller = verify!(token, client);
    if (!(caller instanceof Promise) && !caller.rejected) return caller;
    return tokenOrAdmin(caller, () => identifyKey(token));
  };
  return {
    identify: (authorization, client) => {
      if (authorization === undefined) return ANONYMOUS;
      const secret = secretOf(authorization);
      if (secret === undefined) return INVALID_CREDENTIAL;
      return verify && isJwt(secret) ? identifyToken(secret, client) : identifyKey(secret);
    },
    waitsForIssuer: (authorization = "") => verify !== undefined && isJwt(secretOf(authorization) ?? ""),
    recall: (authorization) => {
      if (authorization === undefined) return ANONYMOUS;
      const secret = secretOf(authorization);
      if (secret === undefined) return INVALID_CREDENTIAL;
      if (keys.wasAdminKey(digestSecret(secret))) return ADMINISTRATOR;
      return isApiKey(secret) || isJwt(secret) ? undefined : INVALID_CREDENTIAL;
    },
    authorize: authorizer(settings.publicRead),
    readScopes: readScopesFor(store.catalog, settings.publicRead),
    scopesOf,
    flush: () => keys.flush(),
  };
}

const NO_AUTHENTICATION: Omit<Access, "scopesOf"> = {
  identify: () => ADMINISTRATOR,
  waitsForIssuer: () => false,
  recall: () => ADMINISTRATOR,
  authorize: () => {},
  readScopes: () => undefined,
  flush: async () => {},
};

/** The admin key may have any form, so what is no valid token may be the admin key. */
async function tokenOrAdmin(verified: Caller | Promise<Caller>, identifyKey: () => Promise<Caller>): Promise<Caller> {
  const caller = await verified;
  if (!caller.rejected) return caller;
  const admin = await identifyKey();
  return admin.rejected ? caller : admin;
}

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

/** The scopes that every caller has. */
function openScopes({ resources }: Catalog, publicRead: boolean): ReadonlySet<string> {
  return new Set(resources.flatMap((each) => (publicRead && !each.private ? [each.scopes.read] : [])));
}

/** The function behind `Access.scopesOf`. */
function scopesFor(catalog: Catalog, publicRead: boolean): Access["scopesOf"] {
  const open = openScopes(catalog, publicRead);
  const all = catalog.views.flatMap((view) => view.methods.flatMap((method) => requirementFor(view, method).scopes));
  const names = [...new Set([...all.filter((scope) => scope !== ADMIN), ADMIN])];
  return (caller) => names.filter((scope) => open.has(scope) || hasScope(caller, scope));
}

/** The function behind `Access.readScopes`. */
export function readScopesFor(catalog: Catalog, publicRead: boolean): Access["readScopes"] {
  const { resources } = catalog;
  const open = openScopes(catalog, publicRead);
  const all = [...new Set(resources.map(({ scopes }) => scopes.read))];
  return (caller) =>
    hasScope(caller, ADMIN)
      ? undefined
      : [...all.filter((scope) => open.has(scope) || hasScope(caller, scope)), caller.name];
}
