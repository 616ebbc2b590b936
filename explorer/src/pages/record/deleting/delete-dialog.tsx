/** Asks before a record is deleted, and says what keeps it from being deleted. */
import { lazy, type ReactNode, useState } from "react";
import { Forbidden } from "../../../../../client/index.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { Button } from "../../../components/button.tsx";
import { Lazy } from "../../../components/lazy.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { useDescription } from "../../../description/use-description.tsx";
import { listText } from "../../../locale.ts";
import type { Data } from "../../../requests/data.ts";
import { useRecordTitle } from "../use-record-title.ts";
import { BlockedDialog } from "./blocked-dialog.tsx";
import { type Deletion, useDeletion } from "./use-deletion.ts";

const ChangedDialog = lazy(() => import("../../../forms/conflict/changed-dialog.tsx"));

/** Props of `DeleteDialog`. */
export interface DeleteDialogProps {
  readonly view: View;
  readonly record: Data;
  readonly close: () => void;
  /** Asks for another key, and then opens the dialog again. */
  readonly askOtherKey: () => void;
}

/** The dialog. Once there is an obstacle, it is about that. */
export default function DeleteDialog({ view, record, close: closeDialog, askOtherKey }: DeleteDialogProps) {
  const deletion = useDeletion(view, record, askOtherKey);
  // What has been sent cannot be taken back.
  const close = () => {
    if (!deletion.isPending) closeDialog();
  };
  const name = useRecordTitle(view, record);
  const { obstacle, run } = deletion;
  if (obstacle?.kind === "blocked")
    return <BlockedDialog {...{ name, record, deletion, close }} problem={obstacle.problem} />;
  if (obstacle?.kind === "changed") {
    const { isCascade, outcome } = obstacle;
    return (
      <Lazy>
        {" "}
        <ChangedDialog
          name={name}
          seen={outcome.seen}
          current={outcome.current}
          changed={outcome.changed}
          nothing="Nothing was deleted."
          action={isCascade ? "Delete all of it anyway" : "Delete it anyway"}
          onAnyway={() => void run(isCascade, { ...record, ...outcome.current })}
          onClose={close}
        />
      </Lazy>
    );
  }
  if (obstacle?.kind === "failed")
    return (
      <Question
        {...{ name, deletion, close }}
        action="Try again"
        isCascade={obstacle.isCascade}
        hasButton={!(obstacle.error instanceof Forbidden)}
      >
        <ProblemView error={obstacle.error} />
      </Question>
    );
  return (
    <Question {...{ name, deletion, close }} action={view.kind === "membership" ? "Remove" : "Delete"}>
      <Consequence view={view} record={record} />
    </Question>
  );
}

/** Says what deleting a record means. */
function Consequence({ view, record }: { readonly view: View; readonly record: Data }) {
  const { views } = useDescription();
  const singles = views.filter(
    ({ kind, parent, one }) => kind === "single" && parent === view.resource && record._embedded?.[one],
  );
  const along = listText(singles.map(({ noun }) => noun));
  return (
    <p>
      {view.kind === "membership" ? (
        `This removes the ${view.noun} only: the two records that it connects stay.`
      ) : (
        <>
          This deletes the {view.noun} <code>{record.id}</code>
          {along && ` with its ${along}`}.
        </>
      )}{" "}
      {view.log === undefined || view.isSystem
        ? `This cannot be undone${view.issued === undefined ? "" : `: its ${view.issued} goes with it`}.`
        : "It can be restored from its history, as long as that is kept."}
    </p>
  );
}

function Question({
  name,
  deletion: { isPending, run },
  action,
  isCascade = false,
  hasButton = true,
  close,
  children,
}: {
  readonly name: string;
  readonly deletion: Deletion;
  readonly action: string;
  readonly isCascade?: boolean;
  readonly hasButton?: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  const [title] = useState(action === "Remove" ? `Remove ${name}?` : `Delete ${name}?`);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      footer={
        <span className="end">
          <Button autoFocus onClick={close}>
            Cancel
          </Button>
          {hasButton && (
            <Button
              look="danger"
              aria-disabled={isPending || undefined}
              onClick={() => !isPending && void run(isCascade)}
            >
              {isPending ? "Deleting …" : action}
            </Button>
          )}
        </span>
      }
    >
      {children}
    </Dialog>
  );
}
