/** Proves who is an author of a webhook, and that a webhook says what its authors withhold from it (§6.3), on both stores. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Receiver, startReceiver } from "./support/events/webhook-receiver.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";

const exam = { examined_on: "2026-01-10", kind: "annual", fitness: "fit" };

async function serving(t: TestContext, kind: StoreKind, settings = {}): Promise<Served> {
  const database = await kind.create();
  const served = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true", DATABASE_URL: database.url, ...settings });
  t.after(async () => {
    await served.stop();
    await database.remove();
  });
  return served;
}

/** A webhook of a caller, by default of the admin. */
async function createWebhook(
  served: Served,
  { secret, ...more }: Body = {},
): Promise<{ inbox: Receiver; path: string; hook: Body }> {
  const inbox = await startReceiver();
  const options = secret === undefined ? {} : { credential: secret };
  const { body } = assertStatus(await served.post("/api/webhooks", { url: inbox.url, ...more }, options), 201);
  return { inbox, path: body._links.self, hook: body };
}

for (const kind of STORE_KINDS) {
  const { name, skip } = kind;

  test(`§6.3, ${name}: who pauses or resumes a webhook, or sends back what it has, limits nothing: neither then nor once revoked`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const fixtures = fixturesFor(served);
    const { inbox, path } = await createWebhook(served);
    const intruder = await createKey(served, ["webhooks:write"]);
    const { secret: credential } = intruder;
    const { url, event_types } = await fixtures.read(path);
    for (const body of [{ active: false }, { active: false, url, event_types }, { url }, {}])
      assertStatus(await served.patch(path, body, { credential }), 200);
    assertStatus(await served.put(path, { url, event_types, active: false }, { credential }), 200);
    assertStatus(await served.patch(path, { active: true }), 200);
    const emitted = async (id: string): Promise<string[]> => {
      const key = await createKey(served, ["missions:read"]);
      await fixtures.astronaut(id);
      const medical = assertStatus(await served.post(`/api/astronauts/${id}/medical`, exam), 201).body;
      await served.deliver();
      return [
        `api_key.created ${key._links.self}`,
        `astronaut.created /api/astronauts/${id}`,
        `medical_record.created ${medical._links.self}`,
      ];
    };
    const before = inbox.summaries().length;
    const expected = await emitted("patient");
    // Among them, the key of the intruder and the changes of the webhook itself.
    const received = inbox.summaries().slice(before);
    assert.deepEqual(
      expected.filter((each) => !received.includes(each)),
      [],
    );
    assertStatus(await served.delete(intruder._links.self), 204);
    const later = await emitted("another");
    assert.deepEqual(
      later.filter((each) => !inbox.summaries().includes(each)),
      [],
    );
    const { active, disabled_because, withheld_scopes } = await fixtures.read(path);
    assert.deepEqual([active, disabled_because, withheld_scopes], [true, null, []]);
  });

  test(`§6.3, ${name}: a delivery that waits for its retry is not sent once an author may not read its event`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const fixtures = fixturesFor(served);
    const { inbox, path } = await createWebhook(served, { event_types: ["medical_record.*"] });
    inbox.reply = () => 503;
    await fixtures.astronaut("patient");
    assertStatus(await served.post("/api/astronauts/patient/medical", exam), 201);
    await served.deliver();
    const { secret: credential } = await createKey(served, ["webhooks:write"]);
    const event_types = ["medical_record.*", "mission.*"];
    assertStatus(await served.patch(path, { event_types }, { credential }), 200);
    inbox.reply = () => 204;
    served.clock.advance(10_000);
    await served.deliver();
    assert.equal(inbox.received.length, 1, "the first attempt");
    const [{ status, attempts }] = (await fixtures.read(`${path}/deliveries`)).deliveries;
    assert.deepEqual(
      [status, attempts.at(-1).status_code, attempts.at(-1).error],
      ["failed", null, "The event is too old, or the webhook may no longer receive it."],
    );
  });

  test(`§6.3, ${name}: who changes the URL or the events of a webhook, or confirms its URL, is an author`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const fixtures = fixturesFor(served);
    const withheld = async (path: string) => (await fixtures.read(path)).withheld_scopes;
    const key = () => createKey(served, ["webhooks:write"]);
    const [narrowing, creating, moving] = [await key(), await key(), await key()];

    const { path } = await createWebhook(served);
    assert.deepEqual(await withheld(path), []);
    const { secret: credential } = narrowing;
    assertStatus(await served.patch(path, { event_types: ["mission.*", "medical_record.*"] }, { credential }), 200);
    assert.deepEqual(await withheld(path), ["medical:read"]);

    const moved = (await createWebhook(served, { secret: creating.secret })).path;
    const { url } = await startReceiver();
    assertStatus(await served.patch(moved, { url }, { credential: moving.secret }), 200);
    // The admin confirms its URL after the first revocation, and is the only author after the second.
    for (const [{ _links }, expected] of [
      [creating, ["admin", "events:read", "medical:read"]],
      [moving, []],
    ] as const) {
      assertStatus(await served.delete(_links.self), 204);
      await fixtures.mission(`after-${_links.self.split("/").at(-1)}`);
      await served.deliver();
      assert.equal((await fixtures.read(moved)).disabled_because, "revoked");
      assertRefused(await served.patch(moved, { active: true }), 422, ["/url", "unconfirmed"]);
      assertStatus(await served.patch(moved, { active: true, url }), 200);
      assert.deepEqual(await withheld(moved), expected);
    }
  });
}

test("§6.3: withheld_scopes are those that its event_types need and its authors lack: in records, lists and exports, read-only", async (t) => {
  const served = await serving(t, STORE_KINDS[0]!);
  const [plain, doctor] = [
    await createKey(served, ["webhooks:write"]),
    await createKey(served, ["webhooks:write", "medical:read"]),
  ];
  const { hook, path } = await createWebhook(served, { secret: plain.secret });
  const everything = ["admin", "events:read", "medical:read"];
  assert.deepEqual(hook.withheld_scopes, everything);
  const { path: narrow } = await createWebhook(served, {
    secret: doctor.secret,
    event_types: ["medical_record.created", "webhook.*"],
  });
  const { webhooks } = (await served.get("/api/webhooks?sort=created_at&fields=withheld_scopes")).body;
  assert.deepEqual(
    webhooks.map(({ withheld_scopes }: Body) => withheld_scopes),
    [everything, ["admin"]],
  );
  const lines = (await served.get("/api/webhooks?sort=created_at&format=ndjson")).text.trim().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).withheld_scopes),
    [everything, ["admin"]],
  );
  assertRefused(await served.patch(path, { withheld_scopes: [] }), 422, ["/withheld_scopes", "read_only"]);
  assertStatus(await served.patch(path, { event_types: ["mission.*"] }, { credential: plain.secret }), 200);
  assertStatus(await served.patch(narrow, { event_types: ["medical_record.*"] }, { credential: doctor.secret }), 200);
  for (const each of [path, narrow]) assert.deepEqual((await served.get(each)).body.withheld_scopes, []);
});

test("§6.3: without public reading, a webhook says every scope that its authors lack", async (t) => {
  const served = await serving(t, STORE_KINDS[0]!, { PUBLIC_READ: "false" });
  const { secret } = await createKey(served, ["webhooks:write", "planets:read"]);
  const { hook } = await createWebhook(served, { secret, event_types: ["mission.*", "planet.*"] });
  assert.deepEqual(hook.withheld_scopes, ["missions:read"]);
});
