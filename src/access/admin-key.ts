/** The first key: given by the operator, or made at the first start. Its digest is a fact that the service keeps. */
import type { Store } from "../store/store.ts";
import { digestOf, newKey } from "./secrets.ts";

const FACT = "admin_key_digest";

/**
 * Sets the admin key: the one given, the one set before, or a new one.
 * @returns the secret when it was made just now
 */
export async function settleAdminKey(store: Store, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) {
    const digest = digestOf(given);
    if (digest !== (await store.getMetadata(FACT))) await store.setMetadata(FACT, digest);
    return undefined;
  }
  // Of several processes that start at once on a new database one makes the key, and says it.
  const secret = newKey();
  const { isNew } = await store.initialize(FACT, async () => digestOf(secret));
  return isNew ? secret : undefined;
}

/** @throws Error where it is not settled yet */
export async function adminKeyDigest(store: Store): Promise<string> {
  const digest = await store.getMetadata(FACT);
  if (digest === undefined) throw new Error("The admin key is not settled.");
  return digest;
}
