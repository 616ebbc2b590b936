/** The first key: given by the operator, or made at the first start. Its digest is a fact that the service keeps. */
import type { Store } from "../store/store.ts";
import { digestOf, newKey } from "./secrets.ts";

const FACT = "admin_key_digest";

/**
 * Sets the admin key: the one given, the one set before, or a new one.
 * @returns its digest, and the secret when it was made just now
 */
export async function settleAdminKey(
  store: Store,
  given: string | undefined,
): Promise<{ digest: string; created?: string }> {
  const known = await store.fact(FACT);
  const created = given === undefined && known === undefined ? newKey() : undefined;
  const secret = given ?? created;
  const digest = secret === undefined ? known! : digestOf(secret);
  if (digest !== known) await store.setFact(FACT, digest);
  return { digest, ...(created ? { created } : {}) };
}
