/** What the current state of the data forbids: transitions, numbers below what is there, and the declarations' own conflicts. */

import type { Registry } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { declaredColumn, type Resource } from "../../resource/resource.ts";
import { listOf } from "../../resource/validation.ts";
import { tallyColumn } from "../../resource/views.ts";
import type { Stored } from "../tables.ts";

/**
 * @param before the record as it is, null when it is made
 * @throws Problem 409
 */
export async function refuseConflicts(
  resource: Resource,
  after: Values,
  before: Stored | null,
  registry: Registry,
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

function refuseTransition(resource: Resource, before: Stored, after: Values): void {
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

function refuseOverfull(resource: Resource, before: Stored, after: Values): void {
  for (const [field, facts] of resource.fields) {
    const declared = facts.full ? after[declaredColumn(field)] : null;
    const counted = facts.full ? (before[tallyColumn(resource, facts.tally!)] as number) : 0;
    if (typeof declared === "number" && declared < counted && declared !== before[declaredColumn(field)]) {
      throw conflict(facts.full!, `${field} cannot be ${declared}: ${counted} are assigned.`, `/${field}`);
    }
  }
}
