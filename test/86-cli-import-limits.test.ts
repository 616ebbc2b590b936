/** Proves that an import needs no more memory for a larger file, and that Ctrl-C and lost answers leave something to go on with. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { isLong } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { startCli } from "./support/http/process.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const proxy = await startCuttingProxy(served);
const files = temporaryFolder();
const settings = { SPACE_MISSIONS_URL: proxy.url, SPACE_MISSIONS_KEY: ADMIN_KEY };
await served.put("/api/missions/m", { name: "M" });
const list = "/api/missions/m/data";
const total = async (): Promise<number> => (await served.get(`${list}?limit=1`)).body.total_count;

/** A table of samples. */
function tableOf(name: string, rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${name}-${n},i,p,2026-01-01T00:00:00Z,${n},"a longer, quoted\nnote ${n}"`,
  );
  return files.write(`${name}.csv`, ["id,instrument,parameter,collected_at,value,notes", ...lines].join("\n"));
}

test("docs/cli.md, import: Ctrl-C finishes what is sent, says how to go on, and the same command does", async (t) => {
  const table = tableOf("interrupted", 12_000);
  const command = ["import", list, table, "--parallel", "2"];
  const child = startCli(t, settings, ...command);
  let sent = 0;
  proxy.cut = ({ method }) => {
    if (method === "POST" && ++sent === 3) child.process.kill("SIGINT");
    return undefined;
  };
  const { code, err } = await child.ended;
  proxy.cut = () => undefined;
  assert.equal(code, 3, err);
  assert.match(
    err,
    /Interrupted\. [\d,]+ of 12,000 rows were stored, 0 refused\. Run the same command again to continue/,
  );
  const stored = Number(/([\d,]+) of 12,000/.exec(err)![1]!.replaceAll(",", ""));
  assert.equal(await total(), stored, "what was sent is finished");
  const changed = await runCommand(proxy, "import", list, table, "--set", "unit=m");
  assert.deepEqual([changed.code, /began with other options/.test(changed.err)], [1, true], changed.err);
  const again = await runCommand(proxy, ...command);
  assert.deepEqual([again.code, /Continuing where an earlier run stopped/.test(again.err)], [0, true], again.err);
  assert.deepEqual([await total(), existsSync(`${table}.journal`)], [12_000, false]);
});

for (const isInterrupted of [true, false])
  test(`docs/cli.md, Output: an import ${isInterrupted ? "that is interrupted" : "whose connection is lost"} before its first answer exits with 3`, async (t) => {
    const table = tableOf(`unanswered-${isInterrupted}`, 10);
    const child = startCli(t, settings, "import", list, table);
    let sent = 0;
    proxy.cut = ({ method }) => {
      if (method !== "POST") return undefined;
      if (isInterrupted && ++sent === 1) child.process.kill("SIGINT");
      return "answer";
    };
    const { code, err } = await child.ended;
    proxy.cut = () => undefined;
    assert.deepEqual(
      [code, /0 of 10 rows were stored, 0 refused\. Run the same command again/.test(err)],
      [3, true],
      err,
    );
    const again = await runCommand(proxy, "import", list, table);
    assert.deepEqual([again.code, /10 of 10 rows were stored/.test(again.err)], [0, true], again.err);
  });

test("docs/cli.md, import: a file that changed after an interruption is refused", async () => {
  const table = files.write("changing.csv", "id,name\nc-1,A\nc-2,B\n");
  proxy.cut = ({ method, path }) => (method === "PUT" && path.endsWith("c-2") ? "answer" : undefined);
  const lost = await runCommand(proxy, "import", "/api/missions", table, "--parallel", "1");
  assert.deepEqual([lost.code, /1 of 2 rows was stored/.test(lost.err)], [3, true], lost.err);
  proxy.cut = () => undefined;
  files.write("changing.csv", "id,name\nc-1,A\nc-2,C\n");
  const changed = await runCommand(proxy, "import", "/api/missions", table, "--parallel", "1");
  assert.deepEqual(
    [changed.code, /The file has changed since its import began/.test(changed.err)],
    [1, true],
    changed.err,
  );
  files.write("changing.csv", "id,name\nc-1,A\nc-2,B\n");
  const same = await runCommand(proxy, "import", "/api/missions", table, "--parallel", "1");
  assert.equal(same.code, 0, "the record whose answers were lost is recognized");
});

test("docs/cli.md, import: a member whose answers were lost is recognized, although its record does not say whose it is", async () => {
  for (const id of ["ann", "bob"]) await served.put(`/api/astronauts/${id}`, { name: id });
  const table = files.write("crew.csv", "astronaut_id,role\nann,pilot\nbob,engineer\n");
  const command = ["import", "/api/missions/m/astronauts", table, "--parallel", "1"];
  proxy.cut = ({ method, path }) => (method === "PUT" && path.endsWith("bob") ? "answer" : undefined);
  const lost = await runCommand(proxy, ...command);
  proxy.cut = () => undefined;
  assert.deepEqual([lost.code, /1 of 2 rows was stored/.test(lost.err)], [3, true], lost.err);
  const again = await runCommand(proxy, ...command);
  assert.deepEqual([again.code, /2 of 2 rows were stored/.test(again.err)], [0, true], again.err);
});

test("docs/cli.md, import: a row without an id that got no answer more than 24 hours ago is refused, because nobody knows of it", async () => {
  const table = files.write("forgotten.csv", "title\nA\nB\n");
  const command = ["import", "/api/missions/m/objectives", table, "--parallel", "1"];
  proxy.cut = ({ method }) => (method === "POST" ? "answer" : undefined);
  assert.equal((await runCommand(proxy, ...command)).code, 3);
  proxy.cut = () => undefined;
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
  files.write(
    "forgotten.csv.journal",
    files.read("forgotten.csv.journal").replaceAll(/"at":"[^"]*"/g, `"at":"${yesterday}"`),
  );
  const { code, err } = await runCommand(proxy, ...command);
  assert.deepEqual(
    [code, /1 of 2 rows was refused .*; 1 was stored\..* more than 24 hours ago/.test(err)],
    [3, true],
    err,
  );
  assert.equal(JSON.parse(files.read("forgotten.csv.rejected.ndjson")).problem.code, "unknown_outcome");
});

test("docs/cli.md, import: rows that the service refuses one by one do not make it receive the others again and again", async () => {
  const table = tableOf("taken", 300);
  assert.equal((await runCommand(served, "import", list, table)).code, 0);
  let [bytes, posts] = [0, 0];
  proxy.cut = ({ method, length }) => {
    bytes += length;
    if (method === "POST") posts += 1;
    return undefined;
  };
  const { code, err } = await runCommand(proxy, "import", list, table);
  proxy.cut = () => undefined;
  assert.deepEqual([code, /300 of 300 rows were refused/.test(err)], [1, true], err);
  assert.equal(posts, 1, "all of them are named");
  const row = bytes / 300;
  assert.ok(row < 4_096, `${row} bytes for each row`);
});

// Many rows take long.
if (isLong)
  test("docs/cli.md, import: the memory that an import needs does not grow with its file", async (t) => {
    const before = await total();
    const table = tableOf("large", 200_000);
    // All rows together take more; a process that needs more than it may have ends.
    const limited = { ...settings, NODE_OPTIONS: "--max-old-space-size=64" };
    const { code, err } = await startCli(t, limited, "import", list, table).ended;
    assert.equal(code, 0, err);
    assert.equal(await total(), before + 200_000);
  });
