/** Proves `data update` (§11.4) as an operator uses it: what a start says, what the command prints, and when it refuses. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { type TestContext, test } from "node:test";
import Sqlite from "better-sqlite3";
import { loadRegistry } from "../engine/app/registry/load.ts";
import { spaceMissions } from "../missions/registry.ts";
import { type CommandResult, commandLineOf, temporaryFolder } from "./support/commands/run-command.ts";
import { startServer } from "./support/http/process.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const folder = temporaryFolder();
const database = createDatabaseFile();
const module = folder.write(
  "registry.ts",
  `import { collection, fields, registry } from "space-missions-api";
  const rockets = collection("rockets", { one: "rocket", about: "", fields: { name: fields.text().required(), stages: fields.integer() } });
  export default registry({ builtin: false, name: "club", title: "Club", resources: [rockets], data: process.env.CLUB_DATA || undefined });`,
);

/** Writes data, as a version ships them. @returns their folder */
function ship(version: string, asOf: string, rockets: readonly object[]): string {
  mkdirSync(folder.path(version));
  folder.write(`${version}/rockets.json`, JSON.stringify(rockets));
  folder.write(`${version}/dataset.json`, JSON.stringify({ as_of: asOf }));
  return folder.path(version);
}

const EARLIER = ship("earlier", "2025-06-30", [
  { id: "vega", name: "Vega" },
  { id: "ares", name: "Ares", stages: 2 },
  { id: "juno", name: "Juno" },
]);
const LATER = ship("later", "2026-06-30", [
  { id: "vega", name: "Vega C", stages: 4 },
  { id: "ares", name: "Ares I", stages: 3 },
  { id: "atlas", name: "Atlas" },
]);
const settings = (data: string): Record<string, string> => ({
  ...{ REGISTRY: module, CLUB_DATA: data, DATABASE_URL: database.url, PORT: "0", ADMIN_API_KEY: ADMIN_KEY },
});

/** Runs a command on a database, with these data. */
async function run(data: string, url: string, ...args: string[]): Promise<CommandResult> {
  process.env.DATABASE_URL = url;
  return commandLineOf({ ...own, data: data === "" ? [] : [data] })(undefined, ...args);
}
const own = await loadRegistry(module, spaceMissions);
const update = (...args: string[]): Promise<CommandResult> => run(LATER, database.url, "data", "update", ...args);

/** Starts the service, sends it a request as the admin, and stops it. @returns the response, and what the start printed */
async function served(
  t: TestContext,
  data: string,
  path: string,
  patch?: object,
): Promise<{ body: string; out: string }> {
  const service = startServer(t, settings(data));
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/merge-patch+json" };
  const init = patch && { method: "PATCH", headers, body: JSON.stringify(patch) };
  const body = await (await fetch((await service.url) + path, init)).text();
  service.process.kill("SIGTERM");
  await service.ended;
  return { body, out: service.output().out };
}

test("§11.4: a start says that newer data are shipped; the command shows what they change, and changes it with --yes", async (t) => {
  const first = await served(t, EARLIER, "/api/rockets/ares", { name: "Our Ares" });
  assert.doesNotMatch(first.out, /Newer data/);
  const second = await served(t, LATER, "/api");
  assert.match(
    second.out,
    /^Newer data are shipped than stored\. npm run cli -- data update shows what they change\.$/m,
  );
  assert.equal(JSON.parse(second.body).data_as_of, "2025-06-30");

  const shown = [
    "rockets: 1 new, 2 changed, 1 deleted",
    "kept: /api/rockets/ares name: Our Ares (shipped: Ares I)",
    "",
  ];
  const planned = await update();
  assert.deepEqual([planned.code, planned.out], [0, shown.join("\n")]);
  assert.match(
    planned.err,
    /^Data of 2026-06-30; those of 2025-06-30 are stored\.\nNothing was changed\. With --yes, 4 records will be updated\.$/m,
  );
  const done = await update("--yes");
  assert.deepEqual([done.code, done.out], [0, shown.join("\n")]);
  assert.match(done.err, /^4 records updated\.$/m);

  const again = await update("--json");
  assert.equal(again.code, 0);
  assert.deepEqual(JSON.parse(again.out), {
    data_as_of: { stored: "2026-06-30", shipped: "2026-06-30" },
    done: false,
    changes: [],
    kept: [
      {
        ...{ resource: "rockets", path: "/api/rockets/ares", reason: "changed" },
        fields: [{ field: "name", mine: "Our Ares", theirs: "Ares I" }],
      },
    ],
  });
  assert.match((await update("--yes")).err, /^There is nothing to update\.$/m);
  const third = await served(t, LATER, "/api");
  assert.doesNotMatch(third.out, /Newer data/);
  assert.equal(JSON.parse(third.body).data_as_of, "2026-06-30");
});

test("§11.4: a database that does not remember its data needs --base; without data or a database, the command is refused", async () => {
  const forgetful = createDatabaseFile();
  const refused = async (message: RegExp, data: string, ...args: string[]): Promise<void> => {
    const { code, out, err } = await run(data, forgetful.url, "data", "update", ...args);
    assert.deepEqual([code, out], [1, ""], err);
    assert.match(err, message);
  };
  await refused(/there is no database at/, LATER);
  await run(LATER, forgetful.url, "migrate");
  await refused(/This registry has no data of its own, or DATASET is none\./, "");
  // As version 0.3 left it.
  const connection = new Sqlite(forgetful.url.slice("sqlite:".length));
  connection.exec("INSERT INTO service_metadata (name, value) VALUES ('dataset', '3')");
  connection.close();
  await refused(/does not remember the data .*--base <folder>/, LATER);
  await refused(/DATASET: there is no folder \/nowhere\./, LATER, "--base", "/nowhere");
  const { code, out } = await run(LATER, forgetful.url, "data", "update", "--base", EARLIER, "--yes");
  assert.deepEqual(
    [code, out],
    [0, "rockets: 1 new\nkept: /api/rockets/vega was deleted here\nkept: /api/rockets/ares was deleted here\n"],
  );
});
