/** Proves that private records stay private on every side channel (§5), and the scopes beyond a path's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiKeys } from "../engine/access/api-keys.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { collection, membership } from "../engine/declare/declare.ts";
import { reference, text } from "../engine/declare/fields.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const keyWith = keysByScopes(served);
const anonymous = { credential: false } as const;
const examination = { examined_on: "2020-01-01", kind: "Confidential-kind", fitness: "unfit", notes: "Confidential" };

/** What the public sees of an astronaut and of the lists with it. */
async function seen(id: string): Promise<unknown> {
  const answers: HttpResponse[] = [];
  for (const path of [
    `/api/astronauts/${id}`,
    "/api/astronauts",
    "/api/astronauts?fields=*",
    `/api/astronauts/${id}/training`,
  ])
    answers.push(await served.get(path, anonymous));
  return answers.map(({ status, text: body, headers }) => [
    status,
    body,
    headers.get("etag"),
    headers.get("last-modified"),
  ]);
}

test("§5.3: creating, changing or deleting a private record does not change its parent: body, ETag, times, lists", async () => {
  await fixtures.astronaut("ann");
  const before = await seen("ann");
  const path = "/api/astronauts/ann/medical/x";
  served.clock.advance(60_000);
  for (const write of [
    () => served.put(path, examination),
    () => served.patch(path, { fitness: "fit" }),
    () => served.delete(path),
    () => served.put(path, examination),
  ]) {
    assert.ok((await write()).status < 300);
    assert.deepEqual(await seen("ann"), before);
  }
});

test("§5.3: parents cannot be filtered or sorted by private sub-resources, and no message mentions them", async () => {
  for (const name of ["medical_count", "medical_record_count", "medical", "fitness"]) {
    for (const query of [`${name}=1`, `${name}_min=1`, `sort_by=${name}`, `fields=${name}`, `filter=${name}:1`]) {
      const answer = await served.get(`/api/astronauts?${query}`, anonymous);
      assertRefused(answer, 400);
      assert.ok(!answer.text.includes("Confidential"));
    }
  }
});

test("§12.12: deleting an astronaut always needs medical:write: 403 before any lookup, with or without records", async () => {
  await fixtures.astronaut("bare");
  await fixtures.astronaut("examined");
  await served.put("/api/astronauts/examined/medical/x2", examination);
  const credential = await keyWith(["astronauts:write"]);
  const refusals = new Set<string>();
  for (const id of ["bare", "examined", "nobody"]) {
    for (const query of ["", "?cascade=true"]) {
      const answer = await served.delete(`/api/astronauts/${id}${query}`, { credential });
      assert.equal(answer.status, 403);
      const { instance: _, request_id: __, ...rest } = answer.body;
      refusals.add(JSON.stringify(rest));
    }
  }
  assert.equal(refusals.size, 1);
  assert.ok([...refusals][0]!.includes("medical:write"));
});

test("§12.12: with medical:write, medical records block and cascade like other children, named without their count", async () => {
  const credential = await keyWith(["astronauts:write", "medical:write"]);
  const blocked = await served.delete("/api/astronauts/examined", { credential });
  assert.equal(blocked.status, 409);
  assert.deepEqual(blocked.body.dependents, [{ name: "medical", link: "/api/astronauts/examined/medical" }]);
  assert.doesNotMatch(blocked.text.replaceAll(/"request_id":"[^"]*"/g, ""), /\d+ medical|Confidential/);
  assert.equal((await served.delete("/api/astronauts/examined?cascade=true", { credential })).status, 204);
});

test("§5.3: metrics and other paths for the operator reveal nothing of private records", async () => {
  await fixtures.astronaut("quiet");
  await served.put("/api/astronauts/quiet/medical/hush", examination);
  for (const path of [
    "/api",
    "/openapi.json",
    "/docs",
    "/readyz",
    "/api/astronauts?fields=*",
    "/api/missions?fields=*",
  ]) {
    const { text: said } = await served.get(path, anonymous);
    assert.ok(!said.includes("Confidential") && !said.includes("hush"), path);
  }
  for (const path of [
    "/api/astronauts/quiet/medical/hush",
    "/api/astronauts/quiet/medical/none",
    "/api/astronauts/none/medical/hush",
  ]) {
    assertRefused(await served.get(path, anonymous), 401);
    assertRefused(await served.get(path, { credential: await keyWith(["astronauts:write"]) }), 403);
  }
});

const writer = { credential: "" };
test("§5.2: writing current_* needs missions:write too, checked after the body's shape, only if the value differs", async () => {
  writer.credential = await keyWith(["astronauts:write"]);
  const both = { credential: await keyWith(["astronauts:write", "missions:write"]) };
  await served.put("/api/missions/m1", { name: "M1" });
  await served.put("/api/missions/m2", { name: "M2" });
  const path = "/api/astronauts/bo";

  assert.equal((await served.put(path, { name: "Bo", current_mission: null, current_role: null }, writer)).status, 201);
  for (const answer of [
    await served.post("/api/astronauts", { name: "New", current_mission: "m1" }, writer),
    await served.put("/api/astronauts/new", { name: "New", current_mission: "m1" }, writer),
    await served.put(path, { name: "Bo", current_mission: "m1" }, writer),
    await served.patch(path, { current_mission: "m1" }, writer),
    await served.patch(path, { current_role: "pilot" }, writer),
    await served.patch(path, { current_spacecraft: "x" }, writer),
    await served.patch(path, { current_mission: "m1" }, { ...writer, headers: { "if-match": '"stale"' } }),
  ]) {
    assertRefused(answer, 403);
    assert.match(answer.headers.get("www-authenticate")!, /error="insufficient_scope".*scope="missions:write"$/);
  }
  assert.equal((await served.get("/api/astronauts/new")).status, 404);
  assertRefused(await served.patch(path, { current_mission: 5 }, writer), 400);

  const moved = await served.patch(path, { current_mission: "m1", current_role: "pilot" }, both);
  assert.deepEqual([moved.status, moved.body.current_mission], [200, "m1"]);
  assert.equal((await served.put(path, moved.body, writer)).status, 200, "sent back as it was read");
  assert.equal((await served.patch(path, { current_mission: "m1", name: "Bob" }, writer)).status, 200);
  for (const other of ["m2", null]) assertRefused(await served.patch(path, { current_mission: other }, writer), 403);
  assert.equal((await served.get(path)).body.current_mission, "m1");
  assert.equal((await served.patch(path, { current_mission: null }, both)).status, 200);
});

test("§12.11: a 403 is not stored under an Idempotency-Key", async () => {
  const headers = { "idempotency-key": "scope" };
  assertRefused(await served.patch("/api/astronauts/bo", { current_mission: "m2" }, { ...writer, headers }), 403);
  assertRefused(await served.patch("/api/astronauts/bo", { current_mission: "m2" }, { ...writer, headers }), 403);
  const both = await keyWith(["astronauts:write", "missions:write"]);
  const { status } = await served.patch("/api/astronauts/bo", { current_mission: "m2" }, { headers, credential: both });
  assert.equal(status, 200);
  const away = { current_mission: null };
  assert.equal((await served.patch("/api/astronauts/bo", away, { credential: both })).status, 200);
});

test("§5.2: writing a crew needs missions:write only", async () => {
  const credential = await keyWith(["missions:write"]);
  const assigned = await served.post(
    "/api/missions/m2/astronauts",
    { astronaut_id: "bo", role: "pilot" },
    { credential },
  );
  assert.equal(assigned.status, 201);
  assertRefused(await served.patch("/api/astronauts/bo", { name: "B" }, { credential }), 403);
});

const plain = (name: string, more: object = {}, fields: object = {}) =>
  collection(name, { one: name.replace(/s$/, ""), about: "A.", fields: { name: text(), ...fields }, ...more });

test("§10.1: scopes beyond a path's own are in the reference and in the OpenAPI document", async () => {
  const sentence =
    "Changing `current_mission`, `current_spacecraft` and `current_role` also needs the scope `missions:write`.";
  const { paths } = (await served.get("/openapi.json")).body;
  for (const operation of [
    paths["/api/astronauts"].post,
    paths["/api/astronauts/{astronaut_id}"].put,
    paths["/api/astronauts/{astronaut_id}"].patch,
  ])
    assert.ok(operation.description.includes(sentence), operation.operationId);
  assert.ok((await served.get("/docs/astronauts")).text.includes(sentence.replaceAll(/`([^`]+)`/g, "<code>$1</code>")));
});

test("§5.3: declarations that would reveal private data are refused at start-up", () => {
  const secret = plain("dossiers", { private: "dossiers" });
  const open = plain("agents");
  const joined = (member: Declaration, shows: string[]) =>
    membership("holdings", {
      of: open,
      member,
      one: "holding",
      segment: "dossiers",
      about: "A.",
      fields: {},
      shows,
      reverse: { segment: "agents", shows: ["name"], showsOwn: [], links: {} },
    });
  assert.throws(() => catalog([secret, open, joined(secret, ["name"])]), /one of them is private/);
  const refers = plain("notes", {}, { dossier_id: reference("dossiers") });
  assert.throws(() => catalog([secret, refers]), /refers to dossiers, which is private/);
  const { secret: hidden } = apiKeys([open]).fields;
  const keeps = plain("keepers", {}, { secret: hidden });
  assert.throws(() => catalog([open, keeps, joined(keeps, ["secret"])]), /secret is shown, but it is a secret/);
  const several = plain("keepers", { bulk: 5 }, { secret: hidden });
  assert.throws(() => catalog([several]), /response to an array \(bulk\) does not show it/);
  const through = plain("orders", {}, { place: text().writtenThrough("nowhere") });
  assert.throws(() => catalog([through]), /written through to nowhere, which is not declared/);
  assert.doesNotThrow(() =>
    catalog([secret, plain("notes", { private: "dossiers" }, { dossier_id: reference("dossiers") })]),
  );
});
