/** Creates a deleted record again, as the event log shows it. */

import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { type Fault, NotFound, Stale } from "../../../../../client/index.ts";
import type { View, WritableField } from "../../../../../kit/description/model.ts";
import { pathAbove } from "../../../../../kit/description/paths.ts";
import { midSentence, words } from "../../../../../kit/description/words.ts";
import { unreadBelow } from "../../../../../kit/events/unread.ts";
import { pick } from "../../../../../kit/load/order.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { Button } from "../../../components/button.tsx";
import type { DeletionRead } from "../../../components/events/read-deletion.ts";
import { NeedsScope } from "../../../components/key/needs-scope.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { useDescription } from "../../../description/use-description.tsx";
import { restorationOf } from "../../../forms/state/body.ts";
import { fieldOf } from "../../../forms/state/refused.ts";
import { useSubmit } from "../../../forms/state/use-submit.ts";
import { countedAt } from "../../../forms/values/counted.ts";
import { mayDo, useCaller } from "../../../requests/caller.tsx";
import type { Data } from "../../../requests/data.ts";
import { useHealth } from "../../../requests/health.ts";
import { CascadeList } from "../deleted-with.tsx";
import { readCascade } from "./read-cascade.ts";
import { lateFields, RestoreRun } from "./restore-run.ts";
import { restoring } from "./restoring.ts";

/** Props of `RestoreDialog`. */
export interface RestoreDialogProps {
  readonly view: View;
  /** The record. */
  readonly path: string;
  /** The list of its events. */
  readonly log: string;
  /** The deletion, as the log has it; it shows the record. */
  readonly read: DeletionRead;
  readonly onClose: () => void;
}

/** Shows what is restored and what is not, and restores it. */
export default function RestoreDialog(props: RestoreDialogProps) {
  const { view, path, log, read, onClose } = props;
  const { deletion, cascade } = read;
  const content: Data = deletion.content!;
  const navigate = useNavigate();
  const submit = useSubmit();
  const description = useDescription();
  const caller = useCaller();
  const { offline } = useHealth();
  const isAllowed = mayDo(caller, view.scopes.write) !== false;
  const isIdle = submit.isPending || offline !== undefined || !isAllowed;
  const [planned, setPlanned] = useState<readonly string[]>([]);
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const isCounted = countedAt(path, content, cascade.counts);
  const counted = view.writable.update.filter(
    (field) => field.schema["x-counts"] !== undefined && content[field.name] > 0 && isCounted(field),
  );
  const name = String(content[view.title] ?? content.id ?? view.noun);
  const unread = caller.me ? unreadBelow(description, path, caller.me) : [];
  const leave = () => {
    void navigate(pageOf(path));
    onClose();
  };
  const restore = async (without = omitted) => {
    setOmitted(without);
    const fields = view.writable.update.filter(({ name }) => !without.includes(name));
    const draft = { base: content, tag: undefined, edits: {} };
    const request = restorationOf(path, fields, draft, (field) => isCounted(field) && !planned.includes(field.name));
    const late = cascade.counts.size > 0 ? lateFields(view) : [];
    const body = request.body as Data;
    try {
      await submit.send({ ...request, body: pick(body, (name) => !late.includes(name)) });
    } catch (error) {
      return submit.setError(error as Error);
    }
    if (cascade.counts.size === 0) return leave();
    const next = new RestoreRun({
      description,
      root: { path, record: pick(body, (name) => late.includes(name)) },
      read: (signal) => readCascade(deletion, description.at(log)!.view, signal),
      mayWrite: ({ scopes }) => mayDo(caller, scopes.write) !== false,
    });
    restoring.set({ page: location.pathname, path, name, cascade, run: next });
    void next.run();
    onClose();
  };
  const without = (fault: Fault) => {
    const field = view.writable.update.find(({ name }) => name === fieldOf(fault));
    return field && !field.required ? (
      <button type="button" className="btn is-small" onClick={() => void restore([...omitted, field.name])}>
        Restore without {midSentence(field.label)}
      </button>
    ) : null;
  };
  const above = view.kind === "single" ? pathAbove(path) : pathAbove(pathAbove(path));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Restore ${name}`}
      lead="It is created again at the same address, with the values that were entered. The service sets times, counts and other derived values again."
      footer={
        <span className="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" autoFocus disabled={isIdle} onClick={() => void restore()}>
            {submit.isPending ? "Restoring …" : "Restore"}
          </Button>
        </span>
      }
    >
      <NeedsScope isPart scope={view.scopes.write} what={`Restoring ${words(view.plural)}`}>
        {counted.map((field) => (
          <Plan
            key={field.name}
            field={field}
            value={content[field.name]}
            isPlanned={planned.includes(field.name)}
            setIsPlanned={(isPlanned) =>
              setPlanned([...planned.filter((each) => each !== field.name), ...(isPlanned ? [field.name] : [])])
            }
          />
        ))}
        <CascadeList path={path} cascade={cascade} log={log.replace(/\?.*$/, "")} lead="Also restored" />
        {unread.length > 0 && (
          <p className="small soft">
            Not restored, because you may not read them: {unread.map(({ heading }) => midSentence(heading)).join(", ")}.
          </p>
        )}
        {submit.error && <Refused error={submit.error} above={above} fix={without} retry={() => void restore()} />}
      </NeedsScope>
    </Dialog>
  );
}

/** A number that was counted, as it seems, and that people may have planned. */
function Plan({
  field: { label },
  value,
  isPlanned,
  setIsPlanned,
}: {
  readonly field: WritableField;
  readonly value: number;
  readonly isPlanned: boolean;
  readonly setIsPlanned: (isPlanned: boolean) => void;
}) {
  return (
    <div className="plan">
      <label className="check">
        <input type="checkbox" checked={isPlanned} onChange={({ target }) => setIsPlanned(target.checked)} />
        <span>
          {label}: {value} was planned
        </span>
      </label>
      <p className="small soft">There were as many when it was deleted. If it was not planned, it is counted again.</p>
    </div>
  );
}

/** Says why it was not restored. */
function Refused({
  error,
  above,
  fix,
  retry,
}: {
  readonly error: Error;
  /** The record that it belonged to. */
  readonly above: string;
  readonly fix: (fault: Fault) => ReactNode;
  readonly retry: () => void;
}) {
  const navigate = useNavigate();
  return (
    <ProblemView error={error} fix={fix} retry={retry}>
      {error instanceof Stale && <p className="soft">Somebody has created it again. It was not replaced.</p>}
      {error instanceof NotFound && (
        <div className="btns">
          <Button small onClick={() => void navigate(aspectOf(above, "history"))}>
            Restore what it belonged to first
          </Button>
        </div>
      )}
    </ProblemView>
  );
}
