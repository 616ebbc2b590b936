/** Proves that a malformed or incomplete request gets one response and a closed connection (§7.1, §8.1, §12.10). */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { chunked, get, HEAD, MALFORMED, post, posted, SMUGGLED } from "./support/http/malformed-requests.ts";
import { openConnection, sendBytes } from "./support/http/raw-http.ts";
import { assertProblem, assertRefusedOnce, parseResponses } from "./support/http/raw-responses.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
/** Its time-out for bodies is longer than for headers, and both are short. */
const hasty = await serveForFile(undefined, { HEADERS_TIMEOUT: "1", BODY_TIMEOUT: "2" });

for (const [what, bytes] of MALFORMED) {
  test(`§7.1: ${what}: one 400, and nothing after it is executed`, async () => {
    assertRefusedOnce(await sendBytes(served.url, bytes + SMUGGLED), 400, "invalid-request");
    assert.equal((await served.get("/api/missions/smuggled")).status, 404);
  });
}

test("§7.1: a transfer coding before chunked, and an invalid Host, are 400", async () => {
  const gzipped = post("Transfer-Encoding: gzip, chunked\r\n", '14\r\n{"id":"z","name":"m"}\r\n0\r\n\r\n');
  const problem = assertRefusedOnce(await sendBytes(served.url, gzipped), 400, "invalid-request");
  assert.equal(problem.errors[0].header, "Transfer-Encoding");
  for (const host of ["a b", "a/c", "a,b", "<a>", "é", "a\\b"]) {
    const text = await sendBytes(served.url, `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.equal(assertRefusedOnce(text, 400, "invalid-request").errors[0].header, "Host");
  }
  for (const host of ["", "[::1]:3000", "127.0.0.1:1", "xn--e1afmkfd.example", "a.example."]) {
    const text = await sendBytes(served.url, `GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.equal(parseResponses(text)[0]!.status, 200, host);
  }
});

test("§8.1: invalid UTF-8 in a path is 400; header fields of more than 16 KiB are 431, trailers included", async () => {
  const latin1 = Buffer.from(`${get("/api/missions/\xe9")}${SMUGGLED}`, "latin1");
  assertRefusedOnce(await sendBytes(served.url, latin1), 400, "invalid-request");
  const many = get("/api", Array.from({ length: 2_100 }, (_, at) => `a${at}: b\r\n`).join(""));
  assertRefusedOnce(await sendBytes(served.url, many + SMUGGLED), 431, "headers-too-large");
  const trailer = chunked(`2\r\n{}\r\n0\r\nX: ${"a".repeat(20_000)}\r\n\r\n`);
  assertRefusedOnce(await sendBytes(served.url, trailer + SMUGGLED), 431, "headers-too-large");
});

test("§7.1: a request followed by garbage gets its own response only", async () => {
  for (const [id, garbage] of [
    ["a", "garbage"],
    ["b", "\0\x01\x02\r\n\r\n"],
    ["c", "BREW / HTTP/1.1\r\n\r\n"],
  ] as const) {
    const answers = parseResponses(await sendBytes(served.url, posted(id, `${garbage}${SMUGGLED}`)));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.location]),
      [[201, `/api/missions/${id}`]],
    );
    assert.equal((await served.get(`/api/missions/${id}`)).status, 200);
  }
  const pipelined = await sendBytes(served.url, posted("first") + posted("second") + chunked("zz"));
  assert.deepEqual(
    parseResponses(pipelined).map(({ status }) => status),
    [201, 201, 400],
  );
  assert.equal((await served.get("/api/missions/smuggled")).status, 404);
});

test("§7.1: a request that gets its response before its body gets no second one when the body is broken", async () => {
  for (const [status, start] of [
    [404, "POST /nowhere HTTP/1.1\r\nHost: a\r\n"],
    [401, "POST /api/missions HTTP/1.1\r\nHost: a\r\n"],
    [200, "GET /api HTTP/1.1\r\nHost: a\r\n"],
  ] as const) {
    const caller = await openConnection(served.url);
    caller.write(`${start}Transfer-Encoding: chunked\r\n\r\n`);
    await caller.waitFor(/\}$/);
    caller.write(`zz\r\n${SMUGGLED}`);
    const answers = parseResponses(await caller.closed());
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status],
    );
  }
});

test("§4.1: the body of a GET is never parsed as a request", async () => {
  const bytes =
    get("/api", `Content-Length: ${SMUGGLED.length}\r\n`) + SMUGGLED + get("/livez", "Connection: close\r\n");
  const [first, second, ...none] = parseResponses(await sendBytes(served.url, bytes));
  assert.deepEqual([first!.status, second!.status, second!.text, none], [200, 200, '{"status":"alive"}', []]);
  assert.equal((await served.get("/api/missions/smuggled")).status, 404);
});

test("§4.1: DELETE and OPTIONS ignore a body, and a Content-Type", async () => {
  const sent: [headers: Record<string, string>, body?: string][] = [
    [{ "content-type": "application/json" }],
    [{ "content-type": "application/json" }, '{"cascade":true'],
    [{ "content-type": "text/plain" }, "goodbye"],
    [{ "content-type": "application/json", "content-encoding": "gzip" }, "no gzip"],
  ];
  for (const [headers, body] of sent) {
    await served.put("/api/missions/going", { name: "Going" });
    const request = { headers, ...(body === undefined ? {} : { body }) };
    assert.equal((await served.request("OPTIONS", "/api/missions/going", request)).status, 204);
    assert.equal((await served.request("DELETE", "/api/missions/going", request)).status, 204);
  }
});

test("§7.1: Expect: 100-continue gets 100 if the body is wanted, not if the header fields are refused (RFC 9110 §10.1.1)", async () => {
  const expecting = (line: string, fields: string) => `${line} HTTP/1.1\r\n${fields}Expect: 100-continue\r\n`;
  const length = "Content-Length: 99999999\r\n";
  for (const [status, line, fields] of [
    [401, "POST /api/missions", "Host: a\r\nContent-Type: application/json\r\n"],
    [404, "POST /api/nothing", HEAD],
    [405, "PUT /api/missions", HEAD],
    [413, "POST /api/missions", HEAD],
    [415, "POST /api/missions", HEAD.replace("json", "xml")],
    [200, "GET /livez", HEAD],
  ] as const) {
    const text = await sendBytes(served.url, `${expecting(line, fields)}${length}Connection: close\r\n\r\n`);
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), line);
  }
  for (const line of ["POST /api/missions", "DELETE /api/missions/nothing"]) {
    const caller = await openConnection(served.url);
    caller.write(`${expecting(line, HEAD)}Content-Length: 16\r\nConnection: close\r\n\r\n`);
    await caller.waitFor(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    caller.write('{"name":"Asked"}');
    assert.deepEqual(
      parseResponses(await caller.closed()).map(({ status }) => status),
      [line.startsWith("POST") ? 201 : 404],
    );
  }
});

test("§4.1: HTTP/1.0 is answered without a Host, and the connection closed", async () => {
  const [answer, ...none] = parseResponses(await sendBytes(served.url, `GET /api HTTP/1.0\r\n\r\n${SMUGGLED}`));
  assert.deepEqual([answer!.status, answer!.headers.connection, none], [200, "close", []]);
});

test("§7.2: HTTP methods that the service does not support are 405 with Allow", async () => {
  for (const method of ["TRACE", "PROPFIND", "SEARCH", "PURGE"]) {
    const bytes = `${method} /api/missions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const [answer] = parseResponses(await sendBytes(served.url, bytes));
    assertProblem(answer!, "method-not-allowed");
    assert.deepEqual([answer!.status, answer!.headers.allow], [405, "GET, POST, QUERY, HEAD, OPTIONS"]);
  }
});

test("§7.2: a body shorter than its Content-Length is 400, and nothing is written", async () => {
  const caller = await openConnection(served.url);
  caller.write(post("Content-Length: 100\r\n", '{"id":"short","name":"m"}'));
  caller.end();
  assertRefusedOnce(await caller.closed(), 400, "invalid-request");
  assert.equal((await served.get("/api/missions/short")).status, 404);
});

describe("§8.1: a request that does not arrive in time is 408, once", { concurrency: true }, () => {
  const started = '{"id":"slow","name":';
  const SLOW: [what: string, bytes: string, instance: string][] = [
    ["no byte at all", "", ""],
    ["a request line cut short", "GET /ap", ""],
    ["header lines cut short", "GET /api HTTP/1.1\r\nHost: a\r\nX-Slow", ""],
    ["a body cut short", post("Content-Length: 100\r\nX-Request-Id: mine\r\n", started), "/api/missions"],
    ["chunks cut short", post("Transfer-Encoding: chunked\r\n", `14\r\n${started}`), "/api/missions"],
    ["a compressed body cut short", post("Content-Encoding: gzip\r\nContent-Length: 9\r\n", "\x1f"), "/api/missions"],
    ["a body that was asked for", post("Expect: 100-continue\r\nContent-Length: 9\r\n", ""), "/api/missions"],
  ];
  for (const [what, bytes, instance] of SLOW) {
    test(what, async () => {
      const problem = assertRefusedOnce(await sendBytes(hasty.url, bytes), 408, "request-timeout");
      assert.equal(problem.instance, instance);
      if (bytes.includes("mine")) assert.equal(problem.request_id, "mine", "§12.10, the caller's own id");
    });
  }

  test("header fields have a time-out; a body has that one and its own", async () => {
    const order: string[] = [];
    const ask = (what: string, bytes: string) => sendBytes(hasty.url, bytes).then(() => order.push(what));
    await Promise.all([
      ask("body", post("Content-Length: 100\r\n", started)),
      ask("headers", "GET /api HTTP/1.1\r\nHost: a\r\nX-Slow"),
    ]);
    assert.deepEqual(order, ["headers", "body"]);
  });

  test("on a connection that was used before, too", async () => {
    const caller = await openConnection(hasty.url);
    caller.write(get("/livez"));
    await caller.waitFor(/alive/);
    caller.write("GET /li");
    const [first, second, ...none] = parseResponses(await caller.closed());
    assert.deepEqual([first!.status, second!.status, none], [200, 408, []]);
  });

  test("after the response was sent, the connection is closed without another one", async () => {
    const bytes = "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{";
    const answers = parseResponses(await sendBytes(hasty.url, bytes));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404],
    );
  });
});

/** Beginnings of requests that are answered, or refused, in different ways. */
const CUT_OFF = [
  "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /api HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /api HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n\r\n",
  `${post("Content-Length: 100\r\n", "{")}`,
  `${post("Expect: 100-continue\r\nContent-Length: 100\r\n", "")}`,
  "NONSENSE\r\n\r\n",
  "GET ",
];

test("§8.1: a connection that is reset at any point of a request ends nothing but itself", async () => {
  const { hostname, port } = new URL(served.url);
  const reset = (bytes: string, when: "sent" | "answered") =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(bytes, () => when === "sent" && setImmediate(() => socket.resetAndDestroy()));
        if (when === "answered") socket.once("data", () => socket.resetAndDestroy());
      });
      socket.on("error", () => {}).on("close", () => resolve());
    });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(CUT_OFF.map((bytes) => reset(bytes, "sent")));
    await Promise.all(CUT_OFF.slice(0, 5).map((bytes) => reset(bytes, "answered")));
  }
  assert.equal((await fetch(`${served.url}/livez`)).status, 200);
});
