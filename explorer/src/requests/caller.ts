/** The caller, and what they may do. */
import { useSyncExternalStore } from "react";
import { type Me, Unauthorized } from "../../../client/index.ts";
import { currentKey, onKeyChange } from "./key.ts";
import { useGet } from "./queries.ts";

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

/** The interval at which `/api/me` is requested, in milliseconds. */
const POLL_MS = 60_000;

/** Returns the caller, as the service sees them now. */
export function useCaller(): Caller {
  const hasKey = useSyncExternalStore(onKeyChange, () => currentKey() !== undefined);
  const { data, error } = useGet("/api/me", { poll: POLL_MS });
  const me = data?.data as Me | undefined;
  const name = me?.kind === "api_key" ? undefined : me?.actor.replace(/^\w+:/, "");
  const isSettled = me !== undefined || error !== null;
  return { hasKey, me, isSettled, name, isOpen: !hasKey && me?.kind === "admin", refusal: refusalIn(error, hasKey) };
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
