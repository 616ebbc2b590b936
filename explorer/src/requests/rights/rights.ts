/** The rights of the caller. */
import { useMemo } from "react";
import { useCaller } from "../caller.tsx";
import { type MayRead, mayReadAs } from "./may-read.ts";

/** The rights of a caller. */
export interface Rights {
  /** The service has answered who the caller is, or there is no key. */
  readonly areSettled: boolean;
  readonly mayRead: MayRead;
}

/** Returns the rights of the caller. */
export function useRights(): Rights {
  const { hasKey, me, isSettled } = useCaller();
  return useMemo(() => ({ areSettled: !hasKey || isSettled, mayRead: mayReadAs(me, hasKey) }), [hasKey, me, isSettled]);
}
