/** Asks again before a write, because somebody else has changed the record that it was decided on. */

import type { WritableField } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import type { Data } from "../../requests/data.ts";
import { Author } from "./author.tsx";
import { MergeTable } from "./merge-table.tsx";

/** Props of `ChangedDialog`. */
export interface ChangedDialogProps {
  readonly name: string;
  /** The record as the person saw it. */
  readonly seen: Data;
  readonly current: Data;
  readonly changed: readonly WritableField[];
  /** The action that has not happened: `Nothing was deleted.` */
  readonly nothing: string;
  /** The label of the button: `Delete it anyway`. Without it, the write is no longer possible. */
  readonly action?: string | undefined;
  readonly onAnyway: () => void;
  readonly onClose: () => void;
}

/** Shows the changes since the person saw the record; then they decide once more. */
export default function ChangedDialog(props: ChangedDialogProps) {
  const { name, seen, current, changed, nothing, action, onAnyway, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="wide"
      title={`Somebody else saved ${name} first`}
      lead={
        <>
          <Author record={current} /> {nothing}
        </>
      }
      footer={
        <span className="end">
          <Button autoFocus onClick={onClose}>
            {action === undefined ? "Close" : "Cancel"}
          </Button>
          {action !== undefined && (
            <Button look="danger" onClick={onAnyway}>
              {action}
            </Button>
          )}
        </span>
      }
    >
      <MergeTable fields={changed} base={seen} theirs={current} />
    </Dialog>
  );
}
