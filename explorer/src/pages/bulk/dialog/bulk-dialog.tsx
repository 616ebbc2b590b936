/** The dialog that edits many records at once. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { BatchProgress } from "../../../components/batch/batch-progress.tsx";
import { RunningGuard } from "../../../components/batch/running-guard.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { focusFirst } from "../../../forms/focus.ts";
import { countText } from "../../../units.ts";
import { bulkFields } from "../bulk-fields.ts";
import { chosenEdits } from "../run/chosen.ts";
import { type BulkRecord, outcomeGroups, pathsOf } from "../run/outcome.ts";
import { recordsText } from "./bulk-words.ts";
import { type Choice, ChooseStep, choiceFaults, NO_CHOICE } from "./choose-step.tsx";
import { LeaveGuard, type Lost } from "./leave-guard.tsx";
import { PlanStep } from "./plan-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { type BulkEdit, type Pass, type Stage, useBulkEdit } from "./use-bulk-edit.ts";

/** Props of `BulkDialog`. */
export interface BulkDialogProps {
  readonly view: View;
  /** The list of the API. */
  readonly path: string;
  readonly records: readonly BulkRecord[];
  /** @param isSent whether records were changed */
  readonly close: (isSent: boolean) => void;
}

/** Chooses values, shows what they would change, changes it, and can undo that. */
export default function BulkDialog({ view, path, records, close }: BulkDialogProps) {
  const [choice, setChoice] = useState<Choice>(NO_CHOICE);
  const edit = useBulkEdit(view.writable.update, records);
  const { stage } = edit;
  const plan = () => {
    const faults = choiceFaults(view, choice);
    setChoice((before) => ({ ...before, checked: before.chosen.map(({ name }) => name) }));
    // Once the faults are drawn.
    if (faults.length > 0) return void requestAnimationFrame(() => focusFirst(faults));
    void edit.plan(chosenEdits(bulkFields(view.writable), choice.chosen, choice.values));
  };
  const parts = { view, edit, choice, close };
  const isRunning = stage.is === "running";
  return (
    <Dialog
      isOpen
      // A key does not lose the entered values and the outcomes.
      isSticky={stage.is !== "choosing" || choice.chosen.length > 0}
      onClose={() => close(false)}
      size="wide"
      title={titleOf(view, records.length, stage)}
      lead={
        stage.is === "choosing" &&
        "The fields you add get the same value in every record. Other fields stay as they are."
      }
      footer={stage.is !== "reading" && !isRunning && <Footer {...parts} />}
    >
      <p className="sr" role="status">
        {stage.is === "ended" && titleOf(view, records.length, stage)}
      </p>
      <StepFrame step={stage.is}>
        {stage.is === "choosing" && (
          <form
            className="form bulk-form"
            id="bulk-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              plan();
            }}
          >
            <ChooseStep view={view} path={path} choice={choice} setChoice={setChoice} />
          </form>
        )}
        {stage.is === "reading" && <BatchProgress batch={stage.batch} total={stage.total} name="Reading the records" />}
        {stage.is === "planned" && <PlanStep view={view} records={records} plan={stage.plan} />}
        {stage.is === "running" && (
          <BatchProgress
            batch={stage.batch}
            total={stage.total}
            name={stage.pass.is === "undo" ? "Undoing the changes" : "Changing the records"}
          />
        )}
        {stage.is === "ended" && <ResultStep key={stage.pass.is} view={view} pass={stage.pass} edit={edit} />}
      </StepFrame>
      {isRunning ? (
        <RunningGuard
          lead="Not all records have been sent yet. If you leave, the rest is not sent; what was changed stays changed, and cannot be undone here."
          stop={() => {
            edit.stop();
            close(true);
          }}
        />
      ) : (
        <LeaveGuard lost={lostOf(stage, choice)} leave={() => close(stage.is === "ended")} />
      )}
    </Dialog>
  );
}

/** The content of a step. The one that follows has the focus, because the button that led to it is gone. */
function StepFrame({ step, children }: { readonly step: Stage["is"]; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) {
      frame.current?.focus({ preventScroll: true });
      // What scrolls is around the dialog: its title is in view again.
      frame.current?.closest(".veil")?.scrollTo({ top: 0 });
    }
    shown.current = step;
  }, [step]);
  return (
    <div className="bulk-step" ref={frame} tabIndex={-1}>
      {children}
    </div>
  );
}

interface FooterProps extends Pick<BulkDialogProps, "view" | "close"> {
  readonly edit: BulkEdit;
  readonly choice: Choice;
}

function Footer({ view, edit, choice, close }: FooterProps) {
  const { stage } = edit;
  if (stage.is === "choosing")
    return (
      <span className="end">
        <Button onClick={() => close(false)}>Cancel</Button>
        <Button look="main" type="submit" form="bulk-form" disabled={choice.chosen.length === 0}>
          Review
        </Button>
      </span>
    );
  if (stage.is === "planned")
    return (
      <>
        <Button look="bare" onClick={edit.choose}>
          Back
        </Button>
        <span className="end">
          <Button onClick={() => close(false)}>Cancel</Button>
          {stage.plan.change.length > 0 && (
            <Button look="main" onClick={edit.change}>
              Change {recordsText(view, stage.plan.change.length)}
            </Button>
          )}
        </span>
      </>
    );
  if (stage.is !== "ended") return null;
  const { pass } = stage;
  const done = doneOf(pass);
  return (
    <>
      {pass.is === "change" && done > 0 && (
        <>
          <Button icon="back" onClick={edit.undo}>
            Undo {done === 1 ? "1 change" : `${countText(done)} changes`}
          </Button>
          <span className="small soft">
            Available until you close this dialog; after that, use each record's history.
          </span>
        </>
      )}
      <span className="end">
        <Button look="main" onClick={() => close(true)}>
          Close
        </Button>
      </span>
    </>
  );
}

/** Returns the loss if the page were left now; while records are sent, another guard asks. */
function lostOf(stage: Stage, { chosen }: Choice): Lost | undefined {
  if (stage.is === "ended") return stage.pass.is === "change" && doneOf(stage.pass) > 0 ? "undo" : undefined;
  return chosen.length > 0 ? "values" : undefined;
}

/** Returns the number of records that a pass has changed. */
function doneOf({ records, outcomes }: Pass): number {
  return pathsOf(outcomeGroups(records, outcomes), "done").length;
}

function titleOf(view: View, count: number, stage: Stage): string {
  if (stage.is === "choosing") return `Edit ${recordsText(view, count)}`;
  if (stage.is === "reading") return `Reading ${recordsText(view, count)}`;
  if (stage.is === "planned") return "Review the changes";
  const { is, records } = stage.pass;
  const isUndo = is === "undo";
  if (stage.is === "running") return isUndo ? "Undoing the changes" : `Changing ${recordsText(view, stage.total)}`;
  const done = doneOf(stage.pass);
  const all = done === records.length ? "" : `${countText(done)} of `;
  return `${all}${recordsText(view, records.length)} ${isUndo ? "changed back" : "changed"}`;
}
