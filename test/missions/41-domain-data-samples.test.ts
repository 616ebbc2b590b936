/** Proves §2.6 and §4.2 on data samples: single ones, arrays, and the list across all missions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { assertRefused, assertStatus } from "../support/http/assertions.ts";
import { eventsLink, fixturesFor } from "../support/http/fixtures.ts";
import { faultsOf, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const fixtures = fixturesFor(served);
await fixtures.mission("m");
const at = "/api/missions/m/data";
const sample = { instrument: "REMS", parameter: "air_temperature", collected_at: "2012-08-07T00:00:00Z" };
const total = async () => (await fixtures.read(at)).total_count;

test("§2.6: a sample shows every field, its mission's id, and its defaults", async () => {
  const answer = assertStatus(await served.post(at, { id: "s1", ...sample }), 201);
  assert.equal(answer.headers.get("location"), `${at}/s1`);
  const { created_at, updated_at, ...shown } = answer.body;
  assert.deepEqual(shown, {
    id: "s1",
    mission_id: "m",
    instrument: "REMS",
    parameter: "air_temperature",
    value: null,
    unit: null,
    collected_at: "2012-08-07T00:00:00.000Z",
    uncertainty: null,
    processing_level: "raw",
    quality: "good",
    location: null,
    payload: null,
    notes: null,
    _links: { self: `${at}/s1`, mission: "/api/missions/m", ...eventsLink(`${at}/s1`) },
  });
});

test("§12.4: a list of samples shows their summary", async () => {
  const keys = ["_links", "collected_at", "id", "instrument", "mission_id", "parameter", "unit", "value"];
  assert.deepEqual(Object.keys((await fixtures.read(at)).data[0]).sort(), keys);
});

test("§2.6: a payload is any JSON object, and round-trips exactly", async () => {
  const payload = '{"a":[1,"zwei",null,{"б":true}],"__proto__":{"x":1},"constructor":2,"":"","n":1.5e-7}';
  const body = `{"instrument":"i","parameter":"p","collected_at":"2012-08-07T00:00:00Z","payload":${payload}}`;
  assertStatus(await served.put(`${at}/exact`, body), 201);
  const { text } = await served.get(`${at}/exact`);
  assert.ok(text.includes(`"payload":${payload}`), text);
});

test("§2.6: a payload is an object of at most 64 KiB", async () => {
  const filled = (bytes: number) => ({ ...sample, payload: { x: "y".repeat(bytes - '{"x":""}'.length) } });
  assertStatus(await served.post(at, filled(65_536)), 201);
  assert.equal((await served.post(at, filled(65_537))).status, 422);
  for (const payload of [[1], "text", 1, true])
    assertRefused(await served.post(at, { ...sample, payload }), 400, ["/payload", "wrong_type"]);
});

test("§2.6: location has a body, a latitude of −90 to 90 and a longitude of −180 to 360", async () => {
  const put = (location: unknown) => served.put(`${at}/placed`, { ...sample, location });
  assertStatus(await put({ body: "mars", latitude_deg: -90, longitude_deg: 360 }), 201);
  assertStatus(await put({ latitude_deg: 90, longitude_deg: -180 }), 200);
  assertRefused(
    await put({ latitude_deg: 90.1, longitude_deg: -180.1 }),
    422,
    ["/location/latitude_deg", "out_of_range"],
    ["/location/longitude_deg", "out_of_range"],
  );
  assertRefused(await put({ altitude: 1 }), 400, ["/location/altitude", "unknown_field"]);
  assertRefused(await put("here"), 400, ["/location", "wrong_type"]);
});

test("§2.6: uncertainty is at least 0; level and quality are enums; unit has at most 32 characters", async () => {
  const patch = (fields: object) => served.patch(`${at}/s1`, fields);
  assertRefused(await patch({ uncertainty: -0.1 }), 422, ["/uncertainty", "out_of_range"]);
  assertRefused(
    await patch({ processing_level: "cooked", quality: "ugly" }),
    422,
    ["/processing_level", "not_allowed"],
    ["/quality", "not_allowed"],
  );
  assertStatus(await patch({ unit: "°".repeat(32) }), 200);
  assertRefused(await patch({ unit: "°".repeat(33) }), 422, ["/unit", "too_long"]);
});

const moments: [given: string, shown: string][] = [
  ["2012-08-07T06:17:45Z", "2012-08-07T06:17:45.000Z"],
  ["2012-08-07T06:17:45.123456Z", "2012-08-07T06:17:45.123456Z"],
  ["2012-08-07T06:17:45+05:30", "2012-08-07T00:47:45.000Z"],
  ["2012-08-07t00:17:45.5-01:00", "2012-08-07T01:17:45.500Z"],
];
for (const [given, shown] of moments) {
  test(`§2.6: collected_at ${given} is shown in UTC`, async () => {
    assert.equal((await served.patch(`${at}/s1`, { collected_at: given })).body.collected_at, shown);
  });
}

test("§2.6: an invalid collected_at is 422", async () => {
  for (const collected_at of [
    "2012-02-30T00:00:00Z",
    "2012-08-07",
    "2012-08-07T24:00:00Z",
    "2012-08-07T00:00:00",
    "yesterday",
  ]) {
    assertRefused(await served.patch(`${at}/s1`, { collected_at }), 422, ["/collected_at", "invalid_format"]);
  }
});

test("§4.2: an array: 201, Location of the collection, the ids and links of the new samples, in order", async () => {
  const answer = assertStatus(
    await served.post(at, [
      { ...sample, id: "a1", value: 1 },
      { ...sample, value: 2 },
    ]),
    201,
  );
  assert.equal(answer.headers.get("location"), at);
  const { created_count, data, ...rest } = answer.body;
  assert.deepEqual([created_count, data.length, rest], [2, 2, {}]);
  assert.deepEqual(data[0], { id: "a1", _links: { self: `${at}/a1` } });
  assert.deepEqual(Object.keys(data[1]).sort(), ["_links", "id"]);
  assert.equal((await fixtures.read(data[1]._links.self)).value, 2);
});

test("§4.2, §4.4, §4.11: the response to a long array is whole in every content coding, and when it is replayed", async () => {
  const many = (prefix: string) => Array.from({ length: 1_001 }, (_, at) => ({ ...sample, id: `${prefix}-${at}` }));
  for (const coding of ["identity", "gzip", "deflate", "br"]) {
    const headers = { "accept-encoding": coding, "idempotency-key": coding };
    const first = assertStatus(await served.post(at, many(coding), { headers: { "accept-encoding": coding } }), 201);
    assert.deepEqual(
      first.body.data,
      many(coding).map(({ id }) => ({ id, _links: { self: `${at}/${id}` } })),
    );
    const stored = assertStatus(await served.post(at, many(`${coding}.stored`), { headers }), 201);
    const replayed = assertStatus(await served.post(at, many(`${coding}.stored`), { headers }), 201);
    assert.equal(stored.text, first.text.replaceAll(`${coding}-`, `${coding}.stored-`));
    assert.equal(replayed.text, stored.text);
  }
});

test("§4.2: an array of one sample is answered as an array", async () => {
  assert.equal((await served.post(at, [sample])).body.created_count, 1);
});

test("§4.2: one invalid sample rejects all; every fault has its pointer, such as /17/value", async () => {
  const before = await total();
  const many = (at: number, change: object) =>
    Array.from({ length: 20 }, (_, n) => (n === at ? { ...sample, ...change } : sample));
  assertRefused(await served.post(at, many(17, { value: "3" })), 400, ["/17/value", "wrong_type"]);
  assertRefused(await served.post(at, many(17, { quality: "ugly" })), 422, ["/17/quality", "not_allowed"]);
  assertRefused(
    await served.post(at, [sample, { instrument: "i", valeu: 3 }, 7]),
    400,
    ["/1/parameter", "required"],
    ["/1/collected_at", "required"],
    ["/1/valeu", "unknown_field"],
    ["/2", "wrong_type"],
  );
  assertRefused(await served.post(at, [{ ...sample, created_at: "2020-01-01T00:00:00.000Z" }]), 422, [
    "/0/created_at",
    "read_only",
  ]);
  assertRefused(await served.post(at, [sample, { ...sample, mission_id: "other" }]), 422, [
    "/1/mission_id",
    "read_only",
  ]);
  assert.equal(await total(), before);
});

test("§12.1: an id twice in an array, or one that is taken, is 409, and creates nothing", async () => {
  const before = await total();
  const twice = [{ ...sample, id: "t" }, sample, { ...sample, id: "t" }];
  assertRefused(await served.post(at, twice), 409, ["/2/id", "already_exists"]);
  assertRefused(await served.post(at, [sample, { ...sample, id: "s1" }]), 409, ["/1/id", "already_exists"]);
  assert.equal(await total(), before);
  assertStatus(await served.get(`${at}/t`), 404);
});

test("§12.1: an empty array is 400; 10,000 samples are accepted, 10,001 are 400 too_many_items", async () => {
  assertStatus(await served.post(at, []), 400);
  await fixtures.mission("many");
  const many = Array.from({ length: 10_001 }, () => sample);
  const refusedAnswer = await served.post("/api/missions/many/data", many);
  assert.deepEqual([refusedAnswer.status, faultsOf(refusedAnswer)], [400, [["", "too_many_items"]]]);
  assert.equal((await served.post("/api/missions/many/data", many.slice(1))).body.created_count, 10_000);
  assert.equal((await fixtures.read("/api/missions?sample_count_min=10000")).missions[0].id, "many");
});

test("§8.1: an array may have 16 MiB", async () => {
  const large = Array.from({ length: 200 }, () => ({ ...sample, payload: { x: "y".repeat(60_000) } }));
  assert.equal((await served.post(at, large)).body.created_count, 200);
});

test("§4.2: only data samples accept arrays", async () => {
  assertRefused(await served.post("/api/missions", [{ name: "a" }]), 400, ["", "wrong_type"]);
  assertRefused(await served.put(`${at}/s1`, [sample]), 400, ["", "wrong_type"]);
});

test("§2.12: /api/data lists the samples of all missions, read-only, each with its mission and canonical path", async () => {
  await fixtures.mission("other");
  await served.post("/api/missions/other/data", { id: "far", ...sample });
  const { data, total_count } = await fixtures.read("/api/data?mission_id=other");
  assert.equal(total_count, 1);
  assert.deepEqual(data[0]._links, { self: "/api/missions/other/data/far", mission: "/api/missions/other" });
  assert.equal(data[0].mission_id, "other");
  assert.deepEqual(await fixtures.read("/api/data/far"), await fixtures.read("/api/missions/other/data/far"));
});
