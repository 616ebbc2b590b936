/** The restoration of what was deleted with a record: its progress, and what could not be restored. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { pageOf } from "../../../address/address.ts";
import { BatchProgress } from "../../../components/batch/batch-progress.tsx";
import { RunningGuard } from "../../../components/batch/running-guard.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { useStore } from "../../../store.ts";
import { countText, quantity } from "../../../units.ts";
import { type Restoring, restoring } from "./restoring.ts";

/** The most records that are named. */
const NAMED = 100;

/** Shows a restoration until it is complete, and leaves then; or else shows its result. */
export default function RunningRestore({ path, name, cascade, run }: Restoring) {
  const navigate = useNavigate();
  const leave = () => {
    restoring.set(undefined);
    void navigate(pageOf(path));
  };
  const { read, isRead, lacking, restored, existing, failed, batch, total, isEnded, error } = useStore(run.state);
  const deleted = [...cascade.counts.values()].reduce((sum, count) => sum + count, 0);
  const left = (isRead ? read : Math.max(deleted, read)) - restored - existing - failed.length;
  const isComplete = isEnded && !error && failed.length === 0 && left <= 0 && lacking.size === 0;
  // Nobody would see its outcome.
  useEffect(
    () => () => {
      run.stop();
      if (restoring.get()?.run === run) restoring.set(undefined);
    },
    [run],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is complete
  useEffect(() => {
    if (isComplete) leave();
  }, [isComplete]);
  const counts = [
    `${countText(restored)} restored`,
    ...(existing > 0 ? [`${countText(existing)} already existed`] : []),
    ...(failed.length > 0 ? [`${countText(failed.length)} refused`] : []),
    ...(isEnded && left > 0 ? [`${countText(left)} not sent`] : []),
  ];
  return (
    <Dialog
      isOpen
      isSticky
      onClose={leave}
      title={isEnded ? `${name} was restored` : `Restoring ${name}`}
      lead={`It exists again. ${quantity(deleted, "record")} ${deleted === 1 ? "was" : "were"} deleted with it.`}
      footer={
        isEnded && (
          <span className="end">
            {left > 0 && <Button onClick={() => void run.run()}>Restore the rest</Button>}
            <Button look="main" autoFocus onClick={leave}>
              Show it
            </Button>
          </span>
        )
      }
    >
      {!isEnded && !batch && <p>Reading what was deleted: {quantity(read, "record")} so far.</p>}
      {batch && <BatchProgress batch={batch} total={total} name="Restoring" stop={() => run.stop()} />}
      {error && <ProblemView error={error} />}
      <p role={isEnded ? "status" : undefined}>
        <b>{counts.join(", ")}.</b>
      </p>
      {[...lacking].map(([list, count]) => (
        <p key={list} className="small soft">
          {quantity(count, "record")} of <span className="mono">{list}</span> cannot be restored: purged, or deleted
          before the service kept deleted records.
        </p>
      ))}
      {failed.length > 0 && (
        <ul className="alone">
          {failed.slice(0, NAMED).map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <span className="mono">{path}</span>
              <span>{reason}</span>
            </li>
          ))}
          {failed.length > NAMED && <li>and {countText(failed.length - NAMED)} more</li>}
        </ul>
      )}
      {!isEnded && (
        <RunningGuard
          lead="Not all records have been restored yet. If you leave now, the rest will not be. What has been restored stays."
          stop={() => run.stop()}
        />
      )}
    </Dialog>
  );
}
