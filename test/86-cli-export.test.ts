/** Proves `export`: the file is what the service exports, is never half a file under its name, and can be continued. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { before, test } from "node:test";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { runCli } from "./support/http/process.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const proxy = await startCuttingProxy(served);
const files = temporaryFolder();
const path = "/api/missions/m/data";
const textOf = async (format: string, query = "") => (await served.get(`${path}?format=${format}${query}`)).text;

before(async () => {
  await served.post("/api/missions", { id: "m", name: "M" });
  const samples = Array.from({ length: 730 }, (_, n) => ({
    ...{ id: `s-${n}`, instrument: n % 3 ? "i" : 'i "x",\r\n y', parameter: "p", collected_at: "2020-01-01T00:00:00Z" },
    ...{ value: n / 7, payload: { text: "\u2028\n" } },
  }));
  assert.equal((await served.post(path, samples)).status, 201);
});

for (const format of ["csv", "ndjson"]) {
  test(`§4.9: export writes the service's ${format}, with filters, order and fields, or as it was`, async () => {
    const name = files.path(`all.${format}`);
    const options = ["--filter", "value_min=3", "instrument=i", "--sort", "value:desc", "--fields", "value,payload"];
    const whole = await runCommand(served, "export", path, "-o", name);
    assert.deepEqual([whole.code, whole.err.includes(`${name} has 730 rows.`)], [0, true], whole.err);
    assert.equal(files.read(`all.${format}`), await textOf(format));
    await runCommand(served, "export", path, "-o", name, ...options);
    const day = new Date(served.clock.now()).toISOString().slice(0, 10);
    await runCommand(served, "export", path, "-o", files.path(`past.${format}`), "--as-of", day);
    assert.equal(files.read(`past.${format}`), await textOf(format, `&as_of=${day}`));
    const query = "&value_min=3&instrument=i&sort=value:desc&fields=value,payload";
    assert.equal(files.read(`all.${format}`), await textOf(format, query));
  });

  test(`§4.9: an export as ${format} that was cut off is continued by --resume, wherever it was cut`, async () => {
    const expected = await textOf(format);
    const name = files.path(`cut.${format}`);
    const query = ["--sort", "value:desc,id"];
    const sorted = await textOf(format, "&sort=value:desc,id");
    for (const afterBytes of [0, 20, 5_000, 40_001, Buffer.byteLength(expected) - 1]) {
      proxy.cut = ({ method, path: asked }) =>
        method === "GET" && asked.includes("sort") && !asked.includes("limit") ? { afterBytes } : undefined;
      const cut = await runCommand(proxy, "export", path, "-o", name, ...query);
      assert.deepEqual([cut.code, existsSync(name)], [3, false], cut.err);
      assert.match(cut.err, /Run the same command with --resume to continue\./);
      proxy.cut = () => undefined;
      const resumed = await runCommand(proxy, "export", path, "-o", name, "--resume", ...query);
      assert.equal(resumed.code, 0, resumed.err);
      assert.equal(files.read(`cut.${format}`), sorted, `cut after ${afterBytes} bytes`);
      assert.deepEqual([existsSync(`${name}.part`), existsSync(`${name}.part.state`)], [false, false]);
      const again = await runCommand(proxy, "export", path, "-o", name, "--resume", ...query);
      assert.deepEqual([again.code, again.err.includes("is complete: there is nothing to resume")], [1, true]);
      files.remove(`cut.${format}`);
    }
  });
}

for (const [what, args, message] of [
  [
    "a record",
    ["/api/missions/m", "-o", files.path("m.csv")],
    "/api/missions/m is a record, not a list; read it with `get`.",
  ],
  ["a record on standard output", ["/api/missions/m"], "/api/missions/m is a record, not a list; read it with `get`."],
  [
    "an unknown ending",
    [path, "-o", files.path("m.xlsx")],
    "--output: .xlsx is not the ending of a format; add --format csv, ndjson, json.",
  ],
] as const)
  test(`§4.9: export refuses ${what}, and writes nothing`, async () => {
    const { code, out, err } = await runCommand(served, "export", ...args);
    assert.deepEqual([code, out, err.includes(message)], [2, "", true], err);
    assert.deepEqual([existsSync(files.path("m.csv")), existsSync(files.path("m.xlsx"))], [false, false]);
  });

test("§4.9: as json, an export is one array of all records", async () => {
  const name = files.path("all.json");
  assert.equal((await runCommand(served, "export", path, "-o", name)).code, 0);
  const lines = (await textOf("ndjson")).split("\n").filter((line) => line !== "");
  assert.deepEqual(
    JSON.parse(files.read("all.json")),
    lines.map((line) => JSON.parse(line)),
  );
  await runCommand(served, "export", "/api/planets", "-o", name);
  assert.deepEqual(JSON.parse(files.read("all.json")), []);
});

test("§4.9: --resume says when the list has changed or the command is another one", async () => {
  const name = files.path("changed.csv");
  proxy.cut = ({ method, path: asked }) =>
    method === "GET" && !asked.includes("limit") ? { afterBytes: 30_000 } : undefined;
  await runCommand(proxy, "export", path, "-o", name);
  proxy.cut = () => undefined;
  const other = await runCommand(proxy, "export", path, "-o", name, "--resume", "--fields", "value");
  assert.deepEqual([other.code, other.err.includes("belongs to another command")], [1, true], other.err);
  await served.post(path, { id: "late", instrument: "i", parameter: "p", collected_at: "2020-01-01T00:00:00Z" });
  const changed = await runCommand(proxy, "export", path, "-o", name, "--resume");
  assert.deepEqual(
    [changed.code, changed.err.includes("The list has changed since this export began")],
    [1, true],
    changed.err,
  );
  assert.equal(existsSync(name), false);
  assert.equal((await runCommand(proxy, "export", path, "-o", name)).code, 0, "without --resume it begins again");
  assert.equal(files.read("changed.csv"), await textOf("csv"));
});

test("docs/cli.md, output: without -o the rows go to standard output alone; a problem is one line", async () => {
  const settings = { SPACE_MISSIONS_URL: served.url };
  const [whole, unknown, wrong] = await Promise.all([
    runCli(settings, "export", path, "--format", "ndjson"),
    runCli(settings, "export", "/api/nothing"),
    runCli(settings, "export", path, "--filter", "valu=3"),
  ]);
  assert.deepEqual([whole.code, whole.out, whole.err], [0, await textOf("ndjson"), ""]);
  assert.deepEqual([unknown.code, unknown.out], [1, ""]);
  assert.deepEqual([wrong.code, wrong.out, /Did you mean value\?/.test(wrong.err)], [1, "", true], wrong.err);
  for (const options of [
    ["--fields", "valu"],
    ["--filter", "valu=3"],
  ]) {
    const toFile = await runCommand(served, "export", path, "-o", files.path("wrong.csv"), ...options);
    const toOutput = await runCommand(served, "export", path, ...options);
    assert.deepEqual([toFile.code, toFile.err], [1, toOutput.err]);
    assert.match(toFile.err, /Did you mean value\?/);
  }
  const usage = await runCommand(served, "export", path, "--resume");
  assert.deepEqual([usage.code, usage.err.includes("--resume needs --output")], [2, true]);
});
