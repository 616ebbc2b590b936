/**
 * What rows that were there get in columns that are new: what they would have, had the columns always been there. The
 * steps come in the order in which one is worked out from the other.
 */
import sql from "sql-template-tag";
import type { RegistryReader } from "../../declare/hooks.ts";
import { fold, type Json, type Values } from "../../declare/values.ts";
import { type Copy, declaredColumn, foldedColumn, pathColumn, type Resource } from "../../resource/resource.ts";
import { countColumn } from "../../resource/views.ts";
import { encode, quoteIdentifier, quoteLiteral, type StoredRecord } from "../tables.ts";
import { resolveReferences } from "../write/references.ts";
import type { UnitOfWork } from "../write/unit-of-work.ts";
import type { Writer } from "../write/writer.ts";
import type { Difference } from "./diff.ts";

/** A statement; or work that only the service can do, said in a sentence. */
export interface Step {
  readonly says: string;
  readonly work?: (change: Writer, unit: UnitOfWork) => Promise<void>;
  /** Whose records it changes. */
  readonly resource?: Resource;
}

/** A reason not to go on that shows only while the work is done. */
export class Misfit extends Error {}

export function backfill(differences: readonly Difference[]): Step[] {
  const old = differences.filter(({ isNew }) => !isNew);
  const phases = [
    defaults,
    paths,
    shadows,
    tallies,
    numbers,
    (each: Difference) => copies(each, differences),
    workedOut,
  ];
  return phases.flatMap((phase) => old.flatMap((difference) => phase(difference)));
}

/** Where nothing was allowed and a default stands in for it now. */
function defaults({ resource, changed }: Difference): Step[] {
  return [...changed.keys()].flatMap((name) => {
    const spec = resource.fields.get(name);
    if (spec?.presence !== "defaulted" || spec.fallback === null) return [];
    const shadow = resource.columns.find((column) => column.name === name)!.folded;
    const values = [`"${name}" = ${quoteLiteral(encode(spec.kind, spec.fallback))}`];
    if (shadow) values.push(`"${foldedColumn(name)}" = ${quoteLiteral(fold(spec.fallback as string))}`);
    return [changing(resource, values, `"${name}" IS NULL`)];
  });
}

/** The paths of what references name. */
function paths({ resource, added }: Difference): Step[] {
  const fields = [...resource.fields].filter(
    ([field, { reference, fallback }]) =>
      reference && added.has(pathColumn(field)) && (!added.has(field) || fallback !== null),
  );
  if (fields.length === 0) return [];
  return [
    working(resource, `find what ${names(fields)} of ${resource.name} refer to`, async (unit, record) => {
      const values: Values = { ...record };
      const [fault] = await resolveReferences(unit, resource, values, null, "");
      if (fault)
        throw new Misfit(
          `${resource.name} ${record[resource.key]}: ${fault.message} Change it with the version before.`,
        );
      return Object.fromEntries(fields.map(([field]) => [pathColumn(field), values[pathColumn(field)]!]));
    }),
  ];
}

/** Texts in folded case. */
function shadows({ resource, added }: Difference): Step[] {
  const columns = resource.columns.filter(
    ({ name, folded, origin }) => folded && added.has(foldedColumn(name)) && !added.has(name) && origin !== "copied",
  );
  return columns.map(({ name }) => ({
    says: `fold ${name} of ${resource.name}`,
    resource,
    work: async (_, unit) => {
      for await (const record of unit.scan(resource)) {
        const value = record[name];
        if (typeof value === "string")
          await unit.run(
            sql`UPDATE ${quoteIdentifier(resource.table)} SET ${quoteIdentifier(foldedColumn(name))} = ${fold(value)} WHERE n = ${record.n}`,
          );
      }
    },
  }));
}

/** How many children there are. */
function tallies({ resource, added }: Difference): Step[] {
  return resource.childCounts
    .filter(({ column }) => added.has(column))
    .map(({ column, child, foreignKey }) => ({
      says: `UPDATE "${resource.table}" SET "${column}" = c.total FROM (SELECT "${foreignKey}" AS id, count(*) AS total FROM "${child.table}" GROUP BY "${foreignKey}") AS c WHERE c.id = "${resource.table}"."${resource.key}"`,
      resource,
    }));
}

/** Numbers that are declared, or follow a count. */
function numbers({ resource, added, changed }: Difference): Step[] {
  return [...resource.fields].flatMap(([field, { overflowCode, count }]) => {
    const before = changed.get(field)?.origin;
    const declared = declaredColumn(field);
    const becomes = (value: string) =>
      changing(resource, [`"${field}" = ${value}`], `"${field}" IS DISTINCT FROM ${value}`);
    if (!overflowCode) return before === "either" ? [becomes(`"${declared}"`)] : [];
    if (!before && !added.has(field)) return [];
    // What a client wrote was declared.
    const kept = before === "client" ? [{ says: `UPDATE "${resource.table}" SET "${declared}" = "${field}"` }] : [];
    return [...kept, becomes(`COALESCE("${declared}", "${countColumn(resource, count!)}")`)];
  });
}

/** What a membership repeats of either side, where it is new or may have changed on the other side. */
function copies({ resource, added }: Difference, differences: readonly Difference[]): Step[] {
  return resource.copies.flatMap((copy) => {
    const { source, by } = sideOf(resource, copy);
    const other = differences.find((difference) => difference.resource === source);
    const column = source.columns.find(({ name }) => name === copy.field);
    if (!column || !(added.has(copy.column) || other?.added.has(copy.field) || other?.changed.has(copy.field)))
      return [];
    const values = [`"${copy.column}" = s."${copy.field}"`];
    if (column.folded) values.push(`"${foldedColumn(copy.column)}" = s."${foldedColumn(copy.field)}"`);
    const condition = `s."${source.key}" = "${resource.table}"."${by}" AND "${resource.table}"."${copy.column}" IS DISTINCT FROM s."${copy.field}"`;
    return [changing(resource, values, condition, ` FROM "${source.table}" AS s`)];
  });
}

function sideOf(resource: Resource, { side }: Copy): { source: Resource; by: string } {
  return side === "owner"
    ? { source: resource.parent!, by: resource.parentKey! }
    : { source: resource.member!, by: resource.key };
}

/** What declarations work out where nothing was given. */
function workedOut({ resource, added }: Difference): Step[] {
  const functions = Object.entries(
    (resource.declaration.computeDefault ?? {}) as Record<
      string,
      (draft: Values, registry: RegistryReader) => Promise<Json>
    >,
  ).filter(([field]) => added.has(field));
  if (functions.length === 0) return [];
  return [
    working(resource, `work out ${names(functions)} of ${resource.name}`, async (_, record, registry) => {
      const values: Values = {};
      for (const [field, computeDefault] of functions)
        values[field] = await computeDefault({ ...record, ...values }, registry);
      return values;
    }),
  ];
}

/** What declarations derive: their functions may have changed with the service, so that all is derived anew. */
export function derivations(differences: readonly Difference[]): Step[] {
  return differences
    .filter(({ isNew, resource }) => !isNew && resource.declaration.derive)
    .map(({ resource }) => ({
      says: `derive anew what ${resource.name} do not hold themselves`,
      work: (change) => change.updateAllDerived(resource),
    }));
}

/** A statement after which the changed rows are in another state. */
function changing(resource: Resource, values: readonly string[], condition = "", from = ""): Step {
  const where = condition && ` WHERE ${condition}`;
  const assignments = [...values, `revision = "${resource.table}".revision + 1`].join(", ");
  const says = `UPDATE "${resource.table}" SET ${assignments}${from}${where}`;
  return { says, resource };
}

function working(
  resource: Resource,
  says: string,
  values: (unit: UnitOfWork, record: StoredRecord, registry: RegistryReader) => Promise<Values>,
): Step {
  const work = async (change: Writer, unit: UnitOfWork): Promise<void> => {
    for await (const record of unit.scan(resource))
      await unit.update(resource, record, await values(unit, record, change.registry), { bumpRevision: true });
  };
  return { says, resource, work };
}

function names(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name]) => name).join(", ");
}
