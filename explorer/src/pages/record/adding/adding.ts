/** The list to which entries are being added on the page of a record. Its page is drawn again with another key; this stays. */
import { useLocation } from "react-router";
import { rowKey } from "../../../live/row-changes.ts";
import type { Data } from "../../../requests/data.ts";
import { store, useStore } from "../../../store.ts";

interface Adding {
  readonly path: string;
  /** The visit of the page. */
  readonly visit: string;
  /** Whether the form is on the page. */
  readonly isOpen: boolean;
  /** The entries that were added in this visit, in their order. */
  readonly added: readonly Data[];
}

/** One at a time: the controls of a form are found by the names of its fields. */
const current = store<Adding | undefined>(undefined);

/** Returns how far adding to a list is, and how it is opened and closed. */
export function useAdding(path: string) {
  const { key: visit } = useLocation();
  const found = useStore(current);
  const own = found?.path === path && found.visit === visit ? found : { path, visit, isOpen: false, added: [] };
  return {
    ...own,
    setOpen: (isOpen: boolean) => current.set({ ...own, isOpen }),
    add: (record: Data) => current.set({ ...own, added: [...own.added, record] }),
  };
}

/** Returns whether an entry was added just now. */
export function useIsAdded(record: Data): boolean {
  const { key: visit } = useLocation();
  const found = useStore(current);
  return found?.visit === visit && found.added.some((each) => rowKey(each) === rowKey(record));
}

/** Forgets that an entry was added: it was removed again. */
export function dropAdded(record: Data): void {
  const found = current.get();
  if (found) current.set({ ...found, added: found.added.filter((each) => rowKey(each) !== rowKey(record)) });
}
