/** Carries out the steps of an update, under the rules for clients. */
import { isUnavailable, Problem } from "../../problem.ts";
import { readSubmission } from "../../resource/submission.ts";
import type { Place } from "../../store/place.ts";
import type { Write } from "../../store/store.ts";
import type { Writer } from "../../store/write/writer.ts";
import { createRecords } from "./dataset.ts";
import { patchOf } from "./merge.ts";
import type { Step } from "./plan.ts";

/** The actor of the events. */
const ACTOR = "data";

/** What a transaction has done, and what it could not do. */
export interface Outcome {
  readonly done: readonly Step[];
  readonly refused: ReadonlyMap<Step, Problem>;
}

/**
 * Carries out steps. Those that are refused are tried again, as long as others succeed that may have been in their way; then
 * their fields one by one.
 */
export async function carryOut(steps: readonly Step[], write: Write): Promise<Outcome> {
  const whole = await tryAll(steps, write);
  const parts = [...whole.refused.keys()].filter(({ fields }) => fields.length > 1);
  if (parts.length === 0) return whole;
  const single = await tryAll(
    parts.flatMap((step) => step.fields.map((field) => ({ ...step, fields: [field] }))),
    write,
  );
  const refused = [...whole.refused].filter(([step]) => !parts.includes(step));
  return { done: [...whole.done, ...single.done], refused: new Map([...refused, ...single.refused]) };
}

async function tryAll(steps: readonly Step[], write: Write): Promise<Outcome> {
  const done: Step[] = [];
  for (let open = steps; ; ) {
    const refused = new Map<Step, Problem>();
    for (const step of open) {
      try {
        await write((tx) => perform(tx, step), { actor: ACTOR, isCorrection: true });
        done.push(step);
      } catch (reason) {
        if (!(reason instanceof Problem) || isUnavailable(reason)) throw reason;
        refused.set(step, reason);
      }
    }
    if (refused.size === 0 || refused.size === open.length) return { done, refused };
    open = [...refused.keys()];
  }
}

async function perform(tx: Writer, { action, resource, record, fields }: Step): Promise<void> {
  const place: Place = {
    parentId: resource.parentKey ? (record[resource.parentKey] as string) : undefined,
    id: record[resource.key] as string,
  };
  if (action === "create") return createRecords(tx, resource, [record]);
  if (action === "delete") return void (await tx.delete(resource, place));
  await tx.patch(resource, place, readSubmission(resource, "patch", patchOf(resource, fields)));
}
