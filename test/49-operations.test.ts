/** Proves `Prefer: respond-async` and `/api/operations` (§4, §5, §12), over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { faultsOf, type HttpResponse, type RequestOptions, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const LATER = { headers: { prefer: "respond-async" } };
const sample = { instrument: "REMS", parameter: "air_temperature", collected_at: "2012-08-07T00:00:00Z" };
const samples = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, value) => ({ ...sample, value, ...more }));
const total = async (path: string) => (await fixtures.read(path)).total_count;
const operationCount = () => total("/api/operations");

/** Asserts that a request was accepted, and polls its operation until it is finished. */
async function waitForResult(answer: HttpResponse) {
  return waitForOperation(served, assertStatus(answer, 202).headers.get("location")!);
}

test("§4.3: an array under respond-async is 202 with the operation, and has the same effect as without", async () => {
  await fixtures.mission("m");
  const answer = assertStatus(await served.post("/api/missions/m/data", samples(3), LATER), 202);
  const { id, created_at, updated_at, ...shown } = answer.body;
  const path = `/api/operations/${id}`;
  assert.deepEqual(shown, {
    kind: "import",
    status: "pending",
    started_by: "admin",
    finished_at: null,
    progress: { done: 0, total: 3 },
    error: null,
    _links: { self: path },
  });
  for (const [name, value] of [
    ["location", path],
    ["content-location", path],
    ["preference-applied", "respond-async"],
    ["retry-after", "1"],
  ] as const)
    assert.equal(answer.headers.get(name), value, name);
  const operation = await waitForOperation(served, path);
  assert.deepEqual(
    [operation.status, operation.progress, operation.error, operation._links],
    ["succeeded", { done: 3, total: 3 }, null, { self: path, result: `${path}/result` }],
  );
  const result = assertStatus(await served.get(operation._links.result), 200);
  assert.equal(result.body.created_count, 3);
  for (const [at, { _links }] of result.body.data.entries()) assert.equal((await fixtures.read(_links.self)).value, at);
});

test("§4.3: a cascading deletion can be asynchronous; without return=representation it has no result", async () => {
  await fixtures.mission("doomed");
  assertStatus(await served.post("/api/missions/doomed/data", samples(5)), 201);
  await served.post("/api/missions/doomed/objectives", { title: "Land" });
  const operation = await waitForResult(await served.delete("/api/missions/doomed?cascade=true", LATER));
  assert.deepEqual(
    [operation.kind, operation.status, operation.progress],
    ["delete", "succeeded", { done: 7, total: 7 }],
  );
  assert.deepEqual(Object.keys(operation._links), ["self"]);
  assert.equal((await served.get(`${operation._links.self}/result`)).status, 404);
  assert.equal((await served.get("/api/missions/doomed")).status, 404);
  assert.equal(await total("/api/data?mission_id=doomed"), 0);
});

test("§4.3: other preferences apply to the result", async () => {
  const both = (preference: string) => ({ headers: { prefer: `respond-async, ${preference}` } });
  const before = await fixtures.mission("shown");
  const removal = await served.delete("/api/missions/shown?cascade=true", both("return=representation"));
  assert.equal(removal.headers.get("preference-applied"), "respond-async");
  assert.deepEqual((await fixtures.read((await waitForResult(removal))._links.result)).id, before.id);
  await fixtures.mission("brief");
  const brief = await served.post("/api/missions/brief/data", samples(2), both("return=minimal"));
  assert.equal(brief.body.status, "pending", "the operation comes all the same");
  assert.equal((await waitForResult(brief))._links.result, undefined);
  assert.equal(await total("/api/missions/brief/data"), 2);
});

const WRITTEN = [
  "respond-async",
  "Respond-Async",
  "wait=10, respond-async",
  "respond-async; foo=bar",
  " ,respond-async,",
];
const OTHERWISE = [
  "respond-async=true",
  "no-respond-async",
  '"respond-async"',
  'note="respond-async"',
  "return=minimal",
];

test("§4.3: the preference is a token: parameters and other preferences are ignored, a value makes it unknown", async () => {
  await fixtures.mission("written");
  const send = (prefer: string) => served.post("/api/missions/written/data", samples(1), { headers: { prefer } });
  for (const prefer of WRITTEN) await waitForResult(await send(prefer));
  for (const prefer of OTHERWISE) assertStatus(await send(prefer), 201);
});

test("§4.3: for other requests the preference is ignored, without Preference-Applied", async () => {
  await fixtures.mission("plain");
  const before = await operationCount();
  for (const [answer, status] of [
    [await served.post("/api/missions/plain/data", sample, LATER), 201],
    [await served.post("/api/missions", { name: "One" }, LATER), 201],
    [await served.put("/api/missions/plain", { name: "Plain" }, LATER), 200],
    [await served.delete(`/api/missions/plain`, LATER), 409],
    [await served.delete(`/api/missions/plain?cascade=false`, LATER), 409],
    [await served.get("/api/missions/plain", LATER), 200],
  ] as const) {
    assertStatus(answer, status);
    assert.equal(answer.headers.get("preference-applied"), null);
  }
  assert.equal(await operationCount(), before);
});

test("§12.14: faults of the request itself are refused at once, without an operation", async () => {
  await fixtures.mission("sound");
  const before = await operationCount();
  const reader = (await createKey(served, ["missions:read"])).secret;
  const writer = (await createKey(served, ["astronauts:write"])).secret;
  const post = (path: string, body: unknown, options: RequestOptions = {}) =>
    served.post(path, body, { ...LATER, ...options });
  const wrong: [answer: HttpResponse, status: number][] = [
    [await post("/api/missions/sound/data", []), 400],
    [await post("/api/missions/sound/data", samples(2, { vlaue: 1 })), 400],
    [await post("/api/missions/sound/data", samples(2, { value: "1" })), 400],
    [await post("/api/missions/sound/data", samples(10_001)), 400],
    [await post("/api/missions/sound/data", "[{"), 400],
    [await post("/api/missions/sound/data?page=1", samples(2)), 400],
    [
      await post("/api/missions/sound/data", samples(1), { headers: { ...LATER.headers, "idempotency-key": "ü" } }),
      400,
    ],
    [await post("/api/missions/none/data", samples(2)), 404],
    [await post("/api/missions/sound/data", samples(2), { credential: false }), 401],
    [await post("/api/missions/sound/data", samples(2), { credential: reader }), 403],
    [await served.delete("/api/missions/none?cascade=true", LATER), 404],
    [await served.delete("/api/missions/sound?cascade=true&page=1", LATER), 400],
    [await served.delete("/api/missions/sound?cascade=yes", LATER), 400],
    [await served.delete("/api/missions/sound?cascade=true", { ...LATER, credential: reader }), 403],
    [await served.delete("/api/astronauts/none?cascade=true", { ...LATER, credential: writer }), 403],
    [
      await served.delete("/api/missions/sound?cascade=true", { headers: { ...LATER.headers, "if-match": '"stale"' } }),
      412,
    ],
  ];
  for (const [answer, status] of wrong) {
    assertStatus(answer, status);
    assert.equal(answer.headers.get("preference-applied"), null);
  }
  assert.equal(await operationCount(), before);
  assert.equal((await served.get("/api/missions/sound")).status, 200);
});

test("§12.14: faults of values fail the operation, with the problem of the synchronous response", async () => {
  await fixtures.mission("values");
  await fixtures.planet("busy");
  await fixtures.mission("bound", { destination: "busy" });
  assertStatus(await served.post("/api/missions/values/data", { id: "taken", ...sample }), 201);
  const at = "/api/missions/values/data";
  for (const [method, path, body, status] of [
    ["POST", at, [...samples(3), { ...sample, uncertainty: -1, quality: "fine" }], 422],
    ["POST", at, [...samples(3), { ...sample, id: "taken" }], 409],
    [
      "POST",
      at,
      [
        { ...sample, id: "same" },
        { ...sample, id: "same" },
      ],
      409,
    ],
    ["DELETE", "/api/planets/busy?cascade=true", undefined, 409],
  ] as const) {
    const options = body === undefined ? {} : { body };
    const now = assertStatus(await served.request(method, path, options), status);
    const accepted = await served.request(method, path, { ...options, ...LATER });
    const operation = await waitForResult(accepted);
    assert.deepEqual([operation.status, operation.progress.done], ["failed", 0]);
    const request_id = accepted.headers.get("x-request-id");
    assert.deepEqual(operation.error, { ...now.body, request_id }, "but for the request that it is about");
    assert.deepEqual(Object.keys(operation._links), ["self"]);
  }
  assert.equal(await total(at), 1);
});

test("§4.3: If-Match is checked when the operation runs, not only when it is accepted", async () => {
  for (let round = 0; ; round += 1) {
    const path = `/api/missions/guarded-${round}`;
    await fixtures.put(path, { name: "Guarded" });
    const etag = (await served.get(path)).headers.get("etag")!;
    // The first keeps the service busy, while the second waits and the third changes its record.
    const [busy, removal] = await Promise.all([
      served.post("/api/missions/m/data", samples(500), LATER),
      served.delete(`${path}?cascade=true`, { headers: { ...LATER.headers, "if-match": etag } }),
    ]);
    const patched = await served.patch(path, { name: "Changed" });
    const operation = await waitForResult(removal);
    await waitForResult(busy);
    if (patched.status === 404) assert.equal(operation.status, "succeeded");
    else {
      assert.deepEqual([patched.status, operation.status, operation.error.status], [200, "failed", 412]);
      assert.equal((await fixtures.read(path)).name, "Changed");
      return;
    }
    assert.ok(round < 50);
  }
});

test("§5.3: an operation, its list entry and its result are visible to its creator and the admin", async () => {
  await fixtures.mission("shared");
  const scopes = ["missions:write"];
  const [mine, theirs] = [await createKey(served, scopes), await createKey(served, scopes)];
  const as = ({ secret }: { secret: string }) => ({ credential: secret });
  const accepted = await served.post("/api/missions/shared/data", samples(2), { ...LATER, ...as(mine) });
  assert.equal(accepted.body.started_by, `key:${mine.id}`);
  const { _links, id } = await waitForResult(accepted);
  for (const path of [_links.self, _links.result]) {
    assertStatus(await served.get(path, as(mine)), 200);
    assertStatus(await served.get(path), 200);
    assertStatus(await served.get(path, { credential: false }), 401);
    const foreign = assertStatus(await served.get(path, as(theirs)), 404);
    const missing = assertStatus(await served.get(path.replace(id, "none"), as(theirs)), 404);
    assert.equal(foreign.body.detail, missing.body.detail);
    assertStatus(await served.get(path, { ...as(theirs), headers: { "if-none-match": "*" } }), 404);
  }
  assertStatus(await served.delete(_links.self, as(theirs)), 404);
  assertStatus(await served.delete(_links.self, { credential: false }), 401);
  const listed = async (key: { secret: string }, query = "") =>
    assertStatus(await served.get(`/api/operations${query}`, as(key)), 200);
  const own = await listed(mine);
  assert.deepEqual([own.body.total_count, own.body.operations[0].id], [1, id]);
  assert.equal((await listed(theirs)).body.total_count, 0);
  for (const query of ["?status=succeeded", `?started_by=key:${mine.id}`, "?fields=*", "?sort=created_at:desc"])
    assert.deepEqual((await listed(theirs, query)).body.operations, [], query);
  const tags = [own, await listed(theirs), await served.get("/api/operations")].map(({ headers }) =>
    headers.get("etag"),
  );
  assert.equal(new Set(tags).size, 3, "lists that differ by who asks do not share a tag");
  const unchanged = await served.get("/api/operations", { ...as(mine), headers: { "if-none-match": tags[0]! } });
  assert.equal(unchanged.status, 304);
  assert.ok((await operationCount()) > 1);
  assert.equal(own.headers.get("cache-control"), "private, no-store");
});

test("§5.3: cursor pages of operations show the caller's own, each once", async () => {
  await fixtures.mission("walked");
  const [mine, theirs] = [await createKey(served, ["missions:write"]), await createKey(served, ["missions:write"])];
  const started: string[] = [];
  for (const { secret: credential } of [mine, theirs, mine, theirs, mine]) {
    const answer = await served.post("/api/missions/walked/data", samples(1), { ...LATER, credential });
    await waitForResult(answer);
    if (credential === mine.secret) started.push(answer.body.id);
  }
  const met: string[] = [];
  for (let next = "/api/operations?cursor=&limit=1&status=succeeded"; next; ) {
    const { body } = assertStatus(await served.get(next, { credential: mine.secret }), 200);
    met.push(...body.operations.map(({ id }: { id: string }) => id));
    next = body._links.next;
  }
  assert.deepEqual(met, started);
});

test("§12.14: a subject that differs in case is another caller", async () => {
  const resource = served.catalog.resource("operations");
  await served.store.write((change) =>
    change.system.insert(resource, { started_by: "token:x#ANN", status: "cancelled" }),
  );
  const { total: own } = await served.store.list(
    { view: resource.views[0]!, properties: [], links: {}, needed: [] },
    undefined,
    {
      paging: { page: 1, limit: 10, requested: true },
      sorts: [],
      filters: [
        { property: resource.views[0]!.properties.get("started_by")!, operator: "is", values: ["token:x#ann"] },
      ],
      cursor: undefined,
      grouping: undefined,
      related: [],
      visibility: [],
      fields: undefined,
      allFields: false,
      include: [],
      parameters: [],
    },
    { paged: true },
  );
  assert.equal(own, 0);
});

test("§4.3: a running operation has Retry-After, and other requests are served meanwhile", async () => {
  await fixtures.mission("long");
  const accepted = assertStatus(await served.post("/api/missions/long/data", samples(4_000), LATER), 202);
  const seen = new Map<string, string | null>();
  for (;;) {
    const { body, headers } = await served.get(accepted.body._links.self);
    seen.set(body.status, headers.get("retry-after"));
    if (body.finished_at !== null) break;
    assertStatus(await served.get("/api/missions?sort=name"), 200);
    assert.ok([0, 4_000].includes(await total("/api/missions/long/data")), "nothing is seen before all of it is");
  }
  assert.equal(seen.get("running"), "1");
  assert.equal(seen.get("succeeded"), null);
  assert.equal(await total("/api/missions/long/data"), 4_000);
});

test("§4.3: a 304 for a running operation has Retry-After too", async () => {
  const operations = served.catalog.resource("operations");
  // Begun by another process, which is running it.
  served.clock.advance(1);
  const { id } = await served.store.write((change) => change.system.insert(operations, { status: "running" }));
  const path = `/api/operations/${id}`;
  const etag = (await served.get(path)).headers.get("etag")!;
  const known = assertStatus(await served.get(path, { headers: { "if-none-match": etag } }), 304);
  assert.equal(known.headers.get("retry-after"), "1");
});

/** So many records that other requests are answered before they are stored. */
const BUSY = 3_000;

test("§12.14: DELETE cancels a pending operation, which never runs; otherwise it is 409", async () => {
  let [cancelled, refused] = [0, 0];
  for (let round = 0; cancelled === 0; round += 1) {
    const id = `cancel-${round}`;
    await fixtures.mission(id);
    // The first keeps the service busy, the second waits for it.
    const busy = await served.post(`/api/missions/${id}/data`, samples(BUSY), LATER);
    const waiting = await served.post(`/api/missions/${id}/data`, samples(1), LATER);
    const self = assertStatus(waiting, 202).body._links.self;
    const answer = await served.delete(self, { headers: { prefer: "return=representation" } });
    const operation = await waitForOperation(served, self);
    await waitForResult(busy);
    if (answer.status === 200) {
      cancelled += 1;
      assert.deepEqual([answer.body.status, operation.status], ["cancelled", "cancelled"]);
      assert.equal(answer.headers.get("etag"), (await served.get(self)).headers.get("etag"));
    } else {
      refused += 1;
      assert.deepEqual([answer.status, operation.status], [409, "succeeded"]);
    }
    assert.equal(await total(`/api/missions/${id}/data`), operation.status === "cancelled" ? BUSY : BUSY + 1);
    const again = assertStatus(await served.delete(self), 409);
    assert.equal(again.body.type, "/problems/operation-not-pending");
    assert.deepEqual(faultsOf(again), [["", "operation_not_pending"]]);
  }
  assert.ok(refused < 50);
});

test("§4.3: an Idempotency-Key creates one operation, however often it is sent", async () => {
  await fixtures.mission("once");
  const headers = { ...LATER.headers, "idempotency-key": "import-1" };
  const send = () => served.post("/api/missions/once/data", samples(3), { headers });
  const first = assertStatus(await send(), 202);
  await waitForResult(first);
  const again = assertStatus(await send(), 202);
  assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"]);
  assert.equal(await total("/api/missions/once/data"), 3);
  const other = await served.post("/api/missions/once/data", samples(4), { headers });
  assert.equal(assertStatus(other, 422).body.code, "idempotency_key_reused");
  const lost = { headers: { ...LATER.headers, "idempotency-key": "import-2" } };
  assertStatus(await served.post("/api/missions/lost/data", samples(1), lost), 404);
  await fixtures.mission("lost");
  assertStatus(await served.post("/api/missions/lost/data", samples(1), lost), 404);
});

test("§4.3: a body in a content coding, and extreme numbers, are stored as sent", async () => {
  await fixtures.mission("exact");
  const values = ["5e-324", "1.7976931348623157e308", "0.1", "12345678901234567"];
  const text = `[${values.map((value) => `{"instrument":"Δ","parameter":"p","collected_at":"2020-01-01T00:00:00Z","value":${value}}`)}]`;
  const headers = { ...LATER.headers, "content-encoding": "gzip", "content-type": "application/json" };
  await waitForResult(await served.request("POST", "/api/missions/exact/data", { body: gzipSync(text), headers }));
  const { data } = await fixtures.read("/api/missions/exact/data?fields=value,instrument");
  assert.deepEqual(
    data.map(({ value, instrument }: { value: number; instrument: string }) => [value, instrument]),
    values.map((value) => [Number(value), "Δ"]),
  );
  const infinite = await served.post("/api/missions/exact/data", text.replace("0.1", "1e400"), LATER);
  assert.equal((await waitForResult(infinite)).error.status, 422);
});

test("§12.14: operations have GET and DELETE only; /api links to them", async () => {
  for (const [method, path] of [
    ["POST", "/api/operations"],
    ["PUT", "/api/operations/x"],
    ["PATCH", "/api/operations/x"],
    ["DELETE", "/api/operations/x/result"],
  ] as const)
    assertStatus(await served.request(method, path, method === "DELETE" ? {} : { body: {} }), 405);
  assert.equal((await fixtures.read("/api"))._links.operations, "/api/operations");
});

test("§12.14: the result of an operation has an ETag; the operation has a new one in every state", async () => {
  await fixtures.mission("tagged");
  const accepted = await served.post("/api/missions/tagged/data", samples(1), LATER);
  const { _links } = await waitForResult(accepted);
  const now = (await served.get(_links.self)).headers.get("etag");
  assert.notEqual(accepted.headers.get("etag"), now);
  const etag = (await served.get(_links.result)).headers.get("etag")!;
  const unchanged = await served.get(_links.result, { headers: { "if-none-match": etag } });
  assert.deepEqual([unchanged.status, unchanged.text], [304, ""]);
  assertStatus(await served.get(_links.result, { headers: { "if-match": '"other"' } }), 412);
  assertStatus(await served.get(`${_links.result}?page=1`), 400);
});

test("§12.14: an operation is removed 24 hours after it finished, with its result", async () => {
  await fixtures.mission("old");
  const { _links } = await waitForResult(await served.post("/api/missions/old/data", samples(1), LATER));
  served.clock.advance(24 * 3_600_000);
  await served.deleteExpired();
  for (const path of [_links.self, _links.result]) assertStatus(await served.get(path), 404);
  assert.equal(await total("/api/missions/old/data"), 1);
});
