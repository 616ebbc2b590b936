/** The admin key: set by the operator, or generated at the first start. Its digest is part of the service's metadata. */
import type { Store } from "../store/store.ts";
import { retry } from "../store/units.ts";
import { API_KEYS } from "./api-keys.ts";
import { digestSecret, generateKey } from "./secrets.ts";

/** The metadata's name for the digest of the admin key. */
export const ADMIN_KEY_DIGEST = "admin_key_digest";

/** The metadata's name for the digests of former admin keys, the latest first, separated by spaces. */
const FORMER_DIGESTS = "former_admin_key_digests";
/** The maximum number of former keys that are kept. */
const MAX_FORMER = 100;

/** What a start has done about the admin key. */
export interface AdminKeyState {
  /** The secret, if this start generated it. */
  readonly generated?: string;
  /** Whether the configured key is a former one, which was not brought back. */
  readonly isOutdated?: boolean;
}

/**
 * Makes sure that there is an admin key: the configured one, the one of an earlier start, or a new one.
 * @param configured replaces the key of an earlier start, unless it was itself replaced: then the newer key stays
 */
export async function ensureAdminKey(store: Store, configured: string | undefined): Promise<AdminKeyState> {
  if (configured !== undefined) return { isOutdated: !(await replaceDigest(store, digestSecret(configured))) };
  // If several processes start at once on a new database, one of them generates the key and prints it.
  const secret = generateKey();
  const { isNew } = await store.initialize(ADMIN_KEY_DIGEST, async () => digestSecret(secret));
  return isNew ? { generated: secret } : {};
}

/**
 * Stores the digest of a new admin key. Every process then reads it again, because the change counter of the keys moves.
 * @returns false if it is that of a former key, and nothing was stored
 */
async function replaceDigest(store: Store, digest: string): Promise<boolean> {
  if (digest === (await store.getMetadata(ADMIN_KEY_DIGEST))) return true;
  return retry(() =>
    store.write(async ({ system }) => {
      const current = await system.metadata(ADMIN_KEY_DIGEST);
      const former = (await system.metadata(FORMER_DIGESTS))?.split(" ") ?? [];
      if (current === digest) return true;
      if (former.includes(digest)) return false;
      if (current !== undefined)
        await system.setMetadata(FORMER_DIGESTS, [current, ...former].slice(0, MAX_FORMER).join(" "));
      await system.setMetadata(ADMIN_KEY_DIGEST, digest);
      system.touch(store.catalog.resource(API_KEYS));
      return true;
    }),
  );
}
