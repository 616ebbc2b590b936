/** The buttons that save what a page shows under a name. */
import { lazy, useState } from "react";
import { useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { Lazy } from "../lazy.tsx";
import { withView } from "./saved-views.ts";
import { keepViews, savedViews } from "./stored.ts";
import { useShownView } from "./use-view.ts";
import type { SuggestedName } from "./view-dialog.tsx";

const ViewDialog = lazy(() => import("./view-dialog.tsx"));

/** Saves the page, or shows as what it is saved; a view that was changed can be updated. */
export function SaveView(suggest: SuggestedName) {
  const { address, shown, changed } = useShownView();
  const views = useStore(savedViews);
  const [isOpen, setIsOpen] = useState(false);
  const update = () => {
    if (changed) keepViews(withView(views, { ...changed, address }));
  };
  return (
    <>
      {changed && (
        <Button className="update-view" small onClick={update} title="Saved in this browser">
          <span>Update “{changed.name}”</span>
        </Button>
      )}
      <Button look="bare" small icon={shown && "check"} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {shown ? "Saved view" : "Save view"}
      </Button>
      {isOpen && (
        <Lazy>
          <ViewDialog saved={shown} address={address} suggest={suggest} close={() => setIsOpen(false)} />
        </Lazy>
      )}
    </>
  );
}
