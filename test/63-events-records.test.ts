/** Proves that the records of a deletion are kept and listed by its event (§6.1): as they were, whole, for whom may read it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { purgeHistory } from "../engine/app/purge.ts";
import { readEvents } from "./support/events/event-replay.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import type { Body, Served } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { serveOn } from "./support/store/own-database.ts";

/** The path of the records of the last event of a type. */
async function recordsOf(served: Served, type: string): Promise<string> {
  const event = (await readEvents(served)).findLast((each) => each.type === type);
  assert.ok(event, type);
  return `/api/events/${event.id}/records`;
}

/** The records in an answer as NDJSON. */
async function whole(served: Served, path: string): Promise<Body[]> {
  const { status, text, headers } = await served.get(path, { headers: { accept: "application/x-ndjson" } });
  assert.equal(status, 200, text);
  assert.match(headers.get("content-type")!, /^application\/x-ndjson/);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

for (const kind of STORE_KINDS) {
  const { name: store, skip } = kind;
  describe(`§6.1: records of deletions on ${store}`, { skip }, () => {
    const started = (settings?: Record<string, string>) => serveOn(kind, settings);

    test("§6.1: what was deleted with its parent is listed as it was, paged and as NDJSON", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.crew("doomed", ["ann", "bob"], () => ({ role: "pilot" }));
      await fixtures.spacecraft("ship");
      await fixtures.equip("doomed", "ship");
      await fixtures.put("/api/missions/doomed/objectives/one", { title: "One" });
      const samples = Array.from({ length: 250 }, (_, at) => ({
        ...{ id: `s${at}`, instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z", value: at },
      }));
      assertStatus(await served.post("/api/missions/doomed/data", samples), 201);
      const lists = { crew_member: "astronauts", vehicle: "spacecraft", objective: "objectives", sample: "data" };
      const before: Record<string, Body[]> = {};
      for (const [one, list] of Object.entries(lists))
        before[one] = await whole(served, `/api/missions/doomed/${list}?fields=*`);
      served.clock.advance(1_000);
      assertStatus(await served.delete("/api/missions/doomed?cascade=true"), 204);
      for (const one of Object.keys(lists)) {
        const path = await recordsOf(served, `${one}.batch_deleted`);
        assert.deepEqual(await whole(served, path), before[one], one);
        const { body } = await served.get(`${path}?limit=3`);
        assert.deepEqual([body.page, body.limit, body.total_count], [1, 3, before[one]!.length]);
        assert.deepEqual(body.records, before[one]!.slice(0, 3));
        if (before[one]!.length <= 3) continue;
        const next = await served.get(body._links.next);
        assert.deepEqual(next.body.records, before[one]!.slice(3, 6));
      }
    });

    test("§6.1: each deletion has its own records, also of another life of the parent in the same millisecond", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const title of ["First", "Second"]) {
        await fixtures.mission("m");
        await fixtures.put("/api/missions/m/objectives/o", { title });
        assertStatus(await served.delete("/api/missions/m?cascade=true"), 204);
        const [record, ...others] = await whole(served, await recordsOf(served, "objective.batch_deleted"));
        assert.deepEqual([record.title, others], [title, []]);
      }
      // The record itself has an event of its own.
      const own = (await readEvents(served)).findLast(({ type }) => type === "mission.deleted");
      for (const id of [own!.id, "0000000000009999", "x"])
        assertRefused(await served.get(`/api/events/${id}/records`), 404);
    });

    test("§6.1: what was deleted by itself before its parent is not among them", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      // The first records of their kinds have the same integer key as their parent.
      await fixtures.crew("m", ["gone", "stay"], () => ({}));
      assertStatus(await served.delete("/api/missions/m/astronauts/gone"), 204);
      for (const id of ["gone", "stay"]) await fixtures.put(`/api/missions/m/objectives/${id}`, { title: id });
      assertStatus(await served.delete("/api/missions/m/objectives/gone"), 204);
      assertStatus(await served.delete("/api/missions/m?cascade=true"), 204);
      for (const one of ["objective", "crew_member"]) {
        const records = await whole(served, await recordsOf(served, `${one}.batch_deleted`));
        assert.deepEqual(
          records.map(({ id }) => id),
          ["stay"],
        );
      }
    });

    test("§6.1: private records need their scope; purged ones are missing", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.astronaut("ann");
      for (const id of ["x", "y"])
        await fixtures.put(`/api/astronauts/ann/medical/${id}`, {
          ...{ examined_on: "2025-01-01", kind: "annual", fitness: "fit" },
        });
      assertStatus(await served.delete("/api/astronauts/ann?cascade=true"), 204);
      const path = await recordsOf(served, "medical_record.batch_deleted");
      const keyWith = keysByScopes(served);
      const [events, medical] = [await keyWith(["events:read"]), await keyWith(["medical:read"])];
      const both = await keyWith(["events:read", "medical:read"]);
      assertRefused(await served.get(path, { credential: events }), 404);
      assertRefused(await served.get(path, { credential: medical }), 403);
      assertRefused(await served.get(path, { credential: false }), 401);
      const { body, headers } = await served.get(path, { credential: both });
      assert.deepEqual(
        body.records.map(({ id }: Body) => id),
        ["x", "y"],
      );
      await purgeHistory(served.store, "/api/astronauts/ann/medical/x", { below: false, actor: "operator:test" });
      const tags = { "if-none-match": headers.get("etag")! };
      const later = await served.get(path, { credential: both, headers: tags });
      assert.deepEqual([later.status, later.body.total_count, later.body.records[0].id], [200, 1, "y"]);
      const unchanged = await served.get(path, { headers: { "if-none-match": later.headers.get("etag")! } });
      assertStatus(unchanged, 304);
    });

    test("§6.1: it takes page, limit and format; others are faults", async () => {
      await using service = await started();
      const { served } = service;
      const path = "/api/events/0000000000000001/records";
      for (const query of ["sort=id", "page=0", "limit=101", "format=csv", "format=xml", "as_of=2026-01-01"])
        assertRefused(await served.get(`${path}?${query}`), 400);
      assertRefused(await served.get(path, { headers: { accept: "text/csv" } }), 406);
      assertRefused(await served.delete(path), 405);
    });
  });
}
