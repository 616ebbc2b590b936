/** Proves the lists, below a record, of the records that refer to it (§2.14). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const { read } = fixturesFor(served);
const LIST = "/api/manufacturers/leica/cameras";

for (const id of ["leica", "nikon"])
  assertStatus(await served.put(`/api/manufacturers/${id}`, { name: id, country: id === "leica" ? "DE" : "JP" }), 201);
for (const [id, manufacturer_id, megapixels] of [
  ["m3", "leica", null],
  ["q3", "leica", 60],
  ["z9", "nikon", 45],
] as const)
  assertStatus(await served.put(`/api/cameras/${id}`, { model: id, manufacturer_id, megapixels }), 201);

const idsAt = async (path: string): Promise<string[]> => (await read(path)).cameras.map(({ id }: { id: string }) => id);

test("§2.14: records are listed below the one they refer to, as in their own collection", async () => {
  const { cameras, total_count, _links } = await read(`${LIST}?sort=model`);
  assert.deepEqual(cameras, (await read("/api/cameras?manufacturer_id=leica&sort=model")).cameras);
  assert.deepEqual([total_count, _links.self], [2, `${LIST}?sort=model&page=1`]);
  assert.equal(cameras[0]._links.self, "/api/cameras/m3");
  assert.deepEqual(await idsAt(`${LIST}?megapixels_exists=true`), ["q3"]);
  assert.deepEqual((await read(`${LIST}?measure=max:megapixels`)).groups, [{ count: 2, megapixels_max: 60 }]);
});

test("§2.14: the list is read-only and has no paths of records; below a missing record it is 404", async () => {
  assertStatus(await served.get(`${LIST}/m3`), 404);
  const post = await served.post(LIST, { model: "x", manufacturer_id: "leica" });
  assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, QUERY, HEAD, OPTIONS"]);
  const missing = await served.get("/api/manufacturers/laica/cameras");
  assert.equal(missing.status, 404);
  assert.match(missing.body.detail, /laica/);
});

test("§4.7, §4.12: the link of the record leads to the list, and is a relation", async () => {
  assert.equal((await read("/api/manufacturers/leica"))._links.cameras, LIST);
  const { _embedded } = await read("/api/manufacturers/leica?include=cameras");
  assert.deepEqual(_embedded.cameras.map(({ id }: { id: string }) => id).sort(), ["m3", "q3"]);
  const makers = async (query: string) =>
    (await read(`/api/manufacturers?${query}`)).manufacturers.map(({ id }: { id: string }) => id);
  assert.deepEqual(await makers("cameras.megapixels_min=50"), ["leica"]);
  assert.deepEqual(await makers("cameras_none.megapixels_min=50"), ["nikon"]);
  assert.deepEqual(await makers("camera_count=1"), ["nikon"]);
});

test("§4.10: the entity tag changes when a record is added, changed or removed", async () => {
  const tag = async () => (await served.get(LIST)).headers.get("etag")!;
  const isUnchanged = async (before: string) =>
    (await served.get(LIST, { headers: { "if-none-match": before } })).status === 304;
  let before = await tag();
  assert.ok(await isUnchanged(before));
  for (const change of [{ manufacturer_id: "leica" }, { model: "Z 9" }, { manufacturer_id: "nikon" }]) {
    assertStatus(await served.patch("/api/cameras/z9", change), 200);
    assert.ok(!(await isUnchanged(before)), JSON.stringify(change));
    before = await tag();
  }
  assert.deepEqual(await idsAt(`${LIST}?sort=id`), ["m3", "q3"]);
});

test("§12.6: a record that others refer to is not deleted", async () => {
  const refused = await served.delete("/api/manufacturers/leica");
  assertRefused(refused, 409);
  assert.deepEqual(refused.body.dependents, [
    { name: "cameras", count: 2, link: "/api/cameras?manufacturer_id=leica" },
  ]);
});

test("§5.3: reading the list needs the read scopes of its records and of the one they refer to", async (t) => {
  const closed = await serve(secondDomain, { PUBLIC_READ: "false" });
  t.after(() => closed.stop());
  await closed.put("/api/manufacturers/leica", { name: "Leica" });
  const keyFor = keysByScopes(closed);
  const status = async (...scopes: string[]) => (await closed.get(LIST, { credential: await keyFor(scopes) })).status;
  assert.equal(await status("cameras:read"), 403);
  assert.equal(await status("manufacturers:read"), 403);
  assert.equal(await status("cameras:read", "manufacturers:read"), 200);
});
