/** Proves the examples of docs/cli.md and the README: each command, run on the built-in data, ends with 0. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDataset } from "../src/app/dataset.ts";
import { isLong } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { ADMIN_KEY, serve, serveForFile, TestClock } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${ROOT}/docs/cli.md`, "utf8");
const [served, empty] = [await serveForFile(), await serveForFile()];
await loadDataset(served.store, `${ROOT}/data`, () => {});

const files = temporaryFolder();
const examples = `${text}\n${sectionOf(readFileSync(`${ROOT}/README.md`, "utf8"), "From the command line")}`;
for (const [, name, content] of examples.matchAll(/`([\w.]+)`:\n\n```csv\n(.*?)```/gs)) files.write(name!, content!);
process.chdir(files.path(""));
after(() => process.chdir(ROOT));
process.env.SPACE_MISSIONS_URL = served.url;
process.env.SPACE_MISSIONS_KEY = ADMIN_KEY;
process.env.DATABASE_URL = `sqlite:${files.path("examples.db")}`;
// What the examples of `events` restore and purge.
await served.delete("/api/space-stations/mir");
// By the clock of the commands, earlier events would have expired.
const clock = new TestClock();
clock.set(new Date().toISOString());
const purged = await serve(undefined, { DATABASE_URL: process.env.DATABASE_URL }, clock);
await purged.put("/api/astronauts/jane-doe", { name: "Jane Doe" });
await purged.delete("/api/astronauts/jane-doe");
await purged.stop();

/** A section of a document, without its heading. */
function sectionOf(document: string, heading: string): string {
  return document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))!;
}

/**
 * The commands in the blocks of the shell, up to a pipe, redirection or comment; `watch` does not end by itself. What a trial
 * run says is valid is loaded too.
 */
const ALL_COMMANDS = [...examples.matchAll(/^```sh\n(.*?)```/gms)]
  .flatMap(([, block]) => block!.replaceAll("\\\n", " ").split("\n"))
  .flatMap((line) => /^npm run (?:--silent )?cli -- ((?:'[^']*'|"[^"]*"|[^|>#'"])+)/.exec(line)?.[1]?.trim() ?? [])
  .flatMap((command) => (command.includes(" --dry-run") ? [command, command.replace(" --dry-run", "")] : command))
  .filter((command) => !command.startsWith("watch "));
/** Carrying thousands of records takes long, and `86-cli-dump` proves it. */
const COMMANDS = [...new Set(ALL_COMMANDS)].filter((command) => isLong || !/^(?:dump|load) /.test(command));

/** A command with the places of this machine. */
function wordsOf(command: string): string[] {
  const local = command.replace("/backup/", files.path("")).replace("http://127.0.0.1:3001", empty.url);
  return [...local.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare!);
}

for (const command of COMMANDS) {
  test(`docs/cli.md: ${command}`, async () => {
    const { code, out, err } = await runCommand(undefined, ...wordsOf(command));
    assert.equal(code, 0, `${out}${err}`);
  });
}

test("docs/cli.md: the tables of the examples are stored as they say", async () => {
  const crew = (await served.get("/api/missions/vostok-1-1961/crew")).body.astronauts;
  assert.deepEqual([crew[0].id, crew[0].role], ["person-1", "pilot"]);
  const pressure = (await served.get("/api/data/pressure-2")).body;
  assert.deepEqual([pressure.value, pressure.unit, pressure.collected_at], [740, "Pa", "2012-08-08T00:00:00.000Z"]);
  const { name, discovered_by: source } = (await served.get("/api/planets/saturn/moons/lorelei")).body;
  assert.deepEqual([name, source], ["Lorelei", "Rhine Survey"]);
  assert.equal((await served.get("/api/astronauts/ada-example")).body.nationality, "Chile");
});

test("docs/cli.md: there are examples, and every command has a task or a reference", () => {
  assert.ok(COMMANDS.length >= 14, `${COMMANDS.length}`);
});

test("docs/cli.md: it names every command, and the help of each has an example", async () => {
  const help = await runCommand(undefined, "--help");
  const names = [...help.out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!).filter((name) => name !== "help");
  assert.ok(names.length >= 10, help.out);
  for (const name of names) {
    assert.match(text, new RegExp(`\\| \\[\`${name}\\b`), `${name} is not in the table`);
    if (name === "keys") continue;
    const { code, out } = await runCommand(undefined, name, "--help");
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Examples?:\\n {2}cli ${name}\\b`, "m"), `${name} has no example`);
  }
});
