/** Drafts: edits that are kept in the tab until they are saved, so that they survive a reload. */

import type { Values } from "../../../../kit/values/json.ts";
import type { Data } from "../../requests/data.ts";

/** The state of a form. */
export interface Draft {
  /** The record as it was loaded; undefined for a new one. */
  readonly base: Data | undefined;
  /** Its tag. */
  readonly tag: string | undefined;
  /** The fields that were edited. */
  readonly edits: Values;
}

const PREFIX = "explorer-draft ";

/** Returns the draft of a page; undefined without one. */
export function draftOf(page: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + page);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps the draft of a page, as far as there is room. */
export function keepDraft(page: string, draft: Draft): void {
  try {
    sessionStorage.setItem(PREFIX + page, JSON.stringify(draft));
  } catch {
    // The storage is full: the form still has it, and leaving asks.
  }
}

/** Forgets the draft of a page: it was saved or discarded. */
export function dropDraft(page: string): void {
  sessionStorage.removeItem(PREFIX + page);
}
