/** All records of a kind, however many there are, with few of them in memory. */

import type { Values } from "../declare/values.ts";
import type { Resource } from "../resource/resource.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./tables.ts";

/** All records whose columns hold this, in the order of their making, at most `size` at a time. */
export async function* pieces(
  store: Pick<Store, "scan">,
  resource: Resource,
  is: Values,
  size: number,
): AsyncGenerator<readonly StoredRecord[], void> {
  for (let after: StoredRecord | undefined; ; ) {
    const some = await store.scan(resource, is, size, after);
    if (some.length > 0) yield some;
    if (some.length < size) return;
    after = some.at(-1);
  }
}
