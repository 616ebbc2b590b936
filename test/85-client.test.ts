/** Proves what the client makes of a service's resources: reads, preconditions, lists, operations, problems. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AlreadyExists,
  Cancelled,
  Conflict,
  connect,
  Forbidden,
  HasDependents,
  Invalid,
  InvalidTransition,
  NotFound,
  Problem,
  Stale,
  Unauthorized,
} from "../client/index.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { ClientClock } from "./support/http/client-clock.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { proxyWithMishaps } from "./support/http/mishaps.ts";
import { ADMIN_KEY, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const proxy = await proxyWithMishaps(served.url);

/** A client, and the requests that the proxy before the service has seen of it. */
function client(key: string | undefined = ADMIN_KEY) {
  proxy.seen.length = 0;
  return connect(proxy.url, { key, clock: new ClientClock() });
}

/** The error that a call throws. */
async function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    (value) => assert.fail(`must not succeed: ${JSON.stringify(value)}`),
    (error: Error) => error,
  );
}

test("§2.1: a record is created, read, changed, replaced and deleted by its collection, one-to-one or membership", async () => {
  const api = client();
  const planet = await api.planets.create({ id: "vulcan", name: "Vulcan", planet_type: "terrestrial" });
  assert.deepEqual([planet.id, planet.moon_count], ["vulcan", 0]);
  const moon = await api.planets("vulcan").moons.put("remus", { name: "Remus" });
  assert.deepEqual(await api.moons.get("remus"), moon);
  assert.deepEqual(await api.planets("vulcan").moons.get("remus", { fields: ["name"] }), {
    ...{ id: "remus", name: "Remus" },
    _links: moon._links,
  });
  const atmosphere = await api.planets("vulcan").atmosphere.put({ mean_temperature_k: 500 });
  assert.equal((await api.planets("vulcan").atmosphere.update(atmosphere, { notes: "thin" })).notes, "thin");
  assert.equal((await api.planets("vulcan").atmosphere.update({ notes: null })).notes, null);
  assert.equal((await api.planets("vulcan").atmosphere.get()).mean_temperature_k, 500);
  await api.planets("vulcan").atmosphere.remove();
  assert.ok((await errorOf(api.planets("vulcan").atmosphere.get())) instanceof NotFound);
  await fixtures.mission("m");
  await fixtures.astronaut("a", { name: "Ada" });
  const entry = await api.missions("m").crew.create({ astronaut_id: "a", role: "pilot" });
  assert.deepEqual([entry.id, entry.name, entry.role], ["a", "Ada", "pilot"]);
  assert.equal((await api.missions("m").astronauts.update(entry, { role: "commander" })).role, "commander");
  assert.deepEqual((await api.astronauts("a").missions.list()).items[0]!.role, "commander");
  const station = await api.space_stations.create({ name: "Gateway" });
  assert.equal(station._links.self, `/api/space-stations/${station.id}`);
  await api.space_stations.remove(station);
  assert.ok((await errorOf(api.space_stations.get(station.id))) instanceof NotFound);
});

test("§4.10: a change of a record that was read is refused if somebody else has changed it", async () => {
  await fixtures.mission("shared", { operator: "before" });
  const api = client();
  const read = await api.missions.get("shared");
  await fixtures.put("/api/missions/shared", { name: "shared", operator: "theirs" });
  for (const change of [
    () => api.missions.update(read, { operator: "ours" }),
    () => api.missions.remove(read),
    () => api.missions.put("shared", read),
    () => api.missions.put("shared", { ...read, operator: "ours" }, { ifMatch: read }),
    () => api.missions.update("shared", { operator: "ours" }, { ifMatch: read }),
    () => api.missions.update("shared", { operator: "ours" }, { ifMatch: '"none"' }),
  ]) {
    const stale = (await errorOf(change())) as Stale;
    assert.ok(stale instanceof Stale, String(stale));
    assert.equal((await stale.theirs()).operator, "theirs");
    if (stale.base !== undefined) assert.deepEqual(stale.base, read);
  }
  const current = await api.missions.get("shared");
  const changed = await api.missions.update(current, { operator: "ours" });
  assert.equal(changed.operator, "ours");
  await api.missions.update("shared", { operator: "in any state" });
  await api.missions.update(changed, { operator: "in any state too" }, { ifMatch: "*" });
  await api.missions.remove("shared");
});

test("§4.10: an edited record that is put back is protected by itself; a copy for another id is not", async () => {
  const api = client();
  const read = await api.missions.put("edited", { name: "Edited" });
  read.operator = "new";
  const written = await api.missions.put("edited", read);
  assert.equal(written.operator, "new");
  assert.ok((await errorOf(api.missions.put("edited", read))) instanceof Stale);
  const station = await api.space_stations.put("station", { name: "Station" });
  await errorOf(api.space_stations.put("copy", station));
  assert.deepEqual(
    [proxy.seen.at(-1)!.url, proxy.seen.at(-1)!.headers["if-match"]],
    ["/api/space-stations/copy", undefined],
  );
});

test("§4.10: a record whose state is not known is never changed in silence", async () => {
  await fixtures.mission("listed");
  const api = client();
  const { items } = await api.missions.list({ id: "listed" });
  const embedding = await api.missions.get("listed", { include: ["crew"] });
  for (const record of [items[0]!, embedding, { ...(await api.missions.get("listed")) }]) {
    const error = await errorOf(api.missions.update(record, { operator: "ours" }));
    assert.ok(error instanceof TypeError && /pass its id/.test(error.message), String(error));
  }
  assert.ok(proxy.seen.every(({ method }) => method === "GET"));
});

test("§4.10: a record that has not changed is read from a 304, each time as an object of its own", async () => {
  await fixtures.mission("kept", { operator: "before" });
  const api = client();
  const first = await api.missions.get("kept");
  const tag = proxy.seen[0]!.headers["if-none-match"];
  first.operator = "spoilt by the caller";
  const again = await api.missions.get("kept");
  assert.deepEqual([tag, again.operator], [undefined, "before"]);
  assert.notEqual(proxy.seen[1]!.headers["if-none-match"], undefined);
  await api.missions.update(again, { operator: "after" });
  assert.equal((await api.missions.get("kept")).operator, "after");
  const selected = await api.missions.get("kept", { fields: ["operator"] });
  assert.equal(proxy.seen.at(-1)!.headers["if-none-match"], undefined, "another representation");
  assert.equal((await api.missions.update(selected, { operator: null })).operator, null);
});

test("§4.10: of the answers to GETs, the latest 500 are kept; none that may not be stored", async () => {
  const tags: (string | null)[] = [];
  const api = connect("http://service.test", {
    fetch: async (url, { headers }) => {
      tags.push((headers as Headers).get("if-none-match"));
      const cacheControl = url.endsWith("/me") ? "private, no-store" : "no-cache";
      return Response.json({ items: [], _links: {} }, { headers: { etag: '"1"', "cache-control": cacheControl } });
    },
  });
  const pages = [...Array(501).keys(), 1, 0];
  for (const page of pages) await api.missions.list({ page });
  assert.deepEqual(tags.splice(0), [...Array(501).fill(null), '"1"', null]);
  for (const _ of [1, 2]) await api.me();
  assert.deepEqual(tags, [null, null]);
});

test("§4.5: all records are read along the cursors; the arrays of a query are lists", async () => {
  const api = client();
  const names = Array.from({ length: 230 }, (_, index) => `Probe ${index}, "the ${index}th"`);
  await fixtures.mission("many");
  const data = api.missions("many").data;
  const common = { instrument: "i", collected_at: "2026-01-01T00:00:00Z" };
  await data.create(names.map((parameter, index) => ({ ...common, parameter, value: index % 5 })));
  const read: string[] = [];
  proxy.seen.length = 0;
  for await (const { parameter } of data.all({ sort: "parameter:desc", fields: ["parameter"] })) read.push(parameter);
  assert.deepEqual(read, [...names].sort().reverse());
  assert.equal(proxy.seen.length, 3);
  const some = [names[3]!, names[77]!];
  const { items, total } = await data.list({ parameter_in: some, value_in: [2, 3] });
  assert.deepEqual([items.map(({ parameter }) => parameter).sort(), total], [[...some].sort(), 2]);
  const groups = await data.summarize({ group_by: ["parameter"], measure: ["max:value"] });
  assert.equal(groups.length, 230, "all groups");
  assert.equal(typeof groups[0]!.value_max, "number");
  await assert.rejects(data.list({ parameter_in: [] }), /at least one element/);
});

test("§6.5: records and lists are read as they were, page by page, and cannot be changed", async () => {
  const api = client();
  for (const id of ["past-1", "past-2"]) await fixtures.mission(id);
  const as_of = new Date(served.clock.now()).toISOString().slice(0, 10);
  const past = await api.missions.get("past-1", { as_of, fields: ["name"] });
  assert.equal(past._links.self, `/api/missions/past-1?as_of=${as_of}`);
  const paths: string[] = [];
  for await (const { _links: links } of api.missions.all({ as_of, id_starts_with: "past-", limit: 1 }))
    paths.push(links.self);
  assert.deepEqual(paths, [past._links.self, `/api/missions/past-2?as_of=${as_of}`]);
  assert.deepEqual(await api.missions.summarize({ as_of, id_starts_with: "past-", group_by: ["status"] }), [
    { status: "planned", count: 2 },
  ]);
  assert.ok((await (await api.missions.export({ as_of })).text()).includes(past._links.self));
  const error = await errorOf(api.missions.update(past as never, { name: "X" }));
  assert.match(error.message, /^The entity tag of \/api\/missions\/past-1 is not known: .* or as_of have none/);
  assert.ok((await errorOf(api.missions.list({ as_of: "2100-01-01" }))) instanceof Invalid);
});

test("§6.6: a page says what was created, changed and deleted since a moment", async () => {
  const api = client();
  const changed_since = new Date(served.clock.now()).toISOString();
  served.clock.advance(1_000);
  for (const id of ["since-1", "since-2"]) await fixtures.mission(id);
  served.clock.advance(1_000);
  await api.missions.remove("since-1");
  const page = await api.missions.list({ changed_since, include_deleted: true });
  assert.deepEqual(
    page.items.map(({ id }) => id),
    ["since-2"],
  );
  assert.deepEqual(page.deleted, [{ id: "since-1", deleted_at: new Date(served.clock.now()).toISOString() }]);
  assert.equal(page.deletedTruncated, false);
  assert.equal((await api.missions.list({ changed_since })).deleted, undefined);
});

test("§4.12: every call on a list asks about related records, with the arrays of a query as lists", async () => {
  const api = client();
  const nations = ["Japan", 'Lunar "Republic", of the'];
  for (const [index, nationality] of nations.entries()) {
    const mission = `related-${index}`;
    await fixtures.mission(mission, { crew_size: 3 });
    await fixtures.astronaut(mission, { nationality });
    await fixtures.assign(mission, mission, { role: index === 0 ? "commander" : "pilot" });
  }
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const both = await api.missions.list({ "astronauts.nationality_in": nations, sort: "id" });
  assert.deepEqual([ids(both.items), both.total], [["related-0", "related-1"], 2]);
  const { items } = await api.missions.list({ "crew.nationality_in": nations, "crew.role": "commander" });
  assert.deepEqual(ids(items), ["related-0"]);
  const question = { "any.1.crew.role": "pilot", "any.1.name": "related-0", "crew_none.nationality": "Japan" } as const;
  const read: { id: string }[] = [];
  for await (const mission of api.missions.all({ ...question, "any.2.id_in": ["related-0", "related-1"] }))
    read.push(mission);
  assert.deepEqual(ids(read), ["related-1"]);
  const groups = await api.missions("related-1").crew.summarize({
    group_by: ["profile.nationality"],
    measure: ["max:profile.mission_count"],
    "profile.nationality_in": nations,
  });
  assert.deepEqual(groups, [{ "profile.nationality": nations[1], count: 1, "profile.mission_count_max": 1 }]);
  const text = await (await api.missions.export({ ...question, fields: ["crew_size"] })).text();
  assert.equal(JSON.parse(text).crew_size, 3);
});

test("§8.1: a service whose pages are smaller is read whole too", async (t) => {
  const small = await serve(undefined, { PAGE_SIZE_MAX: "7", PAGE_SIZE_DEFAULT: "7" });
  t.after(() => small.stop());
  for (let index = 0; index < 16; index += 1) await small.put(`/api/missions/m-${index}`, { name: "M" });
  const ids: string[] = [];
  for await (const { id } of connect(small.url).missions.all()) ids.push(id);
  assert.equal(new Set(ids).size, 16);
});

test("§2.3: a list that is not paged says what it is of", async () => {
  await fixtures.crew("crewed", ["c-1", "c-2"], () => ({ role: "pilot" }));
  const { items, total, more } = await client().missions("crewed").crew.list();
  assert.deepEqual([items.length, total, more.mission_id, more.crew_size], [2, 2, "crewed", 2]);
});

test("§4.3: an operation is awaited as Retry-After says, with progress, result or problem", async () => {
  await fixtures.mission("measured");
  const clock = new ClientClock();
  const api = connect(served.url, { key: ADMIN_KEY, clock });
  const sample = { instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" };
  const operation = await api.missions("measured").data.create(Array(500).fill(sample), { async: true });
  const seen: number[] = [];
  const { created_count } = await operation.done({ onProgress: ({ total }) => seen.push(total) });
  assert.deepEqual([created_count, seen.every((total) => total === 500), seen.length > 1], [500, true, true]);
  assert.ok(clock.waits.length > 0 && clock.waits.every((wait) => wait === 1_000), String(clock.waits));
  assert.equal(((await api.operation(operation.id).done()) as { created_count: number }).created_count, 500);
  const wrong = await api
    .missions("measured")
    .data.create([sample, { ...sample, collected_at: "2026-02-30T00:00:00Z" }], { async: true });
  const error = (await errorOf(wrong.done())) as Invalid;
  assert.ok(error instanceof Invalid);
  assert.deepEqual(
    error.errors.map(({ pointer }) => pointer),
    ["/1/collected_at"],
  );
  const removal = await api.missions.remove("measured", { cascade: true, async: true });
  assert.equal(await removal.done(), undefined);
  assert.ok((await errorOf(api.missions.get("measured"))) instanceof NotFound);
});

test("§12.13: waiting for an operation that was cancelled fails", async () => {
  const api = client();
  const operation = { id: "o", status: "cancelled", progress: { done: 0, total: 1 }, error: null, _links: {} };
  proxy.next.push({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(operation) });
  assert.ok((await errorOf(api.operation("o").done())) instanceof Cancelled);
});

test("§7.1: every problem is an error of its class, with all faults", async () => {
  const api = client();
  await fixtures.planet("p");
  await fixtures.moon("p", "m-p");
  const invalid = (await errorOf(api.at("/api/missions").create({ status: "flying", budget: 3 }))) as Invalid;
  assert.ok(invalid instanceof Invalid);
  assert.deepEqual(invalid.errors.map(({ pointer, code }) => [pointer, code]).sort(), [
    ["/budget", "unknown_field"],
    ["/name", "required"],
    ["/status", "not_allowed"],
  ]);
  assert.equal(invalid.requestId!.length > 0 && invalid.message, invalid.detail);
  const query = (await errorOf(api.at("/api/missions").list({ budget: 3 }))) as Invalid;
  assert.deepEqual([query.status, query.errors[0]!.parameter], [400, "budget"]);
  await fixtures.mission("done", { status: "completed" });
  const blocked = (await errorOf(api.planets.remove("p"))) as HasDependents;
  assert.ok(blocked instanceof HasDependents && blocked instanceof Conflict && blocked instanceof Problem);
  assert.deepEqual(blocked.dependents, [{ name: "moons", count: 1, link: "/api/planets/p/moons" }]);
  assert.ok((await errorOf(api.missions.update("done", { status: "active" }))) instanceof InvalidTransition);
  assert.ok((await errorOf(api.planets.create({ id: "p", name: "P", planet_type: "dwarf" }))) instanceof AlreadyExists);
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const [s1, s2] = [
    { ...sample, id: "s1" },
    { ...sample, id: "s2" },
  ];
  const data = api.missions("done").data;
  await data.create([s1, s2]);
  const taken = (await errorOf(data.create([sample, s1, sample, s2]))) as AlreadyExists;
  assert.deepEqual(
    [...taken.byItem()].map(([index, its]) => [index, its.constructor, its.errors[0]!.pointer, its.detail]),
    [
      [1, AlreadyExists, "/id", 'Another sample already has the id "s1". Choose a different one.'],
      [3, AlreadyExists, "/id", 'Another sample already has the id "s2". Choose a different one.'],
    ],
  );
  assert.ok((await errorOf(client("wrong").missions.list())) instanceof Unauthorized);
  const reader = await keysByScopes(served)(["missions:read"]);
  const forbidden = await errorOf(client(reader).missions.remove("done"));
  assert.ok(forbidden instanceof Forbidden);
  assert.equal(forbidden.scope, "missions:write", "from WWW-Authenticate");
  const unknown = (await errorOf(api.send("POST", "/api/moons", { body: {} }))) as Problem;
  assert.deepEqual([unknown.constructor, unknown.status, unknown.code], [Problem, 405, "method_not_allowed"]);
});

test("§5.4, §4.7: the caller and the search", async () => {
  assert.deepEqual([(await client().me()).kind, (await connect(served.url).me()).kind], ["admin", "anonymous"]);
  await fixtures.mission("found", { name: "Unmistakable" });
  const { items, total, more } = await client().search("unmistak", { kind: ["mission", "moon"], limit: 5 });
  assert.deepEqual([items.map(({ id, kind }) => [id, kind]), total], [[["found", "mission"]], 1]);
  assert.deepEqual(more.kinds, { mission: 1, moon: 0 });
});

test("§5.5: keys and webhooks are resources too", async () => {
  const api = client();
  const { id, secret } = await api.api_keys.create({ name: "script", scopes: ["missions:read"] });
  assert.equal((await connect(served.url, { key: secret }).me()).kind, "api_key");
  await api.api_keys.remove(id);
  assert.ok((await errorOf(connect(served.url, { key: secret }).me())) instanceof Unauthorized);
});

test("§1: an id that would lead to another path is refused before anything is sent", async () => {
  const api = client();
  for (const id of ["", ".", ".."]) assert.throws(() => api.missions(id), TypeError);
  await assert.rejects(async () => api.missions.remove(".."), TypeError);
  assert.ok((await errorOf(api.missions.get("a/b?c"))) instanceof NotFound);
  assert.equal(proxy.seen[0]!.url, "/api/missions/a%2Fb%3Fc");
});

test("§1: a client can be returned from an async function, and shown", async () => {
  const api = await (async () => client())();
  assert.equal(typeof api.missions.list, "function");
  assert.equal(typeof (await (async () => api.missions)()).get, "function");
});
