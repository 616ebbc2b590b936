/** Resolves references: the target must exist, and acyclic references must not lead back to the record. */

import type { FieldSpec } from "../../declare/field-spec.ts";
import type { Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { pathColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import { expandTemplate } from "../../resource/templates.ts";
import { nameInText } from "../../resource/text.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

const referencesOf = memoize(({ fields }: Resource) =>
  [...fields].flatMap(([field, spec]) => (spec.reference ? [{ field, spec, reference: spec.reference }] : [])),
);

/**
 * Looks up the targets of a record's references, and sets their paths in `values`.
 * @param pointer JSON Pointer of the record in the request body
 * @returns a fault for each reference that is unknown or circular
 */
export async function resolveReferences(
  unit: UnitOfWork,
  resource: Resource,
  values: Values,
  before: StoredRecord | null,
  pointer: string,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { field, spec, reference } of referencesOf(resource)) {
    const value = values[field] as string | null;
    const unchanged = before !== null && before[field] === value;
    const hasPath = !resource.targetPaths.has(field);
    if (hasPath) values[pathColumn(field)] = unchanged ? before[pathColumn(field)]! : null;
    if (value === null || unchanged) continue;
    const target = await findTarget(unit, resource, spec, value, values);
    const fault = (code: string, message: string) =>
      faults.push({ in: "value", pointer: `${pointer}/${field}`, code, message });
    if (!target) {
      const scope = reference.sibling ? ` in this ${nameInText(resource.parent!)}` : "";
      fault(
        "unknown_reference",
        `There is no ${targetNames(unit, spec)} with the id ${JSON.stringify(value)}${scope}.`,
      );
    } else if (reference.acyclic && (await leadsTo(unit, resource, field, target.record, values.id as string))) {
      fault(
        "circular_reference",
        `${field} leads back to this ${nameInText(resource)}; circular references are not allowed.`,
      );
    } else if (hasPath) values[pathColumn(field)] = expandTemplate(target.resource.path, target.record) ?? null;
  }
  return faults;
}

function targetNames(unit: UnitOfWork, spec: FieldSpec): string {
  return spec.reference!.to.map((name) => nameInText(unit.catalog.resource(name))).join(" or ");
}

interface Target {
  readonly resource: Resource;
  readonly record: StoredRecord;
}

async function findTarget(
  unit: UnitOfWork,
  resource: Resource,
  spec: FieldSpec,
  id: string,
  values: Values,
): Promise<Target | undefined> {
  for (const name of spec.reference!.to) {
    const candidate = unit.catalog.resource(name);
    const parentId = spec.reference!.sibling ? (values[resource.parentKey!] as string) : undefined;
    const record = await unit.find(candidate, id, parentId);
    if (record) return { resource: candidate, record };
  }
  return undefined;
}

/** Whether following `field` from a record leads to `id`. */
async function leadsTo(
  unit: UnitOfWork,
  resource: Resource,
  field: string,
  from: StoredRecord,
  id: string,
): Promise<boolean> {
  for (
    let current: StoredRecord | undefined = from;
    current;
    current = await unit.find(resource, current[field] as string)
  ) {
    if (current.id === id) return true;
    if (current[field] === null) return false;
  }
  return false;
}
