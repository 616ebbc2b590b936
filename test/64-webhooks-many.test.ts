/** Proves that there may be many webhooks and deliveries: all are served, and removed (§6.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serialId } from "../engine/declare/values.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Served, serve } from "./support/http/serve.ts";

const DAY = 86_400_000;

async function serving(stop: (stop: () => Promise<void>) => void): Promise<Served> {
  const served = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" });
  stop(() => served.stop());
  return served;
}

test("§6.3: every one of many webhooks gets its events", async (t) => {
  const served = await serving((stop) => t.after(stop));
  const webhooks = served.catalog.resource("webhooks");
  // Each got the events of its own creation and of all others'.
  const elsewhere = { url: "http://127.0.0.1:1/", event_types: ["planet.created"], last_event_id: serialId(1_001) };
  await served.store.write(async (change) => {
    for (let made = 0; made < 1_000; made += 1)
      await change.system.insert(webhooks, { ...elsewhere, secret: `whsec_${made}` });
  });
  const inbox = await startReceiver();
  assertStatus(await served.post("/api/webhooks", { url: inbox.url, event_types: ["mission.created"] }), 201);
  await fixturesFor(served).mission("last");
  await served.deliver();
  assert.deepEqual(inbox.summaries(), ["mission.created /api/missions/last"]);
});

test("§6.3: deliveries that ended are removed after seven days, however many there are; pending ones stay", async (t) => {
  const served = await serving((stop) => t.after(stop));
  const fixtures = fixturesFor(served);
  const deliveries = served.catalog.resource("deliveries");
  const hook = { url: "http://127.0.0.1:1/", active: false };
  const { id, _links: links } = assertStatus(await served.post("/api/webhooks", hook), 201).body;
  const entering = (status: string, count: number) =>
    served.store.write(async (change) => {
      for (let made = 0; made < count; made += 1)
        await change.system.insert(deliveries, { webhook_id: id, event_id: "0000000000000001", status });
    });
  await entering("pending", 510);
  await entering("succeeded", 600);
  await entering("failed", 600);
  const counts = async () => {
    await served.deliver();
    const read = async (query: string) => (await fixtures.read(`${links.self}/deliveries${query}`)).total_count;
    return [await read(""), await read("?status=pending")];
  };
  served.clock.advance(7 * DAY);
  await entering("succeeded", 1);
  assert.deepEqual(await counts(), [1_711, 510]);
  served.clock.advance(60_000);
  assert.deepEqual(await counts(), [511, 510]);
  served.clock.advance(7 * DAY);
  assert.deepEqual(await counts(), [510, 510]);
});
