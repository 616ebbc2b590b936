/** Proves that the body of a request that was refused early does no harm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { BODY_LIMIT: "1024" });

/** A first request with a slow response, so that the second response has to wait. */
const SLOW = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n";

for (const [coding, length, type, status] of [
  ["gzip", 2_000, "application/json", 413],
  ["deflate", 20, "json", 400],
  ["br", 20, "json", 400],
] as const) {
  test(`§4.11, §7.1: a refused request (${status}) whose body is not really in ${coding} gets its response, and so does the next`, async () => {
    const header = `Authorization: Bearer ${ADMIN_KEY}\r\nContent-Type: ${type}\r\nContent-Encoding: ${coding}\r\nContent-Length: ${length}`;
    const connection = await openConnection(served.url);
    connection.write(`${SLOW}DELETE /api/missions/a HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${"\x07".repeat(length)}`);
    await connection.waitFor(new RegExp(`^HTTP/1.1 200 [^]*HTTP/1.1 ${status} `));
    assert.equal((await served.get("/api")).status, 200);
  });
}

test("§4.1: a path with an empty segment is 404", async () => {
  for (const path of ["/api/missions//astronauts/a", "/api//missions", "//api", "/api/missions//"]) {
    const answer = await served.patch(path, {}, { credential: false });
    assert.deepEqual([answer.status, answer.body.code], [404, "not_found"], path);
  }
  assert.equal((await served.get("/api/missions?name=a//b")).status, 200);
});
