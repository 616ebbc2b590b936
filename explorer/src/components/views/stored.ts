/** The saved views of this browser, and the one that was opened last. */
import { type Store, store } from "../../store.ts";
import { readViews, type SavedView, viewNamed } from "./saved-views.ts";

const NAME = "explorer-views";

/** The saved views. */
export const savedViews: Store<readonly SavedView[]> = store<readonly SavedView[]>(
  readViews(localStorage.getItem(NAME)),
);

/** The view that is open in this tab, also after its query was changed. */
export const openView = store<SavedView | undefined>(undefined);

/** Keeps views. Returns false if the browser refuses. */
export function keepViews(views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(views));
  } catch {
    return false;
  }
  savedViews.set(views);
  return true;
}

// Another tab has changed them.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== NAME && key !== null) return;
  savedViews.set(readViews(newValue));
  const { name = "" } = openView.get() ?? {};
  openView.set(viewNamed(savedViews.get(), name));
});
