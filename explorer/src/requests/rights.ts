/** The rights of the caller. */
import { mayDo, useCaller } from "./caller.tsx";

/** The part of a list that says what reading it takes. */
interface Readable {
  readonly isPrivate: boolean;
  readonly scopes: { readonly read: string | undefined };
}

/** The rights of a caller. */
export interface Rights {
  /** The service has answered who the caller is, or there is no key. */
  readonly areSettled: boolean;
  /** Returns whether a list may be read. Undefined until it is known, so that nothing is requested in vain. */
  readonly mayRead: (list: Readable) => boolean | undefined;
}

/** Returns the rights of the caller. */
export function useRights(): Rights {
  const caller = useCaller();
  return {
    areSettled: !caller.hasKey || caller.isSettled,
    mayRead: ({ isPrivate, scopes: { read } }) => {
      // Without a key, what is public can be read. With one, the scopes decide: they contain what everybody may read.
      if (!isPrivate && !caller.hasKey) return true;
      if (caller.me === undefined) return undefined;
      if (!caller.hasKey && !caller.isOpen) return false;
      // Writing includes reading.
      return mayDo(caller, read) || mayDo(caller, read?.replace(/:read$/, ":write"));
    },
  };
}
