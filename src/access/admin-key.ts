/** The admin key: set by the operator, or generated at the first start. Its digest is part of the service's metadata. */
import type { Store } from "../store/store.ts";
import { digestSecret, generateKey } from "./secrets.ts";

const DIGEST = "admin_key_digest";

/**
 * Makes sure that there is an admin key: the configured one, the one of an earlier start, or a new one.
 * @param configured replaces the key of an earlier start
 * @returns the secret if it was generated now
 */
export async function ensureAdminKey(store: Store, configured: string | undefined): Promise<string | undefined> {
  if (configured !== undefined) {
    const digest = digestSecret(configured);
    if (digest !== (await store.getMetadata(DIGEST))) await store.setMetadata(DIGEST, digest);
    return undefined;
  }
  // If several processes start at once on a new database, one of them generates the key and prints it.
  const secret = generateKey();
  const { isNew } = await store.initialize(DIGEST, async () => digestSecret(secret));
  return isNew ? secret : undefined;
}

/**
 * The digest of the admin key.
 * @throws Error if `ensureAdminKey` never ran on this database
 */
export async function adminKeyDigest(store: Store): Promise<string> {
  const digest = await store.getMetadata(DIGEST);
  if (digest === undefined) throw new Error("The database has no admin key.");
  return digest;
}
