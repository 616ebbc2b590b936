/**
 * Computes the values of new columns in existing rows, as if the columns had always existed. The steps are in the order of
 * their dependencies.
 */
import type { RegistryReader } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import { encode } from "../../kinds/kinds.ts";
import { declaredColumn, pathColumn } from "../../resource/column.ts";
import type { Copy, Resource } from "../../resource/resource.ts";
import { countColumn } from "../../resource/views/properties.ts";
import type { Dialect } from "../dialect.ts";
import { quoteLiteral, type StoredRecord } from "../tables.ts";
import { resolveReferences } from "../write/references.ts";
import type { UnitOfWork } from "../write/unit-of-work.ts";
import type { Writer } from "../write/writer.ts";
import { hasNewTarget, type TableDiff } from "./diff.ts";
import { fillForms } from "./fill-forms.ts";
import { lowerCaseIds } from "./lower-case-ids.ts";
import { type Step, updateRecords } from "./step.ts";

/** An invalid reference, which is found only while the migration runs. */
export class InvalidReference extends Error {}

/** The steps that fill the columns of existing tables. Those of versions get no values that other records decide. */
export function backfill(diffs: readonly TableDiff[], dialect: Dialect): Step[] {
  const existing = diffs.filter(({ isNew }) => !isNew);
  const current = existing.filter(({ isHistory }) => !isHistory);
  const ofAll = (phase: (diff: TableDiff) => Step[]) => existing.flatMap(phase);
  const ofCurrent = (phase: (diff: TableDiff) => Step[]) => current.flatMap(phase);
  return [
    ...ofCurrent(lowerCaseIds),
    ...ofCurrent(increasingValues),
    ...ofAll(defaults),
    ...ofCurrent(references),
    ...ofAll((diff) => fillForms(diff, dialect)),
    ...ofCurrent(childCounts),
    ...ofCurrent(declaredNumbers),
    ...ofCurrent((diff) => copies(diff, current)),
    ...ofCurrent(computedDefaults),
  ];
}

/** Raises values that are lower than that of an earlier record. */
function increasingValues({ resource, converted, redefined }: TableDiff): Step[] {
  const { table, fields } = resource;
  const names = [...fields.keys()].filter(
    (name) => fields.get(name)!.increasing && (converted.has(name) || redefined.has(name)),
  );
  return names.map((name) => {
    const from = `(SELECT n, max("${name}") OVER (ORDER BY n) AS highest FROM "${table}") AS h`;
    return updateRecords(resource, [`"${name}" = h.highest`], {
      from,
      where: `h.n = "${table}".n AND h.highest > "${table}"."${name}"`,
    });
  });
}

/** The steps that keep values of columns that are dropped: numbers that were declared or counted become those declared. */
export function salvage(diffs: readonly TableDiff[]): Step[] {
  return diffs.flatMap(({ resource, redefined }) =>
    [...redefined]
      .filter(([field, { origin }]) => origin === "either" && !resource.fields.get(field)?.overflowCode)
      .map(([field]) => assign(resource, field, `"${declaredColumn(field)}"`)),
  );
}

function assign(resource: Resource, field: string, value: string): Step {
  return updateRecords(resource, [`"${field}" = ${value}`], { where: `"${field}" IS DISTINCT FROM ${value}` });
}

/** Sets the new default in rows whose column was allowed to be empty. */
function defaults({ resource, redefined }: TableDiff): Step[] {
  return [...redefined.keys()].flatMap((name) => {
    const spec = resource.fields.get(name);
    if (spec?.presence !== "defaulted" || spec.fallback === null) return [];
    const { forms } = resource.columns.find((column) => column.name === name)!;
    const assignments = [
      [name, encode(spec.kind, spec.fallback)] as const,
      ...forms.map((form) => [form.name, form.encode(spec.fallback)] as const),
    ].map(([column, value]) => `"${column}" = ${quoteLiteral(value)}`);
    return [updateRecords(resource, assignments, { where: `"${name}" IS NULL` })];
  });
}

/** Resolves the references that are new. Those that are not valid are found here too. */
function references(diff: TableDiff): Step[] {
  const { resource, added } = diff;
  const fields = [...resource.fields].filter(
    ([field, { fallback }]) => hasNewTarget(diff, field) && (!added.has(field) || fallback !== null),
  );
  if (fields.length === 0) return [];
  const paths = fields.map(([field]) => pathColumn(field)).filter((path) => added.has(path));
  return [
    updateEach(resource, `resolve the references of ${resource.name}: ${namesOf(fields)}`, async (unit, record) => {
      const values: Values = { ...record };
      const [fault] = await resolveReferences(unit, resource, values, null, "");
      if (fault)
        throw new InvalidReference(
          `${resource.name} ${record[resource.key]}: ${fault.message} Change it with the previous version.`,
        );
      return Object.fromEntries(paths.map((path) => [path, values[path]!]));
    }),
  ];
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
    if (!overflowCode || (!formerOrigin && !added.has(field))) return [];
    // Numbers that clients wrote count as declared.
    const copyWritten =
      formerOrigin === "client" ? [{ text: `UPDATE "${resource.table}" SET "${declared}" = "${field}"` }] : [];
    return [...copyWritten, assign(resource, field, `COALESCE("${declared}", "${countColumn(resource, count!)}")`)];
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
    const { forms } = resource.columns.find(({ name }) => name === copy.column)!;
    const assignments = [
      `"${copy.column}" = s."${copy.field}"`,
      ...column.forms.map((form, index) => `"${forms[index]!.name}" = s."${form.name}"`),
    ];
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

/** The metadata's name for whether derived fields are still those of an earlier version. */
export const UNDERIVED = "underived";

/**
 * Derives the fields of all records again, because the functions may have changed with the service. Fields that are new get
 * their values here, as if they had always existed. Values that change are changes like any other, with events: the store
 * makes them when it opens.
 */
export function deriveAll(diffs: readonly TableDiff[]): Step[] {
  const derived = diffs.filter(({ isNew, resource }) => !isNew && resource.derive);
  return derived.flatMap((diff) => [
    ...newDerivedFields(diff),
    {
      text: `update the derived fields of ${diff.resource.name} when the service next starts`,
      run: (_, unit) => unit.setMetadata(UNDERIVED, "true"),
    },
  ]);
}

function newDerivedFields({ resource, added, redefined }: TableDiff): Step[] {
  const isNew = (name: string): boolean => added.has(name) || redefined.has(name);
  const names = resource.columns.filter(({ name, origin }) => origin === "derived" && isNew(name));
  if (names.length === 0) return [];
  const text = `derive the new fields of ${resource.name}: ${names.map(({ name }) => name).join(", ")}`;
  return [
    updateEach(resource, text, async (_, record, registry) => {
      const derived = (await resource.derive!(record, registry)) as Values;
      return Object.fromEntries(Object.entries(derived).filter(([name]) => isNew(name)));
    }),
  ];
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
