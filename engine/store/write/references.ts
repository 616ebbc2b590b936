/**
 * Resolves references: the target must exist, and acyclic references must not lead back to the record. So must what the elements
 * of arrays refer to.
 */

import { type FieldSpec, keysIn } from "../../declare/field-spec.ts";
import { fold, sameJson, type Values } from "../../declare/values.ts";
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
      fault("unknown_reference", unknownReference(targetNames(unit, spec), value, scope));
    } else if (reference.acyclic && (await leadsTo(unit, resource, field, target.record, values.id as string))) {
      fault(
        "circular_reference",
        `${field} leads back to this ${nameInText(resource)}; circular references are not allowed.`,
      );
    } else if (hasPath) values[pathColumn(field)] = expandTemplate(target.resource.path, target.record) ?? null;
  }
  return faults;
}

const elementKeys = memoize(({ fields }: Resource) =>
  [...fields].flatMap(([field, { elementKey }]) => (elementKey ? [{ field, elementKey }] : [])),
);

/**
 * Checks the elements of arrays that have keys.
 * @param pointer JSON Pointer of the record in the request body
 * @returns a fault for each reference that is unknown, and each unique key that is repeated
 */
export async function elementFaults(
  unit: UnitOfWork,
  resource: Resource,
  values: Values,
  before: StoredRecord | null,
  pointer: string,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { field, elementKey } of elementKeys(resource)) {
    if (before && sameJson(before[field] ?? null, values[field] ?? null)) continue;
    const { to, unique, members, parameter } = elementKey;
    const fault = (place: string, code: string, message: string) =>
      faults.push({ in: "value", pointer: `${pointer}/${field}/${place}`, code, message });
    const target = to === undefined ? undefined : unit.catalog.resource(to);
    const seen = new Set<string>();
    for (const [index, key] of keysIn(values[field], elementKey).entries()) {
      for (const member of members.slice(0, -1)) {
        if (String((values[field] as Values[])[index]![member]).includes(":"))
          fault(`${index}/${member}`, "invalid_value", `${member} must not contain a colon.`);
      }
      if (unique && seen.has(fold(key))) fault(`${index}`, "not_unique", `The ${parameter} ${key} is repeated.`);
      seen.add(fold(key));
      if (target && !(await unit.find(target, key)))
        fault(`${index}/${members[0]}`, "unknown_reference", unknownReference(nameInText(target), key));
    }
  }
  return faults;
}

function unknownReference(what: string, id: string, where = ""): string {
  return `There is no ${what} with the id ${JSON.stringify(id)}${where}.`;
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
