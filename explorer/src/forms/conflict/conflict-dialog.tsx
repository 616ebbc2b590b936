/** Handles a save of somebody else: nothing is overwritten without being seen. */

import { useState } from "react";
import type { WritableField } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import type { Data } from "../../requests/data.ts";
import type { Draft } from "../state/drafts.ts";
import { namesOf, wholeEdits } from "../values/dated.ts";
import { editsOn } from "../values/three-way.ts";
import { Author } from "./author.tsx";
import { type Choice, MergeTable } from "./merge-table.tsx";
import type { Conflict } from "./use-save.ts";

/** Props of `ConflictDialog`. */
export interface ConflictDialogProps {
  readonly conflict: Extract<Conflict, { kind: "changed" }>;
  readonly draft: Draft;
  /** The number of fields that the draft changes. */
  readonly changed: number;
  readonly name: string;
  /** The label of the filled button: `Save` it, or only continue. */
  readonly action: string;
  /** The changes, on top of what was saved. */
  readonly onResolved: (draft: Draft) => void;
  /** Back to the form, on top of what was saved: to edit by hand. */
  readonly onEdit: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** The changes of somebody else beside one's own. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, draft, name, action, onResolved, onEdit, onClose } = props;
  const { theirs, tag, comparison } = conflict;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const choiceOf = ({ name: field }: WritableField): Choice => choices[field] ?? "mine";
  const mine = comparison.both.filter((field) => choiceOf(field) === "mine");
  const isOverlap = comparison.both.length > 0;
  const edits = wholeEdits(comparison.both, draft.base ?? {}, draft.edits);
  const onTheirs = (dropped: readonly WritableField[]): Draft => {
    const names = dropped.flatMap(namesOf);
    const kept = Object.entries(edits).filter(([field]) => !names.includes(field));
    return { base: theirs, tag, edits: editsOn(theirs, Object.fromEntries(kept)) };
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size={isOverlap ? "wide" : "narrow"}
      title={`Somebody else saved ${name} first`}
      lead={<Lead {...props} />}
      footer={
        <>
          {isOverlap && (
            <Button look="bare" onClick={() => onEdit(onTheirs([]))}>
              Edit by hand
            </Button>
          )}
          <span className="end">
            <Button onClick={onClose}>Back to the form</Button>
            <Button
              look="main"
              autoFocus
              onClick={() => onResolved(onTheirs(comparison.both.filter((field) => !mine.includes(field))))}
            >
              {isOverlap ? `${action} this` : `${action} mine on top`}
            </Button>
          </span>
        </>
      }
    >
      {isOverlap && (
        <MergeTable
          fields={comparison.both}
          base={draft.base ?? {}}
          theirs={theirs}
          edits={edits}
          choiceOf={choiceOf}
          choose={(fields, choice) =>
            setChoices({ ...choices, ...Object.fromEntries(fields.map((field) => [field.name, choice])) })
          }
        />
      )}
      {isOverlap && mine.length === 0 && <p className="small soft">All of theirs: none of these changes is saved.</p>}
      <Untouched comparison={comparison} theirs={theirs} draft={draft} />
    </Dialog>
  );
}

/** Says what happened, and who did it. */
function Lead({ conflict: { theirs, comparison }, changed }: ConflictDialogProps) {
  const count = comparison.both.length;
  return (
    <>
      <Author record={theirs} />{" "}
      {count === 0
        ? `Your ${changed === 1 ? "change touches" : "changes touch"} other fields.`
        : `${count === 1 ? "One field was" : `${count} fields were`} changed by both of you; choose what stays.`}{" "}
      Nothing has been overwritten.
    </>
  );
}

/** The fields that only the others changed. They stay. */
function Untouched({
  comparison,
  theirs,
  draft,
}: {
  readonly comparison: ConflictDialogProps["conflict"]["comparison"];
  readonly theirs: Data;
  readonly draft: Draft;
}) {
  const [isShown, setIsShown] = useState(false);
  const fields = comparison.theirs;
  if (fields.length === 0) return null;
  return (
    <>
      <p className="small soft">
        Changed by them, not by you: <b>{fields.map(({ label }) => midSentence(label)).join(", ")}</b>.{" "}
        {fields.length === 1 ? "It stays" : "They stay"} as they saved {fields.length === 1 ? "it" : "them"}.{" "}
        <button type="button" className="textbtn" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide" : "Show"} what they changed
        </button>
      </p>
      {isShown && <MergeTable fields={fields} base={draft.base ?? {}} theirs={theirs} />}
    </>
  );
}
