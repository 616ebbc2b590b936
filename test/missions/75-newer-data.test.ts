/**
 * Proves that a new version's data reach a registry in which people have changed hundreds of records: nothing of theirs is
 * lost, nothing else is left as it was, and an update that is killed is carried out by the next one (§11.4).
 *
 * `EARLIER_DATA` names a folder with the data of an earlier version, such as `git archive <commit> missions/data` has; by
 * default they are made of today's.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import fc from "fast-check";
import { loadDataset } from "../../engine/app/data/dataset.ts";
import type { DataByResource, DataSource } from "../../engine/declare/registry/registry.ts";
import type { Values } from "../../engine/declare/values.ts";
import { declaredColumn } from "../../engine/resource/column.ts";
import type { Resource } from "../../engine/resource/resource.ts";
import { recordPath } from "../../engine/resource/templates.ts";
import { domain } from "../../missions/resources/index.ts";
import { campaignSize, isLong } from "../support/campaign.ts";
import { BUILT_IN_CLI, DATA, recordsOf } from "../support/domain/built-in.ts";
import { type Ended, runProgram } from "../support/http/process.ts";
import { type Body, type Served, serve } from "../support/http/serve.ts";
import { STORE_KINDS } from "../support/store/both-stores.ts";

const { EARLIER_DATA } = process.env;
const KILLS = campaignSize("UPDATE_KILLS");
const EDITS = 500;
/** An update has more statements than this for each record. */
const STATEMENTS = 3;
const KILL_AT = new URL("../support/kill-at-statement.ts", import.meta.url).href;

/** The day of the made-up earlier data. */
const DAY = "2025-06-30";

/** Today's data as they may have been a year ago: fewer missions and fields, other words, records that are gone now. */
function madeUpData(): DataByResource {
  const isNew = ({ launch_date: date }: Body) => date > DAY;
  const newer = new Set(
    recordsOf("missions")
      .filter(isNew)
      .map(({ id }) => id),
  );
  const names = readdirSync(DATA).filter((name) => name.endsWith(".json") && name !== "dataset.json");
  const kept = names
    .map((name) => name.slice(0, -".json".length))
    .filter((name) => !/sources|organizations/.test(name));
  const former = (record: Body, at: number): Body => {
    const { citations: _, identifiers: __, ...values } = record;
    if (newer.has(values.part_of)) delete values.part_of;
    if (values.launch_date && values.end_date > DAY) Object.assign(values, { status: "active", end_date: null });
    if (values.notes && at % 3 === 0) values.notes = "Said otherwise.";
    if (values.description && at % 2 === 0) values.description = "Described otherwise.";
    return values;
  };
  const isThere = ({ id, mission_id: mission, launch_date: date }: Body) =>
    !newer.has(mission) && !(date && newer.has(id));
  const data = Object.fromEntries(kept.map((name) => [name, recordsOf(name).filter(isThere).map(former)]));
  data.moons!.push({ id: "neith", planet_id: "venus", name: "Neith" });
  data.objectives!.push({ id: "former", mission_id: "apollo-11", title: "An objective of the past." });
  return data;
}

const EARLIER: DataSource = EARLIER_DATA ?? madeUpData();

type Records = ReadonlyMap<string, { readonly resource: Resource; readonly values: Values }>;

/** What is stored, by path; without what says when, and in how many steps, it was written. */
async function recordsIn({ store, catalog }: Served): Promise<Records> {
  const records = new Map<string, { resource: Resource; values: Values }>();
  for (const resource of catalog.resources.filter(({ isSystem }) => !isSystem)) {
    for await (const batch of store.scanBatches(resource, {}, 1_000)) {
      for (const { n: _, revision: __, created_at: ___, updated_at: ____, row__start: _____, ...values } of batch)
        records.set(recordPath(resource, values), { resource, values });
    }
  }
  return records;
}

/**
 * Edits as people make them: words of their own, fields cleared, records deleted and added, some of which are shipped later.
 * @returns how many were not refused
 */
async function edit(served: Served, records: Records): Promise<number> {
  const paths = [...records.keys()];
  const later = recordsOf("missions").filter(({ id }) => !records.has(`/api/missions/${id}`));
  const draws = fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: paths.length - 1 }), fc.nat({ max: 1_000 }));
  let edited = 0;
  for (const [at, [kind, which, how]] of fc.sample(draws, EDITS).entries()) {
    const path = paths[which]!;
    const texts = textsOf(records.get(path)!.resource);
    const [name, { presence }] = texts[how % texts.length] ?? ["notes", { presence: "required" }];
    const request = (): Promise<{ status: number }> => {
      if (kind < 10) return served.delete(`${path}?cascade=true`);
      if (kind < 15) return served.put(`/api/missions/own-${at}`, { name: "Own" });
      if (kind < 20) return served.put(`/api/missions/${later[how % later.length]!.id}`, { name: "Own" });
      if (kind < 25) return served.patch(path, { identifiers: [{ scheme: "norad", value: `${5 * how}` }] });
      const isCleared = kind < 35 && presence === "optional";
      return served.patch(path, { [name]: isCleared ? null : `Own words ${at}` });
    };
    if ((await request()).status < 300) edited += 1;
  }
  return edited;
}

/** The texts of a resource that any words may be written to. */
const textsOf = ({ fields }: Resource) =>
  [...fields].filter(
    ([, { kind, presence, writtenThrough }]) => kind === "text" && presence !== "derived" && !writtenThrough,
  );

/** The columns of the fields that clients write, without those that are computed or derived if nobody writes them. */
const columnsOf = ({ fields, computeDefault }: Resource): string[] =>
  [...fields]
    .filter(
      ([name, { presence, writtenThrough, derivedWith }]) =>
        presence !== "derived" && !writtenThrough && !derivedWith && !computeDefault.has(name),
    )
    .map(([name, { overflowCode }]) => (overflowCode ? declaredColumn(name) : name));

/** What differs from what an update has to leave. @param refused the fields that it could not take over, by path */
function differences(
  { base, theirs, mine, updated }: Readonly<Record<"base" | "theirs" | "mine" | "updated", Records>>,
  refused: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const found: string[] = [];
  for (const path of new Set([base, theirs, mine, updated].flatMap((records) => [...records.keys()]))) {
    const [was, is, own, now] = [base, theirs, mine, updated].map((records) => records.get(path)?.values);
    const columns = columnsOf((base.get(path) ?? theirs.get(path) ?? mine.get(path) ?? updated.get(path))!.resource);
    const isOwn = (column: string) => JSON.stringify(was?.[column]) !== JSON.stringify(own?.[column]);
    const isRefused = refused.has(path);
    const isThere = own ? is !== undefined || !was || columns.some(isOwn) || isRefused : !was && is && !isRefused;
    if (Boolean(isThere) !== Boolean(now)) found.push(`${path} is ${now ? "there" : "missing"}`);
    if (!now || !isThere) continue;
    for (const column of columns) {
      const isKept = own && (!is || !was || isOwn(column) || refused.get(path)?.has(column));
      const expected = JSON.stringify((isKept ? own : is)?.[column]);
      if (JSON.stringify(now[column]) !== expected)
        found.push(`${path} ${column}: ${JSON.stringify(now[column])} and not ${expected}`);
    }
  }
  return found;
}

async function filled(source: DataSource, settings: Record<string, string> = {}): Promise<Served> {
  const served = await serve(domain, settings);
  after(() => served.stop());
  await loadDataset(served.store, source, () => {});
  return served;
}

for (const { name: store, create, skip } of STORE_KINDS.slice(0, isLong ? 2 : 1)) {
  test(`§11.4: ${EDITS} edits survive newer data on ${store}, an update is killed ${KILLS} times`, {
    skip,
  }, async () => {
    const database = await create();
    after(() => database.remove());
    const served = await filled(EARLIER, { DATABASE_URL: database.url });
    const update = (...args: string[]): Promise<Ended> => run(database.url, {}, ...args);
    const base = await recordsIn(served);
    const theirs = await recordsIn(await filled(DATA));
    assert.ok((await edit(served, base)) > EDITS / 2);
    const mine = await recordsIn(served);
    const planned = JSON.parse((await update("--json")).out);
    assert.deepEqual(await recordsIn(served), mine);
    const least = planned.changes.length * STATEMENTS;
    for (const killAt of fc.sample(fc.integer({ min: 200, max: least }), KILLS)) {
      const killed = await run(database.url, { NODE_OPTIONS: `--import=${KILL_AT}`, KILL_AT: `${killAt}` }, "--yes");
      assert.equal(killed.code, null, `${killAt} ${killed.out}${killed.err}`);
      assert.deepEqual(await recordsIn(served), mine, `killed at ${killAt}`);
    }
    const done = await update("--yes", "--json");
    assert.equal(done.code, 0, done.err);
    const { changes, kept } = JSON.parse(done.out);
    assert.deepEqual([changes, kept], [planned.changes, planned.kept]);
    const updated = await recordsIn(served);
    const refused = new Map<string, Set<string>>();
    for (const { path, reason, fields } of kept as Body[])
      if (reason === "refused")
        refused.set(path, new Set([...(refused.get(path) ?? []), ...fields.map(({ field }: Body) => field)]));
    assert.deepEqual(differences({ base, theirs, mine, updated }, refused).slice(0, 10), []);
    const again = JSON.parse((await update("--yes", "--json")).out);
    assert.deepEqual(again.changes, []);
    assert.deepEqual(await recordsIn(served), updated);
  });
}

/** Runs `data update` on a database. */
function run(url: string, settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const command = [process.execPath, BUILT_IN_CLI, "data", "update", ...args] as const;
  return runProgram({ command }, { DATABASE_URL: url, ...settings });
}
