/** Opens the dialog that asks for a key. */
import { store } from "../../store.ts";

/** The reason why the dialog opens. */
export interface KeyRequest {
  /** True if a person opened the dialog, false if a refusal did. */
  readonly byPerson: boolean;
  /** The action that needs another key, as the beginning of a sentence, and its scope: `Deleting missions`. */
  readonly what?: string;
  readonly scope?: string | undefined;
}

/** The dialog that asks for a key; undefined while it is closed. */
export const keyRequest = store<KeyRequest | undefined>(undefined);
/** The pages that have opened it: after the dialog was closed, it does not open again. */
const openedBy = new Set<string>();

/** Opens the dialog because a request of a page was refused; once a page. */
export function askForKey(page: string): void {
  if (openedBy.has(page)) return;
  openedBy.add(page);
  keyRequest.set({ byPerson: false });
}
