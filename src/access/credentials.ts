/** Who is calling: the admin key for now. Keys with scopes and tokens join it here. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";
import type { Store } from "../store/store.ts";

/** What a request needs before it is looked at; `open` is for probes and pages, which ask for nothing. */
export type Need = "open" | "read" | "write" | "private";

export interface Access {
  /**
   * Lets a request pass.
   * @param authorization the `Authorization` header, if there was one
   * @throws Problem `unauthorized`
   */
  admit(authorization: string | undefined, need: Need): void;
}

const ADMIN_KEY_FACT = "admin_key_digest";

/** A new key: 256 random bits. */
export function newKey(): string {
  return `smk_${randomBytes(32).toString("base64url")}`;
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * Sets the admin key: the one given, the one set before, or a new one.
 * @returns the access rules, and the secret when it was made just now; only its digest is kept
 */
export async function openAccess(
  store: Store,
  settings: { adminKey?: string; publicRead: boolean; authentication: boolean },
): Promise<{ access: Access; created?: string }> {
  if (!settings.authentication) return { access: { admit: () => {} } };
  const known = await store.fact(ADMIN_KEY_FACT);
  const created = settings.adminKey === undefined && known === undefined ? newKey() : undefined;
  const secret = settings.adminKey ?? created;
  const digest = secret === undefined ? Buffer.from(known!, "hex") : digestOf(secret);
  if (digest.toString("hex") !== known) await store.setFact(ADMIN_KEY_FACT, digest.toString("hex"));
  return { access: { admit: admission(digest, settings.publicRead) }, ...(created ? { created } : {}) };
}

function admission(digest: Buffer, publicRead: boolean): Access["admit"] {
  return (authorization, need) => {
    if (need === "open") return;
    if (authorization === undefined) {
      if (need === "read" && publicRead) return;
      throw new Problem("unauthorized", "This needs a credential: Authorization: Bearer <key>.");
    }
    const [, secret] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    // A bad credential is refused even where none is needed: whoever sends one expects to be known.
    if (secret === undefined || !timingSafeEqual(digestOf(secret), digest)) {
      throw new Problem("unauthorized", "The credential is not valid.", { code: "invalid_token" });
    }
  };
}
