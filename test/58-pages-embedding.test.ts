/** Proves how pictures get to other sites: previews of links, frames and oEmbed (§10.1). */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readConfig } from "../engine/app/config.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { writeExplorerBuild } from "./support/http/explorer-build.ts";
import { faultsOf, type Served, serve } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-embedding-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeExplorerBuild(folder);

async function servePages(settings: Record<string, string> = {}): Promise<Served> {
  const served = await serve(undefined, settings, undefined, undefined, undefined, folder);
  after(() => served.stop());
  return served;
}

const SITES = "https://news.example.org https://school.example.org:8443";
const served = await servePages({ EMBED_ORIGINS: SITES.replace(" ", ", ") });
const closed = await servePages();
/** Sends a GET; pages are not in the OpenAPI document. */
async function get(path: string, from = served) {
  const response = await fetch(from.url + path);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
const ancestorsOf = async (path: string, from = served) =>
  /frame-ancestors ([^;]*)/.exec((await get(path, from)).headers.get("content-security-policy")!)![1];

test("§10.1: sites of EMBED_ORIGINS may frame pictures and summaries with ?embed, and no other page", async () => {
  for (const path of [
    "/missions/-/timeline?embed",
    "/missions/-/timeline?status=active&embed",
    "/missions?group_by=status&embed",
  ]) {
    assert.equal(await ancestorsOf(path), SITES, path);
    assert.equal(await ancestorsOf(path, closed), "'none'");
  }
  for (const path of ["/missions/-/timeline", "/missions?embed", "/missions/-/new?embed", "/?embed", "/-/key?embed"])
    assert.equal(await ancestorsOf(path), "'none'", path);
});

test("§11.1: EMBED_ORIGINS takes origins, or * for all", async () => {
  const read = (EMBED_ORIGINS: string) => readConfig({ EMBED_ORIGINS }, spaceMissions).embedOrigins;
  assert.deepEqual(read("*"), ["*"]);
  assert.deepEqual(read(""), []);
  for (const wrong of ["news.example.org", "https://news.example.org/page", "https://*.example.org; script-src *"])
    assert.throws(() => read(wrong), /EMBED_ORIGINS must be an origin/);
});

/** The link properties of a page. */
async function previewAt(path: string) {
  const { text } = await get(path);
  const image = /<meta property="og:image" content="([^"]*)">/.exec(text)?.[1]?.replaceAll("&#38;", "&");
  const oembed = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)">/.exec(text)?.[1];
  const origin = new URL(served.url).origin;
  return { image: image?.replace(origin, ""), oembed };
}

test("§10.1: the preview of a link shows the picture of its page, with its filters; of a list, its first; of home, the days", async () => {
  const timeline = await previewAt("/missions/-/timeline?status=active&search=x&embed");
  assert.equal(timeline.image, "/missions/-/timeline.png?status=active&search=x&-size=preview");
  const described = await get(timeline.oembed!);
  assert.equal(described.status, 200);
  assert.equal(described.body.title, "Missions over time");
  assert.match(described.body.html, /\/missions\/-\/timeline\?status=active&#38;search=x&#38;embed"/);
  assert.equal(
    (await previewAt("/missions?group_by=status")).image,
    "/missions/-/groups.png?group_by=status&-size=preview",
  );
  assert.deepEqual(await previewAt("/missions?status=active"), {
    image: "/missions/-/timeline.png?status=active&-size=preview",
    oembed: undefined,
  });
  assert.equal((await previewAt("/")).image, "/astronauts/-/presence.png?-size=preview");
});

const oembed = (url: string, more = "", from = served) => get(`/oembed?url=${encodeURIComponent(url)}${more}`, from);

test("§10.1: /oembed answers with a frame, no larger than the site wants; without EMBED_ORIGINS with a link", async () => {
  const page = `${served.url}/missions?group_by=status`;
  const { body } = await oembed(page, "&maxwidth=500&maxheight=9999&format=json");
  assert.deepEqual(
    { ...body, html: undefined },
    {
      ...{ version: "1.0", type: "rich", title: "Missions", width: 500, height: 640, html: undefined },
      ...{ provider_name: (await get("/api")).body.name, provider_url: new URL(served.url).origin },
    },
  );
  assert.match(
    body.html,
    /^<iframe src="[^"]+\/missions\?group_by=status&#38;embed" title="Missions" width="500" height="640"/,
  );
  const link = await oembed(`${closed.url}/missions/-/timeline`, "", closed);
  assert.deepEqual([link.body.type, link.body.html], ["link", undefined]);
});

test("§10.1: /oembed knows pictures of this service, and says what is wrong with a request", async () => {
  for (const url of [
    "https://elsewhere.example.org/missions/-/timeline",
    `${served.url}/missions`,
    `${served.url}/missions/%E0%A4%A/-/timeline`,
    `${served.url}/no/-/timeline`,
    "x",
  ])
    assert.equal((await oembed(url)).status, 404, url);
  const wrong = await get("/oembed?format=xml&maxwidth=0");
  assert.equal(wrong.status, 400);
  assert.deepEqual(faultsOf(wrong as never), [
    ["url", "required"],
    ["maxwidth", "invalid"],
    ["format", "invalid"],
  ]);
});
