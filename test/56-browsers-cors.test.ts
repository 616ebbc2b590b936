/** Proves that a page of any origin may use the service, except where every caller is admin (§11.1, §12.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/missions/m", { name: "M" });
const host = new URL(served.url).host;
const origin = "https://page.example";
const authorization = `Bearer ${ADMIN_KEY}`;

/** Header fields that are useful to a script, which can read them only if they are exposed (Fetch standard). */
const USEFUL =
  "Accept-Patch Accept-Post Accept-Query Allow Content-Location ETag Idempotent-Replayed Link Location Preference-Applied Retry-After WWW-Authenticate X-Request-Id";
const words = (list: string | string[] | undefined) => String(list).toLowerCase().split(", ");
const foreign = (headers: object) => Object.keys(headers).filter((name) => name.startsWith("access-control-"));

const ANSWERS: [status: number, method: string, path: string, headers: Record<string, string>][] = [
  [200, "GET", "/api/missions/m", {}],
  [200, "HEAD", "/api/missions", { authorization }],
  [304, "GET", "/api/missions/m", { "if-none-match": "*" }],
  [400, "GET", "/api/missions?x=1", {}],
  [401, "GET", "/api/missions", { authorization: "Bearer wrong" }],
  [401, "DELETE", "/api/missions/m", {}],
  [404, "GET", "/api/missions/none", {}],
  [404, "GET", "/nowhere", {}],
  [405, "DELETE", "/api/missions", { authorization }],
  [406, "GET", "/api/missions", { accept: "text/html" }],
  [412, "DELETE", "/api/missions/m", { authorization, "if-match": '"stale"' }],
  [414, "GET", `/api/missions?name=${"x".repeat(8_200)}`, {}],
  [204, "OPTIONS", "/api/missions", {}],
  [200, "GET", "/openapi.json", {}],
];
for (const [status, method, path, headers] of ANSWERS) {
  test(`§12.10: a page of another origin may read ${method} ${path.slice(0, 30)}, which is ${status}`, async () => {
    const answer = await sendRawRequest(served.url, method, path, { host, origin, ...headers });
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.headers["access-control-allow-origin"], "*");
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
    const exposed = words(answer.headers["access-control-expose-headers"]);
    for (const name of USEFUL.toLowerCase().split(" ")) assert.ok(exposed.includes(name), name);
  });
}

test("§12.10: a request without Origin gets no CORS headers", async () => {
  for (const [, method, path, headers] of ANSWERS)
    assert.deepEqual(foreign((await sendRawRequest(served.url, method, path, { host, ...headers })).headers), []);
});

/** Header fields that a client of the API sets, and that a browser asks for in a preflight. */
const ASKED =
  "authorization content-encoding content-type idempotency-key if-match if-none-match if-modified-since if-unmodified-since prefer x-request-id";

for (const [method, path] of [
  ["GET", "/api/missions"],
  ["POST", "/api/missions"],
  ["QUERY", "/api/missions"],
  ["PUT", "/api/missions/m"],
  ["PATCH", "/api/missions/not-yet"],
  ["DELETE", "/api/missions/m/astronauts/ann"],
  ["PUT", "/api/planets/mars/atmosphere"],
  ["GET", "/api/astronauts/ann/medical"],
] as const) {
  test(`§4.1: a preflight for ${method} ${path} needs no credential`, async () => {
    const preflight = { host, origin, "access-control-request-method": method };
    const asked = { ...preflight, "access-control-request-headers": ASKED.replaceAll(" ", ",") };
    const { status, headers, text } = await sendRawRequest(served.url, "OPTIONS", path, asked);
    assert.deepEqual([status, text, headers["access-control-allow-origin"]], [204, "", "*"]);
    assert.ok(words(headers["access-control-allow-methods"]).includes(method.toLowerCase()));
    const allowed = words(headers["access-control-allow-headers"]);
    for (const name of ASKED.split(" ")) assert.ok(allowed.includes(name), name);
    assert.match(String(headers["access-control-max-age"]), /^\d+$/);
    assert.equal(headers["access-control-allow-credentials"], undefined);
  });
}

const open = await serveForFile(undefined, { AUTH: "off" });

test("§11.1: AUTH=off: no response has a CORS header, not even to a preflight", async () => {
  const { host: own } = new URL(open.url);
  for (const from of [`http://${own}`, origin]) {
    for (const [method, path] of [
      ["GET", "/api/missions"],
      ["HEAD", "/api/missions"],
      ["DELETE", "/api/missions/none"],
      ["OPTIONS", "/api/missions"],
      ["GET", "/nowhere"],
    ] as const) {
      const headers = { host: own, origin: from, "access-control-request-method": "POST" };
      assert.deepEqual(
        foreign((await sendRawRequest(open.url, method, path, headers)).headers),
        [],
        `${method} ${path}`,
      );
    }
  }
});
