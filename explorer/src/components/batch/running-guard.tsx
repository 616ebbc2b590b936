/** Asks before a page is left while many records are written. */
import { LeaveDialog } from "../leaving/leave-dialog.tsx";

/** Asks when the page is left. @param lead the fate of the records; `stop` sends nothing more */
export function RunningGuard({ lead, stop }: { readonly lead: string; readonly stop: () => void }) {
  return <LeaveDialog title="Stop and leave?" lead={lead} label="Stop and leave" leave={stop} />;
}
