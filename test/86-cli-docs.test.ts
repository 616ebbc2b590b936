/** Proves the examples of docs/cli.md and the README: each command, run on the built-in data, ends with 0. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { spaceMissions } from "../missions/registry.ts";
import { domain } from "../missions/resources/index.ts";
import { isLong } from "./support/campaign.ts";
import { commandsIn, documentText, filesIn, wordsOf } from "./support/commands/documented-commands.ts";
import { commandLineOf, temporaryFolder } from "./support/commands/run-command.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, serve, serveForFile, TestClock } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const text = documentText("docs/cli.md");
const DOCUMENTS = { "docs/cli.md": text, "README.md": documentText("README.md") };
const [served, empty] = [await serveBuiltIn(), await serveForFile(domain)];

const runCommand = commandLineOf(spaceMissions);
const files = temporaryFolder();
for (const document of Object.values(DOCUMENTS))
  for (const [name, content] of filesIn(document)) files.write(name, content);
process.chdir(files.path(""));
// Other files of this process have a folder and keys of their own.
after(() => {
  process.chdir(ROOT);
  delete process.env.SPACE_MISSIONS_URL;
  delete process.env.SPACE_MISSIONS_KEY;
  delete process.env.DATABASE_URL;
});
process.env.SPACE_MISSIONS_URL = served.url;
process.env.SPACE_MISSIONS_KEY = ADMIN_KEY;
process.env.DATABASE_URL = `sqlite:${files.path("examples.db")}`;
// What the examples of `events` restore and purge.
await served.delete("/api/space-stations/starlab?cascade=true");
// By the clock of the commands, earlier events would have expired.
const clock = new TestClock();
clock.set(new Date().toISOString());
const purged = await serve(domain, { DATABASE_URL: process.env.DATABASE_URL }, clock);
await purged.put("/api/astronauts/jane-doe", { name: "Jane Doe" });
await purged.delete("/api/astronauts/jane-doe");
await purged.stop();

/**
 * What is not run here: `watch` does not end by itself; `86-cli-real-data` runs the commands on public tables; and carrying
 * thousands of records takes long, and `86-cli-dump` proves it.
 */
function isLeftOut(command: string): boolean {
  return /^watch |astronaut_missions\.csv/.test(command) || (!isLong && /^(?:dump|load) /.test(command));
}

/** A command with the places of this machine. */
function localWordsOf(command: string): string[] {
  return wordsOf(command.replace("/backup/", files.path("")).replace("http://127.0.0.1:3001", empty.url));
}

/** The commands of a document. What a trial run says is valid is loaded too. */
function examplesIn(content: string): string[] {
  return commandsIn(content)
    .flatMap((each) => (each.includes(" --dry-run") ? [each, each.replace(" --dry-run", "")] : each))
    .filter((each) => !isLeftOut(each));
}

const seen = new Set<string>();
for (const [document, content] of Object.entries(DOCUMENTS)) {
  for (const command of examplesIn(content)) {
    if (seen.has(command)) continue;
    seen.add(command);
    test(`${document}: ${command}`, async () => {
      const { code, out, err } = await runCommand(undefined, ...localWordsOf(command));
      assert.equal(code, 0, `${out}${err}`);
    });
  }
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

test("docs/cli.md: there are examples in both documents", () => {
  assert.ok(seen.size >= 20, `${seen.size}`);
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
