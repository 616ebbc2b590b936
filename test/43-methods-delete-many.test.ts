/** Proves that a cascading deletion of many records is complete or without effect, in bounded memory (§4.1, §12.15). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readSubmission } from "../engine/resource/submission.ts";
import { campaignSize, isLong } from "./support/campaign.ts";
import { readEvents } from "./support/events/event-replay.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { runProgram, startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { openParts } from "./support/store/delete-parent.ts";

/** More than are deleted at once. */
const SAMPLES = 2_501;
const CREW = 401;
/** How many samples a process deletes that is killed. */
const KILLED_SAMPLES = 30_000;
/** More than the heap holds, in mebibytes; a part has 60 KB. */
const [PARTS, HEAP_MIB] = [2_500, 88];
const PROGRAM = fileURLToPath(new URL("support/store/delete-parent.ts", import.meta.url));

const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

/** Uploads samples, in arrays of at most 10,000. */
async function upload(served: Pick<Served, "post">, mission: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 10_000) {
    const array = Array.from({ length: Math.min(left, 10_000) }, () => sample);
    assertStatus(await served.post(`/api/missions/${mission}/data`, array), 201);
  }
}

/** Creates a mission, and its crew of new astronauts. */
async function createCrew({ store, catalog }: Served, id: string, count: number): Promise<void> {
  const [missions, astronauts, crew] = ["missions", "astronauts", "crew"].map((name) => catalog.resource(name));
  await store.write(async (tx) => {
    await tx.create(missions!, undefined, readSubmission(missions!, "create", { id, name: id, status: "active" }));
    for (let at = 0; at < count; at += 1) {
      const astronaut = { id: `${id}-${at}`, name: "A" };
      await tx.create(astronauts!, undefined, readSubmission(astronauts!, "create", astronaut));
      const member = { astronaut_id: astronaut.id, role: "pilot" };
      await tx.create(crew!, id, readSubmission(crew!, "create", member));
    }
  });
}

for (const { name, skip, create } of STORE_KINDS) {
  describe(name, { skip }, () => {
    test("§4.1, §12.15: all children of a record are deleted once; counts, derived fields and events agree", async () => {
      await using database = await create();
      await using served = await serve(undefined, { DATABASE_URL: database.url });
      for (const id of ["many", "few"]) await createCrew(served, id, id === "many" ? CREW : 3);
      for (const id of ["many", "few"]) await upload(served, id, id === "many" ? SAMPLES : 3);
      const total = async (path: string) => assertStatus(await served.get(path), 200).body.total_count;
      assert.deepEqual(
        [await total("/api/data"), await total("/api/astronauts?current_mission=many"), await total("/api/missions")],
        [SAMPLES + 3, CREW, 2],
      );
      const unrelated = (await served.get("/api/missions/few")).headers.get("etag");
      const last = (await served.get("/api/events?sort=id:desc&limit=1")).body.events[0].id;
      assertStatus(await served.delete("/api/missions/many?cascade=true"), 204);
      for (const [path, count] of [
        ["/api/data", 3],
        ["/api/data?mission_id=many", 0],
        ["/api/missions", 1],
        ["/api/astronauts", CREW + 3],
        ["/api/astronauts?current_mission=many", 0],
        ["/api/astronauts?mission_count_min=1", 3],
        ["/api/astronauts?total_missions=0", CREW],
      ] as const)
        assert.equal(await total(path), count, path);
      assert.equal((await served.get("/api/missions/few")).headers.get("etag"), unrelated);
      const events = await readEvents(served, last);
      const counts = Object.fromEntries(events.map(({ type, data }: Body) => [type, data.count]));
      assert.deepEqual([counts["sample.batch_deleted"], counts["crew_member.batch_deleted"]], [SAMPLES, CREW]);
      const updated = events.filter(({ type }: Body) => type === "astronaut.updated");
      assert.deepEqual([updated.length, new Set(updated.map(({ subject }: Body) => subject)).size], [CREW, CREW]);
      assert.equal(events.length, CREW + 3);
    });

    test("§4.1: while many records are deleted, other requests are answered, and see all of them or none", async () => {
      await using database = await create();
      await using served = await serve(undefined, { DATABASE_URL: database.url });
      for (const id of ["doomed", "other"]) await served.put(`/api/missions/${id}`, { name: id });
      await upload(served, "doomed", 10_000);
      let isDeleted = false;
      const deletion = served.delete("/api/missions/doomed?cascade=true").finally(() => {
        isDeleted = true;
      });
      const writes = Array.from({ length: 20 }, (_, at) => served.patch("/api/missions/other", { name: `${at}` }));
      while (!isDeleted) {
        assertStatus(await served.get("/api/missions/other"), 200);
        const { total_count: left } = (await served.get("/api/data")).body;
        assert.ok(left === 0 || left === 10_000, `${left} of the samples are seen`);
      }
      assertStatus(await deletion, 204);
      for (const written of writes) assertStatus(await written, 200);
    });

    test("§4.1: a process that is killed in the middle has deleted everything or nothing", {
      skip: !isLong,
    }, async (t) => {
      await using database = await create();
      const settings = { DATABASE_URL: database.url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
      const served = await serve(undefined, { DATABASE_URL: database.url });
      await served.put("/api/missions/doomed", { name: "Doomed" });
      await upload(served, "doomed", KILLED_SAMPLES);
      await served.stop();
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      for (let round = 0, isThere = true; isThere && round < campaignSize("KILL_ROUNDS"); round += 1) {
        const command = startServer(t, settings);
        const url = await command.url;
        const deletion = fetch(`${url}/api/missions/doomed?cascade=true`, { method: "DELETE", headers }).then(
          ({ status }) => status,
          () => undefined,
        );
        for (let read = 0; read <= 3 * round; read += 1) await (await fetch(`${url}/livez`)).text();
        command.process.kill("SIGKILL");
        await command.ended;
        const status = await deletion;
        const next = await serve(undefined, { DATABASE_URL: database.url });
        isThere = (await next.get("/api/missions/doomed")).status === 200;
        if (status === 204) assert.ok(!isThere);
        const left = isThere ? KILLED_SAMPLES : 0;
        for (const path of ["/api/data", "/api/data?instrument=i", "/api/data?mission_id=doomed"])
          assert.equal((await next.get(path)).body.total_count, left, path);
        const { total_count: events } = (await next.get("/api/events?type=sample.batch_deleted")).body;
        assert.equal(events, isThere ? 0 : 1);
        await next.stop();
      }
    });

    test("§4.1: children that take more memory than there is are deleted", { skip: !isLong }, async () => {
      await using database = await create();
      await using opened = new AsyncDisposableStack();
      const store = opened.adopt(await openParts(database.url), (open) => open.close());
      const [wholes, makers, parts] = ["wholes", "makers", "parts"].map((each) => store.catalog.resource(each));
      const drawing = { lines: "x".repeat(60_000) };
      await store.write((tx) =>
        tx.create(wholes!, undefined, readSubmission(wholes!, "create", { id: "whole", name: "W" })),
      );
      await store.write((tx) =>
        tx.create(makers!, undefined, readSubmission(makers!, "create", { id: "maker", name: "M" })),
      );
      for (let from = 0; from < PARTS; from += 100)
        await store.write(async (tx) => {
          for (let at = 0; at < 100; at += 1)
            await tx.create(parts!, "whole", readSubmission(parts!, "create", { maker_id: "maker", drawing }));
        });
      const command = [process.execPath, `--max-old-space-size=${HEAP_MIB}`, PROGRAM] as const;
      const { code, err } = await runProgram({ command }, { DATABASE_URL: database.url });
      assert.equal(code, 0, err);
      const [left] = await store.counters([parts!]);
      assert.equal(left!.total, 0);
      assert.equal((await store.findBy(makers!, "id", "maker"))!.part_count, 0);
    });
  });
}
