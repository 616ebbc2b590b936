/** Proves how responses are stored under an `Idempotency-Key` (§4.4): with their write or not at all, for a day, across crashes. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const at = "/api/space-stations";
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const send = (key: string, name = "Mir") => served.post(at, { name }, keyed(key));

test("§4.4: while the first request is running, another with its key is 409; after that it is replayed", async (t) => {
  let [arrived, letGo] = [() => {}, () => {}];
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const { writeOnce } = served.store;
  t.after(() => Object.assign(served.store, { writeOnce }));
  served.store.writeOnce = async (once, work) => {
    arrived();
    await released;
    return writeOnce.call(served.store, once, work);
  };
  const first = send("running");
  await waiting;
  for (const name of ["Mir", "Other"]) {
    const meanwhile = await send("running", name);
    assert.deepEqual([meanwhile.status, meanwhile.body.code], [409, "idempotency_key_in_use"]);
  }
  letGo();
  assert.equal((await first).status, 201);
  const again = await send("running");
  assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"]);
});

test("§4.4: 64 concurrent requests with one key create one record", async () => {
  const answers = await Promise.all(Array.from({ length: 64 }, () => send("at-once", "Once")));
  const done = answers.filter(({ status }) => status === 201);
  for (const { status } of answers) assert.ok(status === 201 || status === 409, `${status}`);
  assert.equal(done.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1);
  assert.equal(new Set(done.map(({ body }) => body.id)).size, 1);
  assert.equal((await served.get(`${at}?name=once`)).body.total_count, 1);
});

test("§4.4: a key is stored for 24 hours, and no longer", async () => {
  const first = await send("a-day", "Daily");
  served.clock.advance(24 * 3_600_000 - 1);
  assert.equal((await send("a-day", "Daily")).body.id, first.body.id);
  served.clock.advance(1);
  const next = await send("a-day", "Daily");
  assert.deepEqual([next.status, next.headers.get("idempotent-replayed")], [201, null]);
  assert.notEqual(next.body.id, first.body.id);
  served.clock.advance(24 * 3_600_000 - 1);
  assert.equal((await send("a-day", "Daily")).body.id, next.body.id);
  served.clock.advance(1);
  assert.equal((await send("a-day", "another body")).status, 201);
});

test("§12.11: a 5xx is not stored, and its write is rolled back", async (t) => {
  const { writeOnce } = served.store;
  t.after(() => Object.assign(served.store, { writeOnce }));
  served.store.writeOnce = (once, work) =>
    writeOnce.call(served.store, once, async (change) => {
      await work(change);
      throw new Error("The machine failed after the write.");
    });
  const failed = await send("fails", "Failed");
  assert.equal(failed.status, 500);
  Object.assign(served.store, { writeOnce });
  assert.equal((await served.get(`${at}?name=failed`)).body.total_count, 0);
  const again = await send("fails", "Failed");
  assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [201, null]);
});

test("§12.11: a stored refusal leaves nothing else of its request", async () => {
  const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  await served.put("/api/missions/m", { name: "M" });
  const tag = (await served.get("/api/missions/m/data")).headers.get("etag");
  const samples = [
    { id: "one", ...sample },
    { id: "two", ...sample },
    { id: "one", ...sample },
  ];
  const refused = await served.post("/api/missions/m/data", samples, keyed("all-or-nothing"));
  assert.equal(refused.status, 409);
  const list = await served.get("/api/missions/m/data");
  assert.deepEqual([list.body.total_count, list.headers.get("etag")], [0, tag]);
  for (const id of ["one", "two"]) assert.equal((await served.get(`/api/data/${id}`)).status, 404);
  const again = await served.post("/api/missions/m/data", samples, keyed("all-or-nothing"));
  assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [409, "true"]);
});

function database(): string {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-keys-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, "test.db")}`;
}

test("§4.4: a key survives a restart", async () => {
  const settings = { DATABASE_URL: database() };
  const first = await serve(undefined, settings);
  const made = await first.post(at, { name: "Mir" }, keyed("outlives"));
  await first.stop();
  const second = await serve(undefined, settings);
  const again = await second.post(at, { name: "Mir" }, keyed("outlives"));
  assert.deepEqual([again.body, again.headers.get("idempotent-replayed")], [made.body, "true"]);
  await second.stop();
});

const CLIENTS = 16;
const ROUNDS = campaignSize("KILL_ROUNDS");
/** The number of responses in a round after which the process is killed. */
const ANSWERS = 200;

/** Sends a record under its own key; returns undefined if there was no response. */
async function attempt(url: string, key: string): Promise<{ status: number; id: string } | undefined> {
  try {
    const headers = {
      authorization: `Bearer ${ADMIN_KEY}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    const answer = await fetch(url + at, { method: "POST", headers, body: JSON.stringify({ name: key }) });
    return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
  } catch {
    return undefined;
  }
}

/** Writes until the process is killed; returns the keys with the ids of their responses. */
async function writeUntilKilled(t: TestContext, settings: Record<string, string>, round: number) {
  const command = startServer(t, settings);
  const url = await command.url;
  const tried = new Map<string, string | undefined>();
  let answers = 0;
  const client = async (name: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const key = `r${round}-c${name}-${at}`;
      tried.set(key, undefined);
      const answer = await attempt(url, key);
      if (!answer) return;
      assert.equal(answer.status, 201);
      tried.set(key, answer.id);
      answers += 1;
      if (answers === ANSWERS) command.process.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  await command.ended;
  return tried;
}

test("§4.4: killed while clients write and restarted, no key creates two records and none is lost", async (t) => {
  const settings = {
    PORT: "0",
    DATASET: "none",
    DATABASE_URL: database(),
    ADMIN_API_KEY: ADMIN_KEY,
    LOG_LEVEL: "silent",
  };
  const tried = new Map<string, string | undefined>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [key, id] of await writeUntilKilled(t, settings, round)) tried.set(key, id);
  const unanswered = [...tried.values()].filter((id) => id === undefined);
  assert.ok(unanswered.length > 0, "nobody waited for an answer when the process was killed");
  const url = await startServer(t, settings).url;
  for (const [key, id] of tried) {
    const answer = await attempt(url, key);
    assert.equal(answer?.status, 201, key);
    if (id !== undefined) assert.equal(answer.id, id, `${key} was answered before`);
    const list = await fetch(`${url}${at}?name=${key}`);
    const { total_count: total } = (await list.json()) as { total_count: number };
    assert.equal(total, 1, key);
  }
  const all = (await (await fetch(url + at)).json()) as { total_count: number };
  assert.equal(all.total_count, tried.size);
});
