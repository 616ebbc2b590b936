/** Staging changes: the form of a record opens with them, and nothing is saved yet. */

import type { Values } from "../../../../kit/values/json.ts";
import type { Data } from "../../requests/data.ts";
import { draftOf, keepDraft } from "./drafts.ts";

/**
 * Adds edits to the draft of a record; begins one if there is none.
 * @param path of the record
 * @param on the record as it is now, with the headers of its response
 */
export function stageEdits(path: string, on: { readonly data: Data; readonly headers: Headers }, edits: Values): void {
  const draft = draftOf(path) ?? { base: on.data, tag: on.headers.get("etag") ?? undefined, edits: {} };
  keepDraft(path, { ...draft, edits: { ...draft.edits, ...edits } });
}
