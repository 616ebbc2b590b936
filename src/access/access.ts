/** Who is calling, by the credential they send, and whether what they ask needs more than they have. */
import { Problem } from "../problem.ts";
import type { Store } from "../store/store.ts";
import { settleAdminKey } from "./admin-key.ts";
import { ADMINISTRATOR, ANONYMOUS, type Caller, invalid, refusedCaller } from "./caller.ts";
import { demand, type Need } from "./needs.ts";
import { digestOf, sameDigest } from "./secrets.ts";

export interface Access {
  /**
   * Finds out who sends a request. A credential that does not stand is no failure here: `authorize` tells it, where the
   * request reaches a path that is there.
   * @param authorization the `Authorization` header, if there was one
   */
  identify(authorization: string | undefined): Caller | Promise<Caller>;
  /**
   * Lets a request pass.
   * @throws Problem `unauthorized`, or `forbidden` naming the scope needed; what made the credential fail
   */
  authorize(caller: Caller, need: Need): void;
}

export interface AccessSettings {
  readonly adminKey?: string;
  readonly publicRead: boolean;
  readonly authentication: boolean;
}

/** @returns the access rules, and the admin key's secret when it was made just now */
export async function openAccess(
  store: Store,
  settings: AccessSettings,
): Promise<{ access: Access; created?: string }> {
  if (!settings.authentication) return { access: { identify: () => ADMINISTRATOR, authorize: () => {} } };
  const { digest, created } = await settleAdminKey(store, settings.adminKey);
  const identify = (authorization: string | undefined): Caller => {
    if (authorization === undefined) return ANONYMOUS;
    const [, secret] = BEARER.exec(authorization) ?? [];
    return secret !== undefined && sameDigest(digestOf(secret), digest) ? ADMINISTRATOR : refusedCaller(invalid());
  };
  return { access: { identify, authorize: authorization(settings.publicRead) }, ...(created ? { created } : {}) };
}

/** RFC 6750 section 2.1; the scheme is compared without case. */
const BEARER = /^bearer +(\S+)$/i;

function authorization(publicRead: boolean): Access["authorize"] {
  return (caller, { kind, scopes }) => {
    if (kind === "open") return;
    // Also where none is needed: whoever sends a credential expects to be known.
    if (caller.refused) throw caller.refused;
    if (kind === "read" && publicRead) return;
    if (caller === ANONYMOUS)
      throw new Problem("unauthorized", "This needs a credential: Authorization: Bearer <key>.");
    for (const scope of scopes) demand(caller, scope);
  };
}
