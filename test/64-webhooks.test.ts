/** Proves webhooks (§6.3): who gets which events, how they are signed, and in which order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { type Receiver, startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, faultsOf, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" });
const fixtures = fixturesFor(served);

/** A webhook and its receiver. */
async function createWebhook(
  more: Body = {},
  credential?: string,
): Promise<{ hook: Body; inbox: Receiver; path: string }> {
  const inbox = await startReceiver();
  const options = credential === undefined ? {} : { credential };
  const answer = await served.post("/api/webhooks", { url: inbox.url, ...more }, options);
  const hook = assertStatus(answer, 201).body;
  return { hook, inbox, path: hook._links.self };
}

async function keyFor(...scopes: string[]): Promise<{ secret: string; path: string }> {
  const { body } = assertStatus(await served.post("/api/api-keys", { name: scopes.join(), scopes }), 201);
  return { secret: body.secret, path: body._links.self };
}

test("§6.3: events are delivered as CloudEvents, signed as Standard Webhooks, from the webhook's creation on", async () => {
  await fixtures.mission("before");
  const { hook, inbox, path } = await createWebhook();
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = await fixtures.read(path);
  const { secret: _, ...rest } = hook;
  assert.deepEqual(shown, rest);
  assert.deepEqual(shown.event_types, ["*"]);
  const mission = await fixtures.mission("after");
  await served.deliver();
  assert.deepEqual(inbox.summaries(), ["mission.created /api/missions/after"]);
  const [{ headers, text, body, path: sentTo }] = inbox.received as [(typeof inbox.received)[0]];
  assert.equal(sentTo, "/hook");
  assert.equal(headers["content-type"], "application/cloudevents+json; charset=utf-8");
  assert.equal(headers["webhook-id"], body.id);
  const { events } = await fixtures.read("/api/events?subject=/api/missions/after");
  const { _links, created_at, updated_at, ...event } = events[0];
  assert.deepEqual(body, event);
  assert.deepEqual(body.data, { before: null, after: mission, actor: "admin" });
  // The package uses the machine's clock.
  const sent = { ...(headers as Record<string, string>) };
  assert.equal(sent["webhook-timestamp"], String(served.clock.now() / 1000));
  const realNow = Date.now;
  Date.now = () => served.clock.now();
  try {
    assert.deepEqual(new Webhook(hook.secret).verify(text, sent), body);
    assert.throws(
      () => new Webhook(hook.secret).verify(text.replace("after", "other"), sent),
      WebhookVerificationError,
    );
  } finally {
    Date.now = realNow;
  }
  const { deliveries } = await fixtures.read(`${path}/deliveries`);
  const { id, event_id, event_type, status, attempts, next_attempt_at } = deliveries[0];
  assert.equal(deliveries.length, 1);
  assert.deepEqual([event_id, event_type, status, next_attempt_at], [body.id, "mission.created", "succeeded", null]);
  assert.equal(attempts.length, 1);
  assert.deepEqual([attempts[0].status_code, attempts[0].error], [204, null]);
  assert.equal((await fixtures.read(`${path}/deliveries/${id}`)).status, "succeeded");
  // As at the start of a new version.
  await served.store.write((tx) => tx.updateAllDerived(served.catalog.resource("deliveries")));
  assert.deepEqual((await fixtures.read(`${path}/deliveries/${id}`)).attempts, attempts);
  const { failing, last_delivered_at } = await fixtures.read(path);
  assert.deepEqual([failing, last_delivered_at], [false, new Date(served.clock.now()).toISOString()]);
});

test("§6.3: event_types select by kind and by type; an unknown one is 422 and names the format", async () => {
  const { inbox } = await createWebhook({ event_types: ["mission.deleted", "planet.*"] });
  await fixtures.mission("chosen");
  await served.delete("/api/missions/chosen");
  await served.post("/api/planets", { id: "chosen", name: "Chosen", planet_type: "terrestrial" });
  await served.deliver();
  assert.deepEqual(inbox.summaries().sort(), [
    "mission.deleted /api/missions/chosen",
    "planet.created /api/planets/chosen",
  ]);
  const refused = await served.post("/api/webhooks", {
    url: inbox.url,
    event_types: ["sample.create", "whatever there is"],
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(faultsOf(refused), [
    ["/event_types/0", "not_allowed"],
    ["/event_types/1", "not_allowed"],
  ]);
  const [near, far] = refused.body.errors.map(({ message }: Body) => message);
  assert.match(near, /Did you mean sample\.created\? .*<record>\.created/);
  assert.equal(near.replace(" Did you mean sample.created?", ""), far);
  // Deliveries emit no events.
  const delivery = await served.post("/api/webhooks", { url: inbox.url, event_types: ["delivery.created"] });
  assert.deepEqual(faultsOf(delivery), [["/event_types/0", "not_allowed"]]);
});

test("§6.3: the events of a subject are delivered in order, each after the previous one was accepted", async () => {
  const { inbox, path } = await createWebhook({ event_types: ["mission.*"] });
  inbox.reply = ({ body }) => (body.subject.endsWith("/late") && inbox.received.length < 3 ? 500 : 200);
  await fixtures.mission("late");
  await served.patch("/api/missions/late", { name: "Later" });
  await fixtures.mission("prompt");
  await served.deliver();
  const first = inbox.summaries().sort();
  assert.deepEqual(first, ["mission.created /api/missions/late", "mission.created /api/missions/prompt"]);
  assert.equal((await fixtures.read(path)).failing, false);
  served.clock.advance(6_250);
  await served.deliver();
  assert.deepEqual(inbox.summaries().slice(2), [
    "mission.created /api/missions/late",
    "mission.updated /api/missions/late",
  ]);
});

test("§6.1, §6.3: a webhook gets only the events that its creator may read", async () => {
  const own = await keyFor("webhooks:write");
  const doctor = await keyFor("webhooks:write", "medical:read");
  const [plain, medical, all] = [
    await createWebhook({}, own.secret),
    await createWebhook({}, doctor.secret),
    await createWebhook(),
  ];
  await fixtures.astronaut("patient");
  const exam = { examined_on: "2026-01-10", kind: "annual", fitness: "fit", notes: "nothing to tell" };
  assertStatus(await served.post("/api/astronauts/patient/medical", exam), 201);
  await keyFor("missions:read");
  await served.deliver();
  const types = ({ inbox }: { inbox: Receiver }) => inbox.received.map(({ body }) => body.type).sort();
  assert.deepEqual(types(plain), ["astronaut.created"]);
  assert.deepEqual(types(medical), ["astronaut.created", "medical_record.created"]);
  // The other webhooks are older; one key was created since.
  assert.deepEqual(types(all), ["api_key.created", "astronaut.created", "medical_record.created"]);
  for (const { inbox } of [medical, all]) {
    const delivery = inbox.received.find(({ body }) => body.type === "medical_record.created")!;
    assert.deepEqual(delivery.body.data, { actor: "admin" });
    assert.ok(!delivery.text.includes("nothing to tell"));
  }
  const id = all.inbox.received.find(({ body }) => body.type === "medical_record.created")!.body.id;
  const refused = await served.post(`${plain.path}/deliveries`, { event_id: id }, { credential: own.secret });
  assert.deepEqual([refused.status, faultsOf(refused)], [422, [["/event_id", "unknown_reference"]]]);
  assert.equal((await served.post(`${medical.path}/deliveries`, { event_id: id })).status, 201);
});

test("§6.3: the creator's rights are checked at each delivery: a revoked key ends them, and the webhook shows it", async () => {
  const key = await keyFor("webhooks:write");
  const { inbox, path } = await createWebhook({}, key.secret);
  await fixtures.mission("while-valid");
  assertStatus(await served.delete(key.path), 204);
  await served.deliver();
  assert.deepEqual(inbox.summaries(), []);
  const { active, disabled_because } = await fixtures.read(path);
  assert.deepEqual([active, disabled_because], [false, "revoked"]);
  // No author is left: it may get no events.
  const { events } = await fixtures.read("/api/events?sort=id:desc&limit=1");
  const again = await served.post(`${path}/deliveries`, { event_id: events[0].id });
  assert.deepEqual([again.status, faultsOf(again)], [422, [["/event_id", "unknown_reference"]]]);
});

test("§6.3: changing another's webhook neither gains nor gives rights", async () => {
  const small = await keyFor("webhooks:write");
  const { inbox, path } = await createWebhook();
  const chosen = { event_types: ["mission.*", "api_key.*"] };
  assertStatus(await served.patch(path, chosen, { credential: small.secret }), 200);
  await keyFor("missions:read");
  await fixtures.mission("for-both");
  const theirs = await createWebhook({}, small.secret);
  assertStatus(await served.patch(theirs.path, { active: true }), 200);
  await keyFor("missions:read");
  await fixtures.mission("for-both-too");
  await served.deliver();
  assert.deepEqual(inbox.summaries().sort(), [
    "mission.created /api/missions/for-both",
    "mission.created /api/missions/for-both-too",
  ]);
  assert.deepEqual(theirs.inbox.summaries(), ["mission.created /api/missions/for-both-too"]);
  assert.match((await fixtures.read(theirs.path)).created_by, /^key:/);
});

test("§6.3: POST …/secrets creates a new secret; the old one signs too for 24 hours", async () => {
  const { hook, inbox, path } = await createWebhook({ event_types: ["mission.*"] });
  const rotated = assertStatus(await served.request("POST", `${path}/secrets`), 201);
  assert.match(rotated.body.secret, /^whsec_/);
  assert.notEqual(rotated.body.secret, hook.secret);
  const listed = await served.get(`${path}/secrets`);
  assert.ok(!listed.text.includes("whsec_"));
  const signers = () => {
    const { headers, text } = inbox.received.at(-1)!;
    const [id, at] = [headers["webhook-id"] as string, Number(headers["webhook-timestamp"])];
    const signature = (secret: string) => new Webhook(secret).sign(id, new Date(at * 1000), text);
    const given = (headers["webhook-signature"] as string).split(" ");
    return [hook.secret, rotated.body.secret].map((secret) => given.includes(signature(secret)));
  };
  await fixtures.mission("signed-twice");
  await served.deliver();
  assert.deepEqual(signers(), [true, true]);
  served.clock.advance(24 * 3_600_000 - 1);
  await served.patch("/api/missions/signed-twice", { name: "Still" });
  await served.deliver();
  assert.deepEqual(signers(), [true, true]);
  served.clock.advance(1);
  await served.patch("/api/missions/signed-twice", { name: "No more" });
  await served.deliver();
  assert.deepEqual(signers(), [false, true]);
});

test("§6.3: POST …/deliveries with an event_id delivers again, as a new delivery", async () => {
  const { inbox, path } = await createWebhook({ event_types: ["mission.*"] });
  await fixtures.mission("again");
  await served.deliver();
  const { deliveries } = await fixtures.read(`${path}/deliveries`);
  const again = assertStatus(await served.post(`${path}/deliveries`, { event_id: deliveries[0].event_id }), 201);
  assert.equal(again.body.status, "pending");
  assert.notEqual(again.body.id, deliveries[0].id);
  await served.deliver();
  assert.equal((await fixtures.read(again.body._links.self)).status, "succeeded");
  assert.deepEqual(
    inbox.received.map(({ headers }) => headers["webhook-id"]),
    Array(2).fill(deliveries[0].event_id),
  );
  const unknown = await served.post(`${path}/deliveries`, { event_id: "9999999999999999" });
  assert.deepEqual([unknown.status, faultsOf(unknown)], [422, [["/event_id", "unknown_reference"]]]);
});

test("§6.3: active: false pauses deliveries; true resumes where they stopped", async () => {
  const { inbox, path } = await createWebhook({ event_types: ["mission.*"] });
  assertStatus(await served.patch(path, { active: false }), 200);
  await fixtures.mission("meanwhile");
  await served.deliver();
  assert.deepEqual(inbox.summaries(), []);
  assertStatus(await served.patch(path, { active: true }), 200);
  await served.deliver();
  assert.deepEqual(inbox.summaries(), ["mission.created /api/missions/meanwhile"]);
});

test("§6.3, §12.16: a webhook is deleted with its deliveries; its deliveries and its state emit no events", async () => {
  const { path } = await createWebhook();
  await fixtures.mission("short");
  await served.deliver();
  assertStatus(await served.delete(path), 204);
  const { events } = await fixtures.read(`/api/events?subject_starts_with=${path}&sort=id`);
  assert.deepEqual(
    events.map(({ type, subject, data }: Body) => [type, subject, data]),
    [
      ["webhook.created", path, { actor: "admin" }],
      ["webhook.deleted", path, { actor: "admin" }],
    ],
  );
});

test("§6.3: with AUTH=off a webhook gets all events", async () => {
  const open = await serve(undefined, { AUTH: "off", WEBHOOK_ALLOW_PRIVATE: "true" });
  try {
    const inbox = await startReceiver();
    await open.post("/api/webhooks", { url: inbox.url }, { credential: false });
    await open.post("/api/missions", { id: "open", name: "Open" }, { credential: false });
    await open.deliver();
    assert.deepEqual(inbox.summaries(), ["mission.created /api/missions/open"]);
  } finally {
    await open.stop();
  }
});
