/** Proves that a backup, made during writes, is a consistent snapshot that can be served. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { runCli } from "./support/http/process.ts";
import { serve } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

test("§11: a backup during writes has every write that was acknowledged before, and gives the same responses", async () => {
  await using database = createDatabaseFile();
  await using other = createDatabaseFile();
  const file = other.url.slice("sqlite:".length);
  await using served = await serve(undefined, { DATABASE_URL: database.url });
  await served.put("/api/missions/m", { name: "M" });
  await served.put("/api/astronauts/a", { name: "A" });
  const sample = { instrument: "camera", parameter: "pressure", value: 1, collected_at: "2026-01-01T00:00:00Z" };
  const array = Array.from({ length: 100 }, () => sample);
  let [going, acknowledged] = [true, 0];
  const writing = (async () => {
    for (; going; acknowledged += 1) assert.equal((await served.post("/api/missions/m/data", array)).status, 201);
  })();
  while (acknowledged < 3) await served.get("/api");
  const before = acknowledged;
  const made = await runCli({ DATABASE_URL: database.url }, "backup", file);
  going = false;
  await writing;
  assert.deepEqual([made.code, made.out], [0, ""], made.err);
  await using copy = await serve(undefined, { DATABASE_URL: other.url });
  const { total_count } = (await copy.get("/api/data?limit=1")).body;
  assert.equal(total_count % 100, 0);
  assert.ok(total_count >= 100 * before && total_count <= 100 * acknowledged, `${total_count}`);
  const [here, there] = [await served.get("/api/astronauts/a"), await copy.get("/api/astronauts/a")];
  assert.deepEqual([there.text, there.headers.get("etag")], [here.text, here.headers.get("etag")]);
  assert.equal((await copy.put("/api/astronauts/a", { name: "B" })).status, 200);
});

test("§11: a backup never overwrites a file, and reports an error in one line", async () => {
  await using database = createDatabaseFile();
  const file = database.url.slice("sqlite:".length);
  const served = await serve(undefined, { DATABASE_URL: database.url });
  await served.stop();
  const refused: [url: string, to: string, words: RegExp][] = [
    [database.url, file, /already exists/],
    [`${database.url}.other`, `${file}.copy`, /there is no database/],
    ["postgres://user:secret@127.0.0.1:1/x", `${file}.copy`, /pg_dump/],
  ];
  for (const [url, to, words] of refused) {
    const { code, out, err } = await runCli({ DATABASE_URL: url }, "backup", to);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^[^\n]+\n$/);
    assert.match(err, words);
    assert.ok(!err.includes("secret"));
  }
  assert.ok(!existsSync(`${file}.copy`));
});
