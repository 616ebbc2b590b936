/** Proves what the HTML of pages says about them without scripts, and what it says to crawlers (§10.1). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { FILES, withoutDescription, withoutSummary, writeExplorerBuild } from "./support/http/explorer-build.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { createServerDatabase, runSql, skipWithoutPostgres } from "./support/store/databases.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-summaries-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeExplorerBuild(folder);

async function servePages(settings: Record<string, string> = {}): Promise<Served> {
  const served = await serve(undefined, settings, undefined, undefined, undefined, folder);
  after(() => served.stop());
  return served;
}

const served = await servePages();
await served.put("/api/planets/saturn", { name: "Saturn", planet_type: "gas_giant", mean_radius_km: 58232 });
await served.put("/api/planets/saturn/moons/titan", { name: "Titan" });
await served.put("/api/planets/saturn/atmosphere", { notes: "Mostly hydrogen." });
await served.put("/api/astronauts/ann", { name: "Ann" });

const get = (path: string, headers: Record<string, string> = {}, from = served, method = "GET") =>
  from.request(method, path, { credential: false, headers });

/** The parts of a page that say what it is about. */
async function summaryAt(path: string, headers: Record<string, string> = {}, from = served) {
  const { status, headers: sent, text } = await get(path, headers, from);
  assert.equal(status, 200);
  const meta = Object.fromEntries(
    Array.from(text.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g), ([, name, content]) => [
      name,
      content,
    ]),
  );
  const [, title] = /<title>(.*?)<\/title>/s.exec(text)!;
  const [, body = ""] = /<noscript>(.*?)No scripts\./s.exec(text)!;
  return {
    title,
    meta,
    body,
    robots: sent.get("x-robots-tag"),
    isShell: withoutDescription(text) === FILES["index.html"],
  };
}

test("§10.1: the page of a record has its title, description, facts with units and links without scripts", async () => {
  const { title, meta, body, robots } = await summaryAt("/planets/saturn?fields=no_such");
  const service = (await get("/api")).body.name;
  assert.equal(title, `Saturn · ${service}`);
  assert.equal(meta["og:title"], "Saturn");
  assert.equal(meta["og:site_name"], service);
  assert.match(meta["og:url"]!, /^http:\/\/127\.0\.0\.1:\d+\/planets\/saturn$/);
  assert.equal(meta.description, meta["og:description"]);
  assert.ok(body.startsWith("<h1>Saturn</h1><p>"));
  assert.ok(body.includes("<dt>Mean radius</dt><dd>58232 km</dd>"));
  assert.ok(body.includes('<a href="/planets/saturn/moons">Moons</a>'));
  assert.equal(body.split('href="/planets/saturn/moons"').length, 2);
  assert.equal(robots, null);
});

test("§10.1: lists and one-to-ones are named after the record above; lists lead to their records", async () => {
  const moons = await summaryAt("/planets/saturn/moons");
  assert.match(moons.title!, /^Moons of Saturn · /);
  assert.ok(moons.body.includes('<dd>1</dd></dl><ul><li><a href="/planets/saturn/moons/titan">Titan</a></li></ul>'));
  assert.match((await summaryAt("/moons")).title!, /^Moons · /);
  const { title, meta } = await summaryAt("/planets/saturn/atmosphere");
  assert.match(title!, /^Atmosphere of Saturn · /);
  assert.equal(meta.description, "Mostly hydrogen.");
  assert.match((await summaryAt("/planets/-/scale")).meta["og:url"]!, /\/planets\/-\/scale$/);
  // A picture that nobody declared is called as its page calls it.
  assert.equal((await summaryAt("/planets/-/bars")).meta["og:title"], "Planets as bars");
  assert.ok((await summaryAt("/")).body.includes('<a href="/planets">Planets</a>'));
});

test("§10.1: a text of a record is text, whatever is in it, and long ones are cut at a word", async () => {
  const name = `<script>alert(1)</script> "x" & 'y' $& $1`;
  await served.put("/api/missions/hostile", { name, description: `${"long ".repeat(100)}</noscript><b>` });
  const { text } = await get("/missions/hostile");
  assert.equal(withoutSummary(text), FILES["index.html"]);
  assert.ok(!text.includes("<script>alert") && !text.includes("</noscript><b>"));
  const { title, meta, body } = await summaryAt("/missions/hostile");
  const written = "&#60;script&#62;alert(1)&#60;/script&#62; &#34;x&#34; &#38; &#39;y&#39; $&#38; $1";
  assert.ok(title!.startsWith(`${written} · `));
  assert.ok(body.includes(`<h1>${written}</h1>`));
  assert.match(meta.description!, /^(long )+long…$/);
  assert.ok(meta.description!.length <= 200);
});

test("§10.1: what cannot be read without a credential is not told, nor what is of the past or does not exist", async () => {
  for (const path of [
    "/astronauts/ann/medical",
    "/missions/none",
    "/planets/none/moons",
    "/webhooks",
    "/-/key",
    "/planets/saturn?as_of=2020-01-01",
    "/planets/saturn/-/history",
  ]) {
    const { isShell, robots } = await summaryAt(path);
    assert.deepEqual([isShell, robots], [true, "noindex"], path);
    // Browsers send no credential for a page, and a client that does gets the same.
    assert.equal(withoutDescription((await served.request("GET", path)).text), FILES["index.html"], path);
  }
  const ann = await summaryAt("/astronauts/ann");
  assert.ok(ann.body.includes('href="/astronauts/ann/missions"') && !ann.body.includes("medical"), ann.body);
  const closed = await servePages({ PUBLIC_READ: "false" });
  await closed.put("/api/planets/secret", { name: "Secret", planet_type: "dwarf" });
  for (const path of ["/", "/planets", "/planets/secret", "/planets/-/scale"])
    assert.equal((await summaryAt(path, {}, closed)).isShell, true, path);
  assert.equal((await get("/robots.txt", {}, closed)).text, "User-agent: *\nDisallow: /\n");
  assert.equal((await get("/sitemaps/planets.xml", {}, closed)).status, 404);
});

test("§10.1: a page is 304 while its record stays the same, and has a new tag when it changes", async () => {
  await served.put("/api/missions/tagged", { name: "Tagged" });
  const tag = (await get("/missions/tagged")).headers.get("etag")!;
  assert.equal((await get("/missions/tagged", { "if-none-match": tag })).status, 304);
  await served.patch("/api/missions/tagged", { name: "Changed" });
  const changed = await get("/missions/tagged", { "if-none-match": tag });
  assert.equal(changed.status, 200);
  assert.match(changed.text, /<title>Changed · /);
  assert.equal((await get("/missions/tagged", { "if-match": tag })).status, 412);
});

test("§11.1: previews and the sitemap have the origin of PUBLIC_URL, or else that of the request", async () => {
  const own = await servePages({ PUBLIC_URL: "https://registry.example" });
  assert.equal((await summaryAt("/planets", {}, own)).meta["og:url"], "https://registry.example/planets");
  assert.match((await get("/robots.txt", {}, own)).text, /^Sitemap: https:\/\/registry\.example\/sitemap\.xml$/m);
  const behind = await summaryAt("/planets", { "x-forwarded-proto": "https" });
  assert.match(behind.meta["og:url"]!, /^https:\/\/127\.0\.0\.1:\d+\/planets$/);
  for (const wrong of ["registry.example", "https://registry.example/path", "ftp://registry.example", "https://"])
    await assert.rejects(servePages({ PUBLIC_URL: wrong }), /PUBLIC_URL must be an origin such as/);
});

test("§10.1: the sitemap leads to every record with a name, and to no private one", async () => {
  const index = await get("/sitemap.xml");
  assert.match(index.headers.get("content-type")!, /^application\/xml/);
  const files = Array.from(index.text.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => new URL(url!).pathname);
  assert.ok(files.includes("/sitemaps/missions.xml"));
  const kinds = Object.keys((await get("/api/search?q=x")).body.kinds);
  const lists = served.catalog.views.filter(({ parent, resource }) => !parent && kinds.includes(resource.one));
  assert.deepEqual(files.sort(), lists.map(({ path }) => `/sitemaps${path.slice("/api".length)}.xml`).sort());
  for (const file of files) {
    const { text, status } = await get(file);
    assert.equal(status, 200);
    const found = Array.from(text.matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>/g), ([, url, at]) => [
      new URL(url!).pathname,
      at,
    ]);
    const [, list] = /^\/sitemaps\/(.*)\.xml$/.exec(file)!;
    const { body } = await get(`/api/${list}?limit=100&fields=id,updated_at`);
    const records: { updated_at: string; _links: { self: string } }[] = Object.values(body).find(Array.isArray)!;
    assert.deepEqual(
      found.sort(),
      records.map(({ updated_at: at, _links }) => [_links.self.slice("/api".length), at]).sort(),
    );
    assert.deepEqual([(await get(file, {}, served, "HEAD")).status, text.trimEnd().endsWith("</urlset>")], [200, true]);
  }
  for (const none of ["/sitemaps/keys.xml", "/sitemaps/medical.xml", "/sitemaps/missions", "/sitemaps/x.xml"])
    assert.equal((await get(none)).status, 404, none);
});

test("§10.1: while the database is locked or away, pages are served as ever, and search engines are not told to forget them", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const { name, url, remove } = await createServerDatabase();
  const own = await serve(undefined, { DATABASE_URL: url }, undefined, undefined, undefined, folder);
  t.after(async () => {
    await own.stop();
    await remove();
  });
  await own.put("/api/missions/kept", { name: "Kept" });
  const other = new pg.Client({ connectionString: url });
  // It is disconnected with all others.
  other.on("error", () => {});
  await other.connect();
  await other.query("BEGIN; LOCK TABLE missions IN ACCESS EXCLUSIVE MODE");
  const locked = await summaryAt("/missions/kept", {}, own);
  assert.deepEqual([locked.isShell, locked.robots], [true, null]);
  await other.query("ROLLBACK");
  assert.match((await summaryAt("/missions/kept", {}, own)).title!, /^Kept · /);
  await runSql(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await runSql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  assert.equal((await get("/api/missions?limit=1", {}, own)).status, 503);
  for (const path of ["/missions/kept", "/missions", "/"]) {
    const { robots, title } = await summaryAt(path, {}, own);
    assert.equal(robots, null, path);
    assert.ok(title, path);
  }
  await runSql(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
});
