/** A resource whose writes wait until a test releases them. */

import type { Declaration } from "../../../engine/declare/declaration.ts";
import { collection } from "../../../engine/declare/declare.ts";
import { integer, longText, text } from "../../../engine/declare/fields.ts";

/** A declaration, and control over its writes. */
export interface BlockingResource {
  readonly declaration: Declaration;
  /** Resolves when a write waits. */
  readonly blocked: Promise<void>;
  release(): void;
}

/** `/api/machines`, whose writes wait for `release`; arrays of them too. */
export function createBlockingResource(): BlockingResource {
  const blocked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const declaration = collection("machines", {
    one: "machine",
    about: "Things that take their time.",
    fields: { name: text().required().listed(), manual: longText(), wear: integer().derived() },
    bulk: 1_000,
    derive: async () => {
      blocked.resolve();
      await released.promise;
      return { wear: 1 };
    },
  });
  return { declaration, blocked: blocked.promise, release: released.resolve };
}
