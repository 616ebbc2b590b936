/** Proves that a quiet service, as in a restore drill, does nothing that others would notice (§11.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serve, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** More than a service that is not quiet needs to run an operation and to deliver an event. */
const REQUESTS = 50;

test("§11.1: with --quiet, a service sends no webhooks and runs no operations; a later start does", async (t) => {
  await using database = createDatabaseFile();
  const receiver = await startReceiver();
  const settings = {
    ...{ DATABASE_URL: database.url, PORT: "0", DATASET: "none" },
    ...{ ADMIN_API_KEY: ADMIN_KEY, WEBHOOK_ALLOW_PRIVATE: "true" },
  };
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  const requests = (url: string) => ({
    get: async (path: string): Promise<Body> => (await fetch(`${url}${path}`, { headers })).json(),
    send: (method: string, path: string, body?: unknown, more = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  });

  const drill = startServer(t, settings, "--quiet");
  const quiet = requests(await drill.url);
  assert.match(drill.output().out, /It is quiet: it sends no webhooks, runs no operations and exports no events\.\n/);
  const made = await quiet.send("POST", "/api/webhooks", { url: receiver.url, event_types: ["mission.*"] });
  const { id } = (await made.json()) as Body;
  await quiet.send("PUT", "/api/missions/m", { name: "M" });
  const accepted = await quiet.send("DELETE", "/api/missions/m?cascade=true", undefined, { prefer: "respond-async" });
  assert.equal(accepted.status, 202);
  const operation = accepted.headers.get("location")!;
  for (let sent = 0; sent < REQUESTS; sent += 1) assert.equal((await quiet.get(operation)).status, "pending");
  assert.equal((await quiet.get(`/api/webhooks/${id}/deliveries`)).total_count, 0);
  assert.equal(receiver.received.length, 0);
  drill.process.kill("SIGTERM");
  assert.equal(await drill.ended, 0);

  const clock = new TestClock();
  clock.set(new Date().toISOString());
  await using usual = await serve(undefined, settings, clock);
  while ((await usual.get(operation)).body.status !== "succeeded");
  await usual.deliver();
  assert.deepEqual(
    receiver.summaries(),
    ["created", "deleted"].map((verb) => `mission.${verb} /api/missions/m`),
  );
});
