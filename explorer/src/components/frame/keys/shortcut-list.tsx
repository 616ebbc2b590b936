/** The list of keyboard shortcuts. */
import { Fragment } from "react";
import { Dialog } from "../../overlay/dialog.tsx";
import { shortcutsOpen } from "./shortcuts.ts";

/** Alternatives, each a key or several that are pressed together. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["Ctrl K", "/"], "search, open a page, run a command"],
  [["Ctrl ."], "show or hide the requests"],
  [["?"], "show these keys"],
  [["j", "k"], "next and previous row, when the focus is in a table"],
  [["Space"], "play or pause a picture, unless the focus is on a field or a button"],
  [["←", "→", "Enter"], "move through a picture, and open the mark that has the focus"],
  [["↑", "↓"], "a day later or earlier in a date field; a month, if only that is known"],
  [["Esc"], "close the open dialog, menu or panel"],
];

/** The open list of shortcuts. */
export default function ShortcutList() {
  return (
    <Dialog isOpen onClose={() => shortcutsOpen.set(false)} title="Keys">
      <dl className="values">
        {SHORTCUTS.map(([keys, does]) => (
          <Fragment key={does}>
            <dt>
              {keys.map((each) => (
                <Fragment key={each}>
                  <kbd>{each}</kbd>{" "}
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
