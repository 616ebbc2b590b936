/** Proves `get` and `watch`: what they show, and how they end (docs/cli.md). */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { runCommand } from "./support/commands/run-command.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { startCli } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const TOTAL = 130;

before(async () => {
  await fixtures.planet("x");
  await fixtures.mission("one", { name: "One \u001b[31mred\u202e", destination: "x" });
  for (let n = 1; n < TOTAL; n += 1) await fixtures.mission(`m-${String(n).padStart(3, "0")}`);
});

const get = (...args: string[]) => runCommand(served, "get", ...args);
const lines = (text: string): string[] => text.trimEnd().split("\n");

test("§4.4: get shows a record field by field, with its links, and no control character of its texts", async () => {
  const { code, out, err } = await get("/api/missions/one");
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^id {2,}one$/m);
  assert.match(out, /^name {2,}One \\u001b\[31mred\\u202e$/m);
  assert.match(out, /^launch_date$/m);
  assert.match(out, /\nLinks\nself {2,}\/api\/missions\/one\n/);
  assert.equal(
    (await get("missions/one", "--json")).out,
    `${JSON.stringify((await served.get("/api/missions/one")).body, undefined, 2)}\n`,
  );
});

test("§4.4: get shows a page of a list as a table, and says how many there are", async () => {
  const { code, out, err } = await get(
    "missions",
    "--filter",
    "limit=2",
    "id_starts_with=m-",
    "--sort",
    "id:desc",
    "--fields",
    "name,status",
  );
  assert.deepEqual(lines(out), ["id     name   status", "m-129  m-129  planned", "m-128  m-128  planned"]);
  assert.deepEqual([code, err], [0, `Showing 2 of ${TOTAL - 1}. Use --all for all, or --filter limit=100 for more.\n`]);
  assert.equal((await get("missions", "--search", "nothing")).err, "The list is empty.\n");
  const groups = await get("/api/missions?group_by=status", "--all");
  assert.deepEqual(lines(groups.out), ["status   count", `planned  ${TOTAL}`]);
});

test("§6.5: get --as-of shows a record, or a list page by page, as it was", async () => {
  const day = new Date(served.clock.now()).toISOString().slice(0, 10);
  const record = await get("missions/one", "--as-of", day);
  assert.match(record.out, new RegExp(`\nself {2,}/api/missions/one\\?as_of=${day}\n`), record.err);
  const all = await get("missions", "--as-of", day, "--all", "--json");
  assert.equal(JSON.parse(all.out).length, TOTAL, all.err);
  assert.ok(JSON.parse(all.out).every(({ _links: links }: Body) => links.self.endsWith(`?as_of=${day}`)));
  assert.match((await get("missions", "--as-of", "tomorrow")).err, /as_of must be a date/);
});

test("§4.12: get asks about related records, and shows groups by their fields", async () => {
  const planned = ["destination.name=X", "any.1.name_starts_with=one", "any.1.destination.has_rings=true"];
  const found = await get("missions", "--filter", ...planned, "--sort", "destination.name:desc", "--fields", "id");
  assert.deepEqual([found.code, found.out], [0, "id\none\n"], found.err);
  const groups = await get("missions", "--filter", "group_by=destination.name", "--sort", "count");
  assert.deepEqual(lines(groups.out), [
    "destination.name  count",
    "x                 1",
    `                  ${TOTAL - 1}`,
  ]);
});

test("§4.6: get --all follows the pages of a list, and lists without pages are whole", async () => {
  assert.equal(lines((await get("missions", "--all")).out).length, 1 + TOTAL);
  const json = await get("missions", "--all", "--json", "--fields", "name");
  const ids = JSON.parse(json.out).map(({ id }: { id: string }) => id);
  assert.deepEqual([json.code, ids.length, new Set(ids).size], [0, TOTAL, TOTAL]);
  assert.equal((await get("missions/one/astronauts", "--all", "--json")).out, "[]\n");
});

const ENDS: [what: string, args: string[], code: number, error: RegExp][] = [
  ["a record that does not exist", ["missions/none"], 1, /There is no such mission/],
  ["a parameter that does not exist", ["missions", "--filter", "stat=1"], 1, /^error: Unknown parameter stat\b/],
  [
    "a field that related records do not have",
    ["missions", "--filter", "destination.nam=x"],
    1,
    /Unknown parameter destination\.nam\. Did you mean destination\.name\?\n$/,
  ],
  ["--all of a record", ["missions/one", "--all"], 2, /not a list/],
  ["a filter without a value", ["missions", "--filter", "status"], 2, /parameter=value/],
  ["an option that does not exist", ["missions", "--colour"], 2, /Unknown option '--colour'\./],
  [
    "an option that is misspelled",
    ["missions", "--feilds", "name"],
    2,
    /Unknown option '--feilds'\. Did you mean --fields\?\n/,
  ],
  ["no path", [], 2, /Missing required argument 'path'/],
];

for (const [what, args, code, error] of ENDS) {
  test(`§7.1: a command ends with ${code} and one line that explains it: ${what}`, async () => {
    const result = await get(...args);
    assert.deepEqual([result.code, result.out], [code, ""]);
    // Commander writes its own errors to the stream of the process.
    if (result.err !== "") assert.match(result.err, /^error: [^\n]+\n$/);
    assert.match(result.err, error);
  });
}

test("§5.1: an invalid key and a wrong URL are told apart", async () => {
  const ask = (...args: string[]) => runCommand(undefined, "get", "me", ...args);
  const invalid = await ask("--url", served.url, "--key", "wrong-key-of-a-caller");
  assert.deepEqual([invalid.code, /Set SPACE_MISSIONS_KEY to a valid key/.test(invalid.err)], [1, true], invalid.err);
  const path = await ask("--url", "ftp://127.0.0.1");
  assert.deepEqual([path.code, /--url must be http:/.test(path.err)], [2, true], path.err);
});

test("§6.1: watch shows events from anywhere in the log, by type and subject; Ctrl-C ends it with 0 and says how to go on", async (t) => {
  const settings = { SPACE_MISSIONS_URL: served.url, SPACE_MISSIONS_KEY: ADMIN_KEY };
  const watch = startCli(t, settings, "watch", "mission.updated", "--after", "0000000000000001", "--json");
  const plain = startCli(t, settings, "watch", "--after", "0000000000000001", "--subject", "/api/missions/one");
  assert.equal((await served.patch("/api/missions/one", { operator: "Somebody", status: "active" })).status, 200);
  const event = JSON.parse(await watch.until((out) => out.endsWith("\n")));
  assert.deepEqual([event.type, event.subject], ["mission.updated", "/api/missions/one"]);
  const [created, updated] = lines(await plain.until((out) => out.split("\n").length === 3));
  assert.match(created!, /^\S+Z {2}\d{16} {2}mission\.created {2}\/api\/missions\/one {2}admin$/);
  assert.match(updated!, /mission\.updated {2}\/api\/missions\/one {2}admin {2}status, allowed_transitions, operator$/);
  for (const each of [watch, plain]) {
    each.process.kill("SIGINT");
    assert.deepEqual(await each.ended, { code: 0, err: `To continue, add --after ${event.id}.\n` });
  }
});

test("§6.1: watch explains an event that it cannot begin after", async () => {
  const { code, err } = await runCommand(served, "watch", "--after", "0000000000999999");
  assert.equal(code, 1);
  assert.match(err, /^error: The event 0000000000999999 does not exist.* without --after\.\n$/);
});
