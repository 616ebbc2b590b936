/** Proves that SQLite's write-ahead log stays short while others write and read without a pause. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import sql from "sql-template-tag";
import { openSqlite } from "../engine/store/sqlite/database.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-log-"));
after(() => rmSync(folder, { recursive: true }));

/** The length at which the log is copied, in pages, as docs/operation.md states it in bytes. */
const CHECKPOINT_PAGES = 40_000;
/** The length at which a commit copies the log itself. */
const MAX_LOG_PAGES = 200_000;
/** Some two hundred and fifty pages. */
const LONG = Buffer.alloc(1_024 * 1_024, 1);
/** Less than a page. */
const SHORT = Buffer.alloc(1, 1);

for (const who of ["the process that writes", "another process"])
  test(`architecture, two stores: the write-ahead log is written from its beginning again while ${who} reads`, async () => {
    const path = join(folder, `${who}.db`);
    const writer = openSqlite(path);
    const reader = who === "another process" ? openSqlite(path) : writer;
    const observer = new Sqlite(path);
    const log = () => (observer.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[])[0]!;
    const write = (bytes: Buffer) =>
      writer.transaction(({ session }) => session.run(sql`INSERT INTO blobs VALUES (${bytes})`));
    await writer.exclusive((session) => session.run(sql`CREATE TABLE blobs (bytes BLOB)`));
    await write(LONG);

    let reading = true;
    const readAlways = async (client: string) => {
      const session = reader.slowReader({ client });
      while (reading) await session.all(sql`SELECT count(*) FROM blobs`);
    };
    const readers = ["a", "b", "c"].map(readAlways);

    let [longest, written] = [0, 1];
    try {
      for (let length = log().log; length >= longest; length = log().log) {
        longest = length;
        // On a busy machine, long writes without a pause are quicker than any thread copies them.
        await write(length < CHECKPOINT_PAGES ? LONG : SHORT);
        written += 1;
        await setImmediate();
      }
    } finally {
      reading = false;
      await Promise.all(readers);
    }
    assert.ok(longest >= CHECKPOINT_PAGES && longest < MAX_LOG_PAGES, `${longest} pages`);
    const [row] = await writer.reader.all(sql`SELECT count(*) AS total FROM blobs`);
    assert.equal(row!.total, written);
    assert.equal(writer.stats().failures, 0);
    observer.close();
    await writer.close();
    if (reader !== writer) await reader.close();
  });

test("architecture, two stores: a database can be closed while its write-ahead log waits to be copied", async () => {
  const path = join(folder, "closed.db");
  const database = openSqlite(path);
  const write = () => database.transaction(({ session }) => session.run(sql`INSERT INTO blobs VALUES (${LONG})`));
  await database.exclusive((session) => session.run(sql`CREATE TABLE blobs (bytes BLOB)`));
  await write();
  while (statSync(`${path}-wal`).size < 4_096 * (CHECKPOINT_PAGES - 300)) await write();
  const reading = database
    .slowReader({ client: "a" })
    .all(
      sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 20000000) SELECT max(n) FROM numbers`,
    );
  await setImmediate();
  // The copy waits for the read, and the threads are closed then. A rejection that nothing handles fails the test.
  await Promise.allSettled([reading, write(), write(), database.close()]);
  assert.equal(database.stats().failures, 0);
});
