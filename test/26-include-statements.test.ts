/** Proves that `include` takes a statement for each relation and page, and none for each record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixturesFor } from "./support/http/fixtures.ts";
import { itemsOf } from "./support/http/lists.ts";
import { type Body, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { injectPostgresFaults, injectSqliteFaults } from "./support/store/injected-faults.ts";

/** Counts the statements of each store. */
const DRIVERS = {
  SQLite: injectSqliteFaults(() => "SQLITE_IOERR"),
  PostgreSQL: injectPostgresFaults(() => "disk full"),
};

for (const { name: store, create, skip: skipped } of STORE_KINDS) {
  test(`§4.5: ${store}: a page of 40 records takes no more statements than one of 2, whatever it includes`, {
    skip: skipped,
  }, async (t) => {
    await using database = await create();
    await using served = await serve(undefined, { DATABASE_URL: database.url });
    const fixtures = fixturesFor(served);
    await fixtures.planet("mars");
    await fixtures.mission("z");
    for (let index = 0; index < 40; index += 1) {
      const [id, astronaut] = [`m${index}`, `a${index}`];
      await fixtures.mission(id, { destination: "mars", launch_date: "2040-01-01" });
      await fixtures.astronaut(astronaut);
      await fixtures.assign(id, astronaut);
      await fixtures.assign("z", astronaut);
      await served.post(`/api/missions/${id}/objectives`, { title: id });
    }
    const driver = DRIVERS[store as keyof typeof DRIVERS];
    t.after(() => driver.disarm());
    const statements = async (path: string, limit: number, holds: (embedded: Body) => unknown) => {
      driver.armAt(-1);
      const items = itemsOf(await served.get(`${path}&limit=${limit}`));
      driver.disarm();
      assert.equal(items.length, limit);
      assert.ok(items.every(({ _embedded }) => holds(_embedded)));
      // A long list is read in a thread. How often the change counters are read depends on the turns of the event loop.
      const reads = driver.calls.filter((call) => /^(?:all|get|query) .*\bSELECT\b|^post to a thread$/s.test(call));
      return reads.filter((call) => !call.includes("FROM collection_counters")).length;
    };
    const lists: [path: string, fewest: number, holds: (embedded: Body) => unknown][] = [
      [
        "/api/missions?include=astronauts,destination,objectives,spacecraft&fields=name",
        6,
        ({ astronauts, destination }) => astronauts.length === 1 && destination.id,
      ],
      [
        "/api/astronauts?include=current_mission,mission_crew,all_missions&fields=name",
        5,
        (embedded) => embedded.current_mission.id.startsWith("m") && embedded.mission_crew.length === 1,
      ],
      [
        "/api/missions/z/astronauts?include=profile,training",
        4,
        ({ profile, training }) => profile.id && training.length === 0,
      ],
    ];
    for (const [path, fewest, holds] of lists) {
      // Once before, for what is prepared and counted only once.
      await statements(path, 3, holds);
      const few = await statements(path, 2, holds);
      assert.ok(few >= fewest, `${path}: ${few} statements`);
      const many = await statements(path, 40, holds);
      assert.ok(many <= few, `${path}: ${many} statements for 40 records, ${few} for 2`);
    }
  });
}
