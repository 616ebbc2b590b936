/** Replaces the secret with which deliveries are signed. */
import { useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { SecretDialog } from "../../forms/secret-dialog.tsx";
import { useSubmit } from "../../forms/state/use-submit.ts";
import type { Data } from "../../requests/data.ts";

/** A button, the dialog that says what changes, and the new secret. */
export default function RotateSecret({ view, list }: { readonly view: View; readonly list: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [created, setCreated] = useState<Data>();
  const submit = useSubmit();
  const { error, isPending, setError } = submit;
  const close = () => {
    setIsOpen(false);
    setError(undefined);
  };
  const rotate = async () => {
    try {
      const { data } = await submit.send({ method: "POST", path: list, body: {}, issues: view.issued });
      setCreated(data ?? {});
      close();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <>
      <Button small onClick={() => setIsOpen(true)}>
        Rotate the secret
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Create a new secret?"
        lead="Deliveries are signed with the new secret at once. For 24 hours they are signed with the current one too, so that no delivery is lost until the receiver has the new one."
        footer={
          <span className="end">
            <Button autoFocus onClick={close}>
              Cancel
            </Button>
            <Button look="main" disabled={isPending} onClick={() => void rotate()}>
              Create a new secret
            </Button>
          </span>
        }
      >
        {error && <ProblemView error={error} />}
      </Dialog>
      {created && (
        <SecretDialog secret={created[view.issued!]} noun={view.noun} onStored={() => setCreated(undefined)} />
      )}
    </>
  );
}
