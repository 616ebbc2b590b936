/** Proves what the commands say of files as spreadsheets write them, and of places where they cannot write. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { SourceFile } from "../cli/remote/import/source-file.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { CLI, runProgram } from "./support/http/process.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const files = temporaryFolder();
const importFile = (name: string, text: string | Uint8Array, ...options: string[]) =>
  runCommand(served, "import", "/api/missions", files.write(name, text), ...options);

test("docs/cli.md, import: a file that is not UTF-8 is refused with its line, instead of storing other letters", async () => {
  const latin = await importFile("latin.csv", Buffer.from("id,name\na,Sköll\n".repeat(9_000), "latin1"));
  assert.deepEqual([latin.code, /^line 2: This is not UTF-8\. Save the file as UTF-8/m.test(latin.err)], [1, true]);
  const long = Buffer.from(
    `id,name\n${Array.from({ length: 20_000 }, (_, n) => `a-${n},plain\n`).join("")}b,Sköll\n`,
    "latin1",
  );
  assert.match((await importFile("long.csv", long)).err, /^line 20002: This is not UTF-8\./m);
  for (const name of ["utf16.csv", "utf16.ndjson", "utf16.json"])
    assert.match(
      (await importFile(name, Buffer.from("\ufeffid,name\n", "utf16le"))).err,
      /^line 1: This is not UTF-8/m,
    );
  const cut = await importFile("cut.csv", Buffer.from("id,name\na,Skö").subarray(0, -1));
  assert.match(cut.err, /^line 2: This is not UTF-8\./m);
});

test("docs/cli.md, import: a line that is not UTF-8 is counted even where a chunk begins inside of a character", async () => {
  // Each character has three bytes, of which one falls before the end of the first 64 KiB.
  const text = `id,name\naa,${"火".repeat(22_000)}\nb,B\nc,C\n`;
  const { code, err } = await importFile(
    "late.csv",
    Buffer.concat([Buffer.from(text), Buffer.from("d,Sk\xf6ll\n", "latin1")]),
  );
  assert.equal(code, 1);
  assert.match(err, /^line 5: This is not UTF-8\./m);
});

test("docs/cli.md, import: UTF-8 is read wherever its characters fall", async () => {
  // Each character has three bytes, so that the second chunk of 64 KiB ends inside of one.
  const { code, err } = await importFile(
    "wide.csv",
    `id,name,description\nwide,W,"${"火".repeat(50_000)}"\n`,
    "--dry-run",
  );
  assert.match(err, /description: .*too long|description: .*at most/i);
  assert.deepEqual([code, err.includes("UTF-8")], [1, false]);
});

test("docs/cli.md, import: standard input is read twice like a file, and no copy of it is left", async () => {
  const TMPDIR = files.path("temporary");
  mkdirSync(TMPDIR);
  const piped = [
    "bash",
    "-c",
    'printf "id,name\\npiped-1,P\\npiped-2,P\\n" | "$0" "$@"',
    process.execPath,
    CLI,
  ] as const;
  const command = [
    ...piped,
    "import",
    "/api/missions",
    "-",
    "--format",
    "csv",
    "--url",
    served.url,
    "--key",
    ADMIN_KEY,
  ];
  const { code, err } = await runProgram({ command: command as [string, ...string[]] }, { TMPDIR });
  assert.deepEqual([code, /2 of 2 rows were stored/.test(err)], [0, true], err);
  assert.equal((await served.get("/api/missions?id_starts_with=piped&limit=1")).body.total_count, 2);
  assert.deepEqual(readdirSync(TMPDIR), []);
});

test("docs/cli.md, import: a file that is changed between its two passes is not imported further", async (t) => {
  const path = files.write("changing.csv", "id,name\nchanging-1,C\nchanging-2,C\n");
  const read = SourceFile.prototype.read;
  let passes = 0;
  t.mock.method(SourceFile.prototype, "read", function (this: SourceFile, ...given: Parameters<typeof read>) {
    passes += 1;
    if (passes === 2) files.write("changing.csv", "id,name\nchanging-1,C\nchanging-2,\n");
    return read.apply(this, given);
  });
  const { code, err } = await runCommand(served, "import", "/api/missions", path);
  assert.equal(code, 3, err);
  assert.match(err, /line 3: name: [^\n]* The file was changed meanwhile\./);
});

test("docs/cli.md, import: what separates cells is recognized, or as --separator says", async () => {
  const text = "\ufeffid;name;description\r\nsemi;S;a, b\r\n";
  for (const [id, separator] of [
    ["semi", ";"],
    ["tab", "\t"],
    ["bar", "|"],
  ] as const) {
    const own = text.replaceAll(";", separator).replace("semi", id);
    assert.equal((await importFile(`${id}.csv`, own)).code, 0);
    assert.equal((await served.get(`/api/missions/${id}`)).body.description, "a, b");
  }
  assert.match(
    (await importFile("semi.csv", text, "--separator", "comma")).err,
    /^columns: Unknown column "id;name;desc/,
  );
  assert.equal((await importFile("semi.csv", text, "--separator", "semicolon", "--mode", "upsert")).code, 0);
  assert.equal((await importFile("semi.csv", text, "--separator", ";")).code, 2);
});

test("docs/cli.md, output: without a terminal, progress is a plain line, and nothing at all of nothing", async () => {
  const { err } = await importFile("plain.csv", "id,name\nplain,P\n");
  assert.match(err, /^1 of 1 rows, [\d,]+ rows\/s\n1 of 1 row was stored\.\n$/);
  assert.equal((await importFile("none.csv", "id,name\n")).err, "0 of 0 rows were stored.\n");
});

test("docs/cli.md, output: a file that cannot be written is refused before the work begins", async () => {
  const folder = files.path("");
  for (const [command, output, message] of [
    [["export", "/api/missions"], folder, /--output must name a file/],
    [["dump"], folder, /--output must name a file/],
    [["export", "/api/missions"], "", /--output must name a file; "" is none\./],
    [["dump"], files.path("none/x.ndjson"), /--output: there is no folder .*none\./],
  ] as [string[], string, RegExp][]) {
    const { code, err } = await runCommand(served, ...command, "-o", output);
    assert.deepEqual([code, message.test(err)], [2, true], err);
  }
  assert.equal(existsSync(`${folder}.part`), false);
});

test("docs/cli.md, exit codes: where no service answers, nothing was done", async () => {
  const dead = { url: "http://127.0.0.1:9" };
  for (const command of [
    ["export", "/api/missions"],
    ["export", "/api/missions", "-o", files.path("x.csv")],
    ["dump"],
  ]) {
    const { code, err } = await runCommand(dead, ...command);
    assert.deepEqual([code, /^error: No service answers at http:\/\/127\.0\.0\.1:9 /.test(err)], [1, true], err);
  }
});

test("docs/cli.md, exit codes: an import whose key is missing says which variable to set", async () => {
  const { code, err } = await runCommand(
    served,
    "import",
    "/api/missions",
    files.write("k.csv", "id,name\nk,K\n"),
    "--key",
    "",
  );
  assert.deepEqual([code, /Set SPACE_MISSIONS_KEY to a valid key\./.test(err)], [1, true], err);
});
