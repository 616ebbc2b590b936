/** A record about to be written: completed, its references looked up, and everything that can be said against its values. */
import type { Registry } from "../../declare/hooks.ts";
import type { Json, Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import type { Stored } from "../tables.ts";
import { type Completed, complete } from "./normalize.ts";
import { resolveReferences } from "./references.ts";
import type { Unit } from "./unit-of-work.ts";

export interface Candidate extends Completed {
  readonly submission: Submission;
}

/** Everything that can be said against a record before it is written, and the record itself. */
export async function candidate(
  unit: Unit,
  registry: Registry,
  resource: Resource,
  submission: Submission,
  identity: Values,
  before: Stored | null,
  parent: Stored | undefined,
): Promise<Candidate> {
  const completed = complete(resource, submission, identity, before, unit.now);
  const { values } = completed;
  const faults = [...completed.faults];
  for (const fault of await resolveReferences(unit, resource, values, before, submission.at)) {
    // What cannot be an id at all need not be looked for.
    if (!faults.some(({ pointer }) => pointer === fault.pointer)) faults.push(fault);
  }
  if (resource.member && !before) {
    const member = await unit.find(resource.member, identity[resource.key] as string);
    if (!member && !submission.faults.some((fault) => fault.code === "invalid_id")) {
      faults.push({
        in: "value",
        pointer: `${submission.at}/${resource.key}`,
        code: "unknown_reference",
        message: `There is no ${resource.member.one} with the id ${JSON.stringify(identity[resource.key])}.`,
      });
    }
    for (const { side, field, column } of resource.copies)
      values[column] = (side === "owner" ? parent : member)?.[field] ?? null;
  }
  if (faults.length === 0) {
    const worked = (resource.declaration.workOut ?? {}) as Record<
      string,
      (draft: Values, registry: Registry) => Promise<Json>
    >;
    for (const [field, workOut] of Object.entries(worked)) {
      if (completed.left.has(field)) values[field] = await workOut({ ...before, ...values }, registry);
    }
  }
  return { ...completed, faults, submission };
}
