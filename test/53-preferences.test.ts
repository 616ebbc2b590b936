/** Proves `Prefer` (RFC 7240, §4.2): the response to a write, on every resource. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const prefer = (preference: string) => ({ headers: { prefer: preference } });
const MINIMAL = prefer("return=minimal");
const WHOLE = prefer("return=representation");

/** Asserts a response without representation, and its Preference-Applied. */
function minimal({ status, headers, text }: HttpResponse, expected: number): void {
  assert.deepEqual([status, text], [expected, ""]);
  assert.equal(headers.get("preference-applied"), "return=minimal");
  for (const name of ["etag", "last-modified", "content-location", "content-type"])
    assert.equal(headers.get(name), null, name);
}

/** Asserts a response with the representation, and its Preference-Applied. */
function whole({ status, headers, body, text }: HttpResponse, expected: number): void {
  assert.equal(status, expected, text);
  assert.equal(headers.get("preference-applied"), "return=representation");
  assert.ok(body._links.self);
}

for await (const { domainName, served, records } of serveBothDomains()) {
  for (const resource of writableResources(served.catalog)) {
    test(`§4.2: ${domainName}, ${resource.name}: return=minimal and return=representation of every write`, async () => {
      const { path, listPath, draft, body } = await records.create(resource, "required");
      const { [resource.key]: _, ...replacement } = draft;

      minimal(await served.put(path, body, MINIMAL), 204);
      minimal(await served.patch(path, {}, MINIMAL), 204);
      whole(await served.put(path, body, WHOLE), 200);
      whole(await served.patch(path, {}, WHOLE), 200);
      const before = (await served.get(path)).body;
      const gone = await served.delete(path, WHOLE);
      whole(gone, 200);
      assert.deepEqual(gone.body, before, "its final state");
      assert.equal(gone.headers.get("content-location"), before._links.self);
      assert.ok(gone.headers.get("etag") && gone.headers.get("last-modified"), "validators come with a representation");

      const made = await served.put(path, replacement, MINIMAL);
      if ([...resource.fields.values()].some(({ secret }) => secret)) {
        assert.deepEqual([made.status, made.headers.get("preference-applied")], [201, null], "a secret is shown once");
        assert.equal(typeof made.body.secret, "string");
        return;
      }
      minimal(made, 201);
      assert.equal(made.headers.get("location"), path);
      minimal(await served.delete(path, MINIMAL), 204);
      whole(await served.put(path, replacement, WHOLE), 201);
      if (resource.kind === "single") return;
      assert.equal((await served.delete(path)).status, 204);
      const posted = await served.post(listPath, draft, MINIMAL);
      minimal(posted, 201);
      assert.equal((await served.get(posted.headers.get("location")!)).status, 200);
      assert.equal((await served.delete(posted.headers.get("location")!)).status, 204);
      whole(await served.post(listPath, draft, WHOLE), 201);
    });
  }
}

const served = await serveForFile();
const at = "/api/space-stations/mir";
const mir = { name: "Mir" };
await served.put(at, mir);
await served.put("/api/missions/m", { name: "M" });
const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };

test("§4.2: without Prefer there is no Preference-Applied; all writes but DELETE return the representation", async () => {
  await served.put("/api/space-stations/brief", mir);
  for (const [answer, status] of [
    [await served.put(at, mir), 200],
    [await served.patch(at, {}), 200],
    [await served.delete("/api/space-stations/brief"), 204],
  ] as const) {
    assert.deepEqual([answer.status, answer.headers.get("preference-applied")], [status, null]);
  }
});

test("§4.2: an array under return=minimal: 201 with the collection's Location and no body", async () => {
  const answer = await served.post("/api/missions/m/data", [sample, sample], MINIMAL);
  minimal(answer, 201);
  assert.equal(answer.headers.get("location"), "/api/missions/m/data");
  assert.equal((await served.get("/api/missions/m/data")).body.total_count, 2);
  const preferred = await served.post("/api/missions/m/data", [sample], WHOLE);
  assert.deepEqual(
    [preferred.body.created_count, preferred.headers.get("preference-applied")],
    [1, "return=representation"],
  );
});

/** Notations of a preference, and which are applied. */
const WRITTEN: [header: string, applied: string | null][] = [
  ["return=minimal", "return=minimal"],
  ["RETURN=minimal", "return=minimal"],
  ['return="minimal"', "return=minimal"],
  ["return = minimal", "return=minimal"],
  ["return=minimal; so=what", "return=minimal"],
  ["respond-async, wait=10, return=minimal", "return=minimal"],
  ["return=minimal, return=representation", "return=minimal"],
  ["return=representation, return=minimal", "return=representation"],
  [", ,return=minimal,", "return=minimal"],
  ['note="a, return=representation", return=minimal', "return=minimal"],
  ['note="a, return=minimal"', null],
  ['note="\\", return=minimal"', null],
  ["note; return=minimal", null],
  ["return", null],
  ["return=", null],
  ["return=everything", null],
  ["returns=minimal", null],
  ["handling=strict, respond-async", null],
  ["", null],
  ['"', null],
];

for (const [header, applied] of WRITTEN) {
  test(`§4.2: Prefer: ${header || "(nothing)"} ${applied ? `applies ${applied}` : "is ignored"}`, async () => {
    const { status, headers } = await served.patch(at, {}, prefer(header));
    assert.deepEqual([status, headers.get("preference-applied")], [applied === "return=minimal" ? 204 : 200, applied]);
  });
}

test("§4.2: respond-async is ignored where it does not apply, without Preference-Applied", async () => {
  for (const answer of [
    await served.put(at, mir, prefer("respond-async")),
    await served.patch(at, {}, prefer("respond-async")),
    await served.post("/api/space-stations", mir, prefer("respond-async")),
  ]) {
    assert.ok(answer.status === 200 || answer.status === 201);
    assert.equal(answer.headers.get("preference-applied"), null);
  }
});

test("§4.2: a preference does not affect errors and reads", async () => {
  for (const answer of [
    await served.patch(at, { name: null }, MINIMAL),
    await served.put("/api/space-stations/x", {}, MINIMAL),
    await served.delete("/api/space-stations/none", WHOLE),
    await served.patch(at, {}, { headers: { ...MINIMAL.headers, "if-match": '"stale"' } }),
    await served.get(at, MINIMAL),
    await served.get("/api/space-stations", MINIMAL),
  ]) {
    assert.equal(answer.headers.get("preference-applied"), null);
    assert.notEqual(answer.text, "");
  }
});

test("§4.2: a write under return=minimal is stored", async () => {
  minimal(await served.patch(at, { operator: "Роскосмос" }, MINIMAL), 204);
  assert.equal((await served.get(at)).body.operator, "Роскосмос");
});

test("§12.1: a cascading delete returns the final state of the requested record", async () => {
  await served.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
  await served.put("/api/planets/mars/moons/phobos", { name: "Phobos" });
  const { body: before } = await served.get("/api/planets/mars");
  const answer = await served.delete("/api/planets/mars?cascade=true", WHOLE);
  whole(answer, 200);
  assert.deepEqual(answer.body, before);
});
