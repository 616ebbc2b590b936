/** Proves that what is stored for a limited time is deleted by a timer, whether or not requests come (§4.4, §12.14). */
import assert from "node:assert/strict";
import { describe, mock, type TestContext, test } from "node:test";
import sql from "sql-template-tag";
import { NO_HOOKS } from "../engine/store/database.ts";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const DAY_MS = 24 * 3_600_000;
const SAMPLES = [{ instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" }];

for (const { name, skip, create, opener } of STORE_KINDS) {
  describe(name, { skip }, () => {
    /** A database, with services on it, and what it stores for a limited time. */
    async function prepare(t: TestContext) {
      const database = await create();
      const clock = new TestClock();
      const services: Served[] = [];
      t.after(async () => {
        for (const served of services) await served.stop();
        await database.remove();
      });
      return {
        clock,
        start: async (): Promise<Served> => {
          const served = await serve(undefined, { DATABASE_URL: database.url }, clock);
          services.push(served);
          return served;
        },
        stored: async (): Promise<number[]> => {
          const opened = await opener(database.url)(NO_HOOKS);
          try {
            const totals = ["idempotency_keys", "operations", "service_metadata WHERE name LIKE 'operation %'"];
            return await Promise.all(
              totals.map(async (from) => {
                const [row] = await opened.reader.all(sql([`SELECT count(*) AS total FROM ${from}`]));
                return Number(row!.total);
              }),
            );
          } finally {
            await opened.close();
          }
        },
      };
    }

    /** Sends a request whose response is stored for a day, and one that becomes an operation. */
    async function store(served: Served, key: string): Promise<void> {
      const headers = { "idempotency-key": key };
      assertStatus(await served.post("/api/astronauts", { id: key, name: key }, { headers }), 201);
      const medical = { examined_on: "2026-01-01", kind: "annual", fitness: "unfit", notes: "secret" };
      const { body } = await served.post(`/api/astronauts/${key}/medical`, medical, { headers });
      assertStatus(await served.delete(body._links.self), 204);
      await served.put(`/api/missions/${key}`, { name: key });
      const later = { headers: { prefer: "respond-async" } };
      const accepted = assertStatus(await served.post(`/api/missions/${key}/data`, SAMPLES, later), 202);
      await waitForOperation(served, accepted.headers.get("location")!);
    }

    test("§4.4, §12.14: responses under a key and finished operations are deleted after 24 hours, not earlier", async (t) => {
      const { clock, start, stored } = await prepare(t);
      const served = await start();
      await store(served, "early");
      clock.advance(1);
      await store(served, "late");
      clock.advance(DAY_MS - 2);
      await served.deleteExpired();
      assert.deepEqual(await stored(), [4, 2, 2]);
      clock.advance(1);
      await served.deleteExpired();
      assert.deepEqual(await stored(), [2, 1, 1]);
      const { body } = await served.get("/api/operations");
      assert.deepEqual([body.total_count, body.operations.length], [1, 1]);
      clock.advance(1);
      await served.deleteExpired();
      assert.deepEqual(await stored(), [0, 0, 0]);
    });

    test("§4.4, §6.4: they are deleted while trusted time is behind the clock, too", async (t) => {
      const { clock, start, stored } = await prepare(t);
      // As measured by the system, with fractions of a millisecond.
      let elapsed = 0;
      clock.elapsed = () => elapsed;
      const served = await start();
      await store(served, "early");
      clock.set("2026-02-15T12:00:00.000Z");
      elapsed = DAY_MS / 12 + 0.5;
      await served.deleteExpired();
      assert.deepEqual(await stored(), [0, 0, 0]);
    });

    test("§4.4: of several processes that delete at once, each expired response is deleted once, however many there are", async (t) => {
      const { clock, start, stored } = await prepare(t);
      const services = [await start(), await start()];
      const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
      const keys = Array.from({ length: 250 }, (_, at) => `k-${at}`);
      await Promise.all(keys.map((key) => services[0]!.post("/api/missions", { name: key }, keyed(key))));
      await store(services[1]!, "op");
      assert.deepEqual(await stored(), [252, 1, 1]);
      clock.advance(DAY_MS);
      await Promise.all(services.map((served) => served.deleteExpired()));
      assert.deepEqual(await stored(), [0, 0, 0]);
      for (const served of services) assert.equal((await served.get("/api/operations")).body.total_count, 0);
      assert.equal((await services[0]!.get("/api/missions?name=op")).body.total_count, 1);
    });

    test("§4.4: a timer of the service deletes them: at its start, and every minute", async (t) => {
      const { clock, start, stored } = await prepare(t);
      const first = await start();
      await store(first, "first");
      clock.advance(DAY_MS);
      // With a write, a service stores that the time has really passed.
      await first.put("/api/missions/later", { name: "Later" });
      mock.timers.enable({ apis: ["setInterval"] });
      t.after(() => mock.timers.reset());
      const gone = async (): Promise<void> => {
        while ((await stored()).some((total) => total > 0)) await new Promise((resolve) => setImmediate(resolve));
      };
      const second = await start();
      await gone();
      await store(second, "second");
      clock.advance(DAY_MS);
      mock.timers.tick(60_000);
      await gone();
    });
  });
}
