/** Proves what a run of an import is: a file that is imported again is stored again, one at a time, and refusals leave nothing behind. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { createKey } from "./support/http/api-keys.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { startCli } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const proxy = await startCuttingProxy(served);
const files = temporaryFolder();
const settings = { SPACE_MISSIONS_URL: proxy.url, SPACE_MISSIONS_KEY: ADMIN_KEY };
await served.put("/api/missions/m", { name: "M" });
const [objectives, samples] = ["/api/missions/m/objectives", "/api/missions/m/data"];
const total = async (list: string): Promise<number> => (await served.get(`${list}?limit=1`)).body.total_count;

/** Deletes all records of a list. */
async function clear(list: string): Promise<void> {
  const { body } = await served.get(`${list}?limit=100`);
  for (const { id } of body[list.endsWith("data") ? "data" : "objectives"] as Body[])
    assert.equal((await served.delete(`${list}/${id}`)).status, 204);
}

for (const [list, text] of [
  [objectives, "title,priority\nA,1\nB,2\n"],
  [samples, "instrument,parameter,collected_at\ni,a,2026-01-01\ni,b,2026-01-01\n"],
] as const)
  test(`docs/cli.md, import: a file of records without ids in ${list} is stored again after they were deleted`, async () => {
    const table = files.write("again.csv", text);
    for (const round of [1, 2]) {
      const { code, err } = await runCommand(served, "import", list, table);
      assert.deepEqual([code, /2 of 2 rows were stored/.test(err)], [0, true], err);
      assert.equal(await total(list), 2, `round ${round}`);
      await clear(list);
    }
  });

test("docs/cli.md, load: a dump is loaded again after its records were deleted", async () => {
  assert.equal(
    (await served.post(samples, { instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" })).status,
    201,
  );
  const dump = files.path("again.ndjson");
  assert.equal((await runCommand(served, "dump", "-o", dump)).code, 0);
  for (const round of [1, 2]) {
    assert.equal((await served.delete("/api/missions/m?cascade=true")).status, 204);
    const { code, err } = await runCommand(served, "load", dump);
    assert.deepEqual([code, await total(samples)], [0, 1], `round ${round}: ${err}`);
  }
  await clear(samples);
});

test("docs/cli.md, import: a file that was imported is imported with other options", async () => {
  const table = files.write("options.csv", "title,prio\nA,1\nB,2\n");
  assert.equal((await runCommand(served, "import", objectives, table, "--ignore", "prio")).code, 0);
  const { code, err } = await runCommand(served, "import", objectives, table, "--map", "prio=priority");
  assert.equal(code, 0, err);
  // 3 is the default.
  const { body } = await served.get(`${objectives}?sort=priority&fields=priority`);
  const priorities = body.objectives.map(({ priority }: Body) => priority);
  assert.deepEqual(priorities.toSorted(), [1, 2, 3, 3]);
  await clear(objectives);
});

test("docs/cli.md, import: an unfinished import with other options says what to do, and the former command continues", async () => {
  const table = files.write("unfinished.csv", "title,prio\nA,1\nB,2\n");
  const command = ["import", objectives, table, "--parallel", "1"];
  let posts = 0;
  proxy.cut = ({ method }) => (method === "POST" && ++posts > 1 ? "answer" : undefined);
  const lost = await runCommand(proxy, ...command, "--ignore", "prio");
  proxy.cut = () => undefined;
  assert.deepEqual([lost.code, /1 of 2 rows was stored/.test(lost.err)], [3, true], lost.err);
  const other = await runCommand(proxy, ...command, "--map", "prio=priority");
  assert.equal(other.code, 1);
  assert.ok(
    other.err.includes(
      `began with other options: {"url":"${proxy.url}","path":"${objectives}","mode":"create","ignore":["prio"]}. Use those to continue it, or remove ${table}.journal to import the whole file again; what is stored stays.`,
    ),
    other.err,
  );
  const former = await runCommand(proxy, ...command, "--ignore", "prio");
  assert.deepEqual([former.code, await total(objectives)], [0, 2], former.err);
  await clear(objectives);
});

for (const [name, text, ...command] of [
  ["locked.csv", "id,title\nl-1,A\nl-2,B\n", "import", objectives],
  ["locked.ndjson", '{"path":"/api/missions/l","record":{"id":"l","name":"L"}}\n{"records":1}\n', "load"],
] as const)
  test(`docs/cli.md, ${command[0]}: two runs of one file at once: the second is refused and sends nothing; the lock ends with its process`, async (t) => {
    const file = files.write(name, text);
    const hold = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let writes = 0;
    proxy.cut = ({ method }) => {
      if (method === "GET" || ++writes > 1) return undefined;
      held.resolve();
      return hold.promise.then(() => undefined);
    };
    const first = startCli(t, settings, ...command, file, "--parallel", "1");
    await Promise.race([held.promise, first.ended]);
    const second = await runCommand(proxy, ...command, file);
    assert.deepEqual([second.code, writes], [1, 1]);
    assert.equal(
      second.err,
      `error: Another command is writing the records of ${file} at the moment; wait until it ends.\n`,
    );
    first.process.kill("SIGKILL");
    await first.ended;
    hold.resolve();
    proxy.cut = () => undefined;
    const { code, err } = await runCommand(proxy, ...command, file);
    assert.equal(code, 0, err);
    assert.deepEqual([existsSync(`${file}.journal`), existsSync(`${file}.journal.lock`)], [false, false]);
  });

test("docs/cli.md, import: what is refused before anything was stored leaves no journal, and the corrected command begins anew", async () => {
  const table = files.write("refused.csv", "id,title\nr-1,A\nr-2,B\n");
  const { secret } = await createKey(served, ["missions:read"]);
  const common = ["import", objectives, table, "--url", served.url, "--ignore", "title", "--set", "title=x"];
  for (const [key, message] of [
    [["--key", "wrong-key-of-a-caller"], /^error: .*valid key\.$/m],
    [[], /^error: .*valid key\. Nothing was stored\.$/m],
    [["--key", secret], /^error: .*missions:write.* Nothing was stored\.$/m],
  ] as const) {
    const refused = await runCommand(undefined, ...common, ...key);
    assert.deepEqual([refused.code, message.test(refused.err)], [1, true], refused.err);
    for (const name of [`${table}.journal`, `${table}.journal.lock`, `${table}.rejected.ndjson`])
      assert.equal(existsSync(name), false, name);
  }
  assert.equal((await runCommand(served, "import", objectives, table)).code, 0);
});

test("docs/cli.md, import: Ctrl-C while the last row is sent reports that all rows are stored", async (t) => {
  const table = files.write("last.csv", "title\nA\nB\n");
  const before = await total(objectives);
  const child = startCli(t, settings, "import", objectives, table, "--parallel", "1");
  let posts = 0;
  proxy.cut = ({ method }) => {
    if (method === "POST" && ++posts === 2) child.process.kill("SIGINT");
    return undefined;
  };
  const { code, err } = await child.ended;
  proxy.cut = () => undefined;
  assert.deepEqual([code, /^2 of 2 rows were stored\.$/m.test(err)], [0, true], err);
  assert.deepEqual([await total(objectives), existsSync(`${table}.journal`)], [before + 2, false]);
});
