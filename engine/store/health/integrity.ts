/** Finds what is wrong in a database: damage to its files, and rows that contradict each other. */
import sql, { join, type Sql } from "sql-template-tag";
import type { Reference } from "../../declare/field-spec.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { keyColumn } from "../../resource/column.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Database, ReadSession } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";

/** A contradiction that a statement looks for. */
interface Rule {
  /** What is wrong with the rows that it finds. */
  readonly finding: string;
  /** Selects the number of rows that break the rule, as `broken`. */
  readonly count: Sql;
}

/** How many rules are checked in one snapshot: a long one keeps the write-ahead log from being copied. */
const RULES_PER_SNAPSHOT = 8;

/**
 * Reads the whole database. It needs the layout of this version.
 * @returns a sentence for each finding; none if all is well
 */
export async function findDamage(database: Database, catalog: Catalog): Promise<string[]> {
  const damage = await database.dialect.findDamage((query) => database.reader.all(query));
  // Rows of a damaged file may be missing, or cannot be read.
  if (damage.length > 0) return [...damage];
  const rules = catalog.resources.flatMap((resource) => [...rulesOf(resource, catalog)]);
  const findings: string[] = [];
  for (let first = 0; first < rules.length; first += RULES_PER_SNAPSHOT) {
    const some = rules.slice(first, first + RULES_PER_SNAPSHOT);
    findings.push(...(await database.slowReader({ client: "doctor" }).snapshot((session) => check(session, some))));
  }
  return findings;
}

async function check(session: ReadSession, rules: readonly Rule[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { finding, count } of rules) {
    const [row] = await session.all(count);
    const broken = Number(row!.broken);
    if (broken > 0) findings.push(finding.replace("#", String(broken)));
  }
  return findings;
}

function* rulesOf(resource: Resource, catalog: Catalog): Iterable<Rule> {
  const { name, table, childCounts, parent, parentKey, member, key, fields } = resource;
  const rows = quoteIdentifier(table);
  // The keys of events are values of the log's change counter.
  const lastKey = resource === catalog.log ? sql`changes` : sql`last_key`;
  yield {
    finding: `${name}: the counters do not match the records.`,
    count: sql`SELECT count(*) AS broken FROM collection_counters WHERE name = ${name}
      AND (total <> (SELECT count(*) FROM ${rows}) OR ${lastKey} < (SELECT COALESCE(max(n), 0) FROM ${rows}))`,
  };
  for (const { child, column, foreignKey } of childCounts) {
    const own = quoteIdentifier(resource.key);
    const counted = sql`SELECT count(*) FROM ${quoteIdentifier(child.table)} WHERE ${quoteIdentifier(foreignKey)} = parents.${own}`;
    yield {
      finding: `${name}: ${column} of # records is not the number of their ${child.name}.`,
      count: sql`SELECT count(*) AS broken FROM ${rows} AS parents WHERE ${quoteIdentifier(column)} <> (${counted})`,
    };
  }
  if (parent) yield missing(resource, parentKey!, { targets: [parent], sibling: false });
  if (member) yield missing(resource, key, { targets: [member], sibling: false });
  for (const [field, { reference }] of fields)
    if (reference) yield missing(resource, field, targetsOf(reference, catalog));
}

interface Targets {
  readonly targets: readonly Resource[];
  /** Whether the target has the same parent. */
  readonly sibling: boolean;
}

function targetsOf({ to, sibling = false }: Reference, catalog: Catalog): Targets {
  return { targets: to.map((name) => catalog.resource(name)), sibling };
}

/** The rule that what a column refers to exists. */
function missing({ name, table, parentKey }: Resource, column: string, { targets, sibling }: Targets): Rule {
  const value = sql`records.${quoteIdentifier(column)}`;
  const isMissing = targets.map((target) => {
    const own = sql`targets.${quoteIdentifier(keyColumn(target))}`;
    const key = target.serialIds ? sql`CAST(${own} AS TEXT)` : own;
    const sameParent = sibling
      ? sql` AND targets.${quoteIdentifier(target.parentKey!)} = records.${quoteIdentifier(parentKey!)}`
      : sql``;
    return sql`NOT EXISTS (SELECT 1 FROM ${quoteIdentifier(target.table)} AS targets WHERE ${key} = ${value}${sameParent})`;
  });
  return {
    finding: `${name}: ${column} of # records refers to nothing.`,
    count: sql`SELECT count(*) AS broken FROM ${quoteIdentifier(table)} AS records WHERE ${value} IS NOT NULL AND ${join(isMissing, " AND ")}`,
  };
}
