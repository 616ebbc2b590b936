/** Lists what depends on a record that was to be deleted, with the way to delete all that belongs to it. */
import { type FormEvent, useId, useState } from "react";
import type { HasDependents } from "../../../../../client/index.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { blockingIn } from "../../../components/problem/blocking.ts";
import { BlockingTable } from "../../../components/problem/blocking-table.tsx";
import { useDescription } from "../../../description/use-description.tsx";
import type { Data } from "../../../requests/data.ts";
import type { Deletion } from "./use-deletion.ts";

/** Lists the dependents. If all of them belong to the record, they can be deleted with it after its id was typed. */
export function BlockedDialog({
  name,
  record,
  problem,
  deletion: { isPending, run },
  close,
}: {
  readonly name: string;
  readonly record: Data;
  readonly problem: HasDependents;
  readonly deletion: Deletion;
  readonly close: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const isPossible = blockingIn(problem, useDescription()).every(({ fate }) => fate !== "stays");
  const isConfirmed = typed.trim() === record.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isPending) void run(true);
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Other records depend on ${name}`}
      lead="Nothing was deleted."
      footer={
        <span className="end">
          <Button onClick={close}>Cancel</Button>
          {isPossible && (
            <Button look="danger" type="submit" form={`${id}-form`} disabled={!isConfirmed || isPending}>
              {isPending ? "Deleting …" : "Delete with all that belongs to it"}
            </Button>
          )}
        </span>
      }
    >
      <BlockingTable problem={problem} />
      {isPossible ? (
        <form id={`${id}-form`} className="confirm" onSubmit={submit}>
          <div className="field">
            <label htmlFor={id}>
              Type <code>{record.id}</code> to delete all of it
            </label>
            <span className="input mono">
              <input
                id={id}
                autoFocus
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </span>
          </div>
        </form>
      ) : (
        <p className="small soft">
          Records that stay refer to it, or it is part of them. Open them, change or remove what leads here, and then
          delete it.
        </p>
      )}
    </Dialog>
  );
}
