/** Proves the runbooks of docs/running.md by running their commands as they are printed, but for places and names of this machine. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { SETTINGS } from "../engine/app/settings.ts";
import { BUILT_IN_CLI } from "./support/domain/built-in.ts";
import { type Ended, runProgram } from "./support/http/process.ts";
import { POSTGRES, runSql, skipWithoutPostgres } from "./support/store/databases.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RUNBOOKS = readFileSync(join(ROOT, "docs/running.md"), "utf8");
const SYSTEMD = RUNBOOKS.slice(RUNBOOKS.indexOf("## One machine, with systemd"), RUNBOOKS.indexOf("## Docker Compose"));

/** What this test does not run: it installs and starts nothing on the machine, and creates roles without a dialog. */
const LEFT_OUT = /^(?:npm ci|systemctl|useradd|install|cp) |createuser|missions\/server\.ts/;

/** The shell blocks of a section, each as one script. */
function blocksOf(heading: string): string[] {
  const [, rest = ""] = SYSTEMD.split(`\n### ${heading}\n`);
  const [section = ""] = rest.split(/\n##+ /);
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) =>
    block!
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => !LEFT_OUT.test(line))
      .join("\n"),
  );
}

/** Runs the blocks of runbooks in folders of their own. */
function operator(t: TestContext, replacements: Readonly<Record<string, string>>, settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-runbook-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["lib", "backups"]) mkdirSync(join(folder, name));
  const places = {
    "/opt/space-missions-api": ROOT,
    "/var/lib/space-missions": join(folder, "lib"),
    "/var/backups/space-missions": join(folder, "backups"),
    "/etc/space-missions.env": join(folder, "env"),
    "/tmp/drill.db": join(folder, "drill.db"),
    "node_modules/.bin/node": process.execPath,
    "sudo --user=space-missions ": "",
    "sudo --user=postgres ": "",
    "2026-11-21": "$(date +%F)",
    ...replacements,
  };
  const run = async (block: string): Promise<Ended> => {
    const script = Object.entries(places).reduce((text, [printed, here]) => text.replaceAll(printed, here), block);
    const ended = await runProgram({ command: ["sh", "-e", "-c", script] }, settings);
    assert.equal(ended.code, 0, `${script}\n${ended.err}`);
    return ended;
  };
  return { folder, run };
}

/** Runs the command line of the built-in registry, as the documents do. */
const runCli = (settings: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runProgram({ command: [process.execPath, BUILT_IN_CLI, ...args] }, settings);

const createKey = (settings: Record<string, string>, name: string) =>
  runCli(settings, "keys", "create", "--name", name, "--scope", "missions:write");

test("§11.2: systemd, SQLite: back up, restore, drill and the plan of an upgrade, as printed", async (t) => {
  const { folder, run } = operator(t, {}, {});
  const settings = { DATABASE_URL: `sqlite:${join(folder, "lib/space-missions.db")}` };
  assert.equal((await createKey(settings, "before")).code, 0);
  await run(blocksOf("Back up")[0]!);
  assert.equal((await createKey(settings, "after")).code, 0);
  const plan = await run(blocksOf("Upgrade")[0]!);
  assert.match(plan.err, /The database is up to date\./);
  await run(blocksOf("Restore")[0]!);
  await run(blocksOf("Restore drill")[0]!);
  for (const DATABASE_URL of [settings.DATABASE_URL, `sqlite:${join(folder, "drill.db")}`]) {
    const { out } = await runCli({ DATABASE_URL }, "keys", "list");
    assert.deepEqual([out.includes('"before"'), out.includes('"after"')], [true, false], DATABASE_URL);
  }
});

test("§11.2: systemd, PostgreSQL: create, back up, restore, as printed; all of it belongs to the role of the service", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const name = `runbook_${process.pid}`;
  const { host, port, username } = new URL(POSTGRES);
  await runSql(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
  t.after(async () => {
    for (const database of [`${name}_restored`, name]) await runSql(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await runSql(`DROP ROLE ${name}`);
  });
  const DATABASE_URL = `postgres://${name}:secret@${host}/${name}`;
  const server = { PGHOST: new URL(POSTGRES).hostname, PGPORT: port || "5432", PGUSER: decodeURIComponent(username) };
  const places = { space_missions: name, "<password>": "secret", "127.0.0.1:5432": host };
  const { run } = operator(t, places, { ...server, DATABASE_URL });
  const [create = ""] = blocksOf("With PostgreSQL");
  await run(create.replace(/^echo.*$/m, ""));
  assert.equal((await createKey({ DATABASE_URL }, "before")).code, 0);
  await run(blocksOf("Back up")[1]!);
  assert.equal((await createKey({ DATABASE_URL }, "after")).code, 0);
  await run(blocksOf("Restore")[1]!);
  const restored = `${DATABASE_URL}_restored`;
  const { out } = await runCli({ DATABASE_URL: restored }, "keys", "list");
  assert.deepEqual([out.includes('"before"'), out.includes('"after"')], [true, false]);
  const { rows } = await runSql("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'", restored);
  assert.deepEqual(rows, [{ tableowner: name }]);
});

test("§5.5: the admin key is rotated by the printed command, which changes that line of the settings only", async (t) => {
  const { folder, run } = operator(t, {}, {});
  const file = join(folder, "env");
  writeFileSync(file, "PORT=3000\nADMIN_API_KEY=the-old-admin-key\nHOST=0.0.0.0\n");
  await run(blocksOf("Rotate the admin key")[0]!);
  assert.match(readFileSync(file, "utf8"), /^PORT=3000\nADMIN_API_KEY=[\da-f]{48}\nHOST=0\.0\.0\.0\n$/);
});

test("the commands for Docker Compose name services of compose.yaml, and commands that exist", () => {
  const compose = RUNBOOKS.slice(RUNBOOKS.indexOf("## Docker Compose"), RUNBOOKS.indexOf("## Several machines"));
  const { services } = parse(readFileSync(join(ROOT, "compose.yaml"), "utf8"), { merge: true });
  const lines = compose.replaceAll("\\\n", " ").split("\n");
  const named = lines.flatMap((line) => line.match(/(?<=^docker compose (?:run --rm|exec -T|stop) ).*/) ?? []);
  assert.ok(named.length >= 6);
  for (const rest of named) assert.ok(/^\S+/.exec(rest)![0] in services, rest);
  const commands = [...RUNBOOKS.matchAll(/missions\/cli\.ts (\w+)/g)].map(([, command]) => command!);
  assert.deepEqual([...new Set(commands)].sort(), ["backup", "keys", "migrate", "restore"]);
  assert.match(
    lines.join("\n"),
    /psql [^\n]*RENAME TO space_missions_former'\n.*createdb [^\n]*space_missions\n.*pg_restore/s,
  );
});

test("§10.2: alerts fire before a limit is reached: memory below the plan, disk above the last reserve", () => {
  const [monitoring, operation] = ["monitoring", "operation"].map((page) =>
    readFileSync(join(ROOT, `docs/${page}.md`), "utf8"),
  ) as [string, string];
  const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
  const memory = numberIn(monitoring, /process_resident_memory_bytes \/ processes > (\S+)`/);
  const plan = numberIn(operation, /plan for (\d+) MB/) * 1e6;
  const used = numberIn(operation, /(\d+) MB, or \d+ MB with `MALLOC_ARENA_MAX=1`/) * 1e6;
  assert.ok(used < memory && memory < plan, `${used} < ${memory} < ${plan}`);
  const disk = numberIn(monitoring, /database_disk_free_bytes < (\S+)`/);
  assert.ok(disk > Number(SETTINGS.DISK_FREE_WARN_MB!.default) * 2 ** 20);
  // An alert on a metric that does not exist would never fire.
  const [, alerts = ""] = monitoring.split("## Alerts");
  for (const [, metric = ""] of alerts.matchAll(/\b((?:http|database|rate_limits)_\w+?)(?:_bucket)?[{[ <=)]/g))
    assert.ok(monitoring.includes(`| \`${metric}`), metric);
});
