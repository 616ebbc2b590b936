/** Proves when a worker that died is replaced (§11.2): at once, or after increasing delays while workers die at once. */
import assert from "node:assert/strict";
import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { startWorkers } from "../engine/app/processes/workers.ts";
import { SettingError } from "../engine/app/setting-values.ts";
import { TestClock } from "./support/http/serve.ts";

/** Fake processes and timers, controlled by a test. */
class Nursery {
  readonly clock = new TestClock();
  readonly workers: FakeWorker[] = [];
  /** The delay before each replacement, in milliseconds. */
  readonly pauses: number[] = [];
  /** The environment that each got besides its parent's. */
  readonly environments: Readonly<Record<string, string>>[] = [];
  /** Ends the delay that began last. */
  pass = (): void => {};
  /** Asks all workers for a sign of life. */
  ask = (): void => {};

  /** Starts workers, which all listen. */
  async start(count: number, port = 3000) {
    const starting = this.begin(count);
    for (const worker of this.workers) worker.emit("message", { listening: `http://127.0.0.1:${port}` });
    return starting;
  }

  begin(count: number) {
    return startWorkers({ workers: count, workerTimeout: 30 }, this.clock, pino({ level: "silent" }), {
      fork: (settings) => {
        this.environments.push(settings);
        const worker = new FakeWorker();
        this.workers.push(worker);
        return worker as unknown as Worker;
      },
      wait: (milliseconds) => {
        this.pauses.push(milliseconds);
        return new Promise<void>((resolve) => {
          this.pass = resolve;
        });
      },
      every: (milliseconds, work) => {
        assert.equal(milliseconds, 1_000);
        this.ask = work;
        return () => {
          this.ask = () => {};
        };
      },
    });
  }

  /** The last worker dies after this many milliseconds, and is replaced. */
  async lose(after: number): Promise<void> {
    const known = this.workers.length;
    this.clock.advance(after);
    this.workers.at(-1)!.die();
    this.pass();
    while (this.workers.length === known) await setImmediate();
  }
}

class FakeWorker extends EventEmitter {
  /** The signals that it got. */
  readonly signals: string[] = [];
  readonly process = { pid: 0, kill: (signal: string) => this.signals.push(signal) };
  /** Whether it replies to messages. */
  isAlive = true;

  isConnected(): boolean {
    return true;
  }

  send({ topic, id }: { topic: string; id: number }): void {
    if (this.isAlive) this.emit("message", { topic, kind: "reply", id, reply: null });
  }

  die(): void {
    this.emit("exit", 1, null);
  }
}

test("§11.2: workers that die at once are replaced after increasing delays, up to 30 s", async () => {
  const nursery = new Nursery();
  await nursery.start(2);
  for (let time = 1; time <= 12; time += 1) await nursery.lose(9_999);
  assert.deepEqual(nursery.pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
});

test("§11.2: a worker that lived for a while is replaced at once, and delays start again", async () => {
  const nursery = new Nursery();
  await nursery.start(1);
  for (const after of [0, 0, 10_000, 10_000, 9_999, 0, 1_000_000]) await nursery.lose(after);
  assert.deepEqual(nursery.pauses, [100, 200, 0, 0, 100, 200, 0]);
});

test("§11.2: a worker that dies during shutdown is not replaced, nor is one that is still delayed", async () => {
  const nursery = new Nursery();
  const workers = await nursery.start(3);
  nursery.workers[0]!.die();
  const stopped = workers.stop(0);
  nursery.pass();
  assert.deepEqual(
    nursery.workers.map(({ signals }) => signals),
    [[], ["SIGTERM"], ["SIGTERM"]],
  );
  for (const worker of nursery.workers.slice(1)) worker.die();
  await stopped;
  await setImmediate();
  assert.deepEqual([nursery.pauses, nursery.workers.length], [[100], 3]);
});

test("§11.2: a worker that ends before all listen aborts the start, and ends the others", async () => {
  const nursery = new Nursery();
  const starting = nursery.begin(2);
  nursery.workers[1]!.emit("message", { cannotStart: "PORT: it is taken." });
  while (nursery.workers[0]!.signals.length === 0) await setImmediate();
  for (const worker of nursery.workers) worker.die();
  await assert.rejects(starting, new SettingError("PORT: it is taken."));
  assert.equal(nursery.workers.length, 2);
});

test("§11.2: replacements share the socket of a living worker; if all died, they open its port again", async () => {
  for (const port of [80, 443, 3000]) {
    const nursery = new Nursery();
    await nursery.start(2, port);
    await nursery.lose(0);
    for (const worker of nursery.workers.slice(0, 1)) worker.die();
    await nursery.lose(0);
    assert.deepEqual(nursery.environments, [{}, {}, {}, { PORT: String(port) }]);
  }
});

test("§11.2: replacements that listen on another port, because all workers died together, are replaced too", async () => {
  const nursery = new Nursery();
  await nursery.start(2, 3000);
  nursery.clock.advance(10_000);
  const listenElsewhere = async (early: FakeWorker): Promise<void> => {
    early.emit("message", { listening: "http://127.0.0.1:54321" });
    assert.deepEqual(early.signals, ["SIGKILL"]);
    const known = nursery.workers.length;
    early.die();
    nursery.pass();
    while (nursery.workers.length === known) await setImmediate();
    assert.deepEqual(nursery.environments.at(-1), { PORT: "3000" });
  };
  // Each replacement is started before the next worker is known to be dead.
  for (const worker of nursery.workers.slice()) {
    const known = nursery.workers.length;
    worker.die();
    nursery.pass();
    while (nursery.workers.length === known) await setImmediate();
    assert.deepEqual(nursery.environments.at(-1), {});
  }
  for (const early of nursery.workers.slice(2)) await listenElsewhere(early);
});

test("§11.2: a worker that shows no sign of life for 30 s is killed and replaced; one that replies late is not", async () => {
  const nursery = new Nursery();
  await nursery.start(2);
  const [hanging, slow] = nursery.workers as [FakeWorker, FakeWorker];
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      nursery.ask();
      await setImmediate();
    }
  };
  await ask(100);
  [hanging.isAlive, slow.isAlive] = [false, false];
  await ask(30);
  assert.deepEqual([hanging.signals, slow.signals], [[], []]);
  // The reply to the first of them; the requests before were answered at once.
  slow.isAlive = true;
  slow.send({ topic: "heartbeat", id: 101 });
  await setImmediate();
  await ask(1);
  assert.deepEqual([hanging.signals, slow.signals], [["SIGKILL"], []]);
  hanging.die();
  nursery.pass();
  while (nursery.workers.length < 3) await setImmediate();
  await ask(100);
  assert.deepEqual(
    nursery.workers.map(({ signals }) => signals),
    [["SIGKILL"], [], []],
  );
});

test("§11.2: a replacement that hangs before it listens is killed after twice as long, and replaced", async () => {
  const nursery = new Nursery();
  await nursery.start(1);
  await nursery.lose(10_000);
  const replacement = nursery.workers[1]!;
  replacement.isAlive = false;
  // The first round asks; the others count.
  for (let round = 0; round < 60; round += 1) nursery.ask();
  assert.deepEqual(replacement.signals, []);
  nursery.ask();
  assert.deepEqual(replacement.signals, ["SIGKILL"]);
  await nursery.lose(0);
  const next = nursery.workers[2]!;
  next.emit("message", { listening: "http://127.0.0.1:3000" });
  for (let round = 0; round < 100; round += 1) {
    nursery.ask();
    await setImmediate();
  }
  assert.deepEqual(next.signals, []);
});
