/** Asks before changes are left behind. */
import { Button } from "../components/button.tsx";
import { useLeaveBlocker } from "../components/leaving/use-leave-blocker.ts";
import { Dialog } from "../components/overlay/dialog.tsx";

/** Asks when the page is left while there are changes; `discard` forgets them. */
export function LeaveGuard({ count, discard }: { readonly count: number; readonly discard: () => void }) {
  const blocker = useLeaveBlocker(count > 0, { ofPage: true });
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      isOpen
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      lead={`${count === 1 ? "One change is" : `${count} changes are`} not saved. If you leave, this tab keeps ${count === 1 ? "it" : "them"} as a draft of this page.`}
      footer={
        <>
          <Button
            look="bare"
            onClick={() => {
              discard();
              blocker.proceed();
            }}
          >
            Discard and leave
          </Button>
          <span className="end">
            <Button onClick={() => blocker.proceed()}>Leave, keep the draft</Button>
            <Button look="main" autoFocus onClick={() => blocker.reset()}>
              Stay
            </Button>
          </span>
        </>
      }
    />
  );
}
