/** Proves which events a webhook receives late: those within the bounds of `EVENTS_KEEP_*` (§6.3, §6.4), on both stores. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, faultsOf, serve } from "./support/http/serve.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";

const DAY = 86_400_000;

/** A service with bounds, and a webhook. */
async function serving(t: TestContext, kind: StoreKind, settings: Record<string, string>, event_types = ["mission.*"]) {
  const database = await kind.create();
  const served = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true", DATABASE_URL: database.url, ...settings });
  t.after(async () => {
    await served.stop();
    await database.remove();
  });
  const inbox = await startReceiver();
  const { body } = assertStatus(await served.post("/api/webhooks", { url: inbox.url, event_types }), 201);
  const path: string = body._links.self;
  const fixtures = fixturesFor(served);
  const missions = async (...ids: string[]): Promise<void> => {
    for (const id of ids) await fixtures.mission(id);
  };
  const setActive = async (active: boolean) => assertStatus(await served.patch(path, { active }), 200);
  const deliveries = async (): Promise<Body[]> =>
    (await fixtures.read(`${path}/deliveries?sort=created_at`)).deliveries;
  return { served, inbox, path, missions, setActive, deliveries };
}

/** The ids of the missions whose events were received. */
const received = (inbox: { summaries(): string[] }): string[] =>
  inbox.summaries().map((summary) => summary.slice(summary.lastIndexOf("/") + 1));

for (const kind of STORE_KINDS) {
  const { name, skip } = kind;

  for (const [setting, value] of [
    ["EVENTS_KEEP_MOST", "3"],
    ["EVENTS_KEEP_BYTES", "1000"],
  ] as const)
    test(`§6.4, ${name}: a webhook that was paused receives what it has missed within ${setting}`, {
      skip,
    }, async (t) => {
      const { inbox, missions, setActive, served, deliveries } = await serving(t, kind, { [setting]: value });
      await setActive(false);
      await missions(...Array.from({ length: 130 }, (_, at) => `m-${at}`));
      await setActive(true);
      await served.deliver();
      const late = received(inbox);
      assert.ok(late.length >= 3 && late.length < 10, `${late}`);
      const last = Array.from(late, (_, at) => `m-${130 - late.length + at}`);
      assert.deepEqual(late.toSorted(), last.toSorted());
      assert.equal((await deliveries()).length, late.length, "the others were passed over");
      await missions("next");
      await served.deliver();
      assert.equal(received(inbox).at(-1), "next");
      assert.equal((await served.get("/api/events?type=mission.created")).body.total_count, 131);
    });

  test(`§6.4, ${name}: a webhook that was paused receives what it has missed within EVENTS_KEEP_DAYS, and all security events`, {
    skip,
  }, async (t) => {
    const settings = { EVENTS_KEEP_DAYS: "7" };
    const { inbox, missions, setActive, served } = await serving(t, kind, settings, ["mission.*", "api_key.*"]);
    await setActive(false);
    await missions("old");
    const key = assertStatus(await served.post("/api/api-keys", { name: "old", scopes: ["missions:read"] }), 201).body;
    served.clock.advance(6 * DAY);
    await missions("recent");
    served.clock.advance(DAY + 1);
    await setActive(true);
    await served.deliver();
    assert.deepEqual(received(inbox).sort(), [key.id, "recent"].sort());
  });

  test(`§6.4, ${name}: events of one record that wait for each other are passed over once they are too old`, {
    skip,
  }, async (t) => {
    const { inbox, missions, served, setActive, deliveries } = await serving(t, kind, { EVENTS_KEEP_DAYS: "7" });
    inbox.reply = () => 503;
    await missions("m");
    for (let at = 0; at < 9; at += 1) await served.patch("/api/missions/m", { name: `Name ${at}` });
    await served.deliver();
    await setActive(false);
    served.clock.advance(7 * DAY + 1);
    await served.patch("/api/missions/m", { name: "Last" });
    inbox.reply = () => 204;
    inbox.received.length = 0;
    await setActive(true);
    for (let round = 0; round < 3; round += 1) await served.deliver();
    assert.deepEqual(
      inbox.received.map(({ body }) => body.data.after.name),
      ["Last"],
    );
    const ended = await deliveries();
    assert.deepEqual(
      ended.map(({ status, attempts }) => [status, attempts.at(-1).error]),
      [
        ["failed", "The event is too old, or the webhook may no longer receive it."],
        ["failed", "The event is too old, or the webhook may no longer receive it."],
        ["succeeded", null],
      ],
    );
  });

  test(`§6.4, ${name}: an event that is too old is not delivered again; its delivery goes after seven days`, {
    skip,
  }, async (t) => {
    const { inbox, missions, served, path, deliveries } = await serving(t, kind, { EVENTS_KEEP_MOST: "1" });
    await missions("first");
    await served.deliver();
    const [{ event_id }] = (await deliveries()) as [Body];
    const again = () => served.post(`${path}/deliveries`, { event_id });
    assertStatus(await again(), 201);
    await served.deliver();
    assert.deepEqual(received(inbox), ["first", "first"]);
    await missions("second");
    const refused = await again();
    assert.deepEqual([refused.status, faultsOf(refused)], [422, [["/event_id", "unknown_reference"]]]);
    assertStatus(await served.get(`/api/events/${event_id}`), 200);
    for (const wrong of [7, null, "x", "0"]) {
      const { status } = await served.post(`${path}/deliveries`, { event_id: wrong });
      assert.ok([400, 422].includes(status), `${wrong}: ${status}`);
    }
    await served.deliver();
    served.clock.advance(8 * DAY);
    await served.deliver();
    assert.deepEqual(await deliveries(), []);
  });
}
