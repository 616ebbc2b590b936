/** Proves which addresses have a page of the explorer, what browsers may keep of it, and what its pages may do (§10.1). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { FILES, STYLE, withoutDescription, withoutSummary, writeExplorerBuild } from "./support/http/explorer-build.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type Served, serve } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-pages-"));
const empty = mkdtempSync(join(tmpdir(), "space-missions-pages-"));
after(() => {
  for (const each of [folder, empty]) rmSync(each, { recursive: true, force: true });
});
const coded = writeExplorerBuild(folder);
const SHELL = FILES["index.html"]!;
/** What browsers send for a page. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const HTML = "text/html; charset=utf-8";
const PROBLEM = "application/problem+json; charset=utf-8";

async function servePages(
  declarations?: readonly Declaration[],
  settings?: Record<string, string>,
  at = folder,
): Promise<Served> {
  const served = await serve(declarations, settings, undefined, undefined, undefined, at);
  after(() => served.stop());
  return served;
}

const served = await servePages();
await served.put("/api/missions/m", { name: "M" });
/** A request without a credential. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET", from = served) =>
  from.request(method, path, { credential: false, headers });

for (const [domainName, declarations] of BOTH_DOMAINS) {
  test(`§10.1: ${domainName}: every list, record and alias has its page, without a credential`, async () => {
    const own = await servePages(declarations, { PUBLIC_READ: "false" });
    const pages = own.catalog.views.flatMap((view) =>
      [view.path, ...view.aliases].flatMap((path) => {
        const page = path.slice("/api".length).replace(/\{\w+\}/, "any");
        const isList = view.resource.kind !== "single";
        return [page, ...(isList && view.hasItems ? [`${page}/some`] : [])];
      }),
    );
    assert.ok(pages.length > 20);
    for (const page of ["", ...pages]) {
      for (const path of [page || "/", `${page || "/"}?no_such=1&page=0`]) {
        const { status, headers, text } = await get(path, {}, "GET", own);
        assert.deepEqual([status, headers.get("content-type"), withoutDescription(text)], [200, HTML, SHELL], path);
      }
      const { text } = await get(page || "/", {}, "GET", own);
      const head = await get(page || "/", {}, "HEAD", own);
      assert.deepEqual([head.status, head.headers.get("content-length"), head.text], [200, `${text.length}`, ""], page);
    }
  });
}

const UNKNOWN = [
  "/nowhere",
  "/nowhere/-/timeline",
  "/-/nonsense",
  "/missions/-/whatever",
  "/missions/-/timeline/more",
  "/missions/m/crew/x/y",
  "/missions/",
  "/missions//m",
  "/problems/none",
  "/docs/x",
];
test("§10.1: an unknown path is a 404 page if Accept prefers HTML, otherwise a problem document", async () => {
  const preferences: [accept: string, type: string][] = [
    [BROWSER, HTML],
    ["text/html", HTML],
    ["text/html, application/json;q=0.9", HTML],
    ["text/html;q=0.9, application/json;q=0.1", HTML],
    ["*/*", PROBLEM],
    ["application/json", PROBLEM],
    ["application/json, text/html;q=0.9", PROBLEM],
    ["application/problem+json, text/html;q=0.5", PROBLEM],
    ["text/html;q=0, */*", PROBLEM],
    ["image/png", PROBLEM],
  ];
  for (const path of UNKNOWN)
    for (const [accept, type] of preferences) {
      const { status, headers, text } = await get(path, { accept });
      assert.deepEqual([status, headers.get("content-type")], [404, type], `${path} ${accept}`);
      if (type === HTML) assert.equal(withoutDescription(text), SHELL);
      else assert.equal(JSON.parse(text).code, "not_found");
      const head = await get(path, { accept }, "HEAD");
      assert.deepEqual([head.status, head.headers.get("content-type"), head.text], [404, type, ""]);
    }
});

test("§10.1: a 404 page has the policy of pages, is not kept as one, and has no tag", async () => {
  const { headers } = await get("/nowhere", { accept: BROWSER, "if-none-match": "*" });
  const { headers: page } = await get("/");
  for (const name of ["content-security-policy", "permissions-policy", "cross-origin-opener-policy", "cache-control"])
    assert.equal(headers.get(name), page.get(name), name);
  assert.equal(headers.get("etag"), null);
  assert.match(headers.get("vary")!, /\bAccept\b(?!-)/);
});

test("§10.1: a write to an unknown path gets a problem document, regardless of Accept", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const { status, headers } = await served.request(method, "/nowhere", { headers: { accept: BROWSER } });
    assert.deepEqual([status, headers.get("content-type")], [404, PROBLEM], method);
  }
});

test("§10.1: below /api there is no page, even for browsers", async () => {
  const paths = [
    "/api",
    "/api/",
    "/api/missions",
    "/api/missions/m",
    "/api/missions/none",
    "/api/nowhere",
    "/api/-/key",
  ];
  for (const path of paths) {
    const { headers } = await get(path, { accept: BROWSER });
    assert.match(headers.get("content-type")!, /^application\/(problem\+)?json/, path);
  }
  assert.equal((await get("/apis", { accept: BROWSER })).headers.get("content-type"), HTML);
});

test("§10.1: the reference has an address among the pages", async () => {
  const { status, headers } = await get("/-/reference", { accept: BROWSER });
  assert.deepEqual([status, headers.get("location")], [308, "/docs"]);
});

test("§10.1: fonts have addresses that stay the same, which lead to those of the build", async () => {
  const { status, headers } = await get("/-/fonts/text.woff2");
  assert.deepEqual([status, headers.get("location")], [307, "/-/assets/text.12cd.woff2"]);
  for (const path of ["/-/fonts/", "/-/fonts/app.woff2", "/-/fonts/t.woff2", "/-/fonts/text.12cd.woff2"])
    assert.equal((await get(path)).status, 404, path);
});

test("§10.1: pages are read-only: any other method is 405", async () => {
  for (const path of ["/", "/missions", "/missions/m", "/missions/-/timeline", "/-/assets/app.4f2a.js"]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await served.request(method, path, { headers: { accept: BROWSER } });
      assert.deepEqual([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"], `${method} ${path}`);
    }
    assert.equal((await served.request("OPTIONS", path)).status, 204);
  }
});

test("§10.1: a page is revalidated each time, and is 304 while it has not changed", async () => {
  const { headers } = await get("/missions");
  assert.equal(headers.get("cache-control"), "no-cache");
  const tag = headers.get("etag")!;
  assert.match(tag, /^"[^"]+"$/);
  for (const method of ["GET", "HEAD"]) {
    const again = await get("/missions", { "if-none-match": tag }, method);
    assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", tag]);
  }
  assert.equal((await get("/", { "if-none-match": '"other"' })).status, 200);
  const failed = await sendRawRequest(served.url, "GET", "/", { host: "x", "if-match": '"other"' });
  assert.equal(failed.status, 412);
});

for (const name of ["index.html", "-/assets/app.4f2a.js", "-/assets/app.4f2a.css"]) {
  test(`§4.11: ${name} is sent in content codings, assets as they were compressed when they were built, with a tag for each`, async () => {
    const path = name === "index.html" ? "/-/key" : `/${name}`;
    const tags = new Set<string>();
    for (const coding of ["br", "gzip", "deflate", "identity"] as const) {
      const answer = await sendRawRequest(served.url, "GET", path, { host: "x", "accept-encoding": coding });
      assert.equal(answer.headers["content-encoding"], coding === "identity" ? undefined : coding);
      assert.match(answer.headers.vary as string, /Accept-Encoding/);
      const { status, text } = await get(path, { "accept-encoding": coding });
      assert.deepEqual([status, withoutDescription(text)], [200, FILES[name]], coding);
      const isBuilt = name !== "index.html" && (coding === "br" || coding === "gzip");
      const length = isBuilt ? coded.get(name)![coding].length : undefined;
      if (length !== undefined) assert.equal(Number(answer.headers["content-length"]), length, coding);
      const tag = answer.headers.etag as string;
      tags.add(tag);
      const again = await get(path, { "accept-encoding": coding, "if-none-match": tag });
      assert.deepEqual([again.status, again.headers.get("etag")], [304, tag], coding);
    }
    assert.equal(tags.size, 4);
    const preferred = await sendRawRequest(served.url, "GET", path, {
      host: "x",
      "accept-encoding": "gzip, deflate, br",
    });
    assert.equal(preferred.headers["content-encoding"], "br");
  });
}

test("§10.1: assets are immutable, for pages of the service only, and have their media types", async () => {
  const types: [name: string, type: string][] = [
    ["app.4f2a.js", "text/javascript; charset=utf-8"],
    ["app.4f2a.css", "text/css; charset=utf-8"],
    ["icon.77aa.svg", "image/svg+xml; charset=utf-8"],
    ["text.12cd.woff2", "font/woff2"],
  ];
  for (const [name, type] of types) {
    const path = `/-/assets/${name}`;
    const { status, headers, text } = await get(path, { accept: BROWSER });
    assert.deepEqual([status, headers.get("content-type"), text], [200, type, FILES[path.slice(1)]]);
    assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    assert.equal(headers.get("vary"), "Accept-Encoding");
    const unchanged = await get(path, { "if-none-match": headers.get("etag")! });
    assert.deepEqual([unchanged.status, unchanged.text], [304, ""]);
    assert.equal(unchanged.headers.get("cache-control"), headers.get("cache-control"));
    const head = await get(path, {}, "HEAD");
    assert.deepEqual([head.status, head.text, head.headers.get("content-length")], [200, "", `${text.length}`]);
  }
});

test("§10.1: a font is not compressed again", async () => {
  const path = "/-/assets/text.12cd.woff2";
  const { headers } = await sendRawRequest(served.url, "GET", path, { host: "x", "accept-encoding": "br, gzip" });
  assert.equal(headers["content-encoding"], undefined);
  const again = await get(path, { "accept-encoding": "br, gzip", "if-none-match": headers.etag as string });
  assert.equal(again.status, 304);
});

test("§10.1: an asset of another build is a plain 404, for browsers too, and so is anything else there", async () => {
  const paths = ["app.0000.js", "app.4f2a.js.br", "icon.77aa.svg.gz", "..%2f..%2fcurrent.json", "x/y.js", ""];
  for (const name of paths) {
    const { status, headers, body } = await get(`/-/assets/${name}`, { accept: BROWSER });
    assert.deepEqual([status, headers.get("content-type")], [404, PROBLEM], name);
    assert.equal(body.code, "not_found");
    assert.equal(headers.get("cache-control")?.includes("immutable") ?? false, false);
  }
});

const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' '${STYLE}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
test("§10.1: pages run and load what the service itself sends, and nothing else", async () => {
  for (const path of ["/", "/missions", "/missions/m", "/-/key"]) {
    const { headers } = await get(path);
    assert.equal(headers.get("content-security-policy"), POLICY);
    assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const features = headers.get("permissions-policy")!.split(", ");
    assert.ok(features.includes("camera=()") && features.includes("geolocation=()"));
    for (const feature of features) assert.match(feature, /^[a-z-]+=\(\)$/);
  }
});

test("§8.2: pages and assets count as requests", async () => {
  const limited = await servePages(undefined, { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "3/60" });
  const statuses: number[] = [];
  for (const path of ["/", "/-/assets/app.4f2a.js", "/missions", "/missions"])
    statuses.push((await get(path, { accept: BROWSER }, "GET", limited)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

test("§11.1: with AUTH=off, the pages are served to browsers on this machine", async () => {
  const open = await servePages(undefined, { AUTH: "off" });
  assert.equal(withoutSummary((await get("/missions", {}, "GET", open)).text), SHELL);
  const rebound = await sendRawRequest(open.url, "GET", "/missions", { host: "rebound.example" });
  assert.equal(rebound.status, 403);
});

test("§10.2: requests for pages are counted by route, not by id", async () => {
  for (const id of ["a", "b"]) await get(`/spacecraft/${id}`);
  const { text } = await served.get("/metrics");
  assert.match(text, /^http_requests_total\{route="\/spacecraft\/:id",method="GET",status="200"\} 2$/m);
});

test("§10.1: without a build, / says what to run, other addresses are 404, and the API works", async () => {
  const bare = await servePages(undefined, {}, empty);
  const home = await get("/", { accept: BROWSER }, "GET", bare);
  assert.deepEqual([home.status, home.headers.get("content-type")], [200, HTML]);
  assert.match(home.text, /<code>npm run build:explorer<\/code>/);
  assert.match(home.headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-/);
  for (const path of ["/missions", "/-/key", "/-/assets/app.4f2a.js", "/nowhere"]) {
    assert.equal((await get(path, {}, "GET", bare)).headers.get("content-type"), PROBLEM, path);
    const page = await get(path, { accept: BROWSER }, "GET", bare);
    const expected = path.startsWith("/-/assets/") ? PROBLEM : HTML;
    assert.deepEqual([page.status, page.headers.get("content-type")], [404, expected], path);
  }
  assert.equal((await bare.put("/api/missions/m", { name: "M" }, { credential: ADMIN_KEY })).status, 201);
  assert.equal((await get("/api/missions/m", { accept: BROWSER }, "GET", bare)).body.name, "M");
});
