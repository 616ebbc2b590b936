/** Proves that accepted operations are finished across crashes (§4.3): once, completely, or not at all. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { type ServerProcess, startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serve, TestClock } from "./support/http/serve.ts";
import { createDatabase, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const skip = await skipWithoutPostgres();

const sample = { instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
const SAMPLES = 300;
const ROUNDS = campaignSize("KILL_ROUNDS");
const killedAfter = (round: number): number => (round % 6) + 1;

function settings({ url }: TestDatabase): Record<string, string> {
  return { DATABASE_URL: url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY, RATE_LIMIT: "off" };
}

/** A process, with requests by its admin. */
class Process {
  readonly command: ServerProcess;

  constructor(t: TestContext, database: TestDatabase) {
    this.command = startServer(t, settings(database));
  }

  async ask(method: string, path: string, body?: unknown, prefer = ""): Promise<Body> {
    const response = await fetch(`${await this.command.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        ...(prefer ? { prefer } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Creates a mission, and starts an operation that adds samples to it. */
  async accept(mission: string): Promise<Body> {
    await this.ask("PUT", `/api/missions/${mission}`, { name: mission });
    const samples = Array.from({ length: SAMPLES }, () => sample);
    return this.ask("POST", `/api/missions/${mission}/data`, samples, "respond-async");
  }

  async total(path: string): Promise<number> {
    return (await this.ask("GET", path)).total_count;
  }

  /** Resolves when no operation is pending or running. */
  async settled(): Promise<void> {
    while ((await this.total("/api/operations?status_in=pending,running")) > 0);
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    this.command.process.kill(signal);
    return this.command.ended;
  }
}

test("§4.3: killed repeatedly while it works: every accepted operation is finished, with effect once", async (t) => {
  await using database = await createDatabase();
  const accepted: Body[] = [];
  const tried: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = new Process(t, database);
    const before = accepted.length;
    const all = Array.from({ length: 6 }, async (_, at) => {
      const mission = `m-${round}-${at}`;
      tried.push(mission);
      const operation = await service.accept(mission);
      accepted.push({ ...operation, mission });
      // While some run, others are pending, and others not accepted yet.
      if (accepted.length - before === killedAfter(round)) await service.end("SIGKILL");
    });
    await Promise.allSettled(all);
  }
  const fewest = Array.from({ length: ROUNDS }, (_, round) => killedAfter(round)).reduce((sum, each) => sum + each);
  assert.ok(accepted.length >= fewest, "some were accepted in every round");
  const service = new Process(t, database);
  await service.settled();
  for (const { _links, mission } of accepted) {
    const operation = await service.ask("GET", _links.self);
    assert.deepEqual([operation.status, operation.progress.done], ["succeeded", SAMPLES]);
    const result = await service.ask("GET", operation._links.result);
    assert.equal(result.created_count, SAMPLES);
    assert.equal(await service.total(`/api/missions/${mission}/data`), SAMPLES);
  }
  // If the process died before its response, the operation happened completely or not at all.
  const finished = await service.total("/api/operations?status=succeeded");
  assert.equal(await service.total("/api/data"), finished * SAMPLES);
  assert.ok(finished >= accepted.length && finished <= tried.length);
  assert.equal(await service.total("/api/operations"), finished);
  assert.equal(await service.end("SIGTERM"), 0);
});

test("§11.2: stopped in the middle, it stops properly; the next start finishes what is left", async (t) => {
  await using database = await createDatabase();
  const first = new Process(t, database);
  const accepted = await Promise.all(Array.from({ length: 8 }, (_, at) => first.accept(`m-${at}`)));
  await first.ask("PUT", "/api/missions/doomed", { name: "Doomed" });
  accepted.push(await first.ask("DELETE", "/api/missions/doomed?cascade=true", undefined, "respond-async"));
  assert.equal(await first.end("SIGTERM"), 0);
  const second = new Process(t, database);
  await second.settled();
  for (const { _links } of accepted) assert.equal((await second.ask("GET", _links.self)).status, "succeeded");
  assert.equal(await second.total("/api/data"), 8 * SAMPLES);
  assert.equal(await second.total("/api/missions?id=doomed"), 0);
});

describe("§4.3: several processes on one PostgreSQL", { skip }, () => {
  test("an operation of a process that died is finished by another", async (t) => {
    await using database = await createSchema();
    const dying = new Process(t, database);
    const accepted = await Promise.all(Array.from({ length: 6 }, (_, at) => dying.accept(`m-${at}`)));
    // A process whose clock is far in the future, so that every operation seems abandoned.
    const clock = new TestClock();
    clock.set("2199-01-01T00:00:00.000Z");
    await using alive = await serve(undefined, { DATABASE_URL: database.url }, clock);
    await dying.end("SIGKILL");
    for (const { _links } of accepted) assert.equal((await waitForOperation(alive, _links.self)).status, "succeeded");
    assert.equal((await alive.get("/api/data")).body.total_count, 6 * SAMPLES);
  });
});
