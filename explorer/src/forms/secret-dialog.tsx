/** A secret that the service shows only once. */
import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy.tsx";
import { useLeaveBlocker } from "../components/leaving/use-leave-blocker.ts";
import { Dialog } from "../components/overlay/dialog.tsx";

/** Props of `SecretDialog`. */
export interface SecretDialogProps {
  /** Undefined if the answer that had it was lost: the service does not repeat it. */
  readonly secret: string | undefined;
  /** The noun of its owner. */
  readonly noun: string;
  readonly onStored: () => void;
}

/** Shows a secret until the person says that it is stored. Nothing else closes it. */
export function SecretDialog({ secret, noun, onStored }: SecretDialogProps) {
  const [isStored, setIsStored] = useState(false);
  const blocker = useLeaveBlocker(secret !== undefined);
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
  if (secret === undefined) return <LostSecret noun={noun} close={onStored} />;
  return (
    <Dialog
      isOpen
      isSticky
      onClose={() => {}}
      title="Store this secret now"
      lead="It is shown only here and only now. The service keeps no copy that could be shown again."
      footer={
        <span className="end">
          <Button look="main" disabled={!isStored} onClick={onStored}>
            Done
          </Button>
        </span>
      }
    >
      <div className="code is-secret">
        <pre>{secret}</pre>
        <CopyButton text={secret}>Copy</CopyButton>
      </div>
      <label className="check">
        <input type="checkbox" checked={isStored} onChange={({ target }) => setIsStored(target.checked)} />
        <span>I have stored it</span>
      </label>
    </Dialog>
  );
}

/** The request was carried out, but its answer did not arrive. */
function LostSecret({ noun, close }: { readonly noun: string; readonly close: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={close}
      title="The secret was lost"
      lead={`The ${noun} was created, but the answer with its secret did not arrive, and the service does not repeat it. Create another one instead.`}
      footer={
        <span className="end">
          <Button look="main" autoFocus onClick={close}>
            Go on
          </Button>
        </span>
      }
    />
  );
}
