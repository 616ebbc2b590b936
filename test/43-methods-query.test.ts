/** Proves QUERY (§4.13): each list answers it like the GET of the same query, whatever the form of its content. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { idInPath } from "./support/domain/declared-behaviour.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, idsOf } from "./support/http/lists.ts";
import { ask, FORMS } from "./support/http/questions.ts";
import { type HttpResponse, type Served, serveForFile } from "./support/http/serve.ts";
import { toQueryString } from "./support/query/query-oracle.ts";
import { productQueries, randomProduct } from "./support/query/random-products.ts";

/** The headers of a response that differ from request to request; the length of a problem is that of its id, too. */
const VARYING = ["date", "x-request-id", "connection", "keep-alive", "content-length", "content-location"];

/** What does not differ from request to request. */
function constantPart({ status, headers, text, body }: HttpResponse) {
  const fixed = Object.fromEntries([...headers].filter(([name]) => !VARYING.includes(name)));
  return { status, headers: fixed, content: status < 400 ? text : { ...body, request_id: "" } };
}

/** Asserts that QUERY in both forms has the response of the GET, and that `Content-Location` names that. */
async function assertSame(served: Served, path: string, query: string, headers = {}): Promise<HttpResponse> {
  const get = await served.get(`${path}?${query}`, { headers });
  for (const { name, contentOf } of FORMS) {
    const { headers: type, body } = contentOf(query);
    const answer = await served.request("QUERY", path, { headers: { ...headers, ...type }, body });
    const location = answer.headers.get("content-location");
    assert.equal(location !== null, get.status < 400, location!);
    const expected = location === null ? get : await served.get(location, { headers });
    assert.deepEqual(constantPart(answer), constantPart(expected), `${name}: ${query}`);
    assert.deepEqual([answer.status, answer.body?.total_count], [get.status, get.body?.total_count]);
  }
  return get;
}

for await (const { domainName, served, records } of serveBothDomains()) {
  for (const view of served.catalog.views.filter(({ resource }) => resource.kind !== "single")) {
    test(`§4.13: ${domainName}, ${view.path}: QUERY has the response of GET, with its path in Content-Location`, async () => {
      const path = view.path.replace(/\{\w+\}/, idInPath(view, await records.create(view.resource, "every")));
      for (const query of ["", "limit=1", "fields=*&sort=id:desc&limit=2&page=1", "measure=count", "cursor=&limit=1"])
        await assertSame(served, path, query);
      assert.equal((await ask(served, path, "limit=1")).headers.get("content-location"), `${path}?limit=1`);
      for (const format of ["csv", "ndjson"]) await assertSame(served, path, `format=${format}`);
    });
  }
}

const products = await serveForFile(secondDomain);

test("§4.13: random queries have the same response by QUERY as by GET", async () => {
  await createAll(products, "/api/products", fc.sample(randomProduct, { numRuns: 60, seed: 1961 }));
  const same = fc.asyncProperty(productQueries, async (question) => {
    assert.equal((await assertSame(products, "/api/products", toQueryString(question))).status, 200);
  });
  await fc.assert(same, { numRuns: 150 });
});

const served = await serveForFile();
const fixtures = fixturesFor(served);
const keyWith = keysByScopes(served);
await fixtures.crew("m", ["ann", "bob"], (index) => ({ role: index === 0 ? "pilot" : "cook, second" }));
await fixtures.mission("n", { name: 'Say "hi", then go', crew_size: 3 });
await fixtures.mission("o", { name: "Other", crew_size: 1000 });
const MISSIONS = "/api/missions";

for (const query of [
  "name_in=Other,%22Say%20%22%22hi%22%22,%20then%20go%22",
  "name_not_in=Other,m",
  "filter=name:Other&filter=crew_size:1000",
  "sort_by=crew_size,name&order=desc,asc",
  "include=astronauts&fields=name",
  "group_by=status,launch_date:year&measure=sum:crew_size,max:crew_size&sort=count:desc",
  "search=say%20go",
  "name_contains=%C3%A9&crew_size_exists=true",
  "page=9&limit=2",
  "page=0&nome=x&status=lost",
  "fields=id,nome&include=crow&sort=nome&group_by=x",
  "format=xml",
]) {
  test(`§4.13: QUERY has the response of GET: ${query}`, async () => {
    await assertSame(served, MISSIONS, query);
  });
}

test("§4.5, §4.13: QUERY asks about related records, and for alternatives", async () => {
  for (const [content, ids] of [
    ["astronauts.role=pilot", ["m"]],
    [{ "astronauts.role_in": ["pilot", "cook, second"], "astronauts.name": "Name of bob" }, ["m"]],
    [{ "astronauts_none.role_in": ["pilot"], "any.1.name_in": ["Other", "m"], "any.1.crew_size": 3 }, ["n", "o"]],
  ] as const)
    assert.deepEqual(idsOf(await ask(served, MISSIONS, content)), ids);
});

test("§4.13: a membership has the same response by its alias, and Content-Location names its canonical path", async () => {
  for (const content of ["role_in=%22cook,%20second%22", { role_in: ["cook, second"] }]) {
    for (const path of [`${MISSIONS}/m/crew`, `${MISSIONS}/m/astronauts`]) {
      const { headers, body } = await ask(served, path, content);
      assert.deepEqual([body.astronauts.map(({ id }: { id: string }) => id), body.crew_size], [["bob"], 2]);
      const location = `${MISSIONS}/m/astronauts?role_in=%22cook,%20second%22`;
      assert.equal(headers.get("content-location"), location);
      assert.equal((await served.get(location)).headers.get("etag"), headers.get("etag"));
    }
  }
});

test("§4.13: format and Accept select exports, as for GET; 406 comes when the content is known", async () => {
  const csv = await ask(served, MISSIONS, { fields: ["name"], name: "Other" }, { headers: { accept: "text/csv" } });
  assert.equal(csv.text, "id,name\r\no,Other\r\n");
  assert.match(csv.headers.get("content-disposition")!, /^attachment; filename="missions-.*\.csv"$/);
  const image = { headers: { accept: "image/png" } };
  assert.equal((await ask(served, MISSIONS, { format: "ndjson", name: "Other" }, image)).text.split("\n").length, 2);
  assertRefused(await ask(served, MISSIONS, {}, image), 406);
  assertRefused(await ask(served, MISSIONS, { format: "csv", cursor: "" }), 400, ["cursor", "invalid_value"]);
  const stream = await ask(
    served,
    "/api/events",
    { type: "mission.created" },
    { headers: { accept: "text/event-stream" } },
  );
  assert.deepEqual([stream.status, stream.headers.get("content-type")], [200, "text/event-stream"]);
  const none = await ask(served, "/api/events?x=1", { type: null }, { headers: { accept: "text/event-stream" } });
  assertRefused(none, 400, ["x", "unknown_parameter"], ["type", "wrong_type"]);
});

test("§4.10, §4.13: conditions are those of the same GET; the content is part of the entity tag", async () => {
  const other = await ask(served, MISSIONS, { name: "Other" });
  const etag = other.headers.get("etag")!;
  assert.notEqual((await ask(served, MISSIONS, { name: "m" })).headers.get("etag"), etag);
  const again = (headers: Record<string, string>, content: unknown = "name=Other") =>
    ask(served, MISSIONS, content, { headers });
  const unchanged = await again({ "if-none-match": etag });
  assert.deepEqual([unchanged.status, unchanged.text], [304, ""]);
  const names = ["etag", "content-location", "cache-control", "vary"];
  assert.deepEqual(
    names.map((name) => unchanged.headers.get(name)),
    [etag, `${MISSIONS}?name=Other`, "no-cache", "Accept, Accept-Encoding, Authorization"],
  );
  assert.equal((await again({ "if-none-match": etag }, { name: "m" })).status, 200);
  assert.equal((await again({ "if-match": '"0"' })).status, 412);
  for (const content of ["name=Other", { name: "Other" }, "name=Other", { name: "Other" }])
    assert.deepEqual(idsOf(await again({}, content)), ["o"]);
  await served.patch(`${MISSIONS}/o`, { name: "Another" });
  assert.deepEqual(idsOf(await again({ "if-none-match": etag })), []);
});

test("§4.13: QUERY needs what GET needs, and its response is as private", async () => {
  const medical = "/api/astronauts/ann/medical";
  assertRefused(await ask(served, medical, {}, { credential: false }), 401);
  const reader = await keyWith(["medical:read"]);
  const answer = await ask(served, medical, {}, { credential: reader });
  assert.deepEqual([answer.status, answer.headers.get("cache-control")], [200, "private, no-store"]);
  assert.equal((await ask(served, MISSIONS, {}, { credential: false })).status, 200);
  assertRefused(await ask(served, "/api/webhooks", {}, { credential: reader }), 403);
});

test("§4.4, §4.13: Idempotency-Key and Prefer are ignored, and nothing is stored", async () => {
  const headers = { "idempotency-key": "k", prefer: "respond-async, return=minimal" };
  for (const name of ["m", "Say"]) {
    const answer = await ask(served, MISSIONS, { name }, { headers });
    assert.deepEqual([answer.status, answer.body.total_count], [200, name === "m" ? 1 : 0]);
    assert.equal(answer.headers.get("preference-applied"), null);
  }
});

test("§10.2, §4.13: metrics count QUERY apart", async () => {
  const { text } = await served.get("/metrics");
  assert.match(text, /http_requests_total\{route="\/api\/missions",method="QUERY",status="200"\} [1-9]/);
});
