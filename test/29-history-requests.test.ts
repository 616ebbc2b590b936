/** Proves how requests ask about the past (§6.5): the parameter and its faults, what takes it, the links of answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, faultsOf, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.crew("apollo", ["ann", "bob"], () => ({}));
await fixtures.planet("mars");
await fixtures.moon("mars", "phobos");
await fixtures.moon("mars", "deimos");
await fixtures.put("/api/planets/mars/surface", {});
await served.patch("/api/missions/apollo", { destination: "mars" });

// Every moment below is after these writes.
served.clock.advance(60_000);
const [TODAY, NOW] = ["2026-01-15", "2026-01-15T12:01:00.000Z"];

/** A path of each kind that reads records. */
const READS = [
  "/api/missions/apollo",
  "/api/planets/mars/surface",
  "/api/missions/apollo/crew/ann",
  "/api/missions",
  "/api/missions/apollo/crew",
  "/api/astronauts/ann/missions",
  "/api/planets/mars/moons",
  "/api/moons",
];

/** Every path in a body, with the name of its link. */
function linksOf(body: Body): [name: string, path: string][] {
  if (Array.isArray(body)) return body.flatMap(linksOf);
  if (typeof body !== "object" || body === null) return [];
  const { _links: links = {}, ...rest } = body;
  return [...(Object.entries(links) as [string, string][]), ...Object.values(rest).flatMap(linksOf)];
}

/** The same without the moment in its links. */
function undated(text: string): string {
  return text.replaceAll(/\?as_of=[^"&]*&/g, "?").replaceAll(/[?&]as_of=[^"&]*/g, "");
}

for (const path of READS) {
  test(`§6.5: GET ${path} as of today is what GET answers, with links to the past`, async () => {
    const [past, present] = [await served.get(`${path}?as_of=${TODAY}`), await served.get(path)];
    assertStatus(past, 200);
    assert.equal(undated(past.text), present.text);
    const links = linksOf(past.body);
    assert.ok(links.some(([name]) => name === "self"));
    for (const [name, link] of links) assert.equal(link.includes(`as_of=${TODAY}`), name !== "events", link);
    const head = await served.request("HEAD", `${path}?as_of=${TODAY}`);
    assert.deepEqual([head.status, head.headers.get("etag")], [200, past.headers.get("etag")]);
  });
}

test("§6.5: every link of a record, of its parent and of its Content-Location leads to the same moment, but not that to its events", async () => {
  const { body, headers } = await served.get(`/api/missions/apollo?as_of=${TODAY}`);
  assert.equal(headers.get("content-location"), body._links.self);
  assert.equal(body._links.self, `/api/missions/apollo?as_of=${TODAY}`);
  assert.equal(body._links.destination, `/api/planets/mars?as_of=${TODAY}`);
  assert.equal(body._links.events, "/api/events?subject=/api/missions/apollo");
  const crew = await served.get(`/api/missions/apollo/crew?as_of=${TODAY}`);
  assert.equal(crew.body._links.mission, `/api/missions/apollo?as_of=${TODAY}`);
  assert.equal(crew.headers.get("content-location"), `/api/missions/apollo/astronauts?as_of=${TODAY}`);
  const some = await served.get(`/api/missions/apollo?fields=name&as_of=${TODAY}`);
  assert.deepEqual(Object.keys(some.body), ["id", "name", "_links"]);
});

test("§6.5: links spell the moment as the client did, and a plus sign so that it stays one", async () => {
  for (const text of ["2026-01-15T13:00:30%2B01:00", "2026-01-15t12:00:30z", "2026-01-15T12:00:59.9999Z"]) {
    const { body } = assertStatus(await served.get(`/api/moons?as_of=${text}`), 200);
    for (const [, link] of linksOf(body)) {
      assert.ok(link.includes(`as_of=${text}`), link);
      assertStatus(await served.get(link), 200);
    }
  }
});

test("§6.5: pages, cursors and their Link header keep the moment", async () => {
  const page = await served.get(`/api/moons?as_of=${TODAY}&limit=1`);
  assert.equal(page.body._links.next, `/api/moons?as_of=${TODAY}&limit=1&page=2`);
  assert.ok(page.headers.get("link")!.includes(`</api/moons?as_of=${TODAY}&limit=1&page=2>; rel="next"`));
  const ids: string[] = [];
  for (let next: string | undefined = `/api/moons?cursor=&limit=1&as_of=${TODAY}`; next; ) {
    assert.ok(next.includes(`as_of=${TODAY}`));
    const { body }: Body = assertStatus(await served.get(next), 200);
    ids.push(...body.moons.map(({ id }: Body) => id));
    next = body._links.next;
  }
  assert.deepEqual(ids, ["deimos", "phobos"]);
});

test("§6.5: filters, summaries, include, fields and search are asked of the past as of the present", async () => {
  for (const query of [
    "astronauts.name_contains=ann",
    "group_by=status&measure=count",
    "include=astronauts,destination",
    "fields=*",
    "search=apollo",
    "sort=destination.name:desc",
  ]) {
    const [past, present] = [
      await served.get(`/api/missions?${query}&as_of=${TODAY}`),
      await served.get(`/api/missions?${query}`),
    ];
    assertStatus(past, 200);
    assert.equal(undated(past.text), present.text, query);
  }
});

test("§6.5: QUERY asks about the past in its content, and continues there when a URL is too short", async () => {
  const ask = (body: unknown) => served.request("QUERY", "/api/moons", { body });
  const { status, body, headers } = await ask({ as_of: TODAY, limit: 1 });
  assert.deepEqual([status, body.moons.length], [200, 1]);
  assert.equal(headers.get("content-location"), `/api/moons?as_of=${TODAY}&limit=1`);
  assert.ok(linksOf(body).every(([, link]) => link.includes(`as_of=${TODAY}`)));
  const name_in = ["phobos", "deimos", ...Array.from({ length: 90 }, (_, at) => `${at}`.padEnd(150, "x"))];
  const long = assertStatus(await ask({ as_of: TODAY, limit: 1, name_in }), 200);
  assert.equal(long.body.next_body.as_of, TODAY);
  assert.equal(long.body._links.self, `/api/moons?as_of=${TODAY}`);
  assert.equal((await ask(long.body.next_body)).body.moons[0].id, "phobos");
  assertRefused(await ask({ as_of: 2026 }), 400, ["as_of", "invalid_value"]);
});

test("§6.5: a moment is a date up to today, or a date-time up to now; everything else is 400", async () => {
  const accepted = [TODAY, NOW, "2026-01-15T12:01:00.0009Z", "2026-01-15T17:31:00%2B05:30"];
  const refused = ["2026-01-16", "2026-01-15T12:01:00.001Z", "2026-01-15T12:01:00-00:01", "9999-12-31"];
  const malformed = ["", "x", "2026-02-30", "2026-01", "2026-01-15T12:00:00", "2026-01-15T13:00:00+01:00", "now"];
  for (const path of ["/api/missions", "/api/missions/apollo", "/api/moons?format=csv"]) {
    const ask = (text: string) => served.get(`${path}${path.includes("?") ? "&" : "?"}as_of=${text}`);
    for (const text of accepted) assertStatus(await ask(text), 200);
    for (const text of [...refused, ...malformed]) {
      const answer = await ask(text);
      assertRefused(answer, 400, ["as_of", "invalid_value"]);
      const allowed = refused.includes(text) ? `later than now, ${NOW}, or than today, ${TODAY}` : "YYYY-MM-DD";
      assert.ok(answer.body.detail.includes(allowed), answer.text);
    }
    assertRefused(await ask(`${TODAY}&as_of=${TODAY}`), 400, ["as_of", "duplicate_parameter"]);
  }
});

test("§6.5: all faults of a request about the past are found at once", async () => {
  const answer = await served.get("/api/missions?as_of=x&limit=0&statu=active");
  assertRefused(answer, 400, ["as_of", "invalid_value"], ["limit", "out_of_range"], ["statu", "unknown_parameter"]);
  const one = await served.get("/api/missions/apollo?as_of=x&fields=nam");
  assertRefused(one, 400, ["as_of", "invalid_value"], ["fields", "unknown_field"]);
});

test("§6.5: a misspelled as_of is suggested where it is known, and nowhere else", async () => {
  const suggested = async (path: string) => (await served.get(path)).body.detail.includes("as_of");
  assert.ok(await suggested(`/api/missions?asof=${TODAY}`));
  assert.ok(await suggested(`/api/missions/apollo?as_off=${TODAY}`));
  assert.ok(!(await suggested(`/api/operations?asof=${TODAY}`)));
  const inside = await served.get(`/api/missions?any.1.as_of=${TODAY}`);
  assert.match(inside.body.detail, /as_of is not allowed as an alternative/);
});

test("§6.5: what belongs to the service itself does not take as_of", async () => {
  for (const path of [
    "/api",
    "/api/me",
    "/api/search?q=apollo",
    "/api/events",
    "/api/operations",
    "/api/api-keys",
    "/api/webhooks",
  ]) {
    const answer = await served.get(`${path}${path.includes("?") ? "&" : "?"}as_of=${TODAY}`);
    assertRefused(answer, 400, ["as_of", "unknown_parameter"]);
  }
  const stream = await served.get(`/api/events?as_of=${TODAY}`, { headers: { accept: "text/event-stream" } });
  assertRefused(stream, 400, ["as_of", "unknown_parameter"]);
});

test("§6.5: the past cannot be written: 400, and nothing is changed", async () => {
  const query = `?as_of=${TODAY}`;
  for (const answer of [
    await served.post(`/api/planets${query}`, { name: "X", planet_type: "dwarf" }),
    await served.post(`/api/missions/apollo/data${query}`, []),
    await served.put(`/api/planets/mars${query}`, { name: "X", planet_type: "dwarf" }),
    await served.patch(`/api/planets/mars${query}`, { name: "X" }),
    await served.delete(`/api/planets/mars/moons/phobos${query}`),
  ]) {
    assert.equal(answer.status, 400, answer.text);
    assert.ok(faultsOf(answer).some(([place]) => place === "as_of"));
    assert.match(answer.text, /as_of is not allowed: the past can be read, but not changed\./);
  }
  assert.equal((await fixtures.read("/api/planets/mars")).name, "mars");
  assert.equal((await served.get("/api/moons")).body.total_count, 2);
});

test("§6.5: what did not exist is 404, with a suggestion of what did", async () => {
  const missing = await served.get(`/api/planets/mrs?as_of=${TODAY}`);
  assert.match(assertStatus(missing, 404).body.detail, /no such planet. Did you mean mars\?/);
  const parent = await served.get(`/api/planets/mrs/moons?as_of=${TODAY}`);
  assert.match(assertStatus(parent, 404).body.detail, /Did you mean mars\?/);
});

test("§6.5: the clock decides: tomorrow, its date is past", async (t) => {
  const other = await serve();
  t.after(() => other.stop());
  assert.equal((await other.get("/api/missions?as_of=2026-01-16")).status, 400);
  other.clock.advance(86_400_000);
  assert.equal((await other.get("/api/missions?as_of=2026-01-16")).status, 200);
});

// Last: the clock goes on by a day.
test("§6.5: exports of the past are named for its day, and lead to it", async () => {
  const ndjson = await served.get(`/api/moons?format=ndjson&as_of=${TODAY}`);
  const lines = ndjson.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ _links: links }) => links.planet),
    [`/api/planets/mars?as_of=${TODAY}`, `/api/planets/mars?as_of=${TODAY}`],
  );
  served.clock.advance(86_400_000);
  const csv = await served.get(`/api/moons?format=csv&fields=name&as_of=${TODAY}`);
  assert.equal(csv.headers.get("content-disposition"), `attachment; filename="moons-${TODAY}.csv"`);
  assert.equal(csv.text, "id,name\r\ndeimos,deimos\r\nphobos,phobos\r\n");
  const groups = await served.get(`/api/moons?format=csv&group_by=planet_id&as_of=${TODAY}`);
  assert.equal(groups.text, "planet_id,count\r\nmars,2\r\n");
});
