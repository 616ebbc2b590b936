/** Proves that writes are refused before the disk of a SQLite file is full (§8.1). */
import assert from "node:assert/strict";
import type { StatsFs } from "node:fs";
import { test } from "node:test";
import { DiskSpace, type SpaceLevel } from "../engine/store/health/disk-space.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

/** More than any disk has, in MiB. */
const MORE = "1000000000";

test("§8.1: with less than DISK_FREE_MIN_MB free, writes are 507; reads and DELETE work", async () => {
  await using database = createDatabaseFile();
  const before = await serve(undefined, { DATABASE_URL: database.url });
  for (const id of ["a", "b"]) assert.equal((await before.put(`/api/missions/${id}`, { name: id })).status, 201);
  await before.stop();
  await using served = await serve(undefined, { DATABASE_URL: database.url, DISK_FREE_MIN_MB: MORE });
  const writes = [
    await served.post("/api/missions", { name: "c" }),
    await served.post("/api/missions/a/data", [{}], { headers: { prefer: "respond-async" } }),
    await served.put("/api/missions/a", { name: "c" }),
    await served.patch("/api/missions/a", "no JSON"),
  ];
  for (const { status, headers, body } of writes) {
    assert.deepEqual([status, body.type], [507, "/problems/insufficient-storage"]);
    assert.equal(headers.get("retry-after"), null);
  }
  assert.equal((await served.post("/api/missions", { name: "c" }, { credential: false })).status, 401);
  assert.equal((await served.get("/api/missions/a")).body.name, "a");
  assert.equal((await served.delete("/api/missions/b")).status, 204);
  assert.equal((await served.get("/api/missions")).body.total_count, 1);
  assert.equal((await served.request("QUERY", "/api/missions", { body: {} })).body.total_count, 1);
  assert.ok((await fetchMetrics(served)).value("database_disk_free_bytes") > 0);
});

test("§10.2: the log says when little space is left", async (t) => {
  await using database = createDatabaseFile();
  const settings = { DATABASE_URL: database.url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
  for (const [name, level, words] of [
    ["DISK_FREE_WARN_MB", 40, /little space/],
    ["DISK_FREE_MIN_MB", 50, /writes are refused/],
  ] as const) {
    const command = startServer(t, { ...settings, [name]: MORE });
    await command.url;
    command.process.kill("SIGTERM");
    assert.equal(await command.ended, 0);
    const [entry, ...others] = command.news();
    assert.deepEqual(others, []);
    assert.equal(entry.level, level);
    assert.match(entry.msg, words);
    assert.ok(entry.free_mb > 0);
  }
});

test("§8.1: the space that is left is compared with both limits, and has to rise above one before it is enough again", async () => {
  const reported: [SpaceLevel, number][] = [];
  let free: number | undefined = 100;
  const read = (_: string, done: (error: Error | null, state: StatsFs) => void) =>
    free === undefined ? done(new Error("gone"), {} as StatsFs) : done(null, { bavail: free, bsize: 1 } as StatsFs);
  const disk = new DiskSpace(".", { warn: 50, min: 10 }, (level, left) => reported.push([level, left]), read);
  const levels: SpaceLevel[] = [];
  for (free of [100, 50, 49, 20, 54, undefined, 10, 9, 10, undefined, 12, 56, 5, 200]) {
    await disk.check();
    levels.push(disk.level);
  }
  const [much, some, none] = ["enough", "little", "too little"] as const;
  assert.deepEqual(levels, [much, much, some, some, some, some, some, none, none, none, some, much, none, much]);
  assert.deepEqual(reported, [
    [some, 49],
    [none, 9],
    [some, 12],
    [much, 56],
    [none, 5],
    [much, 200],
  ]);
});
