/** Proves that the service draws pictures as files, of what the caller may read, and lets other sites show them (§10.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ADMIN_KEY, type Served, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/astronauts/ann", { name: 'Ann <b> & "Bo"', nationality: "France" });
for (const [id, mission_type, year, status] of [
  ["a-1", "crewed", 1969, "completed"],
  ["a-2", "orbiter", 1969, "completed"],
  ["b-1", "orbiter", 1971, "active"],
] as const)
  await served.put(`/api/missions/${id}`, {
    ...{ name: `Flight ${id}`, mission_type, status, launch_date: `${year}-07-16` },
    ...(status === "completed" ? { end_date: `${year}-07-24` } : {}),
  });
await served.put("/api/missions/a-1/crew/ann", { role: "commander" });

/** Sends a GET; pages and their files are not in the OpenAPI document. */
async function open(path: string, from: Served = served, headers: Record<string, string> = {}) {
  const response = await fetch(from.url + path, { headers });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** The texts of a drawing. */
function textsOf(svg: string): string[] {
  return Array.from(svg.matchAll(/<text\b[^>]*>(.*?)<\/text>/g), ([, text]) => text!.replace(/<[^>]*>/g, ""));
}

async function drawnAt(path: string, from?: Served) {
  const { status, headers, text } = await open(path, from);
  assert.equal(status, 200, text);
  assert.equal(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  return { svg: text, texts: textsOf(text), headers };
}

test("§10.1: a picture as a file has its title, its filters in words, its legend, its days and its address", async () => {
  const { svg, texts } = await drawnAt("/missions/-/timeline.svg?status=completed");
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1200" /);
  assert.equal(texts[0], "Missions over time");
  assert.ok(texts.includes("2 missions; Status is completed."), texts.join("\n"));
  assert.ok(texts.includes("crewed 1") && texts.includes("orbiter 1"));
  assert.ok(texts.includes("Flight a-1") && !texts.includes("Flight b-1"));
  assert.ok(texts.includes("drawn on 15 January 2026"));
  assert.ok(texts.some((text) => /^127\.0\.0\.1:\d+\/missions\/-\/timeline\?status=completed$/.test(text)));
});

test("§10.1: parameters that begin with - are the settings of the page's fragment, and choose its colors", async () => {
  const lanes = await drawnAt("/missions/-/timeline.svg?-by=mission_type&-from=1970-01-01");
  assert.ok(lanes.texts.includes("Orbiter") && !lanes.texts.includes("Flight a-1"));
  assert.ok(lanes.texts.some((text) => text.endsWith("/missions/-/timeline#by=mission_type&amp;from=1970-01-01")));
  const background = /<rect width="1200" height="\d+" fill="([^"]+)"\/>/;
  const [, dark] = background.exec((await drawnAt("/missions/-/timeline.svg?-theme=dark")).svg)!;
  assert.notEqual(dark, background.exec(lanes.svg)![1]);
});

test("§10.1, §4.8: a summary is drawn as groups; what it counts is what the API counts", async () => {
  const query = "?group_by=launch_date:year,mission_type";
  const { svg, texts } = await drawnAt(`/missions/-/groups.svg${query}`);
  const groups: { count: number }[] = (await open(`/api/missions${query}`)).body.groups;
  assert.equal(texts[0], "Missions a year, by type");
  assert.ok(texts.includes("orbiter 2") && texts.includes("crewed 1"));
  // A piece for each group, which leads to its list.
  const pieces = Array.from(svg.matchAll(/<a href="([^"]+)"[^>]*><rect class="f\d+/g));
  assert.equal(pieces.length, groups.length);
  assert.match(pieces[0]![1]!, /^http:\/\/127\.0\.0\.1:\d+\/missions\?/);
  assert.ok(!/data-|tabindex/.test(svg));
});

test("§10.1: a presence is drawn as an area over days; names are text, whatever is in them", async () => {
  const { texts } = await drawnAt("/astronauts/-/presence.svg");
  assert.ok(texts.includes("France 1") && texts[1]!.startsWith("1 astronaut. "));
  await served.put("/api/missions/hostile", { name: "<script>x</script>\"&'", launch_date: "1980-01-01" });
  const { svg } = await drawnAt("/missions/-/timeline.svg?search=script");
  assert.ok(!svg.includes("<script") && svg.includes("&lt;script&gt;x&lt;/script&gt;&quot;&amp;'"));
  await served.delete("/api/missions/hostile");
});

test("§10.1: PNG is the same picture, small enough for previews of links", async () => {
  for (const path of ["/missions/-/timeline.png", "/missions/-/groups.png?group_by=status"]) {
    const response = await fetch(served.url + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.headers.get("content-type"), "image/png");
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    assert.equal(bytes.readUInt32BE(16), 1_200);
    assert.ok(bytes.length > 10_000 && bytes.length < 300_000);
  }
});

test("§10.1: for everybody, a picture may be a minute old; its tag saves reading it again", async () => {
  const path = "/missions/-/timeline.svg?name=Flight%20new";
  const before = await drawnAt(path);
  assert.equal(before.headers.get("cache-control"), "public, max-age=60");
  await served.put("/api/missions/new", { name: "Flight new", launch_date: "1990-01-01" });
  const tag = before.headers.get("etag")!;
  assert.equal((await open(path, served, { "if-none-match": tag })).status, 304);
  served.clock.advance(60_000);
  assert.ok((await drawnAt(path)).texts.includes("Flight new"));
  await served.delete("/api/missions/new");
});

test("§10.1, §5.1: a picture shows what its caller may read", async () => {
  await using closed = await serve(undefined, { PUBLIC_READ: "false" });
  assert.equal((await open("/missions/-/timeline.svg", closed)).status, 401);
  const own = await open("/missions/-/timeline.svg", closed, { authorization: `Bearer ${ADMIN_KEY}` });
  assert.equal(own.status, 200);
  assert.match(own.headers.get("cache-control")!, /no-store/);
  assert.equal((await open("/missions/-/timeline.svg?as_of=2026-01-15T12:00:00Z")).status, 401);
});

test("§10.1: what cannot be drawn is a 422 that says why; the faults of a query are those of its list", async () => {
  const ungrouped = await open("/missions/-/groups.svg");
  assert.equal(ungrouped.status, 422);
  assert.match(ungrouped.body.detail, /group_by/);
  assert.equal((await open("/missions/-/timeline.svg?no_such=1")).status, 400);
  for (const path of [
    "/missions/-/nothing.svg",
    "/missions/-/new.svg",
    "/missions/-/presence.svg",
    "/missions/a-1/-/groups.svg",
  ])
    assert.equal((await open(path)).status, 404, path);
});

test("§10.1: pictures that are too many at once are refused for now, and the others are drawn", async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) => open(`/missions/-/timeline.svg?name=n${index}`)),
  );
  const refused = all.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0 && refused.length < all.length);
  assert.ok(all.every(({ status }) => [200, 503].includes(status)));
  assert.ok(refused.every(({ headers }) => headers.get("retry-after") !== null));
});
