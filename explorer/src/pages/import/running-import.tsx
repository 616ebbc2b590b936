/** An import while it runs, and its outcome. */
import { useEffect } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import type { PlannedRow } from "../../../../kit/import/plan.ts";
import { pageOf } from "../../address/address.ts";
import { BatchProgress } from "../../components/batch/batch-progress.tsx";
import { RunningGuard } from "../../components/batch/running-guard.tsx";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { useStore } from "../../store.ts";
import { countText } from "../../units.ts";
import type { ImportRun } from "./import-run.ts";
import { RejectedRows } from "./rejected-rows.tsx";
import type { Table } from "./table.ts";

/** Moves the focus to what has just appeared. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** The progress, then the result. */
export function RunningImport({
  view,
  path,
  run,
  table,
  rejected,
  another,
}: {
  readonly view: View;
  readonly path: string;
  readonly run: ImportRun;
  readonly table: Table;
  /** Rows that the check has left out. */
  readonly rejected: readonly PlannedRow[];
  readonly another: () => void;
}) {
  const { created, replaced, refused, batch, total, isSecondPass, isEnded, left, error } = useStore(run.state);
  // Nobody would see its outcome.
  useEffect(() => () => run.stop(), [run]);
  const all = [...rejected, ...refused].sort((one, other) => one.number - other.number);
  const counts = [
    `${countText(created)} created`,
    ...(replaced > 0 ? [`${countText(replaced)} replaced`] : []),
    ...(refused.length > 0 ? [`${countText(refused.length)} refused by the service`] : []),
    ...(rejected.length > 0 ? [`${countText(rejected.length)} skipped by the check`] : []),
    ...(isEnded && left > 0 ? [`${countText(left)} not sent`] : []),
  ];
  return (
    <section className="sect">
      <header>
        <h2 key={String(isEnded)} ref={focus} tabIndex={-1}>
          {isEnded ? "Result" : "Importing"}
        </h2>
      </header>
      {isSecondPass && !isEnded && <p className="small soft">Second pass: rows that refer to later rows.</p>}
      {batch && <BatchProgress batch={batch} total={total} name="Import" stop={() => run.stop()} />}
      {error && <ProblemView error={error} />}
      <p role={isEnded ? "status" : undefined}>
        <b>{counts.join(", ")}.</b>
      </p>
      {!isEnded && (
        <RunningGuard
          lead="Not all rows have been sent yet. If you leave, the rest is not sent; what was stored stays."
          stop={() => run.stop()}
        />
      )}
      {isEnded && (
        <div className="btns">
          <Link className="btn is-main" to={pageOf(path)}>
            Show the {words(view.plural)}
          </Link>
          <Button onClick={another}>Import another file</Button>
        </div>
      )}
      {isEnded && all.length > 0 && <RejectedRows rows={all} table={table} name={`${view.plural}-rejected`} />}
    </section>
  );
}
