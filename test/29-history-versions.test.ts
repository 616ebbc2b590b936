/** Proves what is known of the past, and what is not (§6.4, §6.5): first starts, bounds, purges, migrations, clocks; on both stores. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { raw } from "sql-template-tag";
import { purgeHistory } from "../engine/app/purge.ts";
import { anyObject, integer, object, text } from "../engine/declare/fields.ts";
import { NO_HOOKS, type OpenDatabase } from "../engine/store/database.ts";
import { lenses, makers } from "./support/domain/versioned-domain.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { readIds } from "./support/http/lists.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { serveOn } from "./support/store/own-database.ts";

const DAY = 86_400_000;

/** The present moment, as a parameter; afterwards it is over. */
function momentOf({ clock }: Served): string {
  const moment = `as_of=${new Date(clock.now()).toISOString()}`;
  clock.advance(1_000);
  return moment;
}

/** Makes a database what a version without history would have left. */
async function withoutHistory(open: OpenDatabase, table: string): Promise<void> {
  const database = await open(NO_HOOKS);
  await database.exclusive(async (session) => {
    await session.run(raw(`DROP TABLE "${table}__history"`));
    await session.run(raw(`ALTER TABLE "${table}" DROP COLUMN "row__start"`));
    await session.run(raw("DELETE FROM service_metadata WHERE name = 'history_start'"));
  });
  await database.close();
}

for (const kind of STORE_KINDS) {
  const { name: store, create, opener, skip } = kind;
  describe(`§6.5: versions on ${store}`, { skip }, () => {
    const started = (settings?: Record<string, string>) => serveOn(kind, settings);

    test("§6.5: history begins with the first start; what was before is 410", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const start = served.clock.now();
      await fixtures.mission("m");
      served.clock.advance(DAY);
      const before = new Date(start - 1).toISOString();
      for (const path of ["/api/missions/m", "/api/missions", "/api/missions?format=csv"]) {
        const refused = await served.get(`${path}${path.includes("?") ? "&" : "?"}as_of=${before}`);
        assertRefused(refused, 410);
        assert.equal(refused.body.earliest, new Date(start).toISOString());
      }
      assertStatus(await served.get(`/api/missions/m?as_of=${new Date(start).toISOString()}`), 200);
    });

    test("§6.5: a record is what it was, or was not, through changes, deletion and another life of its id", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const none = momentOf(served);
      await fixtures.planet("p", { name: "One" });
      await fixtures.put("/api/planets/p/moons/m", { name: "Moon" });
      const one = momentOf(served);
      assertStatus(await served.patch("/api/planets/p", { name: "Two" }), 200);
      const two = momentOf(served);
      assertStatus(await served.delete("/api/planets/p?cascade=true"), 204);
      const gone = momentOf(served);
      await fixtures.planet("p", { name: "Three" });
      const three = momentOf(served);
      const names = { [one]: "One", [two]: "Two", [three]: "Three" };
      for (const moment of [none, one, two, gone, three]) {
        const { status, body } = await served.get(`/api/planets/p?${moment}`);
        assert.deepEqual([status, body.name], names[moment] ? [200, names[moment]] : [404, undefined], moment);
        const listed = await served.get(`/api/planets?${moment}&fields=name`);
        assert.deepEqual(
          [listed.body.total_count, listed.body.planets[0]?.name],
          [names[moment] ? 1 : 0, names[moment]],
        );
        const moons = moment === one || moment === two ? ["m"] : [];
        assert.deepEqual(await readIds(served, `/api/moons?${moment}`), moons, moment);
        assert.deepEqual(
          await readIds(served, `/api/planets?moons.name=moon&${moment}`),
          moons.map(() => "p"),
        );
      }
    });

    test("§4.2, §6.5: texts of the past are found and sorted in any case, of other letters than ASCII's too", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const names = { a: "Étoile", b: "zone", c: "ΟΔΟΣ", d: "Straße", e: "VIKING", f: "İzmir" };
      for (const [id, name] of Object.entries(names)) await fixtures.planet(id, { name });
      const found = {
        ...{ "name=étoile": ["a"], "name=ETOILE": [], "name=Zone": ["b"], "name_in=οδος,VIking": ["c", "e"] },
        ...{ "name_contains=SS": ["d"], "name_starts_with=VI": ["e"], "name_ends_with=E": ["a", "b", "d"] },
        "sort=name": ["f", "d", "e", "b", "a", "c"],
      };
      const assertFound = async (moment = "") => {
        for (const [condition, ids] of Object.entries(found))
          assert.deepEqual(await readIds(served, `/api/planets?${condition}${moment}`), ids, `${condition} ${moment}`);
      };
      await assertFound();
      const moment = momentOf(served);
      for (const id of ["a", "b", "c"]) assertStatus(await served.patch(`/api/planets/${id}`, { name: "Other" }), 200);
      for (const id of ["d", "e", "f"]) assertStatus(await served.delete(`/api/planets/${id}`), 204);
      await assertFound(`&${moment}`);
    });

    test("§6.5: of several changes in a millisecond the last one is what was then", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.planet("p", { name: "One" });
      for (const name of ["Two", "Three"]) assertStatus(await served.patch("/api/planets/p", { name }), 200);
      assertStatus(await served.delete("/api/planets/p"), 204);
      await fixtures.planet("p", { name: "Four" });
      const moment = momentOf(served);
      await fixtures.mission("later");
      assert.equal((await served.get(`/api/planets/p?${moment}`)).body.name, "Four");
      assert.deepEqual(await readIds(served, `/api/planets?${moment}`), ["p"]);
    });

    test("§6.5: a clock that is set back shows no record twice", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const start = served.clock.now();
      served.clock.advance(3_600_000);
      await fixtures.planet("p", { name: "Ahead" });
      served.clock.set(new Date(start + 60_000).toISOString());
      assertStatus(await served.patch("/api/planets/p", { name: "Back" }), 200);
      assertStatus(await served.delete("/api/planets/p"), 204);
      await fixtures.planet("p", { name: "Again" });
      served.clock.set(new Date(start + 2 * DAY).toISOString());
      for (let at = start; at < start + 4_000_000; at += 600_000) {
        const { body } = await served.get(`/api/planets?as_of=${new Date(at).toISOString()}&fields=name`);
        const names = body.planets.map(({ name }: { name: string }) => name);
        assert.deepEqual(names, at < start + 3_600_000 ? [] : ["Again"], new Date(at).toISOString());
      }
    });

    test("§6.5: an answer waits for the writes that belong to its moment", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const over = momentOf(served);
      await fixtures.mission("m");
      const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
      const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
      const planets = served.catalog.resource("planets");
      const submission = { action: "create", faults: [], asyncFaults: [], secrets: {}, author: undefined, pointer: "" };
      const writing = served.store.write(
        async (tx) => {
          await tx.create(planets, undefined, {
            ...submission,
            action: "create",
            body: { id: "p", name: "Slow", planet_type: "dwarf" },
          });
          begin();
          await isHeld;
        },
        { isLong: true },
      );
      await hasBegun;
      const moment = momentOf(served);
      let isAnswered = false;
      const answer = readIds(served, `/api/planets?${moment}`).finally(() => {
        isAnswered = true;
      });
      // A moment that is over has an answer meanwhile.
      for (let times = 0; times < 5; times += 1) await readIds(served, `/api/planets?${over}`);
      const wasAnswered = isAnswered;
      release();
      await writing;
      assert.equal(wasAnswered, false);
      assert.deepEqual(await answer, ["p"]);
    });

    test("§6.4: HISTORY_KEEP_DAYS deletes old versions too, and says where history begins now", async () => {
      await using service = await started({ HISTORY_KEEP_DAYS: "10" });
      const { served, fixtures } = service;
      await fixtures.planet("p", { name: "One" });
      const one = momentOf(served);
      assertStatus(await served.patch("/api/planets/p", { name: "Two" }), 200);
      const two = momentOf(served);
      served.clock.advance(11 * DAY);
      await served.store.startDay();
      for (const moment of [one, two]) assertRefused(await served.get(`/api/planets/p?${moment}`), 410);
      const begins = new Date(served.clock.now() - 10 * DAY).toISOString();
      assert.equal((await served.get(`/api/planets/p?as_of=${begins}`)).body.name, "Two");
      const past = await served.store.history.asOf({ time: Date.parse(begins), text: begins }, { client: "test" });
      assert.equal(await past.exists(served.catalog.resource("planets"), "p"), true);
    });

    test("§6.5: a purged record is missing in every past, and known from then on", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.crew("apollo", ["ann"], () => ({ role: "pilot" }));
      await fixtures.put("/api/astronauts/ann/medical/x", {
        examined_on: "2025-01-01",
        kind: "annual",
        fitness: "fit",
      });
      await served.patch("/api/astronauts/ann", { name: "Ann Other" });
      const before = momentOf(served);
      const paths = ["/api/astronauts/ann", "/api/astronauts/ann/medical/x", "/api/missions/apollo/astronauts/ann"];
      const tags = new Map<string, string>();
      for (const path of paths) {
        const { status, headers } = await served.get(`${path}?${before}`);
        assert.equal(status, 200, path);
        tags.set(path, headers.get("etag")!);
      }
      await purgeHistory(served.store, "/api/astronauts/ann", { below: true, actor: "operator:test" });
      const after = momentOf(served);
      for (const path of paths) {
        const headers = { "if-none-match": tags.get(path)! };
        assertStatus(await served.get(`${path}?${before}`, { headers }), 404);
        assertStatus(await served.get(`${path}?${after}`), 200);
        assertStatus(await served.get(path), 200);
      }
      assert.deepEqual(await readIds(served, `/api/astronauts?${before}`), []);
      assert.deepEqual(await readIds(served, `/api/missions?${before}`), ["apollo"]);
      assert.deepEqual(await readIds(served, `/api/missions?astronauts.role=pilot&${before}`), []);
    });

    test("§6.5: a purged record without events and versions is missing too, and no former tag is current", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.mission("m");
      const at = { instrument: "i", parameter: "p", value: 1, unit: "u", collected_at: "2020-01-01T00:00:00Z" };
      // Created in an array, it is only counted by an event.
      assertStatus(
        await served.post(
          "/api/missions/m/data",
          [at, at].map((sample, n) => ({ id: `s${n}`, ...sample })),
        ),
        201,
      );
      const before = momentOf(served);
      const path = `/api/missions/m/data?${before}`;
      const { headers } = assertStatus(await served.get(path), 200);
      const purged = await purgeHistory(served.store, "/api/missions/m/data/s0", { below: false, actor: "test" });
      assert.deepEqual(purged, { events: 0, versions: 0, responses: 0 });
      assertStatus(await served.get(path, { headers: { "if-none-match": headers.get("etag")! } }), 200);
      assert.deepEqual(await readIds(served, path), ["s1"]);
    });

    test("§4.10, §6.5: a purge changes the tags of lists that count the purged records", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.mission("m");
      for (const id of ["one", "two"]) await fixtures.put(`/api/missions/m/objectives/${id}`, { title: id });
      const path = `/api/missions?objective_count=2&${momentOf(served)}`;
      const { headers, body } = assertStatus(await served.get(path), 200);
      assert.equal(body.total_count, 1);
      await purgeHistory(served.store, "/api/missions/m/objectives/one", { below: false, actor: "operator:test" });
      const conditional = { headers: { "if-none-match": headers.get("etag")! } };
      assert.equal(assertStatus(await served.get(path, conditional), 200).body.total_count, 0);
    });

    test("§9: history survives renamed, new and removed fields, and begins with the migration that brings it", async (t) => {
      const { url, remove } = await create();
      t.after(remove);
      const clock = new TestClock();
      const version = async (fields: Parameters<typeof lenses>[0], use: (served: Served) => Promise<void>) => {
        const served = await serve([makers({}), lenses(fields)], { DATABASE_URL: url }, clock);
        await use(served).finally(() => served.stop());
      };
      const former = { label: text().listed(), note: text(), part: anyObject(200) };
      await version(former, async (served) => {
        assertStatus(await served.put("/api/lenses/l", { label: "Before", note: "x", part: { size: 2 } }), 201);
        clock.advance(1_000);
      });
      await withoutHistory(opener(url), "lenses");
      const begins = new Date(clock.now()).toISOString();
      let first = "";
      let second = "";
      await version(former, async (served) => {
        assertRefused(await served.get("/api/lenses/l?as_of=2026-01-15T12:00:00Z"), 410);
        assert.equal((await served.get(`/api/lenses/l?as_of=${begins}`)).body.label, "Before");
        first = momentOf(served);
        assertStatus(await served.patch("/api/lenses/l", { label: "Straße", note: null }), 200);
        second = momentOf(served);
        assertStatus(await served.patch("/api/lenses/l", { label: "Last" }), 200);
      });
      const later = {
        title: text().listed().formerly("label"),
        size: text().default("large"),
        part: object({ size: integer() }),
      };
      await version(later, async (served) => {
        const shown = async (moment: string) => {
          const { title, size, note } = (await served.get(`/api/lenses/l?${moment}`)).body;
          return { title, size, note };
        };
        assert.deepEqual(await shown(first), { title: "Before", size: "large", note: undefined });
        assert.deepEqual(await shown(second), { title: "Straße", size: "large", note: undefined });
        assert.deepEqual(await readIds(served, `/api/lenses?title=STRASSE&${second}`), ["l"]);
        assert.deepEqual(await readIds(served, `/api/lenses?title=STRASSE&${first}`), []);
        assert.deepEqual(await readIds(served, `/api/lenses?part.size_min=2&${first}`), ["l"]);
        assertStatus(await served.patch("/api/lenses/l", { title: "Renamed" }), 200);
        const third = momentOf(served);
        assert.deepEqual(await shown(third), { title: "Renamed", size: "large", note: undefined });
        assert.deepEqual(await readIds(served, `/api/lenses?title=last&${second}`), []);
      });
    });
  });
}
