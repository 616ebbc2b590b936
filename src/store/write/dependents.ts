/** The delete rules: what stands in the way of a deletion, and what goes with it. */
import sql, { type Sql } from "sql-template-tag";
import { fold } from "../../declare/values.ts";
import { Problem } from "../../problem.ts";
import { formatParameters } from "../../query/parameters.ts";
import { fill, foldedColumn, pathColumn, pathOf, type Referrer, type Resource } from "../../resource/resource.ts";
import { quoteIdentifier, type StoredRecord } from "../tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

interface Dependent {
  name: string;
  /** Left out for a private resource, as is which ones they are. */
  count?: number;
  link: string;
}

/**
 * Refuses a deletion that would orphan something. With `cascade` what the record owns goes with it; what is
 * independent of it never does.
 * @throws Problem `has-dependents`
 */
export async function refuseDependents(
  unit: UnitOfWork,
  resource: Resource,
  record: StoredRecord,
  cascade: boolean,
): Promise<void> {
  const path = pathOf(resource, record);
  const dependents: Dependent[] = [];
  for (const child of owned(resource)) {
    if (cascade) continue;
    const count = await unit.count(child, sql`${quoteIdentifier(child.parentKey!)} = ${record[resource.key]}`);
    if (count > 0)
      dependents.push({
        name: child.plural,
        ...(child.private ? {} : { count }),
        link: `${path}/${lastSegment(child)}`,
      });
  }
  for (const membership of resource.memberOf) {
    const view = membership.views.find((each) => each.role === "seen")!;
    const count = await unit.count(membership, sql`${quoteIdentifier(membership.key)} = ${record[resource.key]}`);
    if (count > 0)
      dependents.push({ name: view.plural, count, link: fill(view.path, { [membership.key]: record[resource.key] })! });
  }
  for (const referrer of resource.referrers) {
    const named = sql`${quoteIdentifier(foldedColumn(referrer.field))} = ${fold(record[resource.key] as string)}`;
    dependents.push(
      ...(await referring(
        unit,
        referrer,
        record,
        sql`${named} AND ${quoteIdentifier(pathColumn(referrer.field))} = ${path}`,
      )),
    );
  }
  if (cascade) {
    for (const child of owned(resource)) {
      // Every path below the record's own: "/" is followed by "0" in Unicode.
      const [from, to] = [`${path}/${lastSegment(child)}/`, `${path}/${lastSegment(child)}0`];
      for (const referrer of child.referrers) {
        if (referrer.spec.reference!.sibling) continue;
        const below = sql`${quoteIdentifier(pathColumn(referrer.field))} BETWEEN ${from} AND ${to}`;
        dependents.push(...(await referring(unit, referrer, record, below)));
      }
    }
  }
  if (dependents.length === 0) return;
  const kinds = dependents.map(({ name, count }) => (count === undefined ? name : `${count} ${name}`)).join(", ");
  throw new Problem("has-dependents", `This ${resource.one} still has dependents: ${kinds}.`, {
    cascade,
    code: "has_dependents",
    errors: [{ in: "value", pointer: "", code: "has_dependents", message: `Still there: ${kinds}.` }],
    dependents,
  });
}

/** What belongs to a record and blocks its deletion; one-to-ones and what is declared to go with its parent never do. */
function owned(resource: Resource): Resource[] {
  return resource.children.filter(
    ({ kind, declaration }) => kind !== "single" && !(declaration.kind === "collection" && declaration.withParent),
  );
}

function lastSegment(child: Resource): string {
  return child.views[0]!.path.split("/").at(-1)!;
}

/** The records that refer to a path, or to paths of a range, and a list in which they can be seen. */
async function referring(
  unit: UnitOfWork,
  { resource, field, spec }: Referrer,
  record: StoredRecord,
  condition: Sql,
): Promise<Dependent[]> {
  const found = await unit.select(resource, sql`${condition} ORDER BY n`);
  if (found.length === 0) return [];
  const view = resource.views.find((each) => each.role === "flat") ?? resource.views[0]!;
  const list = spec.reference!.sibling ? fill(view.path, record)! : view.path;
  if (resource.private) return [{ name: resource.plural, link: list }];
  const ids = [...new Set(found.map((each) => each[field] as string))].slice(0, 100);
  const filter = formatParameters([ids.length === 1 ? [field, ids[0]!] : [`${field}_in`, ids.join(",")]]);
  return [{ name: resource.plural, count: found.length, link: `${list}?${filter}` }];
}
