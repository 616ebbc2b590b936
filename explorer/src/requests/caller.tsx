/** The caller, and what they may do. */
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import { type Me, Unauthorized } from "../../../client/index.ts";
import { currentKey, onKeyChange } from "./key.ts";
import { getQuery, useGet } from "./queries.ts";

/** The caller. */
export interface Caller {
  readonly hasKey: boolean;
  /** As the service sees them; undefined until it has answered. */
  readonly me: Me | undefined;
  /** The service has answered, or cannot. */
  readonly isSettled: boolean;
  /** The name of the bearer of a token, or `admin`; keys have only ids. */
  readonly name: string | undefined;
  /** Every caller is an admin: the service requires no keys. */
  readonly isOpen: boolean;
  /** The reason why nothing may be read: the service answers only those who have a key, and this caller has none. */
  readonly refusal: Unauthorized | undefined;
}

const ME = "/api/me";
/** The interval at which it is requested, in milliseconds. */
const POLL = { poll: 60_000 };

/** The query of who the caller is. */
export const meQuery = getQuery(ME, POLL);

const CallerContext = createContext<Caller | undefined>(undefined);

/** Provides the caller, as the service sees them now: whatever is on a page asks for them. */
export function CallerProvider({ children }: { readonly children: ReactNode }) {
  const hasKey = useSyncExternalStore(onKeyChange, () => currentKey() !== undefined);
  const { data, error } = useGet(ME, POLL);
  const caller = useMemo((): Caller => {
    const me = data?.data as Me | undefined;
    const name = me?.kind === "api_key" ? undefined : me?.actor.replace(/^\w+:/, "");
    const isSettled = me !== undefined || error !== null;
    return { hasKey, me, isSettled, name, isOpen: !hasKey && me?.kind === "admin", refusal: refusalIn(error, hasKey) };
  }, [hasKey, data, error]);
  return <CallerContext value={caller}>{children}</CallerContext>;
}

/** Returns the caller. */
export function useCaller(): Caller {
  return useContext(CallerContext)!;
}

/** Returns the error of somebody without a key. One with a key is forgotten when it is refused, and requested again. */
function refusalIn(error: Error | null, hasKey: boolean): Unauthorized | undefined {
  return error instanceof Unauthorized && !hasKey ? error : undefined;
}

/** Returns whether the caller has a scope; true for admins. Undefined until it is known. */
export function mayDo({ me }: Caller, scope: string | undefined): boolean | undefined {
  if (me === undefined) return undefined;
  return scope === undefined || me.kind === "admin" || me.scopes.includes(scope);
}
