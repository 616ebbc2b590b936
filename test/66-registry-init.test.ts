/** Proves `init`: the registry that it writes is served. That its own test passes is proven in 65, where it finds the package. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { test } from "node:test";
import packageJson from "../package.json" with { type: "json" };
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { BUILT_IN_CLI, BUILT_IN_SERVER } from "./support/domain/built-in.ts";
import { runProgram, startProgram } from "./support/http/process.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const FILES = [".gitignore", "package.json", "registry.test.ts", "registry.ts", "tsconfig.json"];
const files = temporaryFolder();

test("docs/cli.md, init: it writes a package with a registry, which is served with its data, field and rule", async (t) => {
  const folder = files.path("a folder/mine");
  const { code, out, err } = await runCommand(undefined, "init", folder);
  assert.deepEqual([code, out], [0, ""]);
  assert.match(
    err,
    /^Wrote .* Next:\n {2}cd '.*\/a folder\/mine'\n {2}npm install .*\.tgz .*\n {2}npm test .*\n {2}npm start /,
  );
  assert.deepEqual(readdirSync(folder).sort(), FILES);
  const { scripts, dependencies, engines } = JSON.parse(files.read("a folder/mine/package.json"));
  assert.deepEqual(scripts, { start: "space-missions-api --with ./registry.ts", test: "node --test" });
  assert.deepEqual(dependencies, { "space-missions-api": `^${packageJson.version}` });
  assert.deepEqual(engines, packageJson.engines);

  const program = { command: [process.execPath, BUILT_IN_SERVER, "--with", "./registry.ts"], folder } as const;
  const url = await startProgram(t, program, { PORT: "0", ADMIN_API_KEY: ADMIN_KEY }).url;
  const found = JSON.parse(await (await fetch(`${url}/api/missions?rocket=saturn-v`)).text());
  assert.deepEqual(
    found.missions.map(({ id, rocket }: Record<string, string>) => [id, rocket]),
    [["apollo-11", "saturn-v"]],
  );
  const refused = await fetch(`${url}/api/rockets`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "R", first_flight: "2026-02-01", last_flight: "2026-01-01" }),
  });
  assert.deepEqual([refused.status, JSON.parse(await refused.text()).errors[0].pointer], [422, "/last_flight"]);
});

test("docs/cli.md, init: without a folder it writes into the current one", async () => {
  const folder = files.path("current");
  mkdirSync(folder);
  const { code, err } = await runProgram({ command: [process.execPath, BUILT_IN_CLI, "init"], folder }, {});
  assert.equal(code, 0, err);
  assert.doesNotMatch(err, /^ {2}cd /m);
  assert.deepEqual(readdirSync(folder).sort(), FILES);
});

test("docs/cli.md, init: it refuses a folder with such files, and writes nothing", async () => {
  const folder = files.path("taken");
  mkdirSync(folder);
  files.write("taken/registry.ts", "// mine");
  files.write("taken/tsconfig.json", "{}");
  const { code, err } = await runCommand(undefined, "init", folder);
  assert.equal(code, 1);
  assert.equal(
    err,
    `error: ${folder} has registry.ts and tsconfig.json already; nothing was written. Name another folder.\n`,
  );
  assert.equal(files.read("taken/registry.ts"), "// mine");
  assert.ok(!existsSync(files.path("taken/package.json")));
});
