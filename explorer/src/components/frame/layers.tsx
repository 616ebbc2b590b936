/** Dialogs that can open on every page. Each is loaded when it opens. */
import { lazy } from "react";
import { useStore } from "../../store.ts";
import { keyAsked } from "../key/asked.ts";
import { Later } from "../later.tsx";
import { paletteOpened } from "../palette/opened.ts";
import { TypedAhead } from "../palette/typed-ahead.tsx";
import { panelOpened } from "../request-panel/opened.ts";
import { shortcutsOpened } from "./keys/shortcuts.ts";

const Palette = lazy(() => import("../palette/palette.tsx"));
const RequestPanel = lazy(() => import("../request-panel/panel.tsx"));
const KeyDialog = lazy(() => import("../key/key-dialog.tsx"));
const ShortcutList = lazy(() => import("./keys/shortcut-list.tsx"));

/** The dialogs of the frame. */
export function Layers() {
  const asked = useStore(keyAsked);
  const isPaletteOpen = useStore(paletteOpened);
  const isPanelOpen = useStore(panelOpened);
  const isShortcutListOpen = useStore(shortcutsOpened);
  return (
    <>
      {isPaletteOpen && <TypedAhead />}
      {isPaletteOpen && (
        <Later>
          <Palette />
        </Later>
      )}
      {isPanelOpen && (
        <Later>
          <RequestPanel />
        </Later>
      )}
      {isShortcutListOpen && (
        <Later>
          <ShortcutList />
        </Later>
      )}
      {asked && (
        <Later>
          <KeyDialog {...asked} />
        </Later>
      )}
    </>
  );
}
