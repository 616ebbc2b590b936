/** What the current state of the data forbids: transitions, numbers below what is there, and the declarations' own conflicts. */

import type { RegistryReader } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { declaredColumn, type Resource } from "../../resource/resource.ts";
import { listOf } from "../../resource/validation.ts";
import { countColumn } from "../../resource/views.ts";
import type { StoredRecord } from "../tables.ts";

/**
 * @param before the record as it is, null when it is made
 * @throws Problem 409
 */
export async function refuseConflicts(
  resource: Resource,
  after: Values,
  before: StoredRecord | null,
  registry: RegistryReader,
): Promise<void> {
  if (before) {
    refuseTransition(resource, before, after);
    refuseOverfull(resource, before, after);
  }
  const conflicts = (resource.declaration.conflicts ?? {}) as Record<
    string,
    { refuses: (situation: object) => Promise<string | undefined> }
  >;
  for (const [code, { refuses }] of Object.entries(conflicts)) {
    const reason = await refuses({ after, before, registry });
    if (reason) throw conflict(code, reason);
  }
}

function refuseTransition(resource: Resource, before: StoredRecord, after: Values): void {
  const field = resource.lifecycle;
  if (!field || before[field] === after[field]) return;
  const allowed = resource.fields.get(field)!.transitions![before[field] as string]!;
  if (allowed.includes(after[field] as string)) return;
  const states = allowed.length > 0 ? `From there it goes to ${listOf(allowed)}.` : "That is final.";
  throw conflict(
    "invalid_transition",
    `The ${resource.one} is ${before[field]}, which does not lead to ${after[field]}. ${states}`,
    `/${field}`,
  );
}

function refuseOverfull(resource: Resource, before: StoredRecord, after: Values): void {
  for (const [field, spec] of resource.fields) {
    const declared = spec.full ? after[declaredColumn(field)] : null;
    const counted = spec.full ? (before[countColumn(resource, spec.count!)] as number) : 0;
    if (typeof declared === "number" && declared < counted && declared !== before[declaredColumn(field)]) {
      throw conflict(spec.full!, `${field} cannot be ${declared}: ${counted} are assigned.`, `/${field}`);
    }
  }
}
