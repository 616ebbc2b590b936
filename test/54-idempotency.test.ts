/** Proves `Idempotency-Key` (§4.4, §12.11): a request is executed once, and its response is replayed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixturesFor } from "./support/http/fixtures.ts";
import { faultsOf, type HttpResponse, type RequestOptions, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.astronaut("ann");
await fixtures.mission("m");

const keyed = (key: string, headers: Record<string, string> = {}) => ({
  headers: { "idempotency-key": key, ...headers },
});
const count = async (path: string) => (await served.get(path)).body.total_count;

/** Asserts that a response is a replay of another, except for the fields of the exchange. */
function replayed(again: HttpResponse, first: HttpResponse): void {
  const own = ["date", "x-request-id", "connection", "keep-alive", "idempotent-replayed"];
  const replayedFields = ({ headers }: HttpResponse) => [...headers].filter(([name]) => !own.includes(name));
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal(first.headers.get("idempotent-replayed"), null);
  assert.deepEqual(
    [again.status, again.text, replayedFields(again)],
    [first.status, first.text, replayedFields(first)],
  );
}

test("§4.4: a POST repeated with its key creates nothing, and gets the same response", async () => {
  const send = () => served.post("/api/space-stations", { name: "Mir" }, keyed("post-1"));
  const first = await send();
  assert.equal(first.status, 201);
  for (let time = 0; time < 3; time += 1) replayed(await send(), first);
  assert.equal(await count("/api/space-stations?name=mir"), 1);
});

test("§4.4: the stored response is replayed even if the record was changed or deleted since", async () => {
  const path = "/api/space-stations/almaz";
  const send = () => served.post("/api/space-stations", { id: "almaz", name: "Almaz" }, keyed("post-2"));
  const first = await send();
  await served.patch(path, { name: "Алмаз" });
  replayed(await send(), first);
  await served.delete(path);
  replayed(await send(), first);
  assert.equal((await served.get(path)).status, 404);
});

test("§4.4: a PATCH with If-Match repeated with its key is 200 again, and 412 without it", async () => {
  const path = "/api/astronauts/ann";
  const tag = (await served.get(path)).headers.get("etag")!;
  const send = (options: RequestOptions) => served.patch(path, { total_space_hours: 7 }, options);
  const first = await send(keyed("patch-1", { "if-match": tag }));
  assert.equal(first.status, 200);
  replayed(await send(keyed("patch-1", { "if-match": tag })), first);
  assert.equal((await send({ headers: { "if-match": tag } })).status, 412);
});

test("§4.4: an array is executed once", async () => {
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const send = () => served.post("/api/missions/m/data", [sample, sample, sample], keyed("array-1"));
  const first = await send();
  assert.equal(first.body.created_count, 3);
  replayed(await send(), first);
  assert.equal(await count("/api/missions/m/data"), 3);
});

test("§4.4: the preference of the first request is in the stored answer", async () => {
  const send = (preference: string) =>
    served.post("/api/space-stations", { name: "Salyut" }, keyed("prefer-1", { prefer: preference }));
  const first = await send("return=minimal");
  assert.deepEqual([first.status, first.text], [201, ""]);
  replayed(await send("return=representation"), first);
});

/** Refusals by state or value, which are replayed, and how the state is changed in between. */
const REFUSALS: [
  status: number,
  send: (options: RequestOptions) => Promise<HttpResponse>,
  meanwhile: () => Promise<unknown>,
][] = [
  [404, (options) => served.patch("/api/missions/later", { name: "L" }, options), () => fixtures.mission("later")],
  [
    409,
    (options) => served.post("/api/planets", { id: "mars", name: "Mars", planet_type: "terrestrial" }, options),
    () => served.delete("/api/planets/mars"),
  ],
  [
    412,
    (options) =>
      served.patch(
        "/api/missions/m",
        { name: "N" },
        { headers: { ...options.headers, "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" } },
      ),
    async () => {},
  ],
  [
    422,
    (options) => served.post("/api/missions", { name: "To Vulcan", destination: "vulcan" }, options),
    () => fixtures.planet("vulcan"),
  ],
];
for (const [status, send, meanwhile] of REFUSALS) {
  test(`§12.11: a ${status} is stored, and replayed even if the request would succeed by now`, async () => {
    const first = await send(keyed(`refused-${status}`));
    assert.equal(first.status, status);
    await meanwhile();
    const again = await send(keyed(`refused-${status}`));
    replayed(again, first);
    assert.match(again.headers.get("content-type")!, /^application\/problem\+json/);
  });
}

/** Refusals of the request itself, which do not use up the key. */
const UNSTORED: [status: number, body: unknown, options: RequestOptions][] = [
  [400, { nom: "Mir 2" }, {}],
  [400, '{"name":', {}],
  [401, { name: "Mir 2" }, { credential: false }],
  [406, { name: "Mir 2" }, { headers: { accept: "text/html" } }],
  [413, { name: "x".repeat(2_000_000) }, {}],
  [415, '{"name":"Mir 2"}', { headers: { "content-type": "text/plain" } }],
];
for (const [at, [status, body, options]] of UNSTORED.entries()) {
  test(`§12.11: a ${status} is not stored: the key is free for the corrected request (${at})`, async () => {
    const { headers } = keyed(`unstored-${at}`);
    const refused = await served.post("/api/space-stations", body, {
      ...options,
      headers: { ...headers, ...options.headers },
    });
    assert.equal(refused.status, status);
    const { status: now, headers: fields } = await served.post("/api/space-stations", { name: "Mir 2" }, { headers });
    assert.deepEqual([now, fields.get("idempotent-replayed")], [201, null]);
  });
}

test("§12.11: the same key with another body is 422 idempotency_key_reused, even for one more space", async () => {
  const send = (body: unknown) => served.post("/api/space-stations", body, keyed("other-body"));
  assert.equal((await send('{"name":"Tiangong"}')).status, 201);
  for (const body of [
    '{"name": "Tiangong"}',
    '{"name":"Tiangong","operator":null}',
    '{"name":"X"}',
    '{"id":"!","name":"X"}',
  ]) {
    const answer = await send(body);
    assert.deepEqual([answer.status, answer.body.code], [422, "idempotency_key_reused"], body);
    assert.deepEqual(faultsOf(answer), [["Idempotency-Key", "idempotency_key_reused"]]);
  }
  assert.equal(await count("/api/space-stations?name=tiangong"), 1);
});

test("§4.4: another path or method is another request", async () => {
  const key = keyed("shared");
  for (const answer of [
    await served.post("/api/space-stations", { id: "a", name: "S" }, key),
    await served.post("/api/spacecraft", { id: "a", name: "S", spacecraft_type: "probe" }, key),
    await served.patch("/api/space-stations/a", { name: "S" }, key),
    await served.patch("/api/spacecraft/a", { name: "S" }, key),
  ]) {
    assert.ok(answer.status < 300, answer.text);
    assert.equal(answer.headers.get("idempotent-replayed"), null);
  }
});

for (const [name, key] of [
  ["empty", ""],
  ["of 256 characters", "k".repeat(256)],
  ["with a space", "a b"],
  ["with a letter beyond ASCII", "clé"],
  ["given twice", "a, b"],
] as const) {
  test(`§12.11: a key that is ${name} is 400, and creates nothing`, async () => {
    const before = await count("/api/space-stations");
    const answer = await served.post("/api/space-stations", { name: "X" }, keyed(key));
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [["Idempotency-Key", "invalid_header"]]]);
    assert.equal((await served.patch("/api/missions/m", {}, keyed(key))).status, 400);
    assert.equal(await count("/api/space-stations"), before);
  });
}

test("§12.11: a key is 1 to 255 visible characters", async () => {
  for (const key of ["k", "K".repeat(255), '"quoted"', "!#$%&'*+-.^_`|~/:;<=>?@[]{}()\\,"]) {
    const first = await served.patch("/api/missions/m", {}, keyed(key));
    assert.equal(first.status, 200, key);
    replayed(await served.patch("/api/missions/m", {}, keyed(key)), first);
  }
});

test("§4.4: PUT, DELETE and GET ignore the key", async () => {
  const path = "/api/space-stations/put";
  for (const key of ["same", ""]) {
    for (const answer of [
      await served.put(path, { name: "1" }, keyed(key)),
      await served.put(path, { name: "2" }, keyed(key)),
      await served.get(path, keyed(key)),
      await served.delete(path, keyed(key)),
    ]) {
      assert.ok(answer.status < 300, answer.text);
      assert.equal(answer.headers.get("idempotent-replayed"), null);
    }
  }
});
