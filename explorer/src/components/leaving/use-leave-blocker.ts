/** Holds a page while something on it would be lost. */
import { useEffect } from "react";
import { type Blocker, useBlocker } from "react-router";
import { loadDialog } from "../overlay/dialog.tsx";

/**
 * Stops navigation, and lets the browser ask before the tab is closed or reloaded.
 * @param isHolding whether something would be lost
 * @param ofPage whether other queries of the same page may be opened
 */
export function useLeaveBlocker(isHolding: boolean, { ofPage = false } = {}): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isHolding && !(ofPage && currentLocation.pathname === nextLocation.pathname),
  );
  useEffect(loadDialog, []);
  useEffect(() => {
    if (!isHolding) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isHolding]);
  return blocker;
}
