/** The lists that a caller may read. */
import type { Me } from "../../../../client/index.ts";

/** The part of a list that says what reading it takes. */
interface Readable {
  readonly isPrivate: boolean;
  readonly scopes: { readonly read: string | undefined };
}

/** Returns whether a list may be read. Undefined until it is known, so that nothing is requested in vain. */
export type MayRead = (list: Readable) => boolean | undefined;

/**
 * Returns which lists a caller may read.
 * @param me as the service sees them; undefined until it has answered
 * @param hasKey whether the caller has a credential
 */
export function mayReadAs(me: Pick<Me, "kind" | "scopes"> | undefined, hasKey: boolean): MayRead {
  return ({ isPrivate, scopes: { read } }) => {
    // Without a key, what is public can be read. With one, the scopes decide: they contain what everybody may read.
    if (!isPrivate && !hasKey) return true;
    if (me === undefined) return undefined;
    if (me.kind === "admin") return true;
    // Writing includes reading.
    return (
      hasKey &&
      [read, read?.replace(/:read$/, ":write")].some((scope) => scope === undefined || me.scopes.includes(scope))
    );
  };
}
