/** Proves how invalid bodies, header fields and paths are refused (§4.11, §7.2, §8.1, §12.1, §12.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { sendBytes, sendRawRequest } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.mission("m");
const at = "/api/missions";

for (const [what, body] of [
  ["nothing at all", ""],
  ["a word", "mission"],
  ["an object cut short", '{"name":"m"'],
  ["a trailing comma", '{"name":"m",}'],
  ["a comment", '{"name":"m"} // mine'],
  ["single quotes", "{'name':'m'}"],
  ["NaN", '{"name":"m","crew_size":NaN}'],
  ["a leading zero", '{"name":"m","crew_size":03}'],
  ["two values", '{"name":"m"} {"name":"n"}'],
  ["a raw control character", '{"name":"a\u0007b"}'],
] as const) {
  test(`§7.2: a body that is not JSON is 400 invalid_json: ${what}`, async () => {
    assertRefused(await served.post(at, body), 400, ["", "invalid_json"]);
  });
}

test("§7.2: a body that is not an object is 400", async () => {
  for (const body of ["[]", "null", "3", '"text"', "true"]) {
    assertRefused(await served.post(at, body), 400, ["", "wrong_type"]);
    assertRefused(await served.put(`${at}/m`, body), 400, ["", "wrong_type"]);
  }
  assertStatus(await served.request("POST", at), 400);
});

test("§4.11: a body that is not UTF-8 is 400 invalid_encoding", async () => {
  const latin1 = Buffer.from('{"name":"caf\xe9"}', "latin1");
  assertRefused(await served.post(at, latin1), 400, ["", "invalid_encoding"]);
  const surrogate = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);
  assertRefused(await served.post(at, surrogate), 400, ["", "invalid_encoding"]);
});

test("§12.1: duplicate keys in a JSON object are 400 duplicate_key, with the pointer of each", async () => {
  assertRefused(await served.post(at, '{"name":"a","name":"a"}'), 400, ["/name", "duplicate_key"]);
  assertRefused(await served.post(at, '{"name":"a","n\\u0061me":"b"}'), 400, ["/name", "duplicate_key"]);
  const samples = '[{"payload":{"a":{"b":1,"c/d~":2,"c/d~":3}}},{"unit":"K","unit":"K"}]';
  assertRefused(
    await served.post(`${at}/m/data`, samples),
    400,
    ["/0/payload/a/c~1d~0", "duplicate_key"],
    ["/1/unit", "duplicate_key"],
  );
  const apart = {
    instrument: "i",
    parameter: "p",
    collected_at: "2020-01-01T00:00:00Z",
    payload: { a: { x: 1 }, b: { x: 1 } },
  };
  assertStatus(await served.post(`${at}/m/data`, apart), 201);
});

test("§8.1: JSON may be 64 levels deep, and no deeper", async () => {
  const nested = (levels: number) => {
    // The sample's own object is the first level, its payload the second.
    const inner = `${'{"a":'.repeat(levels - 2)}1${"}".repeat(levels - 2)}`;
    return `{"instrument":"i","parameter":"p","collected_at":"2020-01-01T00:00:00Z","payload":{"a":${inner}}}`;
  };
  assertStatus(await served.post(`${at}/m/data`, nested(64)), 201);
  assertRefused(await served.post(`${at}/m/data`, nested(65)), 400, ["", "too_deep"]);
  assertRefused(await served.post(at, "[".repeat(100_000)), 400, ["", "too_deep"]);
});

const media: [type: string | undefined, coding: string | undefined][] = [
  ["text/plain", undefined],
  ["application/xml", undefined],
  ["application/x-www-form-urlencoded", undefined],
  ["application/merge-patch+json", undefined],
  ["application/vnd.api+json", undefined],
  ["application/jsonx", undefined],
  ["application/json; charset=latin1", undefined],
  ['application/json; charset="utf-16"', undefined],
  ["application/json", "zstd"],
  ["application/json", "compress"],
];
for (const [type, coding] of media) {
  test(`§4.11: POST of ${type}${coding ? ` in ${coding}` : ""} is 415 with Accept-Post`, async () => {
    const headers = { "content-type": type!, ...(coding ? { "content-encoding": coding } : {}) };
    const answer = await served.post(at, '{"name":"m"}', { headers });
    assertRefused(answer, 415);
    assert.equal(answer.headers.get("accept-post"), "application/json");
  });
}

test("§4.11: PATCH of another media type is 415 with Accept-Patch", async () => {
  for (const type of ["text/plain", "application/json-patch+json", "application/merge-patch+json; charset=latin1"]) {
    const answer = await served.patch(`${at}/m`, '{"name":"m"}', { headers: { "content-type": type } });
    assertRefused(answer, 415);
    assert.equal(answer.headers.get("accept-patch"), "application/merge-patch+json, application/json");
  }
});

test("§4.11: JSON is accepted with the charset UTF-8, in any case", async () => {
  for (const type of ["application/json;charset=UTF-8", 'APPLICATION/JSON; charset="utf-8"']) {
    assertStatus(await served.post(at, '{"name":"m"}', { headers: { "content-type": type } }), 201);
  }
});

const accepts: [accept: string, status: number][] = [
  ["application/json", 200],
  ["*/*", 200],
  ["application/*", 200],
  ["text/html, application/json;q=0.1", 200],
  ["text/html", 406],
  ["image/*", 406],
  ["application/json;q=0", 406],
  ["application/json;q=0, */*", 406],
];
for (const [accept, status] of accepts) {
  test(`§4.11: Accept: ${accept} is ${status}`, async () => {
    for (const path of ["/api", at, `${at}/m`]) assertStatus(await served.get(path, { headers: { accept } }), status);
  });
}

test("§8.1: a URL of 8 KiB is accepted, any longer one is 414", async () => {
  const url = (length: number) => `${at}?name=`.padEnd(length, "x");
  assert.equal((await served.get(url(8_192))).status, 200);
  const longer = await served.get(url(8_193));
  assert.deepEqual([longer.status, longer.headers.get("cache-control")], [414, "no-cache"]);
  const { status, headers, text } = await sendRawRequest(served.url, "GET", url(20_000));
  assert.deepEqual([status, JSON.parse(text).type], [414, "/problems/uri-too-long"]);
  assert.match(String(headers["content-type"]), /^application\/problem\+json/);
});

/** Requests whose URL can be made any length: the target begins with this. */
const PATHS: [method: string, path: string][] = [
  ["GET", `${at}/`],
  ["DELETE", `${at}/m/objectives/`],
  ["OPTIONS", `${at}/`],
  ["OPTIONS", `${at}?name=`],
  ["PATCH", `${at}?name=`],
  ["GET", "/api/nothing/"],
  ["GET", "/nothing?"],
  ["GET", "/docs?"],
  ["GET", "/problems/"],
  ["GET", "/api/%zz"],
];
for (const [method, path] of PATHS) {
  test(`§8.1: ${method} ${path}… of more than 8 KiB is 414`, async () => {
    const long = path.padEnd(9_000, "a");
    for (const target of [long, `${served.url}${long}`]) {
      const { status, headers, text } = await sendRawRequest(served.url, method, target);
      assert.deepEqual([status, headers["content-type"]], [414, "application/problem+json; charset=utf-8"]);
      assert.deepEqual(JSON.parse(text).type, "/problems/uri-too-long");
    }
  });
}

test("§8.1: an id that is too long, in a URL that is not, is 404", async () => {
  for (const path of [`${at}/`, `${at}/m/objectives/`, "/api/nothing/"])
    assertRefused(await served.get(path.padEnd(7_000, "a")), 404);
});

test("§8.1: headers of more than 16 KiB are 431, as a problem document", async () => {
  const { status, headers, text } = await sendRawRequest(served.url, "GET", at, { "x-large": "x".repeat(20_000) });
  assert.deepEqual([status, headers["content-type"]], [431, "application/problem+json; charset=utf-8"]);
  assert.equal(JSON.parse(text).request_id, headers["x-request-id"]);
});

const malformed: [what: string, bytes: string][] = [
  ["two Host headers", "GET /api HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["no Host header", "GET /api HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["no HTTP at all", "hello\r\n\r\n"],
  ["two lengths", "POST /api/missions HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"],
];
for (const [what, bytes] of malformed) {
  test(`§12.10: ${what}: 400, as a problem document with a request id`, async () => {
    const text = await sendBytes(served.url, bytes);
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /\r\ncontent-type: application\/problem\+json/i);
    assert.match(text, /\r\nx-request-id: \S+/i);
    assert.match(text, /"type":"\/problems\/invalid-request"/);
  });
}

test("§12.10: a trailing slash is 404, whatever the method", async () => {
  for (const path of ["/api/", `${at}/`, `${at}/m/`, `${at}/?page=1`, "/docs/"]) {
    for (const method of ["GET", "OPTIONS", "DELETE"]) assertStatus(await served.request(method, path), 404);
    assertStatus(await served.put(path, { name: "m" }), 404);
  }
});
