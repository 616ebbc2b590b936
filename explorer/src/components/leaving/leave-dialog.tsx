/** Asks before a page is left on which something would be lost. */
import { Button } from "../button.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { useLeaveBlocker } from "./use-leave-blocker.ts";

/** Props of `LeaveDialog`. */
export interface LeaveDialogProps {
  readonly title: string;
  /** Says what would be lost, and what would stay. */
  readonly lead: string;
  /** The button that leaves. */
  readonly label: string;
  /** Leaves, with everything else that leaving does. */
  readonly leave: () => void;
}

/** Asks when the page is left, as long as it is shown. */
export function LeaveDialog({ title, lead, label, leave }: LeaveDialogProps) {
  const blocker = useLeaveBlocker(true);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      isOpen
      onClose={() => blocker.reset()}
      title={title}
      lead={lead}
      footer={
        <span className="end">
          <Button
            onClick={() => {
              blocker.proceed();
              leave();
            }}
          >
            {label}
          </Button>
          <Button look="main" autoFocus onClick={() => blocker.reset()}>
            Stay
          </Button>
        </span>
      }
    />
  );
}
