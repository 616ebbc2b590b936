/** Dialogs that can open on every page. Each is loaded when it opens. */
import { lazy } from "react";
import { useStore } from "../../store.ts";
import { keyRequest } from "../key/key-request.ts";
import { Lazy } from "../lazy.tsx";
import { paletteOpen } from "../palette/is-open.ts";
import { TypedAhead } from "../palette/typed-ahead.tsx";
import { panelOpen } from "../request-panel/is-open.ts";
import { shortcutsOpen } from "./keys/shortcuts.ts";

const Palette = lazy(() => import("../palette/palette.tsx"));
const RequestPanel = lazy(() => import("../request-panel/panel.tsx"));
const KeyDialog = lazy(() => import("../key/key-dialog.tsx"));
const ShortcutList = lazy(() => import("./keys/shortcut-list.tsx"));

/** The dialogs of the frame. */
export function Layers() {
  const request = useStore(keyRequest);
  const isPaletteOpen = useStore(paletteOpen);
  const isPanelOpen = useStore(panelOpen);
  const isShortcutListOpen = useStore(shortcutsOpen);
  return (
    <>
      {isPaletteOpen && <TypedAhead />}
      {isPaletteOpen && (
        <Lazy>
          <Palette />
        </Lazy>
      )}
      {isPanelOpen && (
        <Lazy>
          <RequestPanel />
        </Lazy>
      )}
      {isShortcutListOpen && (
        <Lazy>
          <ShortcutList />
        </Lazy>
      )}
      {request && (
        <Lazy>
          <KeyDialog {...request} />
        </Lazy>
      )}
    </>
  );
}
