/** Proves that receivers that never respond, and names that never resolve, do not keep other webhooks waiting (§6.3). */
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { serialId } from "../engine/declare/values.ts";
import { networkWith } from "../engine/webhooks/egress.ts";
import { lookUp } from "../engine/webhooks/name-lookup.ts";
import { campaignSize } from "./support/campaign.ts";
import { startNameServer } from "./support/events/name-server.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Served, serve } from "./support/http/serve.ts";

/** Longer than a test may take: what never responds never frees its place. */
const NEVER_MS = 600_000;
/** More than a process sends to at once. */
const MANY = campaignSize("WEBHOOKS");
const CREATORS = 4;

/** Creates webhooks of some keys, at these URLs. */
async function createMany(served: Served, urlOf: (at: number) => string): Promise<void> {
  const webhooks = served.catalog.resource("webhooks");
  const scopes = ["webhooks:write"];
  const keys: string[] = [];
  for (let made = 0; made < CREATORS; made += 1)
    keys.push(`key:${assertStatus(await served.post("/api/api-keys", { name: "many", scopes }), 201).body.id}`);
  await served.store.write(async (tx) => {
    for (let at = 0; at < MANY; at += 1) {
      const created_by = keys[at % CREATORS]!;
      const authors = [{ name: created_by, scopes }];
      const more = { created_by, authors, last_event_id: serialId(CREATORS) };
      await tx.system.insert(webhooks, { url: urlOf(at), event_types: ["mission.*"], secret: `whsec_${at}`, ...more });
    }
  });
}

/** Asserts that a webhook that comes after many others gets ten events. */
async function assertDelivered(served: Served): Promise<void> {
  const inbox = await startReceiver();
  assertStatus(await served.post("/api/webhooks", { url: inbox.url, event_types: ["mission.*"] }), 201);
  for (let at = 0; at < 10; at += 1) await fixturesFor(served).mission(`waiting-${at}`);
  // It ends when the service stops.
  void served.deliver();
  await inbox.until(() => inbox.received.length === 10);
  assert.equal(new Set(inbox.summaries()).size, 10);
}

async function serving(t: TestContext, network: Parameters<typeof serve>[4]): Promise<Served> {
  const served = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" }, undefined, undefined, network);
  t.after(() => served.stop());
  return served;
}

/** A receiver that accepts connections and never responds. @returns its port, and counts the connections */
async function startTarpit(t: TestContext): Promise<{ port: number; connections(): number }> {
  let connections = 0;
  const tarpit = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => tarpit.listen(0, "127.0.0.1", resolve));
  t.after(() => tarpit.close());
  return { port: (tarpit.address() as AddressInfo).port, connections: () => connections };
}

/** Every name is one of this machine, and every attempt lasts. */
const lasting = { resolve: async () => ["127.0.0.1"], timeoutMs: NEVER_MS };

test("§6.3: hundreds of webhooks to a receiver that never responds do not keep another one waiting", async (t) => {
  const served = await serving(t, lasting);
  const { port, connections } = await startTarpit(t);
  await createMany(served, () => `http://127.0.0.1:${port}/`);
  await assertDelivered(served);
  assert.ok(connections() >= 1 && connections() <= 16, `${connections()}`);
});

test("§6.3: hundreds of webhooks to receivers of as many names do not keep another creator's waiting", async (t) => {
  const served = await serving(t, lasting);
  const { port } = await startTarpit(t);
  await createMany(served, (at) => `http://never-${at}.example:${port}/`);
  await assertDelivered(served);
});

test("§6.3: hundreds of webhooks to as many names that never resolve do not keep another one waiting", async (t) => {
  const server = await startNameServer();
  const network = { ...networkWith({ servers: [server.address], timeoutMs: NEVER_MS }), timeoutMs: NEVER_MS };
  const served = await serving(t, network);
  await createMany(served, (at) => `http://never-${at}.example/`);
  await assertDelivered(served);
});

test("§6.3: names resolve by the hosts file, then by DNS, with each family; a silent server does not hold up files, and can be left", async (t) => {
  const server = await startNameServer({ "known.example": "192.0.2.7" });
  const hostsFile = join(tmpdir(), `hosts-${process.pid}`);
  await writeFile(
    hostsFile,
    "# 192.0.2.1 comment.example\n192.0.2.2\tListed.example other.example # more\n::5 listed.example\n",
  );
  t.after(() => rm(hostsFile));
  const options = { servers: [server.address], hostsFile, timeoutMs: NEVER_MS };
  assert.deepEqual(await lookUp("listed.example", options), ["192.0.2.2", "::5"]);
  assert.deepEqual(await lookUp("OTHER.example.", options), ["192.0.2.2"]);
  assert.deepEqual(await lookUp("localhost", options), ["127.0.0.1", "::1"]);
  assert.equal(server.asked.size, 0);
  assert.deepEqual(await lookUp("known.example", options), ["192.0.2.7"]);
  await assert.rejects(lookUp("silent.example", { ...options, timeoutMs: 1 }), { code: "ETIMEOUT" });
  const leaving = new AbortController();
  const waiting = Array.from({ length: 100 }, (_, at) => lookUp(`silent-${at}.example`, options, leaving.signal));
  const outcomes = Promise.allSettled(waiting);
  // All of them wait while files are read, and another name is resolved.
  assert.match(await readFile(hostsFile, "utf8"), /Listed/);
  assert.deepEqual(await lookUp("known.example", options), ["192.0.2.7"]);
  leaving.abort();
  assert.ok((await outcomes).every(({ status }) => status === "rejected"));
});
