/** Says that there is more than what is shown. It covers no row and moves none. */

import { Button } from "../../components/button.tsx";
import { countText } from "../../units.ts";

/** A bar below a list, in view wherever the list is scrolled to: `4 changes`, and the button that shows them. */
export function LaterChanges({ count, show }: { readonly count: number; readonly show: () => void }) {
  return (
    <div className="later" role="status">
      {count > 0 && (
        <p className="note is-now">
          <span>
            <b className="num">{countText(count)}</b> {count === 1 ? "change" : "changes"}
          </span>
          <Button small className="end" onClick={show}>
            Show
          </Button>
        </p>
      )}
    </div>
  );
}
