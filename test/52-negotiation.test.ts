/** Proves negotiation (§4.11): Accept, media types and content codings of bodies and responses, caching. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { BODY_LIMIT: "65536", BULK_BODY_LIMIT: "131072" });
const at = "/api/missions";
await served.put(`${at}/m`, { name: "M" });
await served.put("/api/astronauts/ann", { name: "Ann" });
await served.put("/api/astronauts/ann/medical/x", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
await served.put(`${at}/long`, { name: "Long", description: "x".repeat(5_000) });

/** `Accept`, and whether it allows JSON (RFC 9110 §12.5.1: the most specific range decides). */
const ACCEPTS: [accept: string, acceptable: boolean][] = [
  ["application/json", true],
  ["APPLICATION/Json", true],
  ["application/json; charset=utf-8", true],
  ["application/json;charset=UTF-8;q=0.5", true],
  ["application/*", true],
  ["*/*;q=0.001", true],
  ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", true],
  ["text/html,*/*;q=0,application/json", true],
  ["application/*;q=0, application/json", true],
  ["application/json;q=0, application/json;charset=utf-8", true],
  ["application/json;q=0", false],
  ["application/json;q=0.0, */*", false],
  ["application/json;q=0.000, application/*;q=1", false],
  ["application/*;q=0, */*", false],
  ["*/*;q=0", false],
  ["application/json;charset=utf-16", false],
  ["application/json;version=2", false],
  ["application/problem+json", false],
  ["application/vnd.api+json, application/ld+json", false],
  ["audio/*, image/*", false],
  ["json", false],
];
for (const [accept, acceptable] of ACCEPTS) {
  test(`§4.11: Accept: ${accept} is ${acceptable ? "met" : "406"}`, async () => {
    const headers = { accept };
    for (const method of ["GET", "HEAD", "PATCH"]) {
      const sent = method === "PATCH" ? { body: {} } : {};
      const answer = await served.request(method, `${at}/m`, { headers, ...sent });
      assert.equal(answer.status, acceptable ? 200 : 406, method);
    }
    assert.equal((await served.get(at, { headers })).status, acceptable ? 200 : 406);
  });
}

test("§4.11: 406 is a problem document, and nothing is executed", async () => {
  const headers = { accept: "text/html" };
  const answer = await served.post(at, { id: "unacceptable", name: "X" }, { headers });
  assert.deepEqual([answer.status, answer.body.type], [406, "/problems/not-acceptable"]);
  assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
  assert.equal((await served.delete(`${at}/m`, { headers })).status, 406);
  assert.deepEqual([(await served.get(`${at}/unacceptable`)).status, (await served.get(`${at}/m`)).status], [404, 200]);
});

test("§7.1: an error is sent even if Accept excludes problem documents", async () => {
  const { status, body } = await served.get(`${at}/none`, { headers: { accept: "application/json" } });
  assert.deepEqual([status, body.type], [404, "/problems/not-found"]);
});

const PATCHES = "application/merge-patch+json, application/json";
for (const [what, header, value, codings] of [
  ["media type", "content-type", "text/plain", null],
  ["charset", "content-type", "application/json; charset=iso-8859-1", null],
  ["content coding", "content-encoding", "zstd", "gzip, deflate, br"],
  ["list of codings", "content-encoding", "gzip, br", "gzip, deflate, br"],
] as const) {
  test(`§4.11: another ${what} is 415, and the response says what is accepted`, async () => {
    const headers = { [header]: value };
    for (const [method, path, name, taken] of [
      ["POST", at, "accept-post", "application/json"],
      ["PUT", `${at}/m`, "accept-post", "application/json"],
      ["PATCH", `${at}/m`, "accept-patch", PATCHES],
    ] as const) {
      const answer = await served.request(method, path, { headers, body: '{"name":"M"}' });
      assert.deepEqual([answer.status, answer.headers.get(name)], [415, taken]);
      assert.equal(answer.headers.get("accept-encoding"), codings, "only where the coding is at fault");
    }
  });
}

const CODERS: Record<string, (body: string) => Uint8Array> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
  identity: (body) => Buffer.from(body),
  GZip: (body) => gzipSync(body),
};
const sample = (value: number) => ({ instrument: "é", parameter: "p", collected_at: "2020-01-01T00:00:00Z", value });

for (const [coding, coded] of Object.entries(CODERS)) {
  const send = (method: string, path: string, body: unknown) =>
    served.request(method, path, { body: coded(JSON.stringify(body)), headers: { "content-encoding": coding } });

  test(`§4.11: POST, PUT, PATCH and arrays accept a body in ${coding}`, async () => {
    const posted = await send("POST", at, { name: "Жанна" });
    assert.deepEqual([posted.status, posted.body.name], [201, "Жанна"]);
    assert.equal((await send("PUT", `${at}/m`, { name: "M" })).status, 200);
    assert.equal((await send("PATCH", `${at}/m`, { operator: coding })).body.operator, coding);
    const samples = Array.from({ length: 500 }, (_, value) => sample(value));
    assert.equal((await send("POST", `${at}/m/data`, samples)).body.created_count, 500);
  });

  test(`§8.1: a body in ${coding} that is too large when decoded is 413`, async () => {
    assert.equal((await send("POST", at, { name: "x".repeat(100_000) })).status, 413);
    assert.equal((await send("POST", `${at}/m/data`, [{ notes: "x".repeat(200_000) }])).status, 413);
    const { status } = await send("POST", at, { name: "", description: "x".repeat(60_000) });
    assert.equal(status, 422, "within the limit it is read");
  });
}

for (const coding of ["gzip", "deflate", "br"]) {
  test(`§8.1: a decompression bomb in ${coding} is 413, after a valid beginning too`, async () => {
    const headers = { "content-encoding": coding };
    const bomb = CODERS[coding]!(" ".repeat(40_000_000));
    assert.ok(bomb.length < 65_536);
    assert.equal((await served.post(at, bomb, { headers })).status, 413);
    const late = CODERS[coding]!(`{"name":"M"${" ".repeat(40_000_000)}}`);
    assert.equal((await served.post(at, late, { headers })).status, 413);
    assert.equal((await served.get(`${at}/m`)).status, 200);
  });

  test(`§7.2: an invalid or truncated body in ${coding} is 400`, async () => {
    const whole = CODERS[coding]!(JSON.stringify({ name: "M".repeat(150) }));
    for (const broken of [
      Buffer.from('{"name":"M"}'),
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, 3),
      Buffer.alloc(50),
    ]) {
      const answer = await served.post(at, broken, { headers: { "content-encoding": coding } });
      assert.deepEqual([answer.status, answer.body.type], [400, "/problems/invalid-request"], broken.toString("hex"));
    }
  });
}

/** `Accept-Encoding`, and the coding of a long response (RFC 9110 §12.5.3). */
const ENCODINGS: [accept: string | undefined, coding: string | undefined][] = [
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["GZIP", "gzip"],
  // Equal weights: the smallest coding, in any order.
  ["gzip, deflate, br", "br"],
  ["deflate, gzip", "gzip"],
  ["gzip;q=0.8, deflate;q=0.7, br;q=0.9", "br"],
  ["br;q=0.5, gzip", "gzip"],
  ["gzip;q=0.2, deflate;q=0.3, br;q=0", "deflate"],
  ["gzip;q=0", undefined],
  ["gzip;q=0, *", "br"],
  ["identity", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["zstd, compress", undefined],
  ["*;q=0", undefined],
  ["", undefined],
  [undefined, undefined],
];
for (const [accept, coding] of ENCODINGS) {
  test(`§4.11: Accept-Encoding: ${accept ?? "(absent)"} gets ${coding ?? "no coding"}`, async () => {
    const headers: Record<string, string> = {
      host: "test",
      ...(accept === undefined ? {} : { "accept-encoding": accept }),
    };
    for (const path of [`${at}/long`, `${at}?fields=*`, "/openapi.json", "/docs"]) {
      const answer = await sendRawRequest(served.url, "GET", path, headers);
      assert.deepEqual([answer.status, answer.headers["content-encoding"]], [200, coding], path);
      assert.equal(answer.headers.vary, "Accept, Accept-Encoding, Authorization", path);
    }
  });
}

test("§4.11: a response decodes to the same text in every coding", async () => {
  for (const path of [`${at}/long`, `${at}?fields=*`, "/openapi.json"]) {
    const plain = await served.get(path, { headers: { "accept-encoding": "identity" } });
    for (const coding of ["gzip", "deflate", "br"]) {
      const answer = await served.get(path, { headers: { "accept-encoding": coding } });
      assert.deepEqual([answer.headers.get("content-encoding"), answer.text], [coding, plain.text]);
    }
  }
});

for (const letter of ["x", "Ж", "🚀"]) {
  test(`§4.11: a response of 1 KiB is not compressed, a longer one is: ${letter}`, async () => {
    const coding = async (description: string) => {
      const path = `${at}/sized`;
      await served.put(path, { name: "Sized", description });
      const plain = await sendRawRequest(served.url, "GET", path, { host: "test" });
      const answer = await sendRawRequest(served.url, "GET", path, { host: "test", "accept-encoding": "gzip" });
      return [Number(plain.headers["content-length"]), answer.headers["content-encoding"]];
    };
    const [least] = (await coding(letter)) as [number];
    const remaining = 1_024 - least;
    const filled = letter.repeat(1 + Math.floor(remaining / Buffer.byteLength(letter)));
    const text = filled + "y".repeat(remaining % Buffer.byteLength(letter));
    assert.deepEqual(await coding(text), [1_024, undefined]);
    assert.deepEqual(await coding(`${text}y`), [1_025, "gzip"]);
  });
}

test("§4.11: the response to a write is compressed too, and its ETag is valid in If-Match", async () => {
  const put = (headers: Record<string, string>) =>
    served.put(`${at}/long`, { name: "Long", description: "x".repeat(5_000) }, { headers });
  const { headers } = await put({ "accept-encoding": "gzip" });
  assert.equal(headers.get("content-encoding"), "gzip");
  assert.equal((await put({ "if-match": headers.get("etag")! })).status, 200);
});

test("§4.10: Cache-Control: public responses are revalidated, private ones are not stored", async () => {
  for (const path of ["/api", at, `${at}/m`, `${at}/m/crew`, "/api/data", "/openapi.json", "/docs", "/livez"]) {
    for (const method of ["GET", "HEAD"]) {
      for (const credential of [false, undefined] as const) {
        const { headers } = await served.request(method, path, credential === false ? { credential } : {});
        assert.equal(headers.get("cache-control"), "no-cache", path);
        assert.equal(headers.get("vary"), "Accept, Accept-Encoding, Authorization", path);
      }
    }
  }
  for (const path of ["/api/astronauts/ann/medical", "/api/astronauts/ann/medical/x"]) {
    for (const method of ["GET", "HEAD"])
      assert.equal((await served.request(method, path)).headers.get("cache-control"), "private, no-store", path);
  }
});

test("§4.11: a problem is compressed and cached like the response it replaces", async () => {
  const many = Array.from({ length: 60 }, (_, at) => `unknown_${at}=1`).join("&");
  for (const coding of ["br", "gzip", "deflate"]) {
    const headers = { host: "test", "accept-encoding": coding };
    const long = await sendRawRequest(served.url, "GET", `${at}?${many}`, headers);
    assert.deepEqual([long.status, long.headers["content-encoding"]], [400, coding]);
    const { body } = await served.get(`${at}?${many}`, { headers: { "accept-encoding": coding } });
    assert.equal(body.errors.length, 60);
  }
  const PUBLIC = ["no-cache", "Accept, Accept-Encoding, Authorization"];
  for (const [path, status, cached] of [
    [`${at}?nonsense=1`, 400, PUBLIC],
    [`${at}/none`, 404, PUBLIC],
    ["/api/nothing", 404, PUBLIC],
    ["/api/astronauts/none/medical", 401, ["private, no-store", undefined]],
  ] as const) {
    const { status: answered, headers } = await sendRawRequest(served.url, "GET", path, { host: "test" });
    assert.deepEqual([answered, [headers["cache-control"], headers.vary]], [status, cached], path);
  }
});
