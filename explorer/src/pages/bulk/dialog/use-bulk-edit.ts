/** The course of a bulk edit: values are chosen, all records read, changed, and perhaps changed back. */
import { useEffect, useRef, useState } from "react";
import { NotFound } from "../../../../../client/index.ts";
import type { WritableField } from "../../../../../kit/description/model.ts";
import { Batch } from "../../../../../kit/send/batch.ts";
import { isRetryable } from "../../../../../kit/send/failures.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { get, readAgainAll } from "../../../requests/queries.ts";
import { randomKey, writeOneOfMany } from "../../../requests/write.ts";
import type { BulkRecord, Outcome } from "../run/outcome.ts";
import { type BulkPlan, planOf, type ReadRecord } from "../run/plan.ts";
import { inverseEdits, RecordWrite, type Service } from "../run/record-write.ts";

const SERVICE: Service = { read: get, send: writeOneOfMany, newKey: randomKey };

/** The writes of a change, or of its undoing, and their outcomes. */
export interface Pass {
  readonly is: "change" | "undo";
  readonly records: readonly BulkRecord[];
  readonly edits: Values;
  readonly outcomes: Map<string, Outcome>;
  /** By path, so that what was not sent keeps its Idempotency-Key. */
  readonly writes: Map<string, RecordWrite>;
  /** The pass that it undoes. */
  readonly change?: Pass;
}

/** The stage of a bulk edit. */
export type Stage =
  | { readonly is: "choosing" }
  | { readonly is: "reading"; readonly batch: Batch<BulkRecord>; readonly total: number }
  | { readonly is: "planned"; readonly plan: BulkPlan }
  | { readonly is: "running"; readonly pass: Pass; readonly batch: Batch<string>; readonly total: number }
  | { readonly is: "ended"; readonly pass: Pass };

/** A bulk edit, and what can be done next. */
export interface BulkEdit {
  readonly stage: Stage;
  /** Goes back to choosing values. */
  readonly choose: () => void;
  /** Reads all records, to see what these values would change. */
  readonly plan: (edits: Values) => Promise<void>;
  /** Changes the records of the plan. */
  readonly change: () => void;
  /** Changes records on top of what somebody else saved meanwhile. */
  readonly changeOnTop: (paths: readonly string[]) => void;
  /** Sends what was not sent because it was stopped. */
  readonly sendRest: () => void;
  /** Gives all records that were changed their values before. */
  readonly undo: () => void;
  /** Sends nothing more. */
  readonly stop: () => void;
}

/** Edits many records. What is running stops when the page is left. */
export function useBulkEdit(fields: readonly WritableField[], records: readonly BulkRecord[]): BulkEdit {
  const [stage, setStage] = useState<Stage>({ is: "choosing" });
  const running = useRef<Pick<Batch<unknown>, "stop">>(undefined);
  useEffect(() => () => running.current?.stop(), []);

  const plan = async (edits: Values) => {
    const read = new Map<string, ReadRecord>();
    const batch = new Batch(records, async (record) => void read.set(record.path, await readOne(record.path)));
    running.current = batch;
    setStage({ is: "reading", batch, total: records.length });
    await batch.run();
    const isComplete = read.size === records.length;
    setStage(isComplete ? { is: "planned", plan: planOf(records, read, edits) } : { is: "choosing" });
  };

  const run = async (pass: Pass, paths: readonly string[]) => {
    const batch = new Batch(
      paths,
      async (path) => void pass.outcomes.set(path, await pass.writes.get(path)!.attempt()),
    );
    running.current = batch;
    setStage({ is: "running", pass, batch, total: paths.length });
    await batch.run();
    readAgainAll();
    setStage({ is: "ended", pass });
  };

  const change = () => {
    if (stage.is !== "planned") return;
    const { edits, change: changed, outcomes } = stage.plan;
    const write = (each: (typeof changed)[number]) => new RecordWrite(SERVICE, fields, each.path, each.response, edits);
    const writes = new Map(changed.map((each) => [each.path, write(each)]));
    void run({ is: "change", records, edits, outcomes: new Map(outcomes), writes }, [...writes.keys()]);
  };

  const changeOnTop = (paths: readonly string[]) => {
    if (stage.is !== "ended") return;
    const { pass } = stage;
    const again = paths.filter((path) => {
      const outcome = pass.outcomes.get(path);
      if (outcome?.kind !== "conflict") return false;
      pass.writes.set(path, new RecordWrite(SERVICE, fields, path, outcome.current, pass.edits));
      // If it is stopped, they have not been sent.
      return pass.outcomes.delete(path);
    });
    void run(pass, again);
  };

  const sendRest = () => {
    if (stage.is !== "ended") return;
    const { pass } = stage;
    const rest = pass.records.map(({ path }) => path).filter((path) => !pass.outcomes.has(path));
    void run(pass, rest);
  };

  const undo = () => {
    if (stage.is !== "ended") return;
    const { pass } = stage;
    const writes = new Map<string, RecordWrite>();
    for (const { path } of pass.records) {
      const outcome = pass.outcomes.get(path);
      if (outcome?.kind === "done")
        writes.set(path, new RecordWrite(SERVICE, fields, path, outcome.now, inverseEdits(outcome)));
    }
    const undone = pass.records.filter(({ path }) => writes.has(path));
    void run({ is: "undo", records: undone, edits: pass.edits, outcomes: new Map(), writes, change: pass }, [
      ...writes.keys(),
    ]);
  };

  return {
    stage,
    choose: () => setStage({ is: "choosing" }),
    plan,
    change,
    changeOnTop,
    sendRest,
    undo,
    stop: () => running.current?.stop(),
  };
}

/** Reads a record by its plain path, whose response has the tag. @throws errors after which it continues */
async function readOne(path: string): Promise<ReadRecord> {
  try {
    return { response: await get(path) };
  } catch (error) {
    if (error instanceof NotFound) return { outcome: { kind: "gone" } };
    if (isRetryable(error)) throw error;
    return { outcome: { kind: "refused", error: error as Error } };
  }
}
