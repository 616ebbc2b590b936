/** Proves what `changed_since` and `include_deleted` list, and what they refuse (§6.6), on both stores. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { purgeHistory } from "../engine/app/purge.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { idsOf, messagesOf, readIds } from "./support/http/lists.ts";
import type { Served } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { serveOn } from "./support/store/own-database.ts";

/** The present moment; afterwards it is over. */
function momentOf({ clock }: Served): string {
  const moment = new Date(clock.now()).toISOString();
  clock.advance(1_000);
  return moment;
}

/** The ids that a list has, and those of which it says that they were deleted. */
async function changesIn(served: Served, path: string): Promise<[listed: string[], deleted: string[]]> {
  const response = assertStatus(await served.get(path), 200);
  return [idsOf(response), response.body.deleted?.map(({ id }: { id: string }) => id)];
}

for (const kind of STORE_KINDS) {
  const { name: store, skip } = kind;
  describe(`§6.6: changes on ${store}`, { skip }, () => {
    const started = (settings?: Record<string, string>) => serveOn(kind, settings);

    test("§6.6: what was created or changed after a moment is listed, derived values included; nothing else is", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const id of ["changed", "counted", "deleted", "same"]) await fixtures.planet(id);
      const since = momentOf(served);
      const ask = () => changesIn(served, `/api/planets?changed_since=${since}&include_deleted=true`);
      assert.deepEqual(await ask(), [[], []]);
      assertStatus(await served.patch("/api/planets/changed", { name: "New" }), 200);
      await fixtures.moon("counted", "luna");
      await fixtures.planet("created");
      assert.deepEqual(await ask(), [["changed", "counted", "created"], []]);
      assertStatus(await served.delete("/api/planets/deleted"), 204);
      assert.deepEqual(await ask(), [["changed", "counted", "created"], ["deleted"]]);
      const later = momentOf(served);
      assert.deepEqual(await changesIn(served, `/api/planets?changed_since=${later}&include_deleted=true`), [[], []]);
      assert.deepEqual(await changesIn(served, `/api/planets?changed_since=${later}&include_deleted=false`), [
        [],
        undefined,
      ]);
    });

    test("§6.6: filters, orders, summaries and exports are those of what has changed; what was deleted has no filter", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const id of ["a", "b", "c", "d"]) await fixtures.planet(id);
      const since = momentOf(served);
      for (const id of ["a", "b"]) assertStatus(await served.patch(`/api/planets/${id}`, { name: "New" }), 200);
      assertStatus(await served.delete("/api/planets/c"), 204);
      const path = `/api/planets?changed_since=${since}`;
      assert.deepEqual(await changesIn(served, `${path}&sort=id:desc&include_deleted=true`), [["b", "a"], ["c"]]);
      assert.deepEqual(await changesIn(served, `${path}&id=a&include_deleted=true`), [["a"], ["c"]]);
      assert.deepEqual(await readIds(served, `${path}&any.1.id=b&any.1.id_in=c,d`), ["b"]);
      const counted = await served.get(`${path}&measure=count`);
      assert.equal(counted.body.groups[0].count, 2);
      for (const format of ["csv", "ndjson"]) {
        const { text } = assertStatus(await served.get(`${path}&format=${format}&fields=id`), 200);
        assert.equal(text.trim().split("\n").length, format === "csv" ? 3 : 2, text);
      }
      const asked = await served.request("QUERY", "/api/planets", {
        body: { changed_since: since, include_deleted: true },
      });
      assert.deepEqual([idsOf(asked), asked.body.deleted.length], [["a", "b"], 1]);
    });

    test("§6.6: deleted names what is gone, when, once, in that order, below the parent of the list", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const planet of ["p", "q"]) {
        await fixtures.planet(planet);
        for (const moon of ["x", "y"]) await fixtures.moon(planet, `${planet}-${moon}`);
      }
      const since = momentOf(served);
      const times: string[] = [];
      for (const path of ["/api/planets/p/moons/p-y", "/api/planets/p/moons/p-x", "/api/planets/q?cascade=true"]) {
        times.push(new Date(served.clock.now()).toISOString());
        assertStatus(await served.delete(path), 204);
        served.clock.advance(1_000);
      }
      const ask = (list: string) => served.get(`/api/${list}?changed_since=${since}&include_deleted=true`);
      assert.deepEqual((await ask("planets/p/moons")).body.deleted, [
        { id: "p-y", deleted_at: times[0] },
        { id: "p-x", deleted_at: times[1] },
      ]);
      assert.deepEqual((await ask("moons")).body.deleted, [
        { id: "p-y", deleted_at: times[0] },
        { id: "p-x", deleted_at: times[1] },
        { id: "q-x", deleted_at: times[2] },
        { id: "q-y", deleted_at: times[2] },
      ]);
      // One that exists again was not deleted; one that was deleted twice was deleted at last.
      await fixtures.moon("p", "p-x");
      await fixtures.moon("p", "p-y");
      served.clock.advance(1_000);
      assertStatus(await served.delete("/api/planets/p/moons/p-y"), 204);
      const last = new Date(served.clock.now()).toISOString();
      const { body } = await ask("planets/p/moons");
      assert.deepEqual(body.deleted, [{ id: "p-y", deleted_at: last }]);
      assert.deepEqual(
        body.moons.map(({ id }: { id: string }) => id),
        ["p-x"],
      );
    });

    test("§6.6: lists of both sides of a membership name the entries that are gone by the ids of their items", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.crew("m", ["ann", "bob"], () => ({}));
      await fixtures.crew("n", ["ann"], () => ({}));
      const since = momentOf(served);
      assertStatus(await served.delete("/api/missions/m/astronauts/ann"), 204);
      const ask = (list: string) => changesIn(served, `/api/${list}?changed_since=${since}&include_deleted=true`);
      assert.deepEqual(await ask("missions/m/crew"), [[], ["ann"]]);
      assert.deepEqual(await ask("missions/n/crew"), [[], []]);
      assert.deepEqual(await ask("astronauts/ann/missions"), [[], ["m"]]);
    });

    test("§6.6: at most 1,000 are named, and then it says so; with a cursor, on the first page", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.mission("m");
      const sample = { instrument: "probe", parameter: "p", value: 1, unit: "m", collected_at: "2020-01-01T00:00:00Z" };
      const post = (count: number) =>
        served.post(
          "/api/missions/m/data",
          Array.from({ length: count }, () => sample),
        );
      assertStatus(await post(1_000), 201);
      const since = momentOf(served);
      assertStatus(await served.delete("/api/missions/m?cascade=true"), 204);
      const ask = (query = "") => served.get(`/api/data?changed_since=${since}&include_deleted=true${query}`);
      const all = await ask();
      assert.deepEqual([all.body.deleted.length, all.body.deleted_truncated], [1_000, undefined]);
      await fixtures.mission("m");
      assertStatus(await post(3), 201);
      assertStatus(await served.delete(`/api/missions/m?cascade=true`), 204);
      await fixtures.mission("m");
      assertStatus(await post(3), 201);
      const most = await ask("&limit=1");
      assert.deepEqual([most.body.deleted.length, most.body.deleted_truncated], [1_000, true]);
      const first = await ask("&limit=2&cursor=");
      assert.equal(first.body.deleted.length, 1_000);
      const second = await served.get(first.body._links.next);
      assert.deepEqual(
        [second.body.data.length, second.body.deleted, second.body._links.next],
        [1, undefined, undefined],
      );
    });

    test("§6.6: between two moments, changes are those up to the second", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const id of ["a", "b", "c"]) await fixtures.planet(id);
      const since = momentOf(served);
      assertStatus(await served.patch("/api/planets/a", { name: "One" }), 200);
      assertStatus(await served.delete("/api/planets/b"), 204);
      const until = momentOf(served);
      assertStatus(await served.patch("/api/planets/a", { name: "Two" }), 200);
      assertStatus(await served.delete("/api/planets/c"), 204);
      await fixtures.planet("b");
      await fixtures.planet("d");
      assertStatus(await served.delete("/api/planets/d"), 204);
      const ask = (query: string) => changesIn(served, `/api/planets?include_deleted=true&changed_since=${query}`);
      assert.deepEqual(await ask(`${since}&as_of=${until}`), [["a"], ["b"]]);
      assert.deepEqual(await ask(since), [
        ["a", "b"],
        ["c", "d"],
      ]);
      assert.deepEqual(await ask(until), await ask(since));
    });

    test("§6.6: a copy of a list with deletions is current only while nothing was deleted", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      for (const id of ["a", "b"]) await fixtures.planet(id);
      const since = momentOf(served);
      const path = `/api/planets?changed_since=${since}&include_deleted=true`;
      // Asked three times, the answer is kept.
      for (let times = 0; times < 3; times += 1) assert.deepEqual(await changesIn(served, path), [[], []]);
      const { headers } = await served.get(path);
      const ifNoneMatch = { "if-none-match": headers.get("etag")! };
      assertStatus(await served.get(path, { headers: ifNoneMatch }), 304);
      assertStatus(await served.delete("/api/planets/b"), 204);
      assertStatus(await served.get(path, { headers: ifNoneMatch }), 200);
      assert.deepEqual(await changesIn(served, path), [[], ["b"]]);
    });

    test("§6.6: a date means its beginning, not later than now or as_of; before what is kept is 410", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      await fixtures.planet("a");
      served.clock.advance(86_400_000);
      const ask = (since: string, rest = "") => served.get(`/api/planets?changed_since=${since}${rest}`);
      // The service has started on 2026-01-15, at noon.
      for (const since of ["2026-01-15T12:00:00Z", "2026-01-16", "2026-01-16T12:00:00Z"])
        assertStatus(await ask(since), 200);
      for (const since of ["2026-01-15", "2026-01-15T11:59:59.999Z"]) {
        const refused = assertStatus(await ask(since), 410);
        assert.match(refused.body.detail, /2026-01-15T12:00:00.000Z/);
        assertStatus(await ask(since, "&format=csv"), 410);
      }
      for (const since of ["2026-01-17", "2026-01-16T12:00:00.001Z", "", "x", "2026-02-30"])
        assertRefused(await ask(since), 400, ["changed_since", "invalid_value"]);
      assert.match(messagesOf(await ask("2026-01-17")).changed_since!, /later than now, 2026-01-16T12:00:00.000Z/);
      assert.match(messagesOf(await ask("x")).changed_since!, /YYYY-MM-DD/);
      const crossed = await ask("2026-01-16", "&as_of=2026-01-15");
      assertRefused(crossed, 400, ["changed_since", "invalid_value"]);
      assert.match(messagesOf(crossed).changed_since!, /later than as_of/);
    });

    test("§6.6: what cannot name deletions says so", async () => {
      await using service = await started();
      const { served } = service;
      const since = new Date(served.clock.now()).toISOString();
      const ask = (query: string) => served.get(`/api/planets?${query}`);
      const invalid: [string, string] = ["include_deleted", "invalid_value"];
      assertRefused(await ask("include_deleted=true"), 400, invalid);
      assertRefused(await ask(`include_deleted=yes&changed_since=${since}`), 400, invalid);
      assertRefused(await ask(`include_deleted=true&changed_since=${since}&format=csv`), 400, invalid);
      assertRefused(await ask(`include_deleted=true&changed_since=${since}&measure=count`), 400, invalid);
      assertStatus(await ask("include_deleted=false"), 200);
      for (const path of ["/api/events", "/api/planets/p", "/api/search"])
        assertRefused(await served.get(`${path}?changed_since=${since}${path.endsWith("h") ? "&q=x" : ""}`), 400, [
          "changed_since",
          "unknown_parameter",
        ]);
    });

    test("§6.6: it needs the scope of the list, and no other; private lists need theirs", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const keyWith = keysByScopes(served);
      const medical = "/api/astronauts/ann/medical";
      await fixtures.crew("m", ["ann"], () => ({}));
      await fixtures.put(`${medical}/x`, { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
      const since = momentOf(served);
      assertStatus(await served.delete(`${medical}/x`), 204);
      const query = `changed_since=${since}&include_deleted=true`;
      assertStatus(await served.get(`/api/missions?${query}`, { credential: false }), 200);
      assertStatus(await served.get(`${medical}?${query}`, { credential: await keyWith(["missions:write"]) }), 403);
      const read = await served.get(`${medical}?${query}`, { credential: await keyWith(["medical:read"]) });
      assert.equal(assertStatus(read, 200).body.deleted[0].id, "x");
      assert.equal(read.headers.get("cache-control"), "private, no-store");
    });

    test("§6.4: a purge forgets what was deleted, and no copy of it is current any more", async () => {
      await using service = await started();
      const { served, fixtures } = service;
      const since = momentOf(served);
      await fixtures.planet("p");
      await fixtures.planet("q");
      assertStatus(await served.delete("/api/planets/p"), 204);
      const path = `/api/planets?changed_since=${since}&include_deleted=true`;
      const { headers } = await served.get(path);
      assert.deepEqual(await changesIn(served, path), [["q"], ["p"]]);
      await purgeHistory(served.store, "/api/planets/p", { below: false, actor: "test" });
      assertStatus(await served.get(path, { headers: { "if-none-match": headers.get("etag")! } }), 200);
      assert.deepEqual(await changesIn(served, path), [["q"], []]);
    });
  });
}
