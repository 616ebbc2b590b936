/** Proves when a worker that died gets a successor (§11): at once, or ever later while they die at once. */
import assert from "node:assert/strict";
import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { SettingError } from "../src/app/config.ts";
import { startWorkers } from "../src/app/workers.ts";
import { TestClock } from "./support/http/serve.ts";

/** Processes that a test starts, ends and makes wait. */
class Nursery {
  readonly clock = new TestClock();
  readonly workers: FakeWorker[] = [];
  /** How long was waited for each successor, in milliseconds. */
  readonly pauses: number[] = [];
  /** What each was told besides the settings of its parent. */
  readonly told: Readonly<Record<string, string>>[] = [];
  /** Lets the wait end that began last. */
  pass = (): void => {};

  /** As many workers as are wanted, which all listen. */
  async start(count: number, port = 3000) {
    const starting = this.begin(count);
    for (const worker of this.workers) worker.emit("listening", { address: "127.0.0.1", port });
    return starting;
  }

  begin(count: number) {
    return startWorkers(count, this.clock, pino({ level: "silent" }), {
      fork: (settings) => {
        this.told.push(settings);
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
    });
  }

  /** The last worker dies after so many milliseconds, and is succeeded. */
  async lose(after: number): Promise<void> {
    const known = this.workers.length;
    this.clock.advance(after);
    this.workers.at(-1)!.die();
    this.pass();
    while (this.workers.length === known) await setImmediate();
  }
}

class FakeWorker extends EventEmitter {
  /** The signals that it was sent. */
  readonly signals: string[] = [];
  readonly process = { pid: 0, kill: (signal: string) => this.signals.push(signal) };

  isConnected(): boolean {
    return false;
  }

  die(): void {
    this.emit("exit", 1, null);
  }
}

test("§11.2: workers that die at once are succeeded ever later, up to 30 s", async () => {
  const nursery = new Nursery();
  await nursery.start(2);
  for (let time = 1; time <= 12; time += 1) await nursery.lose(9_999);
  assert.deepEqual(nursery.pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
});

test("§11.2: one that has lived for a while is succeeded at once, and those after it begin anew", async () => {
  const nursery = new Nursery();
  await nursery.start(1);
  for (const after of [0, 0, 10_000, 10_000, 9_999, 0, 1_000_000]) await nursery.lose(after);
  assert.deepEqual(nursery.pauses, [100, 200, 0, 0, 100, 200, 0]);
});

test("§11.2: nobody succeeds who dies when all are to stop, nor who was being waited for", async () => {
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

test("§11.2: one that ends before all listen ends the start, and the others with it", async () => {
  const nursery = new Nursery();
  const starting = nursery.begin(2);
  nursery.workers[1]!.emit("message", { cannotStart: "PORT: it is taken." });
  while (nursery.workers[0]!.signals.length === 0) await setImmediate();
  for (const worker of nursery.workers) worker.die();
  await assert.rejects(starting, new SettingError("PORT: it is taken."));
  assert.equal(nursery.workers.length, 2);
});

test("§11.2: while one lives, successors share its socket; when all have died, they ask for its port, whichever that is", async () => {
  for (const port of [80, 443, 3000]) {
    const nursery = new Nursery();
    await nursery.start(2, port);
    await nursery.lose(0);
    for (const worker of nursery.workers.slice(0, 1)) worker.die();
    await nursery.lose(0);
    assert.deepEqual(nursery.told, [{}, {}, {}, { PORT: String(port) }]);
  }
});
