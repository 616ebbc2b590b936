/** The saved views in the rail. */
import { lazy, useState } from "react";
import { Link } from "../../description/past/link.tsx";
import { useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { Lazy } from "../lazy.tsx";
import type { SavedView } from "./saved-views.ts";
import { savedViews } from "./stored.ts";
import { useShownView } from "./use-view.ts";

const ViewDialog = lazy(() => import("./view-dialog.tsx"));

/** Links to the saved views, each with a button to rename or delete it. Nothing if there are none. */
export function ViewList() {
  const views = useStore(savedViews);
  const { shown } = useShownView();
  const [edited, setEdited] = useState<SavedView>();
  const close = () => {
    setEdited(undefined);
    // The button of a view that is deleted goes away with it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(".rail-in a")?.focus();
    });
  };
  if (views.length === 0 && !edited) return null;
  return (
    <>
      <h2 title="Saved in this browser">Saved views</h2>
      <ul className="views">
        {views.map((view) => (
          <li key={view.name}>
            <Link to={view.address} aria-current={view === shown ? "true" : undefined}>
              <span dir="auto">{view.name}</span>
            </Link>
            <Button
              {...{ look: "bare", small: true, icon: "edit" }}
              label={`Rename or delete “${view.name}”`}
              onClick={() => setEdited(view)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <Lazy>
          <ViewDialog saved={edited} address={edited.address} close={close} />
        </Lazy>
      )}
    </>
  );
}
