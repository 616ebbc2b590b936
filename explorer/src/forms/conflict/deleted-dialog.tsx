/** Handles a deletion by somebody else while the record is being edited. */
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import type { Data } from "../../requests/data.ts";
import { Author } from "./author.tsx";

/** The record is gone: create it again with the changes, or let it go. */
export function DeletedDialog({
  base,
  name,
  onRestore,
  onDiscard,
  onClose,
}: {
  readonly base: Data;
  readonly name: string;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${name} was deleted`}
      lead={
        <>
          <Author record={base} did="deleted it" /> Your changes are still here. Restoring creates the record again,
          with the values from when you opened it and your changes.
        </>
      }
      footer={
        <>
          <Button look="bare" onClick={onDiscard}>
            Discard my changes
          </Button>
          <span className="end">
            <Button autoFocus onClick={onClose}>
              Back to the form
            </Button>
            <Button look="main" onClick={onRestore}>
              Restore with my changes
            </Button>
          </span>
        </>
      }
    />
  );
}
