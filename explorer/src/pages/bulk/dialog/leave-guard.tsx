/** Asks before what was entered in a bulk edit, or its undo, is left behind. */
import { LeaveDialog } from "../../../components/leaving/leave-dialog.tsx";

/** The loss: the values that were entered, or the offer to undo the changes. */
export type Lost = "values" | "undo";

const LEADS: Readonly<Record<Lost, string>> = {
  values: "No record has been changed yet. If you leave, the values that you entered are lost.",
  undo: "If you leave, the records stay changed. To undo that later, use each record's history.",
};

/** Asks when the page is left while something would be lost. @param leave closes the dialog of the bulk edit */
export function LeaveGuard({ lost, leave }: { readonly lost: Lost | undefined; readonly leave: () => void }) {
  if (!lost) return null;
  const title = lost === "values" ? "Leave without changing anything?" : "Leave without undoing?";
  return <LeaveDialog title={title} lead={LEADS[lost]} label="Leave" leave={leave} />;
}
