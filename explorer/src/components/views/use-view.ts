/** The saved view that a page shows. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useStore } from "../../store.ts";
import { addressOfView, type SavedView } from "./saved-views.ts";
import { openView, savedViews } from "./stored.ts";

/** The view of a page. */
export interface ShownView {
  /** The address that would be saved. */
  readonly address: string;
  /** The saved view with this address. */
  readonly shown: SavedView | undefined;
  /** The view that was opened on this page, whose query has been changed since. */
  readonly changed: SavedView | undefined;
}

/** Returns the saved view that the current page shows, or the one that it was before it was changed. */
export function useShownView(): ShownView {
  const location = useLocation();
  const views = useStore(savedViews);
  const open = useStore(openView);
  const address = addressOfView(location);
  const shown = views.find((each) => each.address === address);
  const isSamePage = open !== undefined && pathIn(open.address) === location.pathname;
  useEffect(() => {
    if (shown) openView.set(shown);
    else if (!isSamePage) openView.set(undefined);
  }, [shown, isSamePage]);
  const isKept = open !== undefined && views.includes(open);
  return { address, shown, changed: !shown && isSamePage && isKept ? open : undefined };
}

function pathIn(address: string): string {
  return address.replace(/[?#].*$/s, "");
}
