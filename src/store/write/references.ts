/** References: what they name must exist, and must not lead back to the record itself. */

import type { FieldSpec } from "../../declare/field-spec.ts";
import type { Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { fill, pathColumn, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Looks up what the references of a record name, and puts the paths of their targets beside them.
 * @returns one fault for each that names nothing, or may not name what it does
 */
export async function resolveReferences(
  unit: UnitOfWork,
  resource: Resource,
  values: Values,
  before: StoredRecord | null,
  at: string,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [field, spec] of resource.fields) {
    if (!spec.reference) continue;
    const value = values[field] as string | null;
    const unchanged = before !== null && before[field] === value;
    values[pathColumn(field)] = unchanged ? before[pathColumn(field)]! : null;
    if (value === null || unchanged) continue;
    const found = await target(unit, resource, spec, value, values);
    const fault = (message: string) =>
      faults.push({ in: "value", pointer: `${at}/${field}`, code: "unknown_reference", message });
    if (!found)
      fault(
        `There is no ${kinds(unit, spec)} with the id ${JSON.stringify(value)}${spec.reference.sibling ? " here" : ""}.`,
      );
    else if (spec.reference.acyclic && (await leadsTo(unit, resource, field, found.record, values.id as string))) {
      faults.push({
        in: "value",
        pointer: `${at}/${field}`,
        code: "circular_reference",
        message: `${field} leads back to this ${resource.one}.`,
      });
    } else values[pathColumn(field)] = fill(found.resource.path, found.record) ?? null;
  }
  return faults;
}

function kinds(unit: UnitOfWork, spec: FieldSpec): string {
  return spec.reference!.to.map((name) => unit.catalog.resource(name).one).join(" or ");
}

async function target(unit: UnitOfWork, resource: Resource, spec: FieldSpec, id: string, values: Values) {
  for (const name of spec.reference!.to) {
    const candidate = unit.catalog.resource(name);
    const of = spec.reference!.sibling ? (values[resource.parentKey!] as string) : undefined;
    const record = await unit.find(candidate, id, of);
    if (record) return { resource: candidate, record };
  }
  return undefined;
}

/** Whether following `field` from a record arrives at `id`. */
async function leadsTo(
  unit: UnitOfWork,
  resource: Resource,
  field: string,
  from: StoredRecord,
  id: string,
): Promise<boolean> {
  for (let at: StoredRecord | undefined = from; at; at = await unit.find(resource, at[field] as string)) {
    if (at.id === id) return true;
    if (at[field] === null) return false;
  }
  return false;
}
