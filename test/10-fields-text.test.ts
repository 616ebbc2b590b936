/** Proves the length and content of texts, on records of the domain (§2.1, §7.2, §12.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);

await fixtures.mission("a");

const lengths: [what: string, text: string, status: number][] = [
  ["200 letters", "x".repeat(200), 200],
  ["201 letters", "x".repeat(201), 422],
  ["200 emoji", "🚀".repeat(200), 200],
  ["201 emoji", "🚀".repeat(201), 422],
  ["200 combining marks", "e\u0301".repeat(100), 200],
  ["nothing", "", 422],
];
for (const [what, operator, status] of lengths) {
  test(`§12.3: text length counts Unicode code points: ${what} → ${status}`, async () => {
    assertStatus(await served.patch("/api/missions/a", { operator }), status);
  });
}

test("§2.1: a description has up to 10,000 code points", async () => {
  assertStatus(await served.patch("/api/missions/a", { description: "🚀".repeat(10_000) }), 200);
  assertRefused(await served.patch("/api/missions/a", { description: "x".repeat(10_001) }), 422, [
    "/description",
    "too_long",
  ]);
});

const texts = [
  "  spaces kept  ",
  "Łódź",
  "Ωμέγα",
  "日本語",
  "שלום",
  "e\u0301 is not é",
  "\u0001\u007f\t\r\n",
  "\ufeffBOM",
  "\u2028\u2029",
  "🧑‍🚀",
  '"quoted" \\ /',
  "__proto__",
  "null",
];
test("§2.1: all other text round-trips exactly, in any script", async () => {
  for (const operator of texts) {
    assert.equal((await served.patch("/api/missions/a", { operator })).body.operator, operator);
    assert.equal((await fixtures.read("/api/missions/a")).operator, operator);
    assert.equal((await fixtures.read("/api/missions?id=a&fields=operator")).missions[0].operator, operator);
  }
});

test("§2.1: U+0000 and lone surrogates are 422, in every text", async () => {
  const at = "/api/missions/a/data";
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  for (const text of ["a\u0000", "\ud800", "\udc00x"]) {
    assertRefused(await served.patch("/api/missions/a", { description: text }), 422, ["/description", "invalid_text"]);
    assertRefused(await served.post(at, { ...sample, payload: { deep: [{ in: text }] } }), 422, [
      "/payload",
      "invalid_value",
    ]);
    assertRefused(await served.post(at, { ...sample, payload: { [text]: 1 } }), 422, ["/payload", "invalid_value"]);
    assertRefused(await served.post(at, { ...sample, location: { body: text } }), 422, [
      "/location/body",
      "invalid_text",
    ]);
  }
});

test("§2.1: a field name in another case, or one of JavaScript's own, is an unknown field", async () => {
  for (const name of ["Name", "constructor", "__proto__", "toString", "crewSize", ""]) {
    const body = `{"name":"m",${JSON.stringify(name)}:1}`;
    assertRefused(await served.post("/api/missions", body), 400, [`/${name}`, "unknown_field"]);
  }
});
