/** Who is calling, by the credential they send, and whether what they ask needs more than they have. */

import { ADMIN } from "../declare/scopes.ts";
import { Problem } from "../problem.ts";
import type { ReadScopes } from "../query/visibility.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import { adminKeyDigest } from "./admin-key.ts";
import { ADMINISTRATOR, ANONYMOUS, type Caller, hasScope, invalid, refusedCaller } from "./caller.ts";
import { isToken, type TokenVerifier } from "./jwt.ts";
import { Keys } from "./key-lookup.ts";
import { type Requirement, requireScope } from "./requirements.ts";
import { digestOf, isKey, sameDigest } from "./secrets.ts";

export interface Access {
  /**
   * Finds out who sends a request. A credential that does not stand is no failure here: `authorize` tells it, where the
   * request reaches a path that is there.
   * @param authorization the `Authorization` header, if there was one
   */
  identify(authorization: string | undefined): Caller | Promise<Caller>;
  /** Whether a credential has to be looked up, which takes as long as the database or an issuer does. */
  looksUp(authorization: string | undefined): boolean;
  /**
   * Lets a request pass.
   * @throws Problem `unauthorized`, or `forbidden` naming the scope needed; what made the credential fail
   */
  authorize(caller: Caller, need: Requirement): void;
  /** What a caller holds of all that records may ask of their readers: the scopes by which they read, and their name. */
  held(caller: Caller): ReadScopes;
  /** Resolves when nothing is left to be noted of those who called. */
  settled(): Promise<void>;
}

export interface AccessSettings {
  readonly publicRead: boolean;
  readonly authentication: boolean;
}

/**
 * @param failed is told when the use of a key could not be noted
 * @param verify for tokens, where an issuer is believed
 * @throws Error where the admin key is not settled yet
 */
export async function openAccess(
  store: Store,
  settings: AccessSettings,
  clock: Clock,
  failed: (error: unknown) => void,
  verify?: TokenVerifier,
): Promise<Access> {
  if (!settings.authentication) return UNGUARDED;
  const digest = await adminKeyDigest(store);
  const keys = new Keys(store, clock, failed);
  const identify: Access["identify"] = (authorization) => {
    if (authorization === undefined) return ANONYMOUS;
    const secret = secretOf(authorization);
    if (secret === undefined) return NOBODY;
    const given = digestOf(secret);
    if (sameDigest(given, digest)) return ADMINISTRATOR;
    if (isKey(secret)) return keys.find(given).catch(refusedCaller);
    return verify && isToken(secret) ? verify(secret) : NOBODY;
  };
  return {
    identify,
    looksUp: (authorization = "") => {
      const secret = secretOf(authorization);
      return secret !== undefined && (isKey(secret) || isToken(secret));
    },
    authorize: authorization(settings.publicRead),
    held: readScopesFor(store.catalog, settings.publicRead),
    settled: () => keys.settled(),
  };
}

const UNGUARDED: Access = {
  identify: () => ADMINISTRATOR,
  looksUp: () => false,
  authorize: () => {},
  held: () => undefined,
  settled: async () => {},
};

const NOBODY = refusedCaller(invalid());

/** RFC 6750 §2.1; the scheme is compared without case. */
const BEARER = /^bearer +(\S+)$/i;

function secretOf(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

function authorization(publicRead: boolean): Access["authorize"] {
  return (caller, { kind, scopes }) => {
    if (kind === "open") return;
    // Also where none is needed: whoever sends a credential expects to be known.
    if (caller.refused) throw caller.refused;
    if (kind === "read" && publicRead) return;
    if (caller === ANONYMOUS)
      throw new Problem("unauthorized", "This needs a credential: Authorization: Bearer <key>.");
    for (const scope of scopes) requireScope(caller, scope);
  };
}

/** What callers hold of all that records may ask of their readers. */
export function readScopesFor({ resources }: Catalog, publicRead: boolean): Access["held"] {
  const open = new Set(resources.flatMap((each) => (publicRead && !each.private ? [each.scopes.read] : [])));
  const all = [...new Set(resources.map(({ scopes }) => scopes.read))];
  return (caller) =>
    hasScope(caller, ADMIN)
      ? undefined
      : [...all.filter((scope) => open.has(scope) || hasScope(caller, scope)), caller.name];
}
