/** Proves what a caller may do with another caller's webhook, and see of it (§6.3, §12.16). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Receiver, startReceiver } from "./support/events/webhook-receiver.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { ADMIN_KEY, type Body, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" });
const fixtures = fixturesFor(served);
const writer = await createKey(served, ["webhooks:write"]);
const reader = await createKey(served, ["webhooks:read"]);
const doctor = await createKey(served, ["webhooks:write", "medical:read"]);
const exam = { examined_on: "2026-01-10", kind: "annual", fitness: "fit" };

/** A webhook of a caller, by default of the admin. */
async function createWebhook(credential?: string, more: Body = {}): Promise<{ inbox: Receiver; path: string }> {
  const inbox = await startReceiver();
  const options = credential === undefined ? {} : { credential };
  const { body } = assertStatus(await served.post("/api/webhooks", { url: inbox.url, ...more }, options), 201);
  return { inbox, path: body._links.self };
}

/** Asserts that a key can neither create a secret, nor change the URL, nor resume the webhook, and that nothing changed. */
async function assertNotControlled(path: string, { secret: credential }: Body): Promise<void> {
  assertStatus(await served.patch(path, { active: false }), 200);
  const before = await fixtures.read(path);
  const secrets = (await fixtures.read(`${path}/secrets`)).total_count;
  const elsewhere = { url: "http://127.0.0.1:9/theirs" };
  for (const answer of [
    await served.request("POST", `${path}/secrets`, { credential }),
    await served.patch(path, elsewhere, { credential }),
    await served.put(path, { ...elsewhere, active: false }, { credential }),
    await served.patch(path, { active: true }, { credential }),
    await served.put(path, { url: before.url }, { credential }),
  ]) {
    assertRefused(answer, 403);
    assert.equal(answer.body.code, "webhook_not_controlled");
  }
  assert.deepEqual(await fixtures.read(path), before);
  assert.equal((await fixtures.read(`${path}/secrets`)).total_count, secrets);
}

test("§6.3: secrets, URL and resuming belong to callers who may read what the creator may", async () => {
  const admins = await createWebhook();
  await assertNotControlled(admins.path, writer);
  await assertNotControlled(admins.path, doctor);
  const doctors = await createWebhook(doctor.secret);
  await assertNotControlled(doctors.path, writer);
  // A peer may; scopes without events do not matter.
  const peer = await createKey(served, ["webhooks:write", "medical:write"]);
  for (const { secret: credential } of [peer, doctor]) {
    assertStatus(await served.patch(doctors.path, { active: true }, { credential }), 200);
    assertStatus(await served.patch(doctors.path, { url: doctors.inbox.url, active: false }, { credential }), 200);
    assertStatus(await served.request("POST", `${doctors.path}/secrets`, { credential }), 201);
  }
});

test("§6.3: a caller who narrows another's webhook does not take it over", async () => {
  const { path } = await createWebhook();
  const { secret: credential } = writer;
  assertStatus(await served.patch(path, { event_types: ["mission.*"] }, { credential }), 200);
  await assertNotControlled(path, writer);
  // The creator writes again.
  assertStatus(await served.patch(path, { event_types: ["*"] }), 200);
  await assertNotControlled(path, writer);
});

test("§6.3: the creator keeps control after the admin has changed the webhook", async () => {
  const { path } = await createWebhook(writer.secret);
  assertStatus(await served.patch(path, { event_types: ["mission.*"] }), 200);
  assertStatus(await served.request("POST", `${path}/secrets`, { credential: writer.secret }), 201);
});

test("§6.3: a URL that an author set whose key was revoked has to be confirmed: until then nothing is sent there", async () => {
  const intruder = await createKey(served, ["webhooks:write"]);
  const { inbox, path } = await createWebhook(intruder.secret);
  assertStatus(await served.patch(path, { event_types: ["*"] }), 200);
  assertStatus(await served.delete(intruder._links.self), 204);
  await served.deliver();
  const { active, disabled_because } = await fixtures.read(path);
  assert.deepEqual([active, disabled_because], [false, "revoked"]);
  const refused = await served.patch(path, { active: true });
  assertRefused(refused, 422, ["/url", "unconfirmed"]);
  assert.ok(refused.body.detail.includes(inbox.url));
  // Other changes do not confirm it.
  assertStatus(await served.patch(path, { event_types: ["api_key.*"] }), 200);
  assertRefused(await served.patch(path, { active: true }), 422, ["/url", "unconfirmed"]);
  await createKey(served, ["missions:read"]);
  await served.deliver();
  assert.deepEqual(inbox.summaries(), []);
  const own = await startReceiver();
  const resumed = assertStatus(await served.patch(path, { active: true, url: own.url }), 200).body;
  assert.deepEqual([resumed.active, resumed.disabled_because], [true, null]);
  const { _links } = await createKey(served, ["missions:read"]);
  await served.deliver();
  assert.deepEqual(inbox.summaries(), []);
  assert.equal(own.summaries().at(-1), `api_key.created ${_links.self}`);
});

test("§6.3: deliveries are visible only to callers who may read their events: in lists, counts, filters, exports, by id", async () => {
  const { path } = await createWebhook();
  await fixtures.astronaut("patient");
  assertStatus(await served.post("/api/astronauts/patient/medical", exam), 201);
  await createKey(served, ["missions:read"]);
  await served.deliver();
  const list = `${path}/deliveries`;
  const all = (await fixtures.read(`${list}?fields=*`)).deliveries;
  const visible: [Body, string[]][] = [
    [reader, ["astronaut.created"]],
    [writer, ["astronaut.created"]],
    [doctor, ["astronaut.created", "medical_record.created"]],
    [{ secret: ADMIN_KEY }, ["api_key.created", "astronaut.created", "medical_record.created"]],
  ];
  for (const [{ secret: credential }, expected] of visible) {
    const read = async (query: string): Promise<Body> =>
      assertStatus(await served.get(`${list}?${query}`, { credential }), 200).body;
    const { total_count, deliveries } = await read("sort=event_type");
    const types = deliveries.map(({ event_type }: Body) => event_type);
    assert.deepEqual([total_count, types], [expected.length, expected]);
    assert.equal((await read("status=succeeded")).total_count, expected.length);
    for (const type of ["medical_record.created", "api_key.created"])
      assert.equal((await read(`event_type=${type}`)).total_count, expected.includes(type) ? 1 : 0);
    assert.equal((await read("group_by=event_type")).total_count, new Set(expected).size);
    assert.equal((await read("cursor=")).deliveries.length, expected.length);
    const { text } = await served.get(`${list}?format=ndjson`, { credential });
    assert.equal(text.trim().split("\n").length, expected.length);
    for (const { id, event_type } of all) {
      const answer = await served.get(`${list}/${id}`, { credential });
      if (expected.includes(event_type)) assert.equal(answer.body.event_type, event_type);
      else assertRefused(answer, 404);
    }
  }
  const tag = (await served.get(list)).headers.get("etag")!;
  const other = await served.get(list, { credential: reader.secret, headers: { "if-none-match": tag } });
  assert.deepEqual([other.status, other.body.total_count], [200, 1]);
});

test("§6.3: delivering an event again needs the scope to read it, and does not reveal whether it exists", async () => {
  const { path } = await createWebhook();
  await fixtures.astronaut("again");
  assertStatus(await served.post("/api/astronauts/again/medical", exam), 201);
  const { events } = await fixtures.read("/api/events?type=medical_record.created&sort=id:desc&limit=1");
  const again = (event_id: string, { secret: credential }: Body) =>
    served.post(`${path}/deliveries`, { event_id }, { credential });
  const [hidden, unknown] = [await again(events[0].id, writer), await again("9999999999999999", writer)];
  for (const answer of [hidden, unknown]) assertRefused(answer, 422, ["/event_id", "unknown_reference"]);
  assert.equal(hidden.body.detail.replace(events[0].id, ""), unknown.body.detail.replace("9999999999999999", ""));
  assertStatus(await again(events[0].id, doctor), 201);
});

test("§6.3: deliveries of an earlier version get the scope of their event; without the event only the admin sees them", async () => {
  const { path } = await createWebhook(undefined, { active: false });
  await fixtures.astronaut("earlier");
  const read = async (query: string) => (await fixtures.read(`/api/events?sort=id:desc&limit=1&${query}`)).events[0].id;
  const deliveries = served.catalog.resource("deliveries");
  const stored = [await read("type=astronaut.created"), await read("type=api_key.created"), "0000000000000000"];
  await served.store.write(async (tx) => {
    for (const event_id of stored)
      await tx.system.insert(deliveries, { webhook_id: path.split("/").at(-1)!, event_id, event_type: "some.created" });
  });
  await served.store.write((tx) => tx.updateAllDerived(deliveries));
  const visible = async (options: object) =>
    (await served.get(`${path}/deliveries?sort=event_id`, options)).body.deliveries.map((each: Body) => each.event_id);
  assert.deepEqual(await visible({ credential: reader.secret }), [stored[0]]);
  assert.deepEqual(await visible({}), stored.toSorted());
});

test("§6.3: one caller creates a limited number of webhooks; those of others do not count", async (t) => {
  const small = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true", WEBHOOKS_PER_CREATOR: "2" });
  t.after(() => small.stop());
  const [one, other] = [await createKey(small, ["webhooks:write"]), await createKey(small, ["webhooks:write"])];
  const hook = { url: "http://127.0.0.1:9/", active: false };
  const create = ({ secret: credential }: Body) => small.post("/api/webhooks", hook, { credential });
  const created = [assertStatus(await create(one), 201), assertStatus(await create(one), 201)];
  for (const refused of [await create(one), await small.put("/api/webhooks/third", hook, { credential: one.secret })]) {
    assertRefused(refused, 422, ["", "too_many_webhooks"]);
    assert.match(refused.body.detail, /at most 2/);
  }
  assertStatus(await create(other), 201);
  const { self } = created[0]!.body._links;
  assertStatus(await small.patch(self, { event_types: ["mission.*"] }, { credential: one.secret }), 200);
  assertStatus(await small.delete(self), 204);
  assertStatus(await create(one), 201);
});
