/** The frame around every page: rail, bar, and the page itself. */
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useDescription } from "../../description/use-description.tsx";
import { useLive } from "../../live/use-live.ts";
import { useCaller } from "../../requests/caller.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { useStore } from "../../store.ts";
import { Dialog } from "../overlay/dialog.tsx";
import { ProblemView } from "../problem/problem-view.tsx";
import { chosenExchange, panelOpen } from "../request-panel/is-open.ts";
import { reachedAt, screenSince } from "../request-panel/screen.ts";
import { Bar } from "./bar.tsx";
import { useShortcuts } from "./keys/shortcuts.ts";
import { Layers } from "./layers.tsx";
import { Notes } from "./notes.tsx";
import { useArrivalFocus, useScrollPosition, useTitle } from "./on-navigate.ts";
import { PrintFoot } from "./print-foot.tsx";
import { Rail } from "./rail.tsx";
import { railShown } from "./rail-state.ts";

/** The frame of every page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { title } = useDescription();
  const { refusal } = useCaller();
  const main = useRef<HTMLElement>(null);
  const isPanelOpen = useStore(panelOpen);
  const isRailShown = useStore(railShown);
  const [isRailOpen, setIsRailOpen] = useState(false);
  const { key } = useLocation();
  useTitle(main, title, useDating().moment);
  useArrivalFocus(main);
  useScrollPosition(main);
  useShortcuts();
  useLive();
  // Pages send requests while they are drawn, so the time is taken before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history is a screen
  const since = useMemo(reachedAt, [key]);
  useLayoutEffect(() => {
    setIsRailOpen(false);
    screenSince.set(since);
    chosenExchange.set(undefined);
  }, [since]);
  return (
    <div className={`frame${isPanelOpen ? " has-drawer" : ""}${isRailShown ? "" : " is-railless"}`}>
      {/* A link would put `main` into the fragment, which says how the page is looked at. */}
      <button type="button" className="btn is-main skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <nav className="rail" id="rail" aria-label="Registry" hidden={!isRailShown}>
        <Rail />
      </nav>
      <Bar openRail={() => setIsRailOpen(true)} />
      <main className="page" id="main" tabIndex={-1} ref={main}>
        <Notes />
        {refusal ? <ProblemView error={refusal} isPage /> : children}
      </main>
      <Dialog isOpen={isRailOpen} onClose={() => setIsRailOpen(false)} title="Registry" titleHidden size="full">
        <nav className="rail is-dialog" aria-label="Registry">
          <Rail />
        </nav>
      </Dialog>
      <PrintFoot />
      <Layers />
    </div>
  );
}
