/** Proves that DELETE stops an operation, whichever process runs it (§12.13), and that none is begun forever (§12.14). */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { BroadcastRelay, localBroadcast, parentBroadcast } from "../engine/operations/broadcast.ts";
import { Problem } from "../engine/problem.ts";
import type { Writer } from "../engine/store/write/writer.ts";
import { connectedPeers } from "./support/connected-peers.ts";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { createKey } from "./support/http/api-keys.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { faultsOf, serve, TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createLatch, OperationRegistry } from "./support/store/operation-registry.ts";

/** The maximum number of attempts. */
const ATTEMPTS = 5;
/** So many that the operation is still running when the DELETE arrives. */
const SAMPLES = Array.from({ length: 5_000 }, () => ({
  instrument: "i",
  parameter: "p",
  collected_at: "2020-01-01T00:00:00Z",
}));

for (const { name, skip, create } of STORE_KINDS) {
  describe(name, { skip }, () => {
    /** Opens several processes on one database. */
    async function openProcesses(count: number): Promise<OperationRegistry[]> {
      const database = await create();
      const clock = new TestClock();
      const registries: OperationRegistry[] = [];
      for (let at = 0; at < count; at += 1) registries.push(await OperationRegistry.open(database.url, clock));
      after(async () => {
        for (const registry of registries) await registry.close();
        await database.remove();
      });
      return registries;
    }

    /** Work that creates products until it is stopped. @param isRunning called while it runs */
    const endless =
      (registry: OperationRegistry, isRunning: () => void) =>
      async (change: Writer, request: string): Promise<void> => {
        for (let at = 0; request === "endless"; at += 1) {
          await registry.make(change, `endless-${at}`);
          isRunning();
        }
      };

    test("§12.13: a running operation is stopped by another process, with no effect; the next one runs", async () => {
      const [own, other] = (await openProcesses(2)) as [OperationRegistry, OperationRegistry];
      const relay = new BroadcastRelay();
      // As workers do, if the database cannot carry messages.
      const [first, second] = [own, other].map(({ store }) => {
        const [worker, parent] = connectedPeers();
        relay.join(parent);
        return store.broadcast ?? parentBroadcast(worker);
      });
      const runner = own.createRunner(first);
      const canceller = other.createRunner(second);
      const [id, next] = [await own.accept(runner, "endless"), await own.accept(runner, "next")];
      const running = createLatch();
      runner.start(own.executor({ working: endless(own, running.open) }));
      await running.opened;
      assert.equal((await other.read(id)).status, "running");
      let isCancelled = false;
      const cancelling = other.cancel(id).finally(() => {
        isCancelled = true;
      });
      // Repeatedly, because the connection that listens may not be open yet.
      while (!isCancelled) {
        canceller.interrupt(id);
        await other.read(id);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await cancelling;
      assert.equal((await other.read(id)).status, "cancelled");
      assert.equal((await other.ended(next)).status, "succeeded");
      assert.deepEqual(
        [await other.has("endless"), await other.has("endless-0"), await other.has("next")],
        [false, false, true],
      );
      assert.deepEqual(own.failures, []);
    });

    test("§12.13: no process begins an operation again while it is being cancelled, even if it has run for long", async () => {
      const [registry] = (await openProcesses(1)) as [OperationRegistry];
      const runner = registry.createRunner(localBroadcast());
      const id = await registry.accept(runner, "endless");
      let running = createLatch();
      let begun = 0;
      const working = endless(registry, () => running.open());
      runner.start(
        registry.executor({
          reading: async (request) => {
            if (request === "endless") begun += 1;
          },
          working,
        }),
      );
      await running.opened;
      // Abandoned by its age.
      registry.clock.advance(60_001);
      runner.interrupt(id);
      const next = await registry.accept(runner, "next");
      runner.wake();
      assert.equal((await registry.ended(next)).status, "succeeded");
      assert.equal(begun, 1);
      // It was not cancelled after all.
      running = createLatch();
      registry.clock.advance(60_001);
      runner.wake();
      await running.opened;
      assert.equal(begun, 2);
    });

    test("§12.14: an operation whose process ends each time it is begun fails, with a problem that says so", async () => {
      const [registry] = (await openProcesses(1)) as [OperationRegistry];
      const dead = registry.createRunner();
      const id = await registry.accept(dead, "too large");
      const next = await registry.accept(dead, "next");
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
        await registry.store.write((change) => dead.operations.begin(change, id));
      const alive = registry.createRunner();
      const begun: string[] = [];
      alive.start(registry.executor({ working: async (_, request) => void begun.push(request) }));
      const { status, error, progress } = await registry.ended(id);
      assert.deepEqual([status, progress], ["failed", { done: 0, total: 1 }]);
      assert.match(
        (error as { detail: string }).detail,
        /started 5 times, and each time the process ended before it finished/,
      );
      assert.equal(await alive.operations.request(id), undefined);
      assert.equal((await registry.ended(next)).status, "succeeded");
      assert.deepEqual(begun, ["next"]);
    });

    test("§12.14: an attempt that a temporary failure or a stop ends is not counted", async () => {
      const [registry] = (await openProcesses(1)) as [OperationRegistry];
      const runner = registry.createRunner();
      const id = await registry.accept(runner, "endless");
      for (let stop = 0; stop < ATTEMPTS; stop += 1) {
        const running = createLatch();
        const stopped = registry.createRunner();
        stopped.start(registry.executor({ working: endless(registry, running.open) }));
        await running.opened;
        await stopped.stop(0);
      }
      assert.equal((await registry.read(id)).status, "running");
      let failures = 0;
      runner.start(
        registry.executor({
          working: async () => {
            failures += 1;
            if (failures <= ATTEMPTS) throw new Problem("unavailable", "The database is away.");
          },
        }),
      );
      while ((await registry.read(id)).finished_at === null) {
        runner.wake();
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.deepEqual([(await registry.read(id)).status, failures], ["succeeded", ATTEMPTS + 1]);
    });

    test("§12.13: DELETE cancels a running operation, for those who may see it", async (t) => {
      const database = await create();
      const served = await serve(undefined, { DATABASE_URL: database.url });
      t.after(async () => {
        await served.stop();
        await database.remove();
      });
      const { secret: credential } = await createKey(served, ["missions:write"]);
      for (let cancelled = false, round = 0; !cancelled; round += 1) {
        assert.ok(round < 50);
        await served.put(`/api/missions/m-${round}`, { name: "M" });
        const list = `/api/missions/m-${round}/data`;
        const headers = { prefer: "respond-async" };
        const { self } = assertStatus(await served.post(list, SAMPLES, { headers }), 202).body._links;
        assertStatus(await served.delete(self, { credential }), 404);
        assertStatus(await served.delete(self, { headers: { "if-match": '"stale"' } }), 412);
        // On a fast machine it does not run for long.
        while ((await served.get(self)).body.status === "pending");
        const answer = await served.delete(self, { headers: { prefer: "return=representation" } });
        const { status } = await waitForOperation(served, self);
        const { total_count: total } = (await served.get(list)).body;
        cancelled = answer.status === 200;
        if (cancelled) {
          assert.deepEqual([answer.body.status, status, total], ["cancelled", "cancelled", 0]);
          assert.equal(answer.headers.get("etag"), (await served.get(self)).headers.get("etag"));
        } else assert.deepEqual([answer.status, status, total], [409, "succeeded", SAMPLES.length]);
        const again = assertStatus(await served.delete(self), 409);
        assert.deepEqual(faultsOf(again), [["", "operation_not_pending"]]);
      }
    });
  });
}
