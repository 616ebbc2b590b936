/** Proves the validators of the past (§6.5, §4.10): its tags are strong, move with every change, and change nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.crew("apollo", ["ann"], () => ({}));
await fixtures.mission("gemini");
await fixtures.planet("mars");
served.clock.advance(60_000);

const AS_OF = "as_of=2026-01-15";
const RECORD = `/api/missions/apollo?${AS_OF}`;
const LISTS = [
  `/api/missions?${AS_OF}`,
  `/api/missions/apollo/crew?${AS_OF}`,
  `/api/missions?format=csv&${AS_OF}`,
  `/api/missions?group_by=status&${AS_OF}`,
  `/api/missions?${AS_OF}&include=astronauts`,
];

const tagOf = async (path: string): Promise<string> => assertStatus(await served.get(path), 200).headers.get("etag")!;

for (const path of [RECORD, ...LISTS]) {
  test(`§6.5: GET ${path} has a strong tag, for which If-None-Match is 304, and no Last-Modified`, async () => {
    const { headers } = await served.get(path);
    const etag = headers.get("etag")!;
    assert.match(etag, /^"[A-Z]/);
    assert.equal(headers.get("last-modified"), null);
    for (const method of ["GET", "HEAD"])
      for (const given of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const answer = await served.request(method, path, { headers: { "if-none-match": given } });
        assert.deepEqual([answer.status, answer.text, answer.headers.get("etag")], [304, "", etag]);
        assert.equal(answer.headers.get("content-location"), headers.get("content-location"));
        assert.equal(answer.headers.get("last-modified"), null);
      }
    const since = { "if-modified-since": "Fri, 31 Dec 2100 00:00:00 GMT" };
    assertStatus(await served.get(path, { headers: since }), 200);
    const unmodified = { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" };
    assertStatus(await served.get(path, { headers: unmodified }), 200);
  });

  test(`§6.5: the tag of GET ${path} is neither that of the present nor of another moment`, async () => {
    const present = path.replace(AS_OF, "").replace(/[?&]$/, "").replace("?&", "?");
    const other = path.replace(AS_OF, "as_of=2026-01-15T12:00:30Z");
    assert.equal(new Set([await tagOf(path), await tagOf(present), await tagOf(other)]).size, 3);
    for (const [known, asked] of [
      [path, present],
      [present, path],
    ] as const) {
      const headers = { "if-none-match": await tagOf(known) };
      assertStatus(await served.get(asked, { headers }), 200);
    }
  });
}

test("§6.5: no write takes the tag of the past", async () => {
  const past = { headers: { "if-match": await tagOf(RECORD) } };
  assertStatus(await served.patch("/api/missions/apollo", { name: "X" }, past), 412);
  assertStatus(await served.put("/api/missions/apollo", { name: "X" }, past), 412);
  assertStatus(await served.delete("/api/missions/apollo", past), 412);
  const list = { headers: { "if-match": await tagOf(`/api/missions?${AS_OF}`) } };
  assertStatus(await served.post("/api/missions", { name: "X" }, list), 412);
  assertStatus(await served.get("/api/missions/apollo", past), 412);
  assert.equal((await fixtures.read("/api/missions/apollo")).name, "apollo");
});

test("§6.5: tags of the past move with every change of what the answer shows, so that what was purged is no 304", async () => {
  const concerned: [write: () => Promise<unknown>, paths: readonly string[]][] = [
    [() => served.patch("/api/missions/gemini", { description: "x" }), [RECORD, ...LISTS]],
    [() => served.patch("/api/missions/apollo/crew/ann", { role: "commander" }), [LISTS[1]!, LISTS[4]!]],
    [
      () => served.patch("/api/astronauts/ann", { name: "Anna" }),
      [`/api/missions?${AS_OF}&astronauts_exists=true&crew.name=x`],
    ],
    [() => served.patch("/api/planets/mars", { name: "Ares" }), [`/api/missions/apollo?include=destination&${AS_OF}`]],
  ];
  for (const [write, paths] of concerned) {
    const before = await Promise.all(paths.map(tagOf));
    await write();
    for (const [at, path] of paths.entries()) assert.notEqual(await tagOf(path), before[at], path);
  }
});

test("§6.5: answers about the present are not kept for the past, nor the reverse", async () => {
  const [present, past] = ["/api/missions?fields=name&sort=id", `/api/missions?fields=name&sort=id&${AS_OF}`];
  for (let times = 0; times < 4; times += 1) {
    assert.ok(!(await served.get(present)).text.includes("as_of"));
    assert.ok((await served.get(past)).text.includes("as_of"));
  }
});
