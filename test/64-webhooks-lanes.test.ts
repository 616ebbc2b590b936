/** Proves that refused events of one record keep no other record waiting, and that security events wait for no other (§6.3). */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { IDLE, type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";

/** More than the events of one record that have deliveries at once, and than all that a webhook once had. */
const REFUSED = 210;
const OTHERS = 20;

/** Attempts last until the receiver responds. */
const patient = { resolve: async () => ["127.0.0.1"], timeoutMs: 600_000 };

async function serving(t: TestContext, kind: StoreKind): Promise<Served> {
  const database = await kind.create();
  const settings = { WEBHOOK_ALLOW_PRIVATE: "true", DATABASE_URL: database.url };
  const served = await serve(undefined, settings, new TestClock(), IDLE, patient);
  t.after(async () => {
    await served.stop();
    await database.remove();
  });
  return served;
}

for (const kind of STORE_KINDS) {
  const { name, skip } = kind;

  test(`§6.3, ${name}: ${REFUSED} refused events of one record keep no other record waiting; later all arrive, in order, once`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const { mission } = fixturesFor(served);
    const inbox = await startReceiver();
    assertStatus(await served.post("/api/webhooks", { url: inbox.url, event_types: ["mission.*"] }), 201);
    const refused = "/api/missions/refused";
    inbox.reply = ({ body }) => (body.subject === refused ? 500 : 204);
    await mission("refused");
    for (let at = 1; at < REFUSED; at += 1) assertStatus(await served.patch(refused, { name: `Refused ${at}` }), 200);
    const others: string[] = [];
    for (let at = 0; at < OTHERS; at += 1) others.push((await mission(`other-${at}`))._links.self);
    await served.deliver();
    const accepted = () => inbox.received.filter(({ body }) => body.subject !== refused);
    assert.deepEqual(
      accepted()
        .map(({ body }) => body.subject)
        .sort(),
      others.toSorted(),
    );
    // What comes later waits with the others of its record, after a retry that failed too.
    served.clock.advance(10_000);
    assertStatus(await served.patch(refused, { name: "Refused at last" }), 200);
    await served.deliver();
    inbox.received.length = 0;
    inbox.reply = () => 204;
    served.clock.advance(3_600_000);
    await served.deliver();
    const { body: log } = await served.get(`/api/events?subject=${refused}&sort=id&limit=100&fields=id`);
    const ids: string[] = log.events.map(({ id }: { id: string }) => id);
    for (let page = 2; page <= 3; page += 1) {
      const { events } = (await served.get(`/api/events?subject=${refused}&sort=id&limit=100&page=${page}&fields=id`))
        .body;
      ids.push(...events.map(({ id }: { id: string }) => id));
    }
    assert.equal(ids.length, REFUSED + 1);
    assert.deepEqual(
      inbox.received.map(({ body }) => body.id),
      ids,
    );
  });

  test(`§6.3, ${name}: a new webhook gets no security event from before its creation, however many deliveries wait`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const { mission } = fixturesFor(served);
    await createKey(served, ["missions:read"]);
    const sent = [];
    for (let at = 0; at < 4; at += 1) sent.push((await mission(`earlier-${at}`))._links.self);
    const { body: log } = await served.get("/api/events?type=mission.created&sort=id&fields=id");
    const inbox = await startReceiver();
    const { body: webhook } = await served.post("/api/webhooks", { url: inbox.url });
    for (const { id } of log.events) assertStatus(await served.post(webhook._links.deliveries, { event_id: id }), 201);
    await served.deliver();
    assert.deepEqual(inbox.received.map(({ body }) => body.subject).sort(), sent);
  });

  test(`§6.3, ${name}: a security event is sent while other events wait for the receiver, and once`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const { mission } = fixturesFor(served);
    const inbox = await startReceiver();
    assertStatus(await served.post("/api/webhooks", { url: inbox.url }), 201);
    const open: ServerResponse[] = [];
    inbox.reply = ({ body }, response) => {
      if (body.type !== "mission.created") return 204;
      open.push(response);
      return undefined;
    };
    for (let at = 0; at < OTHERS; at += 1) await mission(`slow-${at}`);
    // It ends when the receiver has responded to all.
    const delivered = served.deliver();
    await inbox.until(() => inbox.received.length === 4);
    const key = await createKey(served, ["missions:read"]);
    assertStatus(await served.delete(key._links.self), 204);
    const deliveredToo = served.deliver();
    const ofKey = [`api_key.created ${key._links.self}`, `api_key.deleted ${key._links.self}`];
    await inbox.until(() => inbox.received.length === 6);
    assert.deepEqual(inbox.summaries().slice(4), ofKey);
    assert.equal(open.length, 4);
    inbox.reply = () => 204;
    for (const response of open) response.writeHead(204).end();
    await Promise.all([delivered, deliveredToo]);
    await mission("last");
    await served.deliver();
    const received = inbox.summaries();
    assert.equal(received.length, OTHERS + 3);
    assert.equal(new Set(received).size, OTHERS + 3);
  });

  test(`§6.3, ${name}: other events are sent while security events wait for the receiver; later all arrive, once`, {
    skip,
  }, async (t) => {
    const served = await serving(t, kind);
    const { mission } = fixturesFor(served);
    const inbox = await startReceiver();
    assertStatus(await served.post("/api/webhooks", { url: inbox.url }), 201);
    const open: ServerResponse[] = [];
    inbox.reply = ({ body }, response) => {
      if (body.type !== "api_key.created") return 204;
      open.push(response);
      return undefined;
    };
    const keys: string[] = [];
    const others: string[] = [];
    const createSecurityEvent = async () =>
      keys.push(`api_key.created ${(await createKey(served, ["missions:read"]))._links.self}`);
    const createOther = async () =>
      others.push(`mission.created ${(await mission(`other-${others.length}`))._links.self}`);
    // As many as have deliveries before any has succeeded; then more events than are read at once.
    for (let at = 0; at < 4; at += 1) await createSecurityEvent();
    for (let at = 0; at < 30; at += 1) {
      await createOther();
      await createSecurityEvent();
    }
    const delivered = served.deliver();
    await inbox.until(() => inbox.received.length === 1 + others.length);
    assert.deepEqual(inbox.summaries().toSorted(), [keys[0]!, ...others].sort());
    inbox.reply = () => 204;
    for (const response of open) response.writeHead(204).end();
    await delivered;
    await createSecurityEvent();
    await createOther();
    await served.deliver();
    const received = inbox.summaries();
    assert.deepEqual(
      received.filter((each) => each.startsWith("api_key")),
      keys,
    );
    assert.deepEqual(received.toSorted(), [...keys, ...others].sort());
  });
}
