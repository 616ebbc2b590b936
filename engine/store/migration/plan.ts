/** Plans a migration: the steps that make a database match the catalog, and what blocks them. */
import { sameJson } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { FORMER_NAMES, parseFormerNames } from "../events/former-names.ts";
import { historyIndexes, historyOf, historyTable } from "../history/versions.ts";
import { quoteLiteral } from "../tables.ts";
import { changeTable } from "./alter-table.ts";
import { backfill, deriveAll, salvage } from "./backfill.ts";
import { findBlockers, findRemovedTables, type MigrationState } from "./blockers.ts";
import { diffTable, type TableDiff } from "./diff.ts";
import { type ActualTable, LAYOUT, type Layout, layoutOf, parseLayout, readTables } from "./layout.ts";
import { foreignOwner, OWNER, type Owner, ownerText } from "./owner.ts";
import { formerNameSteps, planRenames, renameSteps } from "./renames.ts";
import { planLastKeys, planServiceTables, readAllMetadata } from "./service-tables.ts";
import type { Step } from "./step.ts";
import { planTrigramIndexes } from "./trigram-indexes.ts";

/** What to migrate to. */
export interface MigrationTarget {
  readonly catalog: Catalog;
  /** The version of the service, as in its package. */
  readonly version: string;
  /** The data that may be lost: names of resources, and of fields as `resource.field`. */
  readonly droppable?: ReadonlySet<string>;
  /** The registry that the database must belong to, or will. */
  readonly owner?: Owner | undefined;
  /** The name of the registry that the database may belong to before, if it is another one. */
  readonly formerOwner?: string | undefined;
}

/** What a migration will do, or why it cannot. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Sentences that say why the migration cannot run, and what to do. */
  readonly blockers: readonly string[];
  /** The layout to store after the migration. */
  readonly layout: Layout;
  /** The owner to store; undefined if that one is stored. */
  readonly owner: string | undefined;
  /** Whether there is nothing to do, and the stored layout is the desired one. */
  readonly isUpToDate: boolean;
  /** The day of the last `startDay`, if there was one. */
  readonly day: string | undefined;
}

/** Compares the database with the catalog. Changes nothing. */
export async function planMigration(
  { catalog, version, droppable = new Set(), owner, formerOwner }: MigrationTarget,
  dialect: Dialect,
  session: Session,
): Promise<Plan> {
  const actualTables = await readTables(session, dialect);
  const metadata = await readAllMetadata(session, actualTables);
  const storedText = metadata.get(LAYOUT);
  const storedLayout = storedText === undefined ? undefined : parseLayout(storedText);
  const { tables, stored, renames } = planRenames(catalog, actualTables, storedLayout);
  const layout = layoutOf(catalog, version);
  const isSame = stored !== undefined && sameJson(layout.tables, stored.tables);
  const isOfVersion = stored?.version === version;
  const day = metadata.get("day");
  const refusal = { layout, owner: undefined, day, steps: [], isUpToDate: false };
  const storedOwner = metadata.get(OWNER);
  const foreign = owner && foreignOwner(storedOwner, owner, formerOwner);
  if (foreign !== undefined) return { ...refusal, blockers: [foreign] };
  if (stored && !isSame && isNewer(stored.version, version)) {
    const blocker = `The database belongs to version ${stored.version}; this is version ${version}. Start version ${stored.version} or a later one.`;
    return { ...refusal, blockers: [blocker] };
  }
  const state: MigrationState = { session, catalog, tables, renames, droppable, owner };
  const diffs = catalog.resources.map((resource) =>
    diffTable(resource, dialect, layout, stored, tables.get(resource.table)),
  );
  const histories = catalog.resources.filter(({ hasHistory }) => hasHistory);
  const allDiffs = [...diffs, ...histories.map((resource) => diffHistory(resource, dialect, layout, stored, tables))];
  const removed = await findRemovedTables(state);
  const blockers = [...removed.blockers, ...unknownDrops(droppable, removed.tables, diffs)];
  for (const diff of diffs) blockers.push(...(await findBlockers(state, diff)));
  const preparation = [
    ...planServiceTables(actualTables, dialect, version, isOfVersion),
    ...planLastKeys(actualTables, catalog.resources, dialect),
    ...renameSteps(renames),
    ...formerNameSteps(catalog, renames, actualTables, parseFormerNames(metadata.get(FORMER_NAMES)), isOfVersion),
  ];
  const steps = [
    ...[...removed.tables].flatMap(([name, table]) => dropTable(name, table)),
    ...salvage(allDiffs),
    ...allDiffs.flatMap((diff) => changeTable(diff, dialect)),
    ...backfill(allDiffs, dialect),
    ...diffs.filter(({ changesRecords, isNew }) => changesRecords && !isNew).map(({ resource }) => reviseAll(resource)),
    ...allDiffs.flatMap(({ addedIndexes }) => [...addedIndexes.values()].map((text) => ({ text }))),
  ];
  if (steps.length > 0 || !isOfVersion) steps.push(...deriveAll(diffs));
  steps.push(...advanceCounters(diffs, steps));
  const { drops, creations } = planTrigramIndexes(diffs, tables, dialect);
  const allSteps = [...drops, ...preparation, ...steps, ...creations];
  const newOwner = owner && ownerText(owner);
  return {
    layout,
    owner: newOwner === storedOwner ? undefined : newOwner,
    day,
    steps: allSteps,
    blockers,
    isUpToDate: isSame && allSteps.length === 0 && isOfVersion,
  };
}

/** Finds droppable names that would lose nothing, because they are misspelt or still declared. */
function unknownDrops(
  droppable: ReadonlySet<string>,
  removedTables: ReadonlyMap<string, string>,
  diffs: readonly TableDiff[],
): string[] {
  const columns = diffs.flatMap(({ resource, removed, recreated }) =>
    [...removed.keys(), ...recreated.keys()].map((column) => `${resource.name}.${column}`),
  );
  return [...droppable]
    .filter((name) => !removedTables.has(name) && !columns.includes(name))
    .map((name) => `${name} has no data that would be lost. Omit --drop ${name}.`);
}

/** Compares versions by their numbers. */
function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

function diffHistory(
  resource: Resource,
  dialect: Dialect,
  layout: Layout,
  stored: Layout | undefined,
  tables: ReadonlyMap<string, ActualTable>,
): TableDiff {
  const history = historyOf(resource);
  return diffTable(history, dialect, layout, stored, tables.get(history.table), historyIndexes(resource));
}

function dropTable(name: string, table: string): Step[] {
  return [
    { text: `DROP TABLE "${table}"` },
    { text: `DROP TABLE IF EXISTS "${historyTable(table)}"` },
    { text: `DELETE FROM "collection_counters" WHERE name = ${quoteLiteral(name)}` },
  ];
}

/** Gives every record a new revision, because its representation changes: no earlier ETag may match it. */
function reviseAll(resource: Resource): Step {
  return { text: `UPDATE "${resource.table}" SET revision = revision + 1`, resource };
}

/** Advances the change counters of changed collections by at least as much as any revision. */
function advanceCounters(diffs: readonly TableDiff[], steps: readonly Step[]): Step[] {
  const changedLists = diffs.filter(({ changesLists, isNew }) => changesLists && !isNew);
  const resources = [
    ...steps.flatMap(({ resource }) => resource ?? []),
    ...changedLists.map(({ resource }) => resource),
  ];
  const names = [...new Set(resources.map(({ name }) => name))].map(quoteLiteral).join(", ");
  if (names === "") return [];
  return [
    {
      text: `UPDATE "collection_counters" SET changes = changes + ${Math.max(1, steps.length)} WHERE name IN (${names})`,
    },
  ];
}
