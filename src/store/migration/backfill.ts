/**
 * Computes the values of new columns in existing rows, as if the columns had always existed. The steps are in the order of
 * their dependencies.
 */
import sql from "sql-template-tag";
import type { RegistryReader } from "../../declare/hooks.ts";
import { fold, type Values } from "../../declare/values.ts";
import { type Copy, declaredColumn, foldedColumn, pathColumn, type Resource } from "../../resource/resource.ts";
import { countColumn } from "../../resource/views.ts";
import { encode, quoteIdentifier, quoteLiteral, type StoredRecord } from "../tables.ts";
import { resolveReferences } from "../write/references.ts";
import type { UnitOfWork } from "../write/unit-of-work.ts";
import type { Writer } from "../write/writer.ts";
import type { TableDiff } from "./diff.ts";

/** One step of a migration: a statement, or a function for what SQL cannot do. */
export interface Step {
  /** The statement, or what `run` does. */
  readonly text: string;
  readonly run?: (writer: Writer, unit: UnitOfWork) => Promise<void>;
  /** The resource whose records it changes. */
  readonly resource?: Resource;
}

/** An invalid reference, which is found only while the migration runs. */
export class InvalidReference extends Error {}

/** The steps that fill the columns of existing tables. */
export function backfill(diffs: readonly TableDiff[]): Step[] {
  const existing = diffs.filter(({ isNew }) => !isNew);
  const phases = [
    defaults,
    referencePaths,
    foldedTexts,
    childCounts,
    declaredNumbers,
    (diff: TableDiff) => copies(diff, diffs),
    computedDefaults,
  ];
  return phases.flatMap((phase) => existing.flatMap((diff) => phase(diff)));
}

/** Sets the new default in rows whose column was allowed to be empty. */
function defaults({ resource, redefined }: TableDiff): Step[] {
  return [...redefined.keys()].flatMap((name) => {
    const spec = resource.fields.get(name);
    if (spec?.presence !== "defaulted" || spec.fallback === null) return [];
    const { folded } = resource.columns.find((column) => column.name === name)!;
    const assignments = [`"${name}" = ${quoteLiteral(encode(spec.kind, spec.fallback))}`];
    if (folded) assignments.push(`"${foldedColumn(name)}" = ${quoteLiteral(fold(spec.fallback as string))}`);
    return [updateRecords(resource, assignments, { where: `"${name}" IS NULL` })];
  });
}

function referencePaths({ resource, added }: TableDiff): Step[] {
  const fields = [...resource.fields].filter(
    ([field, { reference, fallback }]) =>
      reference && added.has(pathColumn(field)) && (!added.has(field) || fallback !== null),
  );
  if (fields.length === 0) return [];
  return [
    updateEach(resource, `resolve the references of ${resource.name}: ${namesOf(fields)}`, async (unit, record) => {
      const values: Values = { ...record };
      const [fault] = await resolveReferences(unit, resource, values, null, "");
      if (fault)
        throw new InvalidReference(
          `${resource.name} ${record[resource.key]}: ${fault.message} Change it with the previous version.`,
        );
      return Object.fromEntries(fields.map(([field]) => [pathColumn(field), values[pathColumn(field)]!]));
    }),
  ];
}

function foldedTexts({ resource, added }: TableDiff): Step[] {
  const columns = resource.columns.filter(
    ({ name, folded, origin }) => folded && added.has(foldedColumn(name)) && !added.has(name) && origin !== "copied",
  );
  return columns.map(({ name }) => ({
    text: `fold the case of ${resource.name}.${name}`,
    resource,
    run: async (_, unit) => {
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

function childCounts({ resource, added }: TableDiff): Step[] {
  return resource.childCounts
    .filter(({ column }) => added.has(column))
    .map(({ column, child, foreignKey }) => ({
      text: `UPDATE "${resource.table}" SET "${column}" = c.total FROM (SELECT "${foreignKey}" AS id, count(*) AS total FROM "${child.table}" GROUP BY "${foreignKey}") AS c WHERE c.id = "${resource.table}"."${resource.key}"`,
      resource,
    }));
}

/** Numbers that are declared, or else counted. */
function declaredNumbers({ resource, added, redefined }: TableDiff): Step[] {
  return [...resource.fields].flatMap(([field, { overflowCode, count }]) => {
    const formerOrigin = redefined.get(field)?.origin;
    const declared = declaredColumn(field);
    const assign = (value: string) =>
      updateRecords(resource, [`"${field}" = ${value}`], { where: `"${field}" IS DISTINCT FROM ${value}` });
    if (!overflowCode) return formerOrigin === "either" ? [assign(`"${declared}"`)] : [];
    if (!formerOrigin && !added.has(field)) return [];
    // Numbers that clients wrote count as declared.
    const copyWritten =
      formerOrigin === "client" ? [{ text: `UPDATE "${resource.table}" SET "${declared}" = "${field}"` }] : [];
    return [...copyWritten, assign(`COALESCE("${declared}", "${countColumn(resource, count!)}")`)];
  });
}

/** Copies in memberships that are new, or whose source is new or redefined. */
function copies({ resource, added }: TableDiff, diffs: readonly TableDiff[]): Step[] {
  return resource.copies.flatMap((copy) => {
    const { source, foreignKey } = sourceOf(resource, copy);
    const sourceDiff = diffs.find((diff) => diff.resource === source);
    const column = source.columns.find(({ name }) => name === copy.field);
    const isStale =
      added.has(copy.column) || sourceDiff?.added.has(copy.field) || sourceDiff?.redefined.has(copy.field);
    if (!column || !isStale) return [];
    const assignments = [`"${copy.column}" = s."${copy.field}"`];
    if (column.folded) assignments.push(`"${foldedColumn(copy.column)}" = s."${foldedColumn(copy.field)}"`);
    const { table } = resource;
    const where = `s."${source.key}" = "${table}"."${foreignKey}" AND "${table}"."${copy.column}" IS DISTINCT FROM s."${copy.field}"`;
    return [updateRecords(resource, assignments, { from: `"${source.table}" AS s`, where })];
  });
}

function sourceOf(resource: Resource, { side }: Copy): { source: Resource; foreignKey: string } {
  return side === "owner"
    ? { source: resource.parent!, foreignKey: resource.parentKey! }
    : { source: resource.member!, foreignKey: resource.key };
}

function computedDefaults({ resource, added }: TableDiff): Step[] {
  const functions = [...resource.computeDefault].filter(([field]) => added.has(field));
  if (functions.length === 0) return [];
  const text = `compute the defaults of ${resource.name}: ${namesOf(functions)}`;
  return [
    updateEach(resource, text, async (_, record, registry) => {
      const values: Values = {};
      for (const [field, computeDefault] of functions)
        values[field] = await computeDefault({ ...record, ...values }, registry);
      return values;
    }),
  ];
}

/** Derives the fields of all records again, because the functions may have changed with the service. */
export function deriveAll(diffs: readonly TableDiff[]): Step[] {
  return diffs
    .filter(({ isNew, resource }) => !isNew && resource.derive)
    .map(({ resource }) => ({
      text: `update the derived fields of ${resource.name}`,
      run: (writer) => writer.updateAllDerived(resource),
    }));
}

/** A statement that gives the updated records a new revision. */
function updateRecords(
  resource: Resource,
  assignments: readonly string[],
  { from, where }: { from?: string; where: string },
): Step {
  const allAssignments = [...assignments, `revision = "${resource.table}".revision + 1`].join(", ");
  return {
    text: `UPDATE "${resource.table}" SET ${allAssignments}${from ? ` FROM ${from}` : ""} WHERE ${where}`,
    resource,
  };
}

function updateEach(
  resource: Resource,
  text: string,
  valuesOf: (unit: UnitOfWork, record: StoredRecord, registry: RegistryReader) => Promise<Values>,
): Step {
  const run = async (writer: Writer, unit: UnitOfWork): Promise<void> => {
    for await (const record of unit.scan(resource))
      await unit.update(resource, record, await valuesOf(unit, record, writer.registry), { bumpRevision: true });
  };
  return { text, run, resource };
}

function namesOf(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name]) => name).join(", ");
}
