/** Proves that each operation is executed exactly once and completely, whichever process runs it and whatever interrupts it (§4.3). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openRegistry } from "../src/app/bootstrap.ts";
import { readConfig } from "../src/app/config.ts";
import type { Values } from "../src/declare/values.ts";
import { OperationRunner, type RequestExecutor } from "../src/operations/runner.ts";
import { conflict, Problem } from "../src/problem.ts";
import { readSubmission } from "../src/resource/submission.ts";
import type { Store } from "../src/store/store.ts";
import type { Writer } from "../src/store/write/writer.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

/** A promise that a test resolves. */
function createLatch(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Hooks before a request is executed, and within its unit of work. */
interface Meanwhile {
  reading?: (request: string) => Promise<void>;
  working?: (change: Writer, request: string) => Promise<void>;
}

/** A store in which an operation creates one product, named by its request. */
class Registry {
  readonly clock = new TestClock();
  readonly failures: unknown[] = [];
  readonly store: Store;
  private readonly runners: OperationRunner[] = [];

  constructor(store: Store) {
    this.store = store;
  }

  static async open(): Promise<Registry> {
    const database = await createDatabase();
    const config = readConfig({ DATABASE_URL: database.url });
    const clock = new TestClock();
    const registry = new Registry((await openRegistry(secondDomain, config, clock)).store);
    after(async () => {
      for (const runner of registry.runners) await runner.stop(0);
      await registry.store.close();
      await database.remove();
    });
    return Object.assign(registry, { clock });
  }

  /** The operations of one process. */
  createRunner(): OperationRunner {
    const runner = new OperationRunner(this.store, this.clock, (error) => this.failures.push(error));
    this.runners.push(runner);
    return runner;
  }

  async accept(runner: OperationRunner, request: string): Promise<string> {
    const deferred = { kind: "import", startedBy: "admin", total: 1, request } as const;
    return this.store.write(async (change) => (await runner.accept(change, deferred)).id as string);
  }

  async read(id: string): Promise<Values> {
    return (await this.store.findBy(this.store.catalog.resource("operations"), "id", id))!;
  }

  /** Resolves when an operation has finished. */
  async ended(id: string): Promise<Values> {
    for (;;) {
      const operation = await this.read(id);
      if (operation.finished_at !== null) return operation;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async has(product: string): Promise<boolean> {
    return this.store.exists(this.store.catalog.resource("products"), product);
  }

  make(change: Writer, id: string): Promise<unknown> {
    const resource = this.store.catalog.resource("products");
    return change.create(resource, undefined, readSubmission(resource, "create", { id, name: id }));
  }

  cancel(id: string): Promise<unknown> {
    const resource = this.store.catalog.resource("operations");
    return this.store.write((change) => change.delete(resource, { id }));
  }

  /** Executes requests, with the hooks of a test. */
  executor(meanwhile: Meanwhile = {}): RequestExecutor {
    return {
      read: async (request) => {
        await meanwhile.reading?.(request);
        return async (change) => {
          await this.make(change, request);
          await meanwhile.working?.(change, request);
          return JSON.stringify({ made: request });
        };
      },
      problemOf: (_request, reason) => ({ detail: (reason as Error).message }),
    };
  }
}

test("§4.3: accepted operations run in order, and finish with their result", async () => {
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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

test("§4.3: a cancelled operation does not run, and a running one cannot be cancelled", async () => {
  const registry = await Registry.open();
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
  assert.equal((await registry.read(begun)).status, "running");
  await assert.rejects(registry.cancel(begun), /running. Only a pending operation/);
  await registry.cancel(pending);
  go.open();
  assert.equal((await registry.ended(begun)).status, "succeeded");
  await runner.stop(10_000);
  assert.deepEqual([(await registry.read(pending)).status, await registry.has("pending")], ["cancelled", false]);
});

test("§4.3: an operation that is cancelled before it begins stays cancelled", async () => {
  const registry = await Registry.open();
  const runner = registry.createRunner();
  const id = await registry.accept(runner, "gone");
  await registry.cancel(id);
  assert.equal(await registry.store.write((change) => runner.operations.begin(change, id)), undefined);
  assert.equal((await registry.read(id)).status, "cancelled");
});

test("§4.3: a refusal fails the operation, and its writes are rolled back", async () => {
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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
  const registry = await Registry.open();
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

test("§12.14: a finished operation is kept for 24 hours, and removed with its result when the next is accepted", async () => {
  const registry = await Registry.open();
  const runner = registry.createRunner();
  const id = await registry.accept(runner, "old");
  runner.start(registry.executor());
  await registry.ended(id);
  const left = await registry.accept(registry.createRunner(), "cancelled");
  await registry.cancel(left).catch(() => {});
  registry.clock.advance(24 * 3_600_000 - 1);
  const next = await registry.accept(runner, "next");
  runner.wake();
  await registry.ended(next);
  assert.equal((await registry.read(id)).status, "succeeded");
  registry.clock.advance(1);
  await registry.accept(runner, "last");
  assert.equal(await registry.read(id), undefined);
  assert.equal(await runner.operations.result(id), undefined);
  assert.equal(await runner.operations.request(left), undefined);
});

test("§7.2: with a thousand pending operations no more is accepted; when one is finished, the next is", async () => {
  const registry = await Registry.open();
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
