/** Proves that several processes on one PostgreSQL give the same responses, and keep every rule between them. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "./support/http/process.ts";
import { type HttpResponse, type Served, serve, TestClock } from "./support/http/serve.ts";
import { createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const skip = await skipWithoutPostgres();

describe("§11.1: two services on one PostgreSQL", { skip }, () => {
  let database: TestDatabase;
  let both: readonly [Served, Served];
  before(async () => {
    database = await createSchema();
    const clock = new TestClock();
    const settings = { DATABASE_URL: database.url };
    // Concurrently, on a database without tables.
    both = await Promise.all([serve(undefined, settings, clock), serve(undefined, settings, clock)]);
  });
  after(async () => {
    for (const served of both) await served.stop();
    await database.remove();
  });

  const contentOf = ({ status, headers, text }: HttpResponse) => [status, headers.get("etag"), text];

  test("§4.10: a change through one is visible to the next request to the other, and their ETags are equal", async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const [one, other] = turn % 2 === 0 ? both : [both[1], both[0]];
      const removes = turn % 5 === 4;
      const id = `m-${(removes ? turn - 1 : turn) % 7}`;
      const body = { name: `Turn ${turn}` };
      const written = removes ? await one.delete(`/api/missions/${id}`) : await one.put(`/api/missions/${id}`, body);
      assert.ok(written.status < 300, written.text);
      for (const path of [`/api/missions/${id}`, "/api/missions", "/api/missions?name_contains=turn&sort=name:desc"]) {
        const [here, there] = await Promise.all([one.get(path), other.get(path)]);
        const comparable = (answer: HttpResponse) => (answer.status < 300 ? contentOf(answer) : answer.status);
        assert.deepEqual(comparable(there), comparable(here), path);
      }
    }
  });

  test("§4.10: an ETag of one is 304 at the other, until either changes the record", async () => {
    const [one, other] = both;
    await one.put("/api/planets/venus", { name: "Venus", planet_type: "terrestrial" });
    for (const path of ["/api/planets/venus", "/api/planets"]) {
      const etag = (await one.get(path)).headers.get("etag")!;
      assert.equal((await other.get(path, { headers: { "if-none-match": etag } })).status, 304);
    }
    const etag = (await one.get("/api/planets")).headers.get("etag")!;
    await other.patch("/api/planets/venus", { mass_kg: 4.87e24 });
    for (const served of both)
      assert.equal((await served.get("/api/planets", { headers: { "if-none-match": etag } })).status, 200);
  });

  test("§4.10: of concurrent writes with one If-Match, through either process, one succeeds", async () => {
    await both[0].put("/api/missions/raced", { name: "Raced" });
    for (let round = 0; round < 5; round += 1) {
      const etag = (await both[0].get("/api/missions/raced")).headers.get("etag")!;
      const headers = { "if-match": etag };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          both[at % 2]!.patch("/api/missions/raced", { name: `Round ${round}, ${at}` }, { headers }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
    }
  });

  test("§5.5: a key created through one is valid at the other, and one revoked through either is refused by both", async () => {
    for (const [one, other] of [both, [both[1], both[0]] as const]) {
      const { body } = await one.post("/api/api-keys", { name: "Shared", scopes: ["missions:write"] });
      const use = (served: Served) => served.post("/api/missions", { name: "By key" }, { credential: body.secret });
      for (const served of both) assert.equal((await use(served)).status, 201);
      assert.equal((await other.delete(`/api/api-keys/${body.id}`)).status, 204);
      for (const served of [one, other]) assert.equal((await use(served)).status, 401);
    }
  });

  test("§2: an id is given once, and counts are exact, while both write", async () => {
    await both[0].put("/api/planets/saturn", { name: "Saturn", planet_type: "gas_giant" });
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        both[at % 2]!.post("/api/planets/saturn/moons", { id: `moon-${at >> 1}`, name: `Moon ${at}` }),
      ),
    );
    assert.equal(made.filter(({ status }) => status === 201).length, 30);
    assert.equal(made.filter(({ status }) => status === 409).length, 30);
    for (const served of both) {
      assert.equal((await served.get("/api/planets/saturn")).body.moon_count, 30);
      assert.equal((await served.get("/api/moons?planet_id=saturn")).body.total_count, 30);
    }
  });

  test("§4.4: a request with an Idempotency-Key is executed once, whichever process gets it, concurrently or later", async () => {
    const headers = { "idempotency-key": "shared-key" };
    const body = { name: "Only once" };
    const answers = await Promise.all(both.map((served) => served.post("/api/missions", body, { headers })));
    const later = await both[1].post("/api/missions", body, { headers });
    assert.deepEqual(
      [...answers, later].map(({ status }) => status),
      [201, 201, 201],
    );
    assert.deepEqual(new Set([...answers, later].map((answer) => answer.body.id)).size, 1);
    assert.equal((await both[0].get("/api/missions?name=only%20once")).body.total_count, 1);
    const other = await both[0].post("/api/missions", { name: "Another" }, { headers });
    assert.equal(other.status, 422);
  });
});

test("§11.1: of two processes that start concurrently on an empty database, one loads the data set and one creates the admin key", {
  skip,
}, async (t) => {
  const database = await createSchema();
  t.after(() => database.remove());
  const settings = { DATABASE_URL: database.url, PORT: "0" };
  const commands = [startServer(t, settings), startServer(t, settings)];
  const totals = await Promise.all(
    commands.map(async ({ url }) => {
      const answer = await fetch(`${await url}/api/missions`);
      return ((await answer.json()) as { total_count: number }).total_count;
    }),
  );
  assert.ok(totals[0]! > 100);
  assert.equal(totals[1], totals[0]);
  const loaded = commands.filter((command) => /records loaded/.test(command.output().out));
  assert.equal(loaded.length, 1);
  const keys = commands.flatMap((command) => /shown only once:\s+(smk_\S+)/.exec(command.output().out)?.[1] ?? []);
  assert.equal(keys.length, 1);
  for (const { url } of commands) {
    const headers = { authorization: `Bearer ${keys[0]}` };
    assert.equal((await fetch(`${await url}/api/api-keys`, { headers })).status, 200);
  }
  for (const command of commands) {
    command.process.kill("SIGTERM");
    assert.equal(await command.ended, 0);
  }
});
