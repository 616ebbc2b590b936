/** Proves that the event log is complete, with several processes and after crashes (§6.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { assertReplayed, readCurrent, readEvents } from "./support/events/event-replay.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Served, serve, TestClock } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

const ROUNDS = campaignSize("KILL_ROUNDS");
const HEADERS = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };

test("§6.1: several services on one database: each streams the commits of all, once, in order", async (t) => {
  const database = await createDatabase();
  const clock = new TestClock();
  const services: Served[] = [];
  for (let each = 0; each < 3; each += 1) services.push(await serve(undefined, { DATABASE_URL: database.url }, clock));
  const listening = await Promise.all(services.map(({ url }) => EventStreamClient.connect(url)));
  t.after(async () => {
    for (const each of listening) each.close();
    for (const each of services) await each.stop();
    await database.remove();
  });
  const write = async (at: number): Promise<void> => {
    const to = services[at % services.length]!;
    const path = `/api/planets/p${at % 7}`;
    const body = { name: `P ${at}`, planet_type: "terrestrial" };
    assert.ok((await to.put(path, body)).status < 300);
    if (at % 5 === 0) await to.put(`${path}/moons/m${at}`, { name: "M" });
  };
  await Promise.all(Array.from({ length: 90 }, (_, at) => write(at)));
  const events = await readEvents(services[0]!);
  const ids = events.map(({ id }) => id);
  for (const each of listening) {
    const received = await each.events(ids.length);
    assert.deepEqual(
      received.map(({ id }) => id),
      ids,
    );
  }
  assertReplayed(events, await readCurrent(services[1]!));
});

test("§6.1: a service that is killed repeatedly while writing leaves a log of exactly its commits", async (t) => {
  const database = await createDatabase();
  t.after(() => database.remove());
  const settings = {
    DATABASE_URL: database.url,
    DATASET: "none",
    PORT: "0",
    ADMIN_API_KEY: ADMIN_KEY,
    RATE_LIMIT: "off",
  };
  const answered = new Set<string>();
  let next = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const command = startServer(t, settings);
    const url = await command.url;
    const until = answered.size + 60 + round * 17;
    const lane = async (): Promise<void> => {
      for (;;) {
        const at = next++;
        const [path, body] =
          at % 4 === 0
            ? [`/api/missions/k${at}`, { name: `K${at}`, status: "planned" }]
            : at % 4 === 1
              ? [`/api/astronauts/a${at}`, { name: `A${at}` }]
              : [`/api/missions/k${at - (at % 4)}/astronauts/a${at - (at % 4) + 1}`, { role: `role ${at}` }];
        const { status } = await fetch(`${url}${path}`, {
          method: "PUT",
          headers: HEADERS,
          body: JSON.stringify(body),
        });
        if (status < 300) answered.add(path);
        if (answered.size >= until) command.process.kill("SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 12 }, lane));
    await command.ended;
  }
  const left = await serve(undefined, { DATABASE_URL: database.url });
  t.after(() => left.stop());
  const found = await readCurrent(left);
  for (const path of answered) assert.ok(found.has(path), `${path} was answered`);
  assertReplayed(await readEvents(left), found);
});
