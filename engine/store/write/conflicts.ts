/**
 * Refuses writes that their author may not make, or that conflict with the current state: transitions, numbers below a count,
 * keys of elements that other records have, conflicts of declarations.
 */

import sql from "sql-template-tag";
import type { ConflictContext } from "../../declare/declaration.ts";
import { keysIn } from "../../declare/field-spec.ts";
import { fold, type Values } from "../../declare/values.ts";
import { conflict } from "../../problem.ts";
import { declaredColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import { nameInText } from "../../resource/text.ts";
import { countColumn } from "../../resource/views/properties.ts";
import { memoize } from "../../runtime/memoize.ts";
import { hasElement } from "../search/candidates.ts";
import type { StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Compares a record with its state after the write.
 * @param before the current record; null for a new one
 * @throws Problem 409
 */
export async function refuseConflicts(
  unit: UnitOfWork,
  resource: Resource,
  after: Values,
  before: StoredRecord | null,
): Promise<void> {
  if (before) {
    if (!unit.isCorrection) refuseTransition(resource, before, after);
    refuseNumberBelowCount(resource, before, after);
  }
  await refuseTakenKeys(unit, resource, after, before);
  for (const { code, refuses } of resource.conflicts) {
    const reason = await refuses({ after, before, registry: unit.registry });
    if (reason) throw conflict(code, reason);
  }
}

/** Refuses keys of elements that other records have, if they are unique. */
async function refuseTakenKeys(
  unit: UnitOfWork,
  resource: Resource,
  after: Values,
  before: StoredRecord | null,
): Promise<void> {
  for (const [field, elementKey] of uniqueKeys(resource)) {
    const known = new Set(keysIn(before?.[field], elementKey).map(fold));
    for (const [index, key] of keysIn(after[field], elementKey).entries()) {
      if (known.has(fold(key))) continue;
      const [other] = await unit.select(
        resource,
        sql`${hasElement(resource, elementKey, fold(key), unit.dialect)} LIMIT 1`,
      );
      if (!other || other.n === before?.n) continue;
      const message = `The ${elementKey.parameter} ${key} is that of the ${nameInText(resource)} ${other[resource.key]}.`;
      throw conflict("already_exists", message, `/${field}/${index}`);
    }
  }
}

/** Whether the keys of elements in some field are unique. */
export function hasUniqueKeys(resource: Resource): boolean {
  return uniqueKeys(resource).length > 0;
}

const uniqueKeys = memoize(({ fields }: Resource) =>
  [...fields].flatMap(([field, { elementKey }]) => (elementKey?.unique ? [[field, elementKey] as const] : [])),
);

function refuseTransition(resource: Resource, before: StoredRecord, after: Values): void {
  const field = resource.lifecycle;
  if (!field || before[field] === after[field]) return;
  const allowed = resource.fields.get(field)!.transitions![before[field] as string]!;
  if (allowed.includes(after[field] as string)) return;
  const states = allowed.length > 0 ? `Allowed: ${allowed.join(", ")}.` : `The state ${before[field]} is final.`;
  throw conflict(
    "invalid_transition",
    `The ${nameInText(resource)} is ${before[field]} and cannot become ${after[field]}. ${states}`,
    `/${field}`,
  );
}

function refuseNumberBelowCount(resource: Resource, before: StoredRecord, after: Values): void {
  for (const [field, spec] of resource.fields) {
    const declared = spec.overflowCode ? after[declaredColumn(field)] : null;
    const counted = spec.overflowCode ? (before[countColumn(resource, spec.count!)] as number) : 0;
    if (typeof declared === "number" && declared < counted && declared !== before[declaredColumn(field)]) {
      throw conflict(
        spec.overflowCode!,
        `${field} cannot be ${declared}. It must be at least ${counted}, the number already assigned.`,
        `/${field}`,
      );
    }
  }
}

/** Asks the declaration whether the author of a submission may make a change. @throws Problem, usually `forbidden` */
export async function requirePermit(
  { permit }: Resource,
  { author, body }: Submission,
  change: ConflictContext<Values>,
): Promise<void> {
  if (permit && author) await permit({ ...change, author, body });
}
