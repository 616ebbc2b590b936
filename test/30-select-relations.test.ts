/** Proves which SQL asks about related records, that indexes find them, and that the form is chosen by counts (decision 71). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readListQuery } from "../engine/query/list-query.ts";
import { catalog } from "../engine/resource/catalog.ts";
import type { ReadSession } from "../engine/store/database.ts";
import { NO_HOOKS, type Query } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import { postgresDialect } from "../engine/store/postgres/session.ts";
import { List } from "../engine/store/read/list.ts";
import type { Form } from "../engine/store/read/related.ts";
import { selectKeys } from "../engine/store/read/select.ts";
import { slowPredicates } from "../engine/store/read/slow-predicates.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import { sqliteDialect } from "../engine/store/sqlite/session.ts";
import { domain } from "./support/domain/space/index.ts";
import { TestClock } from "./support/http/serve.ts";

const resources = catalog(domain);
const folder = mkdtempSync(join(tmpdir(), "relations-"));
const database = openSqlite(join(folder, "empty.db"), NO_HOOKS);
const store = await openStore(async () => database, { catalog: resources, clock: new TestClock() });
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function listOf(path: string, query: string, dialect = sqliteDialect): List {
  const view = resources.views.find((each) => each.path === path)!;
  return new List(view, undefined, readListQuery(view, query, { default: 20, max: 100 }), dialect);
}

/** The condition of a list on related records. */
function conditionOf(path: string, query: string, form: Form): string {
  return listOf(path, query)
    .predicatesIn(() => form)
    .map(({ sql }) => sql.replaceAll('"', ""))
    .join(" AND ");
}

/** A question, and its condition where related records are selected first, and where they are looked for. */
const CONDITIONS: [path: string, query: string, selected: string, lookedFor: string][] = [
  [
    "/api/moons",
    "planet.name=Mars",
    "moons.planet_id IN (SELECT r1.id FROM planets AS r1 WHERE name__folded = ?)",
    "EXISTS (SELECT 1 FROM planets AS r1 WHERE r1.id = moons.planet_id AND name__folded = ?)",
  ],
  [
    "/api/missions",
    "astronauts.role=pilot&crew.nationality_not=Japan",
    "missions.id IN (SELECT r1.mission_id FROM crew AS r1 WHERE role__folded = ? AND r1.astronaut_id IN (SELECT r2.id FROM astronauts AS r2 WHERE (nationality__folded = ?) IS NOT TRUE))",
    "EXISTS (SELECT 1 FROM crew AS r1 WHERE r1.mission_id = missions.id AND role__folded = ? AND EXISTS (SELECT 1 FROM astronauts AS r2 WHERE r2.id = r1.astronaut_id AND (nationality__folded = ?) IS NOT TRUE))",
  ],
  [
    "/api/missions",
    "part_of_none.name=x",
    "(missions.part_of IN (SELECT r1.id FROM missions AS r1 WHERE name__folded = ?)) IS NOT TRUE",
    "NOT EXISTS (SELECT 1 FROM missions AS r1 WHERE r1.id = missions.part_of AND name__folded = ?)",
  ],
  [
    "/api/missions",
    "destination.planet.name=Mars",
    "(missions.destination, missions.destination__path) IN (SELECT r1.id, ('/api/planets/' || r1.planet_id || '/moons/' || r1.id) FROM moons AS r1 WHERE r1.planet_id IN (SELECT r2.id FROM planets AS r2 WHERE name__folded = ?))",
    "EXISTS (SELECT 1 FROM moons AS r1 WHERE r1.id = missions.destination AND ('/api/planets/' || r1.planet_id || '/moons/' || r1.id) = missions.destination__path AND EXISTS (SELECT 1 FROM planets AS r2 WHERE r2.id = r1.planet_id AND name__folded = ?))",
  ],
  [
    "/api/missions",
    "any.1.status=active&any.1.objectives_exists=false",
    "(status = ? OR (missions.id IN (SELECT r1.mission_id FROM objectives AS r1)) IS NOT TRUE)",
    "(status = ? OR NOT EXISTS (SELECT 1 FROM objectives AS r1 WHERE r1.mission_id = missions.id))",
  ],
];

for (const [path, query, selected, lookedFor] of CONDITIONS) {
  test(`decision 71: the condition of ${path}?${query}`, () => {
    assert.equal(conditionOf(path, query, "in"), selected);
    assert.equal(conditionOf(path, query, "exists"), lookedFor);
  });
}

/** The indexes that find the records of a list, in the order in which a database reads them, by the form of the condition. */
const PLANS: [path: string, query: string, form: Form, plan: RegExp][] = [
  [
    "/api/missions",
    "astronauts.name=x",
    "in",
    /missions_by_id.*crew_by_astronaut_id_and_mission_id.*astronauts_by_name__folded_and_id/s,
  ],
  [
    "/api/missions",
    "astronauts.name=x",
    "exists",
    /missions_by_id.*crew_by_mission_id_and_astronaut_id.*astronauts_by_/s,
  ],
  ["/api/missions", "destination.name=x", "in", /missions_by_destination_and_id|missions_by_id/],
  ["/api/astronauts", "all_missions.status=active", "in", /crew_by_mission_id_and_astronaut_id.*missions_by_status/s],
];

for (const [path, query, form, plan] of PLANS) {
  test(`decision 71: on SQLite, ${path}?${query} reads indexes with the form "${form}"`, async () => {
    const list = listOf(path, query);
    const select = selectKeys(
      list.view,
      list.predicatesIn(() => form),
      list.sorts,
      { limit: 20, offset: 0 },
    );
    const explained: Query = { ...select, sql: `EXPLAIN QUERY PLAN ${select.sql}`, text: "", values: select.values };
    const steps = (await database.reader.all(explained)).map(({ detail }) => String(detail));
    assert.match(steps.join("\n"), plan);
    assert.ok(!steps.some((step) => step.startsWith("SCAN r")), steps.join("\n"));
  });
}

/** The predicates of a list if each of its conditions matches this number of related records, in turn. */
async function chosen(query: string, ...counts: readonly number[]): Promise<string[]> {
  const totals = [...counts];
  const session = { all: async () => [{ total: totals.shift() }] } as unknown as ReadSession;
  const list = listOf("/api/missions", query, postgresDialect);
  return (await slowPredicates(list, 100_000, postgresDialect, session)).map(({ sql }) => sql.replaceAll('"', ""));
}

const BOTH = "status=active&astronauts.role=pilot&objectives.status=failed";

test("decision 71: the fewest related records lead, and the other conditions are compared on what they find", async () => {
  const [first, rest, ...none] = await chosen(BOTH, 2_200, 7);
  assert.match(first!, /^missions\.id IN \(SELECT r1\.mission_id FROM objectives/);
  assert.match(rest!, /^\(status = \? AND missions\.id IN \(SELECT r1\.mission_id FROM crew .*\) IS TRUE$/);
  assert.deepEqual(none, []);
});

test("decision 71: related records that are many are looked for", async () => {
  const [first, second, third] = await chosen(BOTH, 2_201, 2_201);
  assert.equal(first, "status = ?");
  assert.match(second!, /^EXISTS/);
  assert.match(third!, /^EXISTS/);
});

test("decision 71: few related records that must be absent, or are an alternative, do not lead", async () => {
  const [none] = await chosen("astronauts_none.role=pilot", 3);
  assert.match(none!, /^\(missions\.id IN .* IS NOT TRUE$/);
  const [any] = await chosen("any.1.astronauts.role=pilot&any.1.status=active", 3);
  assert.match(any!, /^\(missions\.id IN .* OR status = \?\)$/);
});
