/** Proves that each operation is executed exactly once and completely, whichever process runs it and whatever interrupts it (§4.3). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { conflict, Problem } from "../engine/problem.ts";
import { createDatabase } from "./support/store/databases.ts";
import { createLatch, OperationRegistry } from "./support/store/operation-registry.ts";

/** Opens a registry on a database of its own. */
async function openRegistry(): Promise<OperationRegistry> {
  const database = await createDatabase();
  const registry = await OperationRegistry.open(database.url);
  after(async () => {
    await registry.close();
    await database.remove();
  });
  return registry;
}

test("§4.3: accepted operations run in order, and finish with their result", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const order: string[] = [];
  const ids = [];
  for (const name of ["a", "b", "c"]) ids.push(await registry.accept(runner, name));
  runner.start(registry.executor({ working: async (_change, request) => void order.push(request) }));
  for (const [at, id] of ids.entries()) {
    const { status, progress, error } = await registry.ended(id);
    assert.deepEqual([status, progress, error], ["succeeded", { done: 1, total: 1 }, null]);
    assert.equal(await runner.operations.result(id), JSON.stringify({ made: "abc"[at] }));
    assert.equal(await runner.operations.request(id), undefined, "what was asked is not kept any longer");
  }
  assert.deepEqual(order, ["a", "b", "c"]);
});

test("§4.3: of several processes that find an operation, one runs it", async () => {
  const registry = await openRegistry();
  const runners = [registry.createRunner(), registry.createRunner(), registry.createRunner()];
  const ids: string[] = [];
  for (let at = 0; at < 20; at += 1) ids.push(await registry.accept(runners[at % 3]!, `p-${at}`));
  let carried = 0;
  const working = async () => {
    carried += 1;
  };
  for (const runner of runners) runner.start(registry.executor({ working }));
  for (const id of ids) assert.equal((await registry.ended(id)).status, "succeeded");
  assert.equal(carried, 20);
  assert.deepEqual(registry.failures, []);
});

test("§4.3: an operation that two processes began is executed by the first to write, and dropped by the other", async () => {
  const registry = await openRegistry();
  const [one, other] = [registry.createRunner(), registry.createRunner()];
  const id = await registry.accept(one, "twice");
  const [first, second] = [createLatch(), createLatch()];
  let reading = 0;
  const both = createLatch();
  const waits = ({ opened }: { opened: Promise<void> }) => ({
    reading: async () => {
      reading += 1;
      if (reading === 2) both.open();
      await opened;
    },
  });
  one.start(registry.executor(waits(first)));
  other.start(registry.executor(waits(second)));
  await both.opened;
  second.open();
  assert.equal((await registry.ended(id)).status, "succeeded");
  const { revision } = await registry.read(id);
  first.open();
  await one.stop(10_000);
  assert.equal((await registry.read(id)).revision, revision);
  assert.ok(await registry.has("twice"));
});

test("§4.3: an operation that is cancelled while it is pending, or prepared, does not run", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const [begun, pending] = [await registry.accept(runner, "begun"), await registry.accept(runner, "pending")];
  const last = await registry.accept(runner, "last");
  const [reading, go] = [createLatch(), createLatch()];
  runner.start(
    registry.executor({
      reading: async () => {
        reading.open();
        await go.opened;
      },
    }),
  );
  await reading.opened;
  assert.equal((await registry.read(begun)).status, "running");
  for (const id of [begun, pending]) await registry.cancel(id);
  go.open();
  assert.equal((await registry.ended(last)).status, "succeeded");
  for (const [id, product] of [
    [begun, "begun"],
    [pending, "pending"],
  ] as const) {
    assert.deepEqual([(await registry.read(id)).status, await registry.has(product)], ["cancelled", false]);
    await assert.rejects(registry.cancel(id), /The operation is cancelled. Only a pending or running operation/);
  }
});

test("§4.3: an operation that is cancelled before it begins stays cancelled", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const id = await registry.accept(runner, "gone");
  await registry.cancel(id);
  assert.equal(await registry.store.write((change) => runner.operations.begin(change, id)), undefined);
  assert.equal((await registry.read(id)).status, "cancelled");
});

test("§4.3: a refusal fails the operation, and its writes are rolled back", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const [bad, good] = [await registry.accept(runner, "bad"), await registry.accept(runner, "good")];
  runner.start(
    registry.executor({
      working: async (_change, request) => {
        if (request === "bad") throw conflict("no_such_luck", "Not today.");
      },
    }),
  );
  const { status, error, progress, result } = await registry.ended(bad);
  assert.deepEqual([status, error, progress], ["failed", { detail: "Not today." }, { done: 0, total: 1 }]);
  assert.equal(result, null);
  assert.equal((await registry.ended(good)).status, "succeeded");
  assert.deepEqual([await registry.has("bad"), await registry.has("good")], [false, true]);
  assert.equal(await runner.operations.result(bad), undefined);
});

test("§7.2: an internal error fails the operation, is logged, and is not retried", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const broken = new TypeError("broken");
  const [bad, good] = [await registry.accept(runner, "bad"), await registry.accept(runner, "good")];
  runner.start(
    registry.executor({
      working: async (_change, request) => {
        if (request === "bad") throw broken;
      },
    }),
  );
  assert.deepEqual((await registry.ended(bad)).error, { detail: "broken" });
  assert.equal((await registry.ended(good)).status, "succeeded");
  assert.deepEqual([await registry.has("bad"), registry.failures], [false, [broken]]);
});

test("§7.2: a temporary failure is rolled back, and retried", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  // Begun after the start, so that it does not look abandoned by another process.
  registry.clock.advance(1);
  const id = await registry.accept(runner, "later");
  const away = new Problem("unavailable", "The database is away.");
  let tries = 0;
  runner.start(
    registry.executor({
      working: async () => {
        tries += 1;
        if (tries === 1) throw away;
      },
    }),
  );
  while (tries < 1) await new Promise((resolve) => setImmediate(resolve));
  runner.wake();
  assert.equal((await registry.ended(id)).status, "succeeded");
  assert.deepEqual([tries, registry.failures], [2, [away]]);
});

test("§11.2: an operation that is running when the service must stop is rolled back, and run by the next process", async () => {
  const registry = await openRegistry();
  const [runner, next] = [registry.createRunner(), registry.createRunner()];
  const id = await registry.accept(runner, "long");
  const running = createLatch();
  runner.start(
    registry.executor({
      // Creates products until it is stopped.
      working: async (change) => {
        for (let at = 0; ; at += 1) {
          await registry.make(change, `long-${at}`);
          running.open();
        }
      },
    }),
  );
  await running.opened;
  await runner.stop(0);
  assert.deepEqual([(await registry.read(id)).status, await registry.has("long")], ["running", false]);
  assert.deepEqual(registry.failures, []);
  next.start(registry.executor());
  assert.equal((await registry.ended(id)).status, "succeeded");
  assert.deepEqual([await registry.has("long"), await registry.has("long-0")], [true, false]);
});

test("§11.2: a stopping service begins no operation, and lets running ones finish", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const [begun, pending] = [await registry.accept(runner, "begun"), await registry.accept(runner, "pending")];
  const [reading, go] = [createLatch(), createLatch()];
  runner.start(
    registry.executor({
      reading: async () => {
        reading.open();
        await go.opened;
      },
    }),
  );
  await reading.opened;
  const stopped = runner.stop(60_000);
  go.open();
  await stopped;
  assert.deepEqual(
    [(await registry.read(begun)).status, (await registry.read(pending)).status],
    ["succeeded", "pending"],
  );
});

test("§4.3: an operation that another process began a minute ago is taken over; one begun just now is not", async () => {
  const registry = await openRegistry();
  const [dead, alive] = [registry.createRunner(), registry.createRunner()];
  alive.start(registry.executor());
  const begin = async (request: string): Promise<string> => {
    const deferred = { kind: "import", startedBy: "admin", total: 1, request } as const;
    return registry.store.write(async (change) => {
      const { id } = await dead.accept(change, deferred);
      await dead.operations.begin(change, id as string);
      return id as string;
    });
  };
  registry.clock.advance(1);
  const old = await begin("old");
  registry.clock.advance(60_000);
  const young = await begin("young");
  alive.wake();
  assert.equal((await registry.ended(old)).status, "succeeded");
  await alive.stop(10_000);
  assert.equal((await registry.read(young)).status, "running");
});

test("§12.14: a finished operation is kept for 24 hours, and then removed with its result", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const id = await registry.accept(runner, "old");
  runner.start(registry.executor());
  await registry.ended(id);
  await runner.stop(10_000);
  const left = await registry.accept(registry.createRunner(), "cancelled");
  await registry.cancel(left);
  registry.clock.advance(24 * 3_600_000 - 1);
  await runner.operations.deleteExpired();
  for (const each of [id, left]) assert.ok(await registry.read(each));
  registry.clock.advance(1);
  const open = await registry.accept(runner, "open");
  // By all processes at once.
  await Promise.all([runner, registry.createRunner()].map(({ operations }) => operations.deleteExpired()));
  for (const each of [id, left]) assert.equal(await registry.read(each), undefined);
  assert.deepEqual([await runner.operations.result(id), await runner.operations.request(left)], [undefined, undefined]);
  assert.equal((await registry.read(open)).status, "pending");
  const [counter] = await registry.store.counters([runner.operations.resource]);
  assert.equal(counter!.total, 1);
});

test("§7.2: with a thousand pending operations no more is accepted; when one is finished, the next is", async () => {
  const registry = await openRegistry();
  const runner = registry.createRunner();
  const deferred = { kind: "import", startedBy: "admin", total: 1, request: "{}" } as const;
  await registry.store.write(async (change) => {
    for (let at = 0; at < 1_000; at += 1) await runner.accept(change, deferred);
  });
  await assert.rejects(registry.accept(runner, "more"), /1000 operations are pending/);
  const waiting = await registry.store.findBy(registry.store.catalog.resource("operations"), "status", "pending");
  await registry.cancel(waiting!.id as string);
  await registry.accept(runner, "more");
});
