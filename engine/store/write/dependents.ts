/** The delete rules: which dependents block the deletion of a record. */
import sql, { join, type Sql } from "sql-template-tag";
import { fold } from "../../declare/values.ts";
import { Problem } from "../../problem.ts";
import { formatParameters } from "../../query/parameters.ts";
import { pathColumn } from "../../resource/column.ts";
import type { Referrer, Resource } from "../../resource/resource.ts";
import { expandTemplate, recordPath } from "../../resource/templates.ts";
import { countInText, nameInText, namesInText } from "../../resource/text.ts";
import { hasElement } from "../search/candidates.ts";
import { quoteIdentifier, type StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Records of one resource that depend on the one to delete. */
interface Dependent {
  name: string;
  resource: Resource;
  /** Omitted for a private resource. The link to its list has no filter either. */
  count?: number;
  link: string;
}

/** The maximum number of ids in the filter of a link. */
const MAX_LINKED_IDS = 100;

/**
 * Refuses a deletion that would orphan records. A cascade deletes the children of the record, so they do not block it, but
 * records that refer to them do.
 * @throws Problem `has-dependents`
 */
export async function refuseDependents(
  unit: UnitOfWork,
  resource: Resource,
  record: StoredRecord,
  { cascade }: { cascade: boolean },
): Promise<void> {
  const children = cascade ? [] : await findChildren(unit, resource, record);
  const others = [...(await findMemberships(unit, resource, record)), ...(await findReferrers(unit, resource, record))];
  const ofChildren = cascade || children.length > 0 ? await findReferrersOfChildren(unit, resource, record) : [];
  const dependents = cascade ? [...others, ...ofChildren] : [...children, ...others];
  if (dependents.length === 0) return;
  const counts = dependents.map(inText).join(", ");
  const message = `This ${nameInText(resource)} still has dependents: ${counts}. Remove them first.`;
  throw new Problem("has-dependents", message, {
    cascadable: !cascade && others.length === 0 && ofChildren.length === 0,
    code: "has_dependents",
    errors: [{ in: "value", pointer: "", code: "has_dependents", message: `It still has dependents: ${counts}.` }],
    dependents: dependents.map(({ resource: _, ...shown }) => shown),
  });
}

/** Counts the records that a cascading deletion would delete, the record itself included. */
export async function countCascade(unit: UnitOfWork, resource: Resource, record: StoredRecord): Promise<number> {
  let total = 1;
  for (const child of resource.children)
    total += await unit.count(child, sql`${quoteIdentifier(child.parentKey!)} = ${record[resource.key]}`);
  return total;
}

async function findChildren(unit: UnitOfWork, resource: Resource, record: StoredRecord): Promise<Dependent[]> {
  const dependents: Dependent[] = [];
  for (const child of blockingChildren(resource)) {
    const count = await unit.count(child, sql`${quoteIdentifier(child.parentKey!)} = ${record[resource.key]}`);
    if (count === 0) continue;
    const link = `${recordPath(resource, record)}/${lastSegment(child)}`;
    dependents.push({ name: child.plural, resource: child, ...(child.private ? {} : { count }), link });
  }
  return dependents;
}

async function findMemberships(unit: UnitOfWork, resource: Resource, record: StoredRecord): Promise<Dependent[]> {
  const dependents: Dependent[] = [];
  for (const membership of resource.memberOf) {
    const count = await unit.count(membership, sql`${quoteIdentifier(membership.key)} = ${record[resource.key]}`);
    if (count === 0) continue;
    const view = membership.views.find((each) => each.role === "reverse")!;
    const link = expandTemplate(view.path, { [membership.key]: record[resource.key] })!;
    dependents.push({ name: view.plural, resource: membership.parent!, count, link });
  }
  return dependents;
}

async function findReferrers(unit: UnitOfWork, resource: Resource, record: StoredRecord): Promise<Dependent[]> {
  const dependents: Dependent[] = [];
  for (const referrer of resource.referrers)
    dependents.push(...(await summarize(unit, referrer, record, refersTo(unit, referrer, resource, record))));
  return dependents;
}

/** The condition of the records that refer to a record. */
function refersTo(unit: UnitOfWork, referrer: Referrer, resource: Resource, record: StoredRecord): Sql {
  const { field, spec } = referrer;
  if (spec.elementKey) return hasElement(referrer.resource, spec.elementKey, fold(record.id as string), unit.dialect);
  const equal = (column: string, value: unknown) => sql`${quoteIdentifier(column)} = ${value}`;
  const refers = [equal(field, record[resource.key])];
  if (!referrer.resource.targetPaths.has(field)) refers.push(equal(pathColumn(field), recordPath(resource, record)));
  else if (spec.reference!.sibling) refers.push(equal(resource.parentKey!, record[resource.parentKey!]));
  return join(refers, " AND ");
}

async function findReferrersOfChildren(
  unit: UnitOfWork,
  resource: Resource,
  record: StoredRecord,
): Promise<Dependent[]> {
  const dependents: Dependent[] = [];
  for (const child of blockingChildren(resource)) {
    const path = `${recordPath(resource, record)}/${lastSegment(child)}`;
    for (const referrer of child.referrers) {
      if (referrer.spec.reference!.sibling) continue;
      // All paths below the list of children: "0" is the code point after "/".
      const below = sql`${quoteIdentifier(pathColumn(referrer.field))} BETWEEN ${`${path}/`} AND ${`${path}0`}`;
      dependents.push(...(await summarize(unit, referrer, record, below)));
    }
  }
  return dependents;
}

/** The children that block a deletion. Singles, and children that are deleted with their parent, do not. */
function blockingChildren({ children }: Resource): Resource[] {
  return children.filter(({ kind, deletedWithParent }) => kind !== "single" && !deletedWithParent);
}

/** `2 missions`, `1 mission`; for a private resource, without the number. */
function inText({ resource, count }: Dependent): string {
  return count === undefined ? namesInText(resource) : countInText(resource, count);
}

function lastSegment(child: Resource): string {
  return child.views[0]!.path.split("/").at(-1)!;
}

/** Counts the referring records, and links to a list of them. */
async function summarize(
  unit: UnitOfWork,
  { resource, field, spec }: Referrer,
  record: StoredRecord,
  condition: Sql,
): Promise<Dependent[]> {
  const count = await unit.count(resource, condition);
  if (count === 0) return [];
  const { path, steps } = spec.reference?.sibling
    ? { path: expandTemplate(resource.views[0]!.path, record)!, steps: "" }
    : listOf(resource);
  if (resource.private) return [{ name: resource.plural, resource, link: path }];
  const parameter = steps + (spec.elementKey?.parameter ?? field);
  const ids = spec.elementKey
    ? [record.id as string]
    : ((await unit.distinct(resource, field, condition, MAX_LINKED_IDS)) as string[]);
  const filter = formatParameters([ids.length === 1 ? [parameter, ids[0]!] : [`${parameter}_in`, ids.join(",")]]);
  return [{ name: resource.plural, resource, count, link: `${path}?${filter}` }];
}

/** The list with all records of a resource, or all of those above them; `steps` leads from its records to the others in filters. */
function listOf(resource: Resource): { readonly path: string; readonly steps: string } {
  const { views, flat, parent } = resource;
  if (!parent || flat) return { path: (views.find(({ role }) => role === "flat") ?? views[0]!).path, steps: "" };
  const above = listOf(parent);
  return { path: above.path, steps: `${above.steps}${lastSegment(resource).replaceAll("-", "_")}.` };
}
