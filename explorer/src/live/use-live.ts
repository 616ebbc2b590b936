/** Keeps the pages up to date while they are open. */
import { useEffect } from "react";
import type { Me } from "../../../client/index.ts";
import { useDescription } from "../description/use-description.tsx";
import { useCaller } from "../requests/caller.tsx";
import { onKeyChange } from "../requests/key.ts";
import { useRights } from "../requests/rights/rights.ts";
import { join } from "./live.ts";

/** Follows the events of the service, if the caller may read them. */
export function useLive(): void {
  const { home } = useDescription();
  const { me } = useCaller();
  const { mayRead } = useRights();
  const events = home("events");
  const caller = me && events && mayRead(events) ? nameOf(me) : undefined;
  const log = events?.path;
  useEffect(() => {
    if (caller === undefined || log === undefined) return;
    let leave = join(caller, log);
    // A page that the browser keeps for Back reads nothing.
    const hide = () => leave();
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) leave = join(caller, log);
    };
    addEventListener("pagehide", hide);
    addEventListener("pageshow", show);
    const stop = onKeyChange(() => leave());
    return () => {
      leave();
      stop();
      removeEventListener("pagehide", hide);
      removeEventListener("pageshow", show);
    };
  }, [caller, log]);
}

/** Returns the name that tabs share if they may read the same events: the caller and the scopes. Never the key. */
function nameOf({ kind, actor, scopes }: Me): string {
  return [kind, actor, ...[...scopes].sort()].join(" ");
}
