/** The texts of the dialog of a bulk edit. */
import type { View } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { countText } from "../../../units.ts";
import type { OutcomeKind } from "../run/outcome.ts";
import type { Pass } from "./use-bulk-edit.ts";

/** Writes a number of records: `1 mission`, `301 missions`. */
export function recordsText({ noun, plural }: Pick<View, "noun" | "plural">, count: number): string {
  return `${countText(count)} ${count === 1 ? noun : words(plural)}`;
}

/** Returns the name of a group of outcomes. */
export function groupName(kind: OutcomeKind, is: Pass["is"]): string {
  const isUndo = is === "undo";
  return {
    conflict: isUndo ? "Changed since" : "Conflict",
    refused: "Refused",
    gone: "Deleted",
    unsent: "Not sent",
    done: isUndo ? "Undone" : "Changed",
    same: isUndo ? "Undone already" : "Unchanged",
  }[kind];
}

/** Says what a group of outcomes means. */
export function groupMeaning(kind: OutcomeKind, is: Pass["is"]): string {
  const isUndo = is === "undo";
  return {
    conflict: isUndo
      ? "Somebody has changed these since. They stay as they are."
      : "Somebody else changed these after they were read. Nothing was overwritten.",
    refused: "The service refused these. They stay as they are.",
    gone: "These no longer exist.",
    unsent: "Stopped before these were sent. They stay as they are.",
    done: isUndo ? "These have their previous values again." : "These have the new values.",
    same: isUndo ? "These already had their previous values." : "These already had the new values.",
  }[kind];
}
