/** What would be lost or would not fit if a database were brought forward: found by reading, before anything is done. */
import sql, { join, type Sql } from "sql-template-tag";
import type { FieldSpec } from "../../declare/field-spec.ts";
import { storedSchema } from "../../declare/field-spec.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { declaredColumn, pathColumn, type Resource } from "../../resource/resource.ts";
import { faultsInValue } from "../../resource/validation.ts";
import type { Session } from "../dialect.ts";
import { decode, quoteIdentifier } from "../tables.ts";
import { type Difference, ownedBy } from "./diff.ts";
import type { Table } from "./layout.ts";

/** What is known of the database before anything is done. */
export interface Findings {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly there: ReadonlyMap<string, Table>;
  /** What may be lost: names of resources, and of fields as `resource.field`. */
  readonly dropping: ReadonlySet<string>;
}

/** How many rows are looked at together. */
const BATCH = 1_000;

/** One sentence for each thing that stands in the way, with what to do about it. */
export async function obstacles(findings: Findings, difference: Difference): Promise<string[]> {
  if (difference.isNew) return [];
  return [
    ...(await lost(findings, difference)),
    ...(await missing(findings, difference)),
    ...(await misfits(findings, difference)),
    ...(await dangling(findings, difference)),
    ...(await overfull(findings, difference)),
  ];
}

/** Values of clients in columns that are declared no more, or as something else. */
async function lost({ session, there, dropping }: Findings, difference: Difference): Promise<string[]> {
  const { resource, removed, renewed } = difference;
  const found: string[] = [];
  for (const [name, held] of [...removed, ...renewed]) {
    const owner = ownedBy(name, held);
    if (owner === undefined || !there.get(resource.table)!.columns.has(owner)) continue;
    const what = `${resource.name}.${name}`;
    const total = await count(session, resource, sql`${quoteIdentifier(owner)} IS NOT NULL`);
    if (total === 0 || dropping.has(what)) continue;
    const now = removed.has(name) ? "is declared no more" : "is declared as something else";
    found.push(
      `${what} ${now}, but ${records(total)} would lose a value. Declare it as it was, or give the values up with \`npm run cli -- migrate --drop ${what}\`.`,
    );
  }
  return found;
}

/** Values that must be there, in records that cannot have them. */
async function missing({ session }: Findings, { resource, added }: Difference): Promise<string[]> {
  const needed = [...added].filter((name) => isIdentity(resource, name) || mustBeThere(resource.fields.get(name)));
  const total = needed.length === 0 ? 0 : await count(session, resource, sql`TRUE`);
  if (total === 0) return [];
  return needed.map((name) =>
    isIdentity(resource, name)
      ? `${resource.name} is identified by ${name} now, which ${records(total)} lack. Declare it under another name.`
      : `${resource.name}.${name} is required now, and ${records(total)} lack it. Give it a default, or declare it optional until they all have one.`,
  );
}

/** A secret is made with its record, and cannot be made for one that is there. */
function mustBeThere(spec: FieldSpec | undefined): boolean {
  return spec?.presence === "required" || spec?.secret !== undefined;
}

function isIdentity({ key, parentKey }: Resource, name: string): boolean {
  return name === key || name === parentKey;
}

/** Values that the declaration does not allow any more. */
async function misfits({ session }: Findings, { resource, changed }: Difference): Promise<string[]> {
  const found: string[] = [];
  for (const [name, before] of changed) {
    const spec = resource.fields.get(name);
    if (!spec) continue;
    const column = before.origin === "either" && !spec.overflowCode ? declaredColumn(name) : name;
    const schema = storedSchema(spec.schema);
    let [wrong, example] = [0, ""];
    await everyValue(session, resource, column, (id, stored) => {
      const value = decode(spec.kind, stored);
      if (value === null && spec.presence !== "required") return;
      const [fault] = value === null ? [{ message: "It is required." }] : faultsInValue(schema, value, "");
      if (!fault) return;
      wrong += 1;
      example ||= `${id} has ${JSON.stringify(value).slice(0, 100)}. ${fault.message}`;
    });
    if (wrong > 0)
      found.push(
        `${resource.name}.${name} does not allow what ${records(wrong)} ${wrong === 1 ? "has" : "have"}: ${example} Change them with the version before, or allow it.`,
      );
  }
  return found;
}

async function everyValue(
  session: Session,
  resource: Resource,
  column: string,
  look: (id: string, value: unknown) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await session.all(
      sql`SELECT n, ${quoteIdentifier(resource.key)} AS id, ${quoteIdentifier(column)} AS value FROM ${quoteIdentifier(resource.table)} WHERE n > ${after} ORDER BY n LIMIT ${BATCH}`,
    );
    for (const { id, value } of rows) look(id as string, value);
    if (rows.length < BATCH) return;
    after = Number(rows.at(-1)!.n);
  }
}

/** References that name nothing. */
async function dangling(findings: Findings, { resource, added }: Difference): Promise<string[]> {
  const { session, there } = findings;
  const found: string[] = [];
  for (const [field, { reference }] of resource.fields) {
    if (!reference || !added.has(pathColumn(field)) || added.has(field)) continue;
    const nowhere = reference.to
      .map((name) => findings.catalog.resource(name))
      .filter(({ table, key }) => there.get(table)?.columns.has(key))
      .map((target) => {
        const sibling = reference.sibling
          ? sql` AND t.${quoteIdentifier(target.parentKey!)} = s.${quoteIdentifier(resource.parentKey!)}`
          : sql``;
        return sql`NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(target.table)} AS t WHERE t.${quoteIdentifier(target.key)} = s.${quoteIdentifier(field)}${sibling})`;
      });
    const condition = join([sql`${quoteIdentifier(field)} IS NOT NULL`, ...nowhere], " AND ");
    const total = await count(session, resource, condition);
    if (total > 0)
      found.push(
        `${resource.name}.${field} refers to ${reference.to.join(" or ")} now, and in ${records(total)} it names none. Change them with the version before.`,
      );
  }
  return found;
}

/** Declared numbers below what is counted from now on. */
async function overfull({ session, there }: Findings, { resource, changed }: Difference): Promise<string[]> {
  const found: string[] = [];
  for (const [field, spec] of resource.fields) {
    const before = changed.get(field);
    const { child, foreignKey } =
      resource.childCounts.find((tally) => spec.overflowCode && tally.child.name === spec.count) ?? {};
    if (!before || !child || !there.get(child.table)?.columns.has(foreignKey!)) continue;
    const declared = before.origin === "either" ? declaredColumn(field) : field;
    const counted = sql`SELECT ${quoteIdentifier(foreignKey!)} AS id, count(*) AS total FROM ${quoteIdentifier(child.table)} GROUP BY ${quoteIdentifier(foreignKey!)}`;
    const total = await count(
      session,
      resource,
      sql`EXISTS (SELECT 1 FROM (${counted}) AS c WHERE c.id = s.${quoteIdentifier(resource.key)} AND s.${quoteIdentifier(declared)} < c.total)`,
    );
    if (total > 0)
      found.push(
        `${resource.name}.${field} caps ${child.name} now, and ${records(total)} have more of them. Raise the number with the version before.`,
      );
  }
  return found;
}

async function count(session: Session, { table }: Pick<Resource, "table">, condition: Sql): Promise<number> {
  const [row] = await session.all(sql`SELECT count(*) AS total FROM ${quoteIdentifier(table)} AS s WHERE ${condition}`);
  return Number(row!.total);
}

/** Tables of resources that are declared no more. */
export async function lostTables(
  { session, catalog, there, dropping }: Findings,
  resources: readonly string[],
): Promise<{ tables: Map<string, string>; refusals: string[] }> {
  const tables = new Map<string, string>();
  const refusals: string[] = [];
  for (const name of resources) {
    const table = name.replaceAll("-", "_");
    if (catalog.resources.some((resource) => resource.table === table) || !there.has(table)) continue;
    tables.set(name, table);
    const total = await count(session, { table }, sql`TRUE`);
    if (total > 0 && !dropping.has(name))
      refusals.push(
        `${name} are declared no more, but there ${total === 1 ? "is 1" : `are ${total}`}. Declare them, or give them up with \`npm run cli -- migrate --drop ${name}\`.`,
      );
  }
  return { tables, refusals };
}

function records(total: number): string {
  return total === 1 ? "1 record" : `${total} records`;
}
