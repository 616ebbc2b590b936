/** Proves that a hostile body is refused, is cut off at its limit, costs no memory and leaves no trace (§2, §4, §8, §12). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from "node:zlib";
import { campaignSize } from "./support/campaign.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { residentBytes, startServer } from "./support/http/process.ts";
import { assertProblem, assertRefusedOnce, parseResponses } from "./support/http/raw-responses.ts";
import { ADMIN_KEY, type Body, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/missions/m", { name: "m" });
const data = "/api/missions/m/data";
const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

/** A sample with this JSON text as payload. */
const withPayload = (payload: string) => `${JSON.stringify(sample).slice(0, -1)},"payload":${payload}}`;

test("§8.1: depth counts in arrays of samples too: 64 levels of objects or arrays are accepted, 65 are not", async () => {
  for (const [open, close] of [
    ['{"a":', "}"],
    ["[", "]"],
  ] as const) {
    // The array, the sample and the payload are three levels.
    const deep = (levels: number) => `[${withPayload(`{"a":${open.repeat(levels - 3)}1${close.repeat(levels - 3)}}`)}]`;
    assertStatus(await served.post(data, deep(64)), 201);
    assertRefused(await served.post(data, deep(65)), 400, ["", "too_deep"]);
    assertRefused(await served.post(data, deep(200_000)), 400, ["", "too_deep"]);
    assertRefused(await served.patch("/api/missions/m", open.repeat(150_000)), 400, ["", "too_deep"]);
  }
});

test("§12.1: a duplicate name is found at any depth, whatever the name and its notation", async () => {
  for (const [twice, place] of [
    ['"__proto__":{},"__proto__":{}', "__proto__"],
    ['"constructor":1,"\\u0063onstructor":2', "constructor"],
    ['"":1,"":2', ""],
    ['"a\\u0000":1,"a\\u0000":1', "a\0"],
    ['"\\ud800":1,"\\ud800":1', "\ud800"],
  ] as const) {
    const body = `[${withPayload("{}")},${withPayload(`{"a":[0,{"b":{${twice}}}]}`)}]`;
    assertRefused(await served.post(data, body), 400, [`/1/payload/a/1/b/${place}`, "duplicate_key"]);
  }
});

test("§12.1: a fault of JSON is found wherever it is in a long array", async () => {
  const items = Array.from({ length: 4_000 }, (_, at) => JSON.stringify({ ...sample, value: at, unit: ',"[\\{:' }));
  const withItem = (at: number, item: string) => `[${items.with(at, item).join(", ")}]`;
  const deep = "[".repeat(63) + "]".repeat(63);
  for (const at of [0, 1, 1_999, 3_999]) {
    const refused: [item: string, pointer: string, code: string][] = [
      ['{"unit":"a","unit":"b"}', `/${at}/unit`, "duplicate_key"],
      [withPayload('{"a":[{},{"b":1,"b":2}]}'), `/${at}/payload/a/1/b`, "duplicate_key"],
      ["{}}", "", "invalid_json"],
      ["", "", "invalid_json"],
      [" ".repeat(200_000), "", "invalid_json"],
      ["1],[2", "", "invalid_json"],
      [`{"a":${deep}}`, "", "too_deep"],
    ];
    for (const [item, pointer, code] of refused)
      assertRefused(await served.post(data, withItem(at, item)), 400, [pointer, code]);
    const bytes = Buffer.from(withItem(at, '"?"'));
    bytes[bytes.indexOf('"?"') + 1] = 0xff;
    assertRefused(await served.post(data, bytes), 400, ["", "invalid_encoding"]);
  }
  const unfinished = withItem(0, "{}").slice(0, -1);
  for (const body of [unfinished, `${unfinished},`, `${unfinished}]]`])
    assertRefused(await served.post(data, body), 400, ["", "invalid_json"]);
});

/** Members that would pollute every object if they reached a prototype. */
const POLLUTING = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":{"__proto__":{"polluted":true},"b":[{"__proto__":{"polluted":true}}]}}',
  '{"__proto__":"x","toString":1,"valueOf":{},"hasOwnProperty":false,"then":"x","toJSON":1}',
];

test("§2.6: a payload may have member names of JavaScript's own, in a merge patch too", async () => {
  for (const json of POLLUTING) {
    const written = assertStatus(await served.post(data, withPayload(json)), 201);
    const path = written.headers.get("location")!;
    const stored = (await served.get(path)).text;
    assert.ok(stored.includes(`"payload":${json}`), stored);
    assertStatus(await served.patch(path, `{"payload":${json.replace("true", "false")}}`), 200);
    assertStatus(await served.patch(path, `{"payload":${json}}`), 200);
    assert.ok((await served.get(path)).text.includes(`"payload":${json}`));
    assert.ok((await served.get("/api/data?fields=payload&limit=100")).text.includes(json));
  }
  for (const json of POLLUTING) {
    assert.equal((await served.post("/api/missions", json)).status, 400);
    assert.equal((await served.patch("/api/missions/m", json)).status, 400);
    assert.equal((await served.post(data, `[${json}]`)).status, 400);
    assert.equal((await served.patch("/api/planets/none", `{"name":${json}}`)).status, 400);
    assert.equal((await served.put(`${data}/s`, `{"location":${json}}`)).status, 400);
  }
  assert.equal(({} as Body).polluted, undefined);
  assert.deepEqual(Object.keys((await served.get("/api/missions?fields=name")).body.missions[0]), [
    "id",
    "name",
    "_links",
  ]);
  assert.equal(typeof {}.toString, "function");
});

test("§2.1: escaped names are those that were sent, whatever names other bodies had before", async () => {
  // An engine that compares a name before it decodes it takes the second of each pair for the first.
  const pairs = [
    [String.raw`\\`, String.raw`\u0061`, "a"],
    [String.raw`\\`, String.raw`\n`, String.raw`\n`],
    [String.raw`\\`, String.raw`\"`, String.raw`\"`],
    [String.raw`n\\`, String.raw`n\u0065`, "ne"],
    [String.raw`\\u`, String.raw`\u00e9a`, "éa"],
    [String.raw`\u005c`, String.raw`\t`, String.raw`\t`],
    [String.raw`\\`, String.raw`\u005f_proto__`, "__proto__"],
  ] as const;
  for (const [index, [earlier, sent, stored]] of pairs.entries()) {
    const named = (name: string) => withPayload(`{"first${index}":1,"${name}":[]}`);
    const path = `${data}/named${index}`;
    assertStatus(await served.put(`${data}/earlier${index}`, named(earlier)), 201);
    assertStatus(await served.put(path, named(sent)), 201);
    const expected = `"payload":{"first${index}":1,"${stored}":[]}`;
    assert.ok((await served.get(path)).text.includes(expected), (await served.get(path)).text);
    assertStatus(await served.patch(path, `{"payload":{"${sent}":1}}`), 200);
    assert.ok((await served.get(path)).text.includes(expected.replace("[]", "1")), (await served.get(path)).text);
    assertStatus(await served.post(data, `[${named(earlier)},${named(sent)}]`), 201);
    assert.ok((await served.get("/api/data?fields=payload&limit=100&sort=created_at:desc")).text.includes(expected));
  }
});

/** Far more than an array of samples may have. */
const ITEMS = campaignSize("BODY_ITEMS");

test("§8.1: a large body of many small parts is refused properly: numbers, arrays, names, faults", async () => {
  const names = Array.from({ length: ITEMS / 20 }, (_, at) => `"k${at}":1`).join(",");
  const many: [body: string, code: string][] = [
    [`[${"1,".repeat(ITEMS)}1]`, "too_many_items"],
    [`[${"[],".repeat(ITEMS)}[]]`, "too_many_items"],
    [`[{${names}}]`, "unknown_field"],
    [`[{${'"unit":"K",'.repeat(ITEMS / 10)}"unit":"K"}]`, "duplicate_key"],
    [`[${"{},".repeat(9_999)}{}]`, "required"],
  ];
  for (const [body, code] of many) {
    const answer = await served.post(data, body);
    assertRefused(answer, 400);
    assert.ok(answer.body.errors.length <= 1_000);
    assert.ok(
      (answer.body.errors as Body[]).some((error) => error.code === code),
      answer.text.slice(0, 300),
    );
  }
});

const BROKEN: [coding: string, bytes: Buffer][] = [
  ["gzip", Buffer.from('{"name":"m"}')],
  ["gzip", gzipSync('{"name":"m"}').subarray(0, 20)],
  ["gzip", Buffer.concat([gzipSync('{"name":"m"}'), Buffer.from("garbage")])],
  ["deflate", gzipSync('{"name":"m"}')],
  ["br", gzipSync('{"name":"m"}')],
];
for (const [coding, body] of BROKEN) {
  test(`§4.11: a body that is not in its content coding is 400: ${coding}, ${body.length} bytes`, async () => {
    const answer = await served.post("/api/missions", body, { headers: { "content-encoding": coding } });
    assertRefused(answer, 400);
    assert.equal(answer.body.type, "/problems/invalid-request");
  });
}

const folder = mkdtempSync(join(tmpdir(), "space-missions-hostile-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const SETTINGS = {
  PORT: "0",
  DATASET: "none",
  ADMIN_API_KEY: ADMIN_KEY,
  DATABASE_URL: `sqlite:${join(folder, "test.db")}`,
  // On a busy machine, the process may take a second to read a head that has arrived.
  HEADERS_TIMEOUT: "3",
  BODY_TIMEOUT: "1",
  LOG_LEVEL: "warn",
};
const MEBIBYTE = 1024 * 1024;
/** Mebibytes of zeros. */
const BOMB = campaignSize("BOMB_MEBIBYTES");
/** Far more than the limit of a body, far less than what is sent. */
const FLAT = 100 * MEBIBYTE;
/** How often all clients pour, at most. */
const MAX_POURS = 4;

const head = (path: string, fields: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${fields}\r\n`;
const AUTHORIZED = `Authorization: Bearer ${ADMIN_KEY}\r\n`;

/** Sends chunks of a body until the service closes the connection or all are sent; returns the response. */
async function pour(url: string, start: string, chunks: Iterable<Buffer>): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    received += part;
  });
  // The service resets the connection of a client that keeps sending.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(start);
  for (const chunk of chunks) {
    if (socket.destroyed || socket.writableEnded) break;
    const size = Buffer.from(`${chunk.length.toString(16)}\r\n`);
    if (socket.write(Buffer.concat([size, chunk, Buffer.from("\r\n")]))) continue;
    await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  await closed;
  return received;
}

function* endless(): Generator<Buffer> {
  for (const chunk = Buffer.alloc(256 * 1024, " "); ; ) yield chunk;
}

test("§8.1: memory stays flat while clients send endless bodies, until they are cut off", async (t) => {
  const command = startServer(t, SETTINGS);
  const url = await command.url;
  const chunked = "Transfer-Encoding: chunked\r\n";
  const ENDLESS: [status: number, start: string][] = [
    [413, head("/api/missions", AUTHORIZED + chunked)],
    [413, head("/api/missions/m/data", AUTHORIZED + chunked)],
    [404, head("/nowhere", chunked)],
    [401, head("/api/missions", chunked)],
  ];
  const pourOne = async ([status, start]: (typeof ENDLESS)[number]) => {
    const received = await pour(url, start, endless());
    // A client that is cut off while sending may lose the response to the reset; otherwise it is this one.
    for (const answer of parseResponses(received)) assert.equal(answer.status, status, received);
  };
  // Together, because each client sends for as long as it may.
  const pourAll = () => Promise.all(ENDLESS.map(pourOne));
  const peaks = [residentBytes(command.process.pid!)];
  const growth = () => peaks.at(-1)! - peaks.at(-2)!;
  do {
    await pourAll();
    peaks.push(residentBytes(command.process.pid!));
  } while (growth() >= FLAT / 3 && peaks.length <= MAX_POURS);
  // Memory that is needed once, for several bodies of maximum length, is not needed again; a slow machine may need it later.
  assert.ok(peaks.at(-1)! - peaks[0]! < 2 * FLAT && growth() < FLAT / 3, peaks.join(", "));
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.deepEqual(command.news(), [], "nothing of it is an error of the service");
});

function* zeros(): Generator<Buffer> {
  for (let at = 0, chunk = Buffer.alloc(MEBIBYTE); at < BOMB; at += 1) yield chunk;
}

test(`§8.1: ${BOMB} MiB of zeros, compressed, are 413 and cost no memory`, async (t) => {
  const command = startServer(t, { ...SETTINGS, BODY_TIMEOUT: "60" });
  const url = await command.url;
  const fast = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const coders: [coding: string, coder: Transform][] = [
    ["gzip", createGzip()],
    ["deflate", createDeflate()],
    ["br", fast],
  ];
  const bombs = await Promise.all(
    coders.map(async ([coding, coder]) => [coding, await buffer(Readable.from(zeros()).pipe(coder))] as const),
  );
  const before = residentBytes(command.process.pid!);
  for (const [coding, bomb] of bombs) {
    assert.ok(bomb.length < 1_048_576, "no longer than a body may be before it is decoded");
    for (const path of ["/api/missions", "/api/missions/m/data"]) {
      const headers = { "content-encoding": coding, "content-type": "application/json" };
      const authorization = `Bearer ${ADMIN_KEY}`;
      const answer = await fetch(url + path, { method: "POST", headers: { ...headers, authorization }, body: bomb });
      const text = await answer.text();
      assert.equal(answer.status, 413, text);
      assertProblem({ status: 413, headers: Object.fromEntries(answer.headers), text }, "content-too-large");
    }
  }
  const grown = residentBytes(command.process.pid!) - before;
  assert.ok(grown < FLAT, `${grown} bytes more`);
});

test("§8.1: a body over its limit, by Content-Length or by its bytes, is 413, and the connection is closed", async () => {
  const said = head("/api/missions", `${AUTHORIZED}Content-Length: 1048577\r\n`);
  assertRefusedOnce(await pour(served.url, said, []), 413, "content-too-large");
  const huge = head("/api/missions", `${AUTHORIZED}Content-Length: 9007199254740991\r\n`);
  assertRefusedOnce(await pour(served.url, huge, []), 413, "content-too-large");
  const comes = head("/api/missions", `${AUTHORIZED}Transfer-Encoding: chunked\r\n`);
  const chunks = [Buffer.alloc(1_048_576, " "), Buffer.from(" ")];
  assertRefusedOnce(await pour(served.url, comes, chunks), 413, "content-too-large");
});
