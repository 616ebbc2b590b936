/** A record about to be written: completed, its references looked up, and everything that can be said against its values. */
import type { RegistryReader } from "../../declare/hooks.ts";
import type { Json, Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import type { StoredRecord } from "../tables.ts";
import { type NormalizedRecord, normalize } from "./normalize.ts";
import { resolveReferences } from "./references.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

export interface CheckedRecord extends NormalizedRecord {
  readonly submission: Submission;
}

/** Everything that can be said against a record before it is written, and the record itself. */
export async function check(
  unit: UnitOfWork,
  registry: RegistryReader,
  resource: Resource,
  submission: Submission,
  identity: Values,
  before: StoredRecord | null,
  parent: StoredRecord | undefined,
): Promise<CheckedRecord> {
  const completed = normalize(resource, submission, identity, before, unit.now);
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
    const worked = (resource.declaration.computeDefault ?? {}) as Record<
      string,
      (draft: Values, registry: RegistryReader) => Promise<Json>
    >;
    for (const [field, computeDefault] of Object.entries(worked)) {
      if (completed.left.has(field)) values[field] = await computeDefault({ ...before, ...values }, registry);
    }
  }
  return { ...completed, faults, submission };
}
