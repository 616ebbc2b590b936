/** What brings a database to what the declarations want: a list of steps, made by reading alone; and what stands in the way. */
import sql from "sql-template-tag";
import { sameJson } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Dialect, Session } from "../dialect.ts";
import { definitions, quoteLiteral } from "../tables.ts";
import { backfill, derivations, type Step } from "./backfill.ts";
import { type Findings, lostTables, obstacles } from "./blockers.ts";
import { type Difference, differenceOf } from "./diff.ts";
import { LAYOUT, type Layout, layoutOf, parseLayout, type Table, tablesThere } from "./layout.ts";

export interface Plan {
  readonly steps: readonly Step[];
  /** One sentence for each thing that stands in the way, with what to do about it. */
  readonly refusals: readonly string[];
  /** What is kept of the tables afterwards. */
  readonly layout: Layout;
  /** Whether there is nothing to do, and nothing to keep. */
  readonly isDone: boolean;
  /** The day up to which whatever depends on the day was brought. */
  readonly since?: string;
}

/** What a database is to be brought to. */
export interface Aim {
  readonly catalog: Catalog;
  /** Of the service, as in its package. */
  readonly version: string;
  /** What may be lost: names of resources, and of fields as `resource.field`. */
  readonly dropping?: ReadonlySet<string>;
}

/** What the service keeps about itself, the change counter and size of every collection, and answers to be replayed. */
const OWN_TABLES = [
  `CREATE TABLE "service_facts" (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE "collection_counters" (name TEXT PRIMARY KEY, changes BIGINT NOT NULL, total BIGINT NOT NULL)`,
  `CREATE TABLE "idempotency_keys" (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, outcome TEXT NOT NULL, kept_at BIGINT NOT NULL)`,
  `CREATE INDEX "idempotency_keys_by_kept_at" ON "idempotency_keys" (kept_at)`,
];

/** Reads what is there, and plans. It changes nothing. */
export async function planMigration(aim: Aim, dialect: Dialect, session: Session): Promise<Plan> {
  const { catalog, version, dropping = new Set() } = aim;
  const there = await tablesThere(session, dialect);
  const facts = there.has("service_facts") ? await readFacts(session) : new Map<string, string>();
  const kept = facts.has(LAYOUT) ? parseLayout(facts.get(LAYOUT)!) : undefined;
  const layout = layoutOf(catalog, version);
  const isSame = kept !== undefined && sameJson(layout.tables, kept.tables);
  const since = facts.get("day");
  const plan = { layout, ...(since === undefined ? {} : { since }) };
  if (kept && !isSame && isNewer(kept.version, version)) {
    const sentence = `The database was made by version ${kept.version}; this is ${version}. Start version ${kept.version} or a later one.`;
    return { ...plan, steps: [], refusals: [sentence], isDone: false };
  }
  const findings: Findings = { session, catalog, there, dropping };
  const differences = catalog.resources.map((resource) =>
    differenceOf(resource, dialect, layout, kept, there.get(resource.table)),
  );
  const known = there.has("collection_counters") ? await session.all(sql`SELECT name FROM collection_counters`) : [];
  const lost = await lostTables(
    findings,
    known.map(({ name }) => name as string),
  );
  const refusals = [...lost.refusals, ...needless(dropping, [...lost.tables.keys()], differences)];
  for (const difference of differences) refusals.push(...(await obstacles(findings, difference)));
  const steps = [
    ...ownTables(there),
    ...[...lost.tables].flatMap(([name, table]) => dropped(name, table)),
    ...differences.flatMap((difference) => tableSteps(difference, dialect)),
    ...backfill(differences),
    ...differences.flatMap(({ resource, removed }) => [...removed.keys()].map((name) => withoutColumn(resource, name))),
    ...differences.flatMap(({ resource, isNew, shown }) => (shown && !isNew ? [everyRecord(resource)] : [])),
    ...differences.flatMap(({ addedIndexes }) => [...addedIndexes.values()].map((says) => ({ says }))),
  ];
  if (steps.length > 0 || kept?.version !== version) steps.push(...derivations(differences));
  steps.push(...counters(differences, steps));
  return { ...plan, steps, refusals, isDone: isSame && steps.length === 0 && kept.version === version };
}

/** What nobody would miss: a name that was misspelt, or is declared. */
function needless(
  dropping: ReadonlySet<string>,
  lost: readonly string[],
  differences: readonly Difference[],
): string[] {
  const names = differences.flatMap(({ resource, removed, renewed }) =>
    [...removed.keys(), ...renewed.keys()].map((column) => `${resource.name}.${column}`),
  );
  return [...dropping]
    .filter((name) => !lost.includes(name) && !names.includes(name))
    .map((name) => `${name} is not among what would be lost; leave --drop ${name} out.`);
}

async function readFacts(session: Session): Promise<Map<string, string>> {
  const rows = await session.all(sql`SELECT name, value FROM service_facts`);
  return new Map(rows.map(({ name, value }) => [name as string, value as string]));
}

/** Whether one version comes after another, by their numbers. */
function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

function ownTables(there: ReadonlyMap<string, Table>): Step[] {
  const names = new Set([...there].flatMap(([table, { indexes }]) => [table, ...indexes.keys()]));
  return OWN_TABLES.filter((says) => !names.has(/"(\w+)"/.exec(says)![1]!)).map((says) => ({ says }));
}

function dropped(name: string, table: string): Step[] {
  return [
    { says: `DROP TABLE "${table}"` },
    { says: `DELETE FROM "collection_counters" WHERE name = ${quoteLiteral(name)}` },
  ];
}

/** The table and columns of a resource; indexes that are in the way go first. */
function tableSteps(difference: Difference, dialect: Dialect): Step[] {
  const { resource, isNew, added, renewed, removedIndexes } = difference;
  const { table, name } = resource;
  const columns = definitions(resource, dialect);
  if (isNew) {
    const all = [...columns].map(([column, type]) => `"${column}" ${type}`);
    return [
      { says: `CREATE TABLE "${table}" (${dialect.rowKey}, ${all.join(", ")})` },
      { says: `INSERT INTO "collection_counters" (name, changes, total) VALUES (${quoteLiteral(name)}, 0, 0)` },
    ];
  }
  return [
    ...[...removedIndexes].map((index) => ({ says: `DROP INDEX "${index}"` })),
    ...[...renewed.keys()].map((column) => withoutColumn(resource, column)),
    ...[...added].map((column) => ({
      says: `ALTER TABLE "${table}" ADD COLUMN "${column}" ${columns.get(column)}`,
      resource,
    })),
  ];
}

/** What other columns are worked out from goes after them. */
function withoutColumn(resource: Resource, column: string): Step {
  return { says: `ALTER TABLE "${resource.table}" DROP COLUMN "${column}"`, resource };
}

/** A record that is shown otherwise than before is in another state, so that no entity tag of before holds. */
function everyRecord(resource: Resource): Step {
  return { says: `UPDATE "${resource.table}" SET revision = revision + 1`, resource };
}

/** What was changed is another collection; no revision may be above its change counter. */
function counters(differences: readonly Difference[], steps: readonly Step[]): Step[] {
  const listed = differences.filter((each) => each.listed && !each.isNew).map(({ resource }) => resource);
  const names = new Set([...steps.flatMap(({ resource }) => resource ?? []), ...listed].map(({ name }) => name));
  if (names.size === 0) return [];
  const among = [...names].map(quoteLiteral).join(", ");
  return [{ says: `UPDATE "collection_counters" SET changes = changes + ${steps.length} WHERE name IN (${among})` }];
}
