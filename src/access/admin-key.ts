/** The admin key: set by the operator, or generated at the first start. Its digest is part of the service's metadata. */
import type { Store } from "../store/store.ts";
import { retry } from "../store/units.ts";
import { API_KEYS } from "./api-keys.ts";
import { digestSecret, generateKey } from "./secrets.ts";

/** The metadata's name for the digest of the admin key. */
export const ADMIN_KEY_DIGEST = "admin_key_digest";

/**
 * Makes sure that there is an admin key: the configured one, the one of an earlier start, or a new one.
 * @param configured replaces the key of an earlier start
 * @returns the secret if it was generated now
 */
export async function ensureAdminKey(store: Store, configured: string | undefined): Promise<string | undefined> {
  if (configured !== undefined) {
    await replaceDigest(store, digestSecret(configured));
    return undefined;
  }
  // If several processes start at once on a new database, one of them generates the key and prints it.
  const secret = generateKey();
  const { isNew } = await store.initialize(ADMIN_KEY_DIGEST, async () => digestSecret(secret));
  return isNew ? secret : undefined;
}

/** Stores the digest of a new admin key. Every process then reads it again, because the change counter of the keys moves. */
async function replaceDigest(store: Store, digest: string): Promise<void> {
  if (digest === (await store.getMetadata(ADMIN_KEY_DIGEST))) return;
  await retry(() =>
    store.write(async ({ system }) => {
      await system.setMetadata(ADMIN_KEY_DIGEST, digest);
      system.touch(store.catalog.resource(API_KEYS));
    }),
  );
}
