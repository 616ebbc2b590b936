/** Proves how `/openapi.json` is served: with validators, in every content coding, and small enough to be fetched by pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FixedBody } from "../engine/http/response/fixed-body.ts";
import { extendedDomain } from "./support/domain/readme-resource.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const PATH = "/openapi.json";
const withCoding = (coding: string, headers: Record<string, string> = {}) =>
  sendRawRequest(served.url, "GET", PATH, { host: "test", "accept-encoding": coding, ...headers });

test("§10.1: /openapi.json has a strong ETag, the same in every process with the same declarations", async () => {
  const { headers, text } = await served.get(PATH);
  assert.match(headers.get("etag")!, /^"[A-Za-z0-9_~]+\.identity"$/);
  assert.equal(headers.get("last-modified"), null);
  const [twin, other] = [await serveForFile(), await serveForFile(secondDomain)];
  assert.deepEqual((await twin.get(PATH)).headers.get("etag"), headers.get("etag"));
  assert.equal((await twin.get(PATH)).text, text);
  assert.notEqual((await other.get(PATH)).headers.get("etag"), headers.get("etag"));
});

test("§4.10: representations of /openapi.json in different content codings have different strong ETags", async () => {
  const answers = await Promise.all(["identity", "gzip", "deflate", "br"].map((coding) => withCoding(coding)));
  assert.deepEqual(
    answers.map(({ headers }) => headers["content-encoding"]),
    [undefined, "gzip", "deflate", "br"],
  );
  assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 4);
});

for (const method of ["GET", "HEAD"]) {
  test(`§4.10: ${method} of /openapi.json is 304 for the current ETag of its coding, and 200 for others`, async () => {
    for (const coding of ["identity", "br"]) {
      const etag = String((await withCoding(coding)).headers.etag);
      const ask = (tag: string) =>
        sendRawRequest(served.url, method, PATH, { host: "test", "accept-encoding": coding, "if-none-match": tag });
      const current = await ask(`"other", W/${etag}`);
      assert.deepEqual([current.status, current.text], [304, ""]);
      assert.equal(current.headers.etag, etag);
      assert.equal(current.headers["cache-control"], "no-cache");
      assert.equal(current.headers.vary, "Accept, Accept-Encoding, Authorization");
      assert.equal((await ask("*")).status, 304);
      assert.equal((await ask('"other"')).status, 200);
    }
  });
}

/** What pages load of the document at most, compressed: a part that all services have, and a share of each resource. */
const COMMON_BYTES = 21_000;
const SHARE_BYTES = 2_350;

for (const [name, declarations] of Object.entries({ "the domain": domain, "one resource more": extendedDomain })) {
  test(`§10.1: /openapi.json is small enough for pages to load, whatever is declared: ${name}`, async () => {
    const { url } = await serveForFile(declarations);
    const { headers } = await sendRawRequest(url, "GET", PATH, { host: "test", "accept-encoding": "br" });
    assert.equal(headers["content-encoding"], "br");
    const budget = COMMON_BYTES + SHARE_BYTES * declarations.length;
    assert.ok(Number(headers["content-length"]) <= budget, `${headers["content-length"]} of ${budget} bytes`);
  });
}

test("§4.10: GET of /openapi.json evaluates If-Match", async () => {
  const etag = (await served.get(PATH)).headers.get("etag")!;
  assert.equal((await served.get(PATH, { headers: { "if-match": etag } })).status, 200);
  assert.equal((await served.get(PATH, { headers: { "if-match": '"other"' } })).status, 412);
  assert.equal((await served.get(PATH, { headers: { "if-match": "unquoted" } })).status, 400);
});

test("§10.1: a fixed body is compressed once in each coding, not once per request", async () => {
  const body = new FixedBody("x".repeat(5_000));
  for (const coding of ["br", "gzip", "deflate"] as const) {
    assert.equal(body.compress(coding), body.compress(coding));
    assert.ok((await body.compress(coding)).length < 100);
  }
});
