/** What slow reads promise on every database: a suite that runs on each of them. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import sql, { type Sql } from "sql-template-tag";
import type { Database } from "../engine/store/database.ts";
import { isProblem } from "./support/store/store-client.ts";

/** As docs/operation.md states them. */
const MAX_WAITING = 256;
const MAX_WAITING_PER_CLIENT = 64;

/**
 * @param open opens a database with a table `things (n)`
 * @param endless a statement that ends only when it is aborted
 */
export function slowReadContract(open: () => Promise<Database>, endless: Sql): void {
  let database: Database;
  let stopAll: AbortController;
  let endlessReads: Promise<unknown>[];

  beforeEach(async () => {
    database = await open();
    stopAll = new AbortController();
    endlessReads = [];
  });
  afterEach(async () => {
    stopAll.abort();
    await Promise.allSettled(endlessReads);
    await database.close();
  });

  const readEndlessly = (client: string, signal = stopAll.signal): Promise<unknown> => {
    const read = database.slowReader({ client, signal }).all(endless);
    endlessReads.push(read);
    read.catch(() => {});
    return read;
  };
  const counts = (): number[] => {
    const { running, waiting } = database.stats().slowReads;
    return [running, waiting];
  };

  /** Uses every connection that slow reads may use, each for another client. Returns a function that frees them. */
  const occupyAll = async (): Promise<() => void> => {
    const occupied = new AbortController();
    stopAll.signal.addEventListener("abort", () => occupied.abort());
    const [, waitingBefore] = counts();
    for (let client = 0; ; client += 1) {
      const last = new AbortController();
      const read = readEndlessly(`occupant ${client}`, AbortSignal.any([occupied.signal, last.signal]));
      if (counts()[1] === waitingBefore) continue;
      // There is no connection left for this one.
      last.abort();
      await assert.rejects(read);
      return () => occupied.abort();
    }
  };

  const one = sql`SELECT 1 AS one`;

  test("§8.1: the first slow read of a client comes before those that another one queued", async () => {
    // The connections stay open: a new one would delay the read that gets it.
    const free = Promise.withResolvers<void>();
    const held: Promise<unknown>[] = [];
    while (counts()[1] === 0) {
      const client = `occupant ${held.length}`;
      held.push(database.slowReader({ client }).snapshot(() => free.promise));
    }
    // Each read ends only once all that have their turn have begun: how fast a connection is does not matter.
    const order: string[] = [];
    const begun: (() => void)[] = [];
    const read = (client: string) =>
      database.slowReader({ client }).snapshot(async () => {
        order.push(client);
        await new Promise<void>((end) => begun.push(end));
      });
    const queued = Array.from({ length: 50 }, () => read("first"));
    queued.push(read("second"), read("third"));
    free.resolve();
    for (const _ of queued) {
      while (begun.length === 0 || begun.length < counts()[0]!) await setImmediate();
      begun.shift()!();
    }
    await Promise.all([...held, ...queued]);
    assert.ok(order.indexOf("second") < 10, order.join(" "));
    assert.ok(order.indexOf("third") < 10, order.join(" "));
  });

  test("§8.1: one client runs at most half of the slow reads, rounded up; the others find connections at once", async () => {
    const greedy = Array.from({ length: 20 }, () => readEndlessly("greedy"));
    const [running, waiting] = counts() as [number, number];
    assert.equal(running + waiting, greedy.length);
    const reader = database.slowReader({ client: "another" });
    assert.deepEqual(await reader.all(one), [{ one: 1 }]);
    assert.deepEqual(await reader.snapshot((session) => session.all(one)), [{ one: 1 }]);
    assert.deepEqual(counts(), [running, waiting]);
    const free = await occupyAll();
    const [all] = counts() as [number, number];
    assert.equal(running, Math.ceil(all / 2));
    free();
    assert.deepEqual(await reader.all(one), [{ one: 1 }]);
  });

  test("§7.2: beyond the limits on waiting reads, further ones are refused, and no work is left behind", async () => {
    const free = await occupyAll();
    const reads: Promise<unknown>[] = [];
    for (let client = 0; reads.length < MAX_WAITING; client += 1) {
      const reader = database.slowReader({ client: `c${client}` });
      for (let read = 0; read < MAX_WAITING_PER_CLIENT; read += 1) reads.push(reader.all(one));
      await assert.rejects(reader.all(one), isProblem("unavailable"));
    }
    assert.equal(counts()[1], MAX_WAITING);
    await assert.rejects(database.slowReader({ client: "another" }).all(one), isProblem("unavailable"));
    assert.equal(database.stats().slowReads.refused, MAX_WAITING / MAX_WAITING_PER_CLIENT + 1);
    free();
    for (const rows of await Promise.all(reads)) assert.deepEqual(rows, [{ one: 1 }]);
    await Promise.allSettled(endlessReads);
    assert.deepEqual(counts(), [0, 0]);
    assert.deepEqual(await database.slowReader({ client: "another" }).all(one), [{ one: 1 }]);
  });

  test("§8.1: an aborted read that waits leaves the queue at once; one that runs frees its connection", async () => {
    const free = await occupyAll();
    const [running] = counts();
    const controller = new AbortController();
    const waiting = database.slowReader({ client: "a", signal: controller.signal }).all(one);
    assert.deepEqual(counts(), [running, 1]);
    const reason = new Error("left");
    controller.abort(reason);
    await assert.rejects(waiting, reason);
    assert.deepEqual(counts(), [running, 0]);
    const next = database.slowReader({ client: "a" }).all(one);
    free();
    assert.deepEqual(await next, [{ one: 1 }]);
    for (const read of endlessReads) await assert.rejects(read, { name: "AbortError" });
    const late = database.slowReader({ client: "a", signal: controller.signal });
    await assert.rejects(late.all(one), reason);
    await assert.rejects(
      late.snapshot(() => assert.fail("started")),
      reason,
    );
  });

  test("architecture, slow reads: the statements of a snapshot see one state, and other readers see the new one", async () => {
    const insert = () => database.transaction(({ session }) => session.run(sql`INSERT INTO things VALUES (${++key})`));
    let key = 0;
    await insert();
    const keys = sql`SELECT n FROM things ORDER BY n DESC`;
    const reader = database.slowReader({ client: "a" });
    await reader.snapshot(async (session) => {
      assert.deepEqual([...(await session.numbers(keys))], [1]);
      await insert();
      assert.deepEqual([...(await database.reader.numbers(keys))], [2, 1]);
      assert.deepEqual([...(await session.numbers(keys))], [1]);
    });
    assert.deepEqual([...(await reader.numbers(keys))], [2, 1]);
    await assert.rejects(
      reader.snapshot(() => Promise.reject(new Error("failed"))),
      /failed/,
    );
    assert.deepEqual(await reader.all(one), [{ one: 1 }]);
  });

  test("architecture, slow reads: many keys come in order; a statement that fails affects no other", async () => {
    const reader = database.slowReader({ client: "a" });
    const rows = sql`WITH RECURSIVE each(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM each WHERE i < 4999)
      INSERT INTO things SELECT i * 7919 % 5000 FROM each`;
    await database.transaction(({ session }) => session.run(rows));
    const expected = Int32Array.from({ length: 5_000 }, (_, index) => 4_999 - index);
    for (const session of [reader, database.reader])
      assert.deepEqual(await session.numbers(sql`SELECT n FROM things ORDER BY n DESC`), expected);
    assert.deepEqual(await reader.numbers(sql`SELECT n FROM things WHERE n < ${0}`), new Int32Array());
    await assert.rejects(reader.numbers(sql`SELECT nothing FROM things`));
    await assert.rejects(reader.all(sql`SELECT nothing FROM things`));
    assert.deepEqual([...(await reader.numbers(sql`SELECT n FROM things WHERE n < ${2} ORDER BY n`))], [0, 1]);
  });
}
