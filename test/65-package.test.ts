/**
 * Proves that the package works from its packed file, without a clone: the service, the command line, registries of others,
 * and the client in JavaScript and TypeScript.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDataset } from "../engine/app/data/dataset.ts";
import { SETTINGS } from "../engine/app/settings.ts";
import { isLong } from "./support/campaign.ts";
import { assertPrinted, programOf } from "./support/documents/code-blocks.ts";
import { type Program, runProgram, startProgram } from "./support/http/process.ts";
import { ADMIN_KEY, serve } from "./support/http/serve.ts";
import { makeProject, nodeVersions, packPackage, unpackInto } from "./support/package/packed-package.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = join("node_modules", "space-missions-api", "bin", "space-missions-api.js");
/** The oldest Node that the service runs on. */
const NEEDED = 24;
const KEY = "a-key-of-the-operator";
/** More than the service reads at once. */
const MANY_SAMPLES = 2_500;

const folder = mkdtempSync(join(tmpdir(), "space-missions-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const packed = packPackage(folder, { asReleased: isLong });
const project = join(folder, "project");
makeProject(project);
unpackInto(project, packed);

/** The name of the explorer's build that the repository has now. */
function currentBuild(): string {
  return JSON.parse(readFileSync(join(ROOT, "explorer", "dist", "current.json"), "utf8")).build;
}

/** The files of the repository that match, without their ending. */
function sources(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT }).map((file) => file.replace(/\.ts$/, ""));
}

test("architecture, the package: it holds what runs, the types of what programs import and the template of registries, and nothing else", () => {
  const code = sources("index.ts", "{engine,missions,cli,client}/**/*.ts").map((file) => `dist/${file}.js`);
  // Of the kit, what the command line imports; the build of the explorer has what pages do.
  const kit = sources("kit/**/*.ts").map((file) => `dist/${file}.js`);
  const used = kit.filter((file) => packed.contents.includes(file));
  assert.ok(used.includes("dist/kit/description/describe.js"));
  const data = globSync(["missions/data/*.json", "template/*", "engine/http/pages/look/*"], { cwd: ROOT }).map(
    (file) => `dist/${file}`,
  );
  const explorer = ["current.json", `${currentBuild()}/**/*`]
    .flatMap((pattern) => globSync(`explorer/dist/${pattern}`, { cwd: ROOT, exclude: (path) => path === ".vite" }))
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .map((path) => `dist/${path}`);
  const documents = globSync(["docs/**/*", "deploy/*"], { cwd: ROOT }).filter((path) =>
    statSync(join(ROOT, path)).isFile(),
  );
  const pages = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "bench/README.md",
    "missions/data/SOURCES.md",
    "compose.yaml",
  ];
  const around = ["package.json", "LICENSE", "bin/space-missions-api.js", ...documents, ...pages];
  const types = packed.contents.filter((file) => file.endsWith(".d.ts"));
  const expected = [...code, ...used, ...data, ...explorer, ...around, "dist/package.json", ...types];
  assert.deepEqual(packed.contents, expected.sort());
  const typed = types.map((file) => file.replace(/^dist\/(.*)\.d\.ts$/, "$1"));
  const withTypes = sources(
    "{index,client/**/*,engine/{problem,app/serve,app/setting-values,app/registry/extend,declare/**/*,kinds/*}}.ts",
    "missions/{records,resources/*}.ts",
  );
  assert.deepEqual(
    typed.filter((file) => !withTypes.includes(file)),
    [],
  );
});

test("architecture, the package: every link of the README, the changelog and the documents leads to a file in it", () => {
  const pages = packed.contents.filter((file) => /^(?:README|CHANGELOG|docs\/.*)\.md$/.test(file));
  assert.ok(pages.length > 60, `${pages.length}`);
  const broken = pages.flatMap((page) =>
    Array.from(readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!)
      .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
      .map((link) => join(dirname(page), link.split("#", 1)[0]!))
      .filter((file) => !packed.contents.some((each) => each === file || each.startsWith(`${file}/`)))
      .map((file) => `${page} links to ${file}`),
  );
  assert.deepEqual(broken, []);
});

test("architecture, the package: what npm pack writes is no change of the repository", () => {
  for (const path of [basename(packed.file), "dist/missions/server.js"])
    assert.equal(spawnSync("git", ["check-ignore", "--quiet", path], { cwd: ROOT }).status, 0, path);
});

test("architecture, the package: engines names the Node that the service needs, and no dependency needs a newer one", () => {
  const { engines, devEngines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.deepEqual([engines.node, devEngines.runtime.version], [`>=${NEEDED}`, ">=20"]);
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  // Of a range with alternatives, the last one is that of the newest versions.
  const newer = Object.entries<{ dev?: true; engines?: { node?: string } }>(packages)
    .filter(([name, { dev }]) => name !== "" && !dev)
    .filter(([, { engines: its }]) => Number(/(\d+)[^|]*$/.exec(its?.node ?? "0")![1]) > NEEDED);
  assert.deepEqual(newer, []);
});

/** Runs the command of the package in a folder. */
function command(node: string, ...args: string[]): Program {
  return { command: [node, BIN, ...args], folder: project };
}

test("§11.2: an older Node ends with one line that says which one is needed", async () => {
  const version = "Object.defineProperty(process.versions, 'node', { value: '22.11.0' })";
  const pretending = {
    command: [process.execPath, "--import", `data:text/javascript,${version}`, BIN],
    folder: project,
  };
  const older = nodeVersions().filter(({ major }) => major < NEEDED);
  for (const program of [pretending as unknown as Program, ...older.map(({ path }) => command(path, "keys", "list"))]) {
    const { code, out, err } = await runProgram(program, {});
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^space-missions-api needs Node 24 or newer; this is Node \d+\.\d+\.\d+\.\n$/);
  }
  assert.ok(!existsSync(join(project, "var")));
});

for (const given of [
  ["--quiet", "--none"],
  ["start", "--quiet", "--none"],
  ["start", "--none"],
  ["--with", "./registry.ts", "start", "--none"],
]) {
  test(`§11.2: the service starts with its options, and refuses others with those that exist: ${given.join(" ")}`, async () => {
    const { code, err } = await runProgram(command(process.execPath, ...given), {});
    assert.notEqual(code, 0);
    const refused = given.filter((word) => word !== "start").join(" ");
    assert.ok(
      err.includes(
        `npx space-missions-api start does not accept ${refused}. Allowed: --with <module>, --workers <n>, --quiet.`,
      ),
      err,
    );
  });
}

test("§11.1: the help of the package names the options and the settings of the service, that of start too", async () => {
  for (const given of [["--help"], ["start", "--help"]]) {
    const { code, out, err } = await runProgram(command(process.execPath, ...given), {});
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^Usage: npx space-missions-api \[options\] \[command\]\n/);
    assert.match(
      out,
      /^Options of the service \(npx space-missions-api start …\):\n {2}--with <module> .*\n {2}--workers <n> .*\n {2}--quiet /m,
    );
    for (const name of Object.keys(SETTINGS)) assert.match(out, new RegExp(`^ {2}${name} +\\S.* Default: `, "m"));
  }
});

// Many processes take long.
if (isLong)
  test("§11.2: the service starts in any folder with workers and threads, works with the command line and the client, and stops", async (t) => {
    const settings = { PORT: "0", DATASET: "none", ADMIN_API_KEY: KEY };
    const server = startProgram(t, command(process.execPath, "start", "--workers", "2"), settings);
    const url = await server.url;
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text() };
    };
    assert.ok(existsSync(join(project, "var", "space-missions.db")));
    const home = await send("GET", "/");
    const [asset = ""] = /(?<=src=")\/-\/assets\/[^"]+\.js/.exec(home.text) ?? [];
    assert.deepEqual([home.status, (await send("GET", asset)).status], [200, 200]);
    assert.equal((await send("PUT", "/api/missions/m", { name: "M", status: "active" })).status, 201);
    const sample = { instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" };
    const samples = Array.from({ length: MANY_SAMPLES }, (_, value) => ({ ...sample, value }));
    assert.equal((await send("POST", "/api/missions/m/data", samples)).status, 201);
    assert.equal((await send("GET", "/api/data?notes_contains=none")).status, 200);
    const [, slowReads] = /database_slow_reads_total\{outcome="started"\} (\d+)/.exec(
      (await send("GET", "/metrics")).text,
    )!;
    assert.ok(Number(slowReads) > 0);

    const { code, out, err } = await runProgram(
      command(process.execPath, "keys", "create", "--name", "k", "--scope", "missions:write"),
      {},
    );
    assert.deepEqual([code, /^smk_\S+\n$/.test(out)], [0, true], err);
    const exported = await runProgram(command(process.execPath, "export", "/api/missions", "--fields", "name"), {
      SPACE_MISSIONS_URL: url,
    });
    assert.deepEqual([exported.code, exported.out], [0, "id,name\r\nm,M\r\n"], exported.err);
    assert.match((await runProgram(command(process.execPath, "--help"), {})).out, /^Usage: npx space-missions-api /);

    const script = join(project, "script.js");
    writeFileSync(script, SCRIPT);
    for (const { path, major } of nodeVersions().filter(({ major }) => major >= 20)) {
      const used = await runProgram({ command: [path, script, url, out.trim()], folder: project }, {});
      assert.deepEqual([used.code, used.out], [0, `["M","active","/problems/not-found","node-${major}"]\n`], used.err);
    }
    server.process.kill("SIGTERM");
    assert.equal(await server.ended, 0);
  });

// The repository runs them in 85-client-examples, on its own Node.
if (isLong)
  test("docs/client.md: its examples run with the packed client on the oldest Node that it supports", async (t) => {
    const served = await serve();
    t.after(() => served.stop());
    await loadDataset(served.store, join(ROOT, "missions", "data"), () => {});
    const program = programOf("docs/client.md");
    const code = stripTypeScriptTypes(program.code).replaceAll("http://127.0.0.1:3000", served.url);
    writeFileSync(join(project, "examples.js"), code);
    const [oldest] = nodeVersions()
      .filter(({ major }) => major >= 20)
      .sort((one, other) => one.major - other.major);
    const { out, err } = await runProgram(
      { command: [oldest!.path, "examples.js"], folder: project },
      { SPACE_MISSIONS_KEY: ADMIN_KEY },
    );
    assertPrinted(program, out, err);
  });

test("docs/cli.md, init: its test passes with the package, its files compile, and its start serves it", async (t) => {
  const mine = join(project, "mine");
  const { code, err } = await runProgram(command(process.execPath, "init", "mine"), {});
  assert.equal(code, 0, err);
  // The package is found in the folder above.
  assert.doesNotMatch(err, /npm install/);
  const tested = await runProgram({ command: [process.execPath, "--test", "--test-reporter=tap"], folder: mine }, {});
  assert.equal(tested.code, 0, tested.out);
  assert.match(tested.out, /^# pass 2$/m);
  const types = ["--typeRoots", join(ROOT, "node_modules", "@types"), "--noEmit", "false", "--declaration"];
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const compiled = await runProgram(
    {
      command: [process.execPath, tsc, ...types, "--rewriteRelativeImportExtensions", "--outDir", "out"],
      folder: mine,
    },
    {},
  );
  assert.deepEqual([compiled.code, compiled.out], [0, ""]);
  // What npm runs, without npm, which would leave it behind.
  const [name = "", ...options] = JSON.parse(readFileSync(join(mine, "package.json"), "utf8")).scripts.start.split(" ");
  const started = join(project, "node_modules", ".bin", name);
  const program = { command: [process.execPath, started, ...options] as const, folder: mine };
  const url = await startProgram(t, program, { PORT: "0", DATASET: "none" }).url;
  assert.equal((await fetch(`${url}/api/rockets`)).status, 200);
});

/** What somebody would write in JavaScript: it prints what it has seen. */
const SCRIPT = `
import { connect, NotFound } from "space-missions-api/client";
const [url, key] = process.argv.slice(2);
const api = connect(url, { key });
const names = [];
for await (const { name } of api.missions.all({ status: "active" })) names.push(name);
const { status } = await api.missions.get("m");
const problem = await api.missions.get("none").catch((reason) => (reason instanceof NotFound ? reason.type : reason));
const made = await api.missions.create({ id: "node-" + process.versions.node.split(".")[0], name: "N", status: "cancelled" });
console.log(JSON.stringify([...names, status, problem, made.id]));
`;

/** The same in TypeScript, with mistakes that do not compile. */
const TYPED = `
import { connect, type Api, NotFound } from "space-missions-api/client";
const api: Api = connect("http://127.0.0.1:3000");
export async function use(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of api.missions.all({ status: "active", launch_date_after: "2000-01-01" })) names.push(name);
  const { status } = await api.missions.get("m");
  const known: "planned" | "on_hold" | "active" | "completed" | "failed" | "cancelled" = status;
  return [...names, known, NotFound.name];
}
// @ts-expect-error: a filter that does not exist
api.missions.all({ nme: "x" });
// @ts-expect-error: a value that does not exist
api.missions.all({ status: "lost" });
// @ts-expect-error: a required field is missing
void api.missions.create({ id: "m" });
`;

/** What a program exports for others: each type must be one that its declaration file can name. */
const EXPORTED = `
import { connect, type Mission } from "space-missions-api/client";
export const api = connect("http://127.0.0.1:3000");
export const { events, planets, webhooks } = api;
export const below = (id: string) => api.missions(id);
export const crewOf = (id: string) => api.missions(id).crew;
export const flown = (id: string) => api.astronauts(id).missions.list();
export const read = () => api.missions.get("m");
export const page = () => api.missions.list({ status: "active" });
export const partly = () => api.missions.all({ fields: ["crew_size"] });
export const withCrew = () => api.missions.get("m", { include: ["crew", "destination"] });
export const profiles = () => api.missions("m").crew.list({ include: ["profile"] });
export const japanese = () => api.missions.list({ "astronauts.nationality": "Japan", "any.1.status": "active" });
export const largest = () => api.moons.summarize({ group_by: ["planet.name"], measure: ["max:planet.mass_kg"] });
export const years = () => api.missions.summarize({ group_by: ["launch_date:year"], measure: ["avg:crew_size"] });
export const store = () => api.missions("m").data.create([], { async: true });
export const key = () => api.api_keys.create({ name: "k", scopes: [] });
export const operations = () => api.operations.list();
export const rename = (mission: Mission, name: string) => api.missions.update(mission, { name });
`;

/** A registry of somebody else, in a module that names the types of what it exports. */
const REGISTRY = `
import { builtIn, collection, fields, hooks, registry } from "space-missions-api";
export const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets, and what they carry.",
  fields: { name: fields.text().required().listed(), payload_kg: fields.decimal().above(0) },
});
export default registry({
  resources: [rockets],
  extend: { missions: { fields: { rocket: fields.reference("rockets").listed() } } },
  hooks: [hooks(builtIn.missions, {})],
  builtinData: false,
  data: { rockets: [{ id: "saturn-v", name: "Saturn V" }], missions: [{ id: "m", name: "M", rocket: "saturn-v" }] },
});
`;

/** A program that serves it, and prints what a client reads. */
const SERVING = `
import { type Serving, registry, serve } from "space-missions-api";
import { type ApiOf, connect } from "space-missions-api/client";
import own from "./registry.ts";
const serving: Serving = await serve(own, { PORT: "0", DATABASE_URL: "sqlite:serving.db", LOG_LEVEL: "warn" });
const api = connect<ApiOf<(typeof own)["resources"]>>(serving.url);
const [rocket, mission] = [await api.rockets.get("saturn-v"), await api.missions.get("m")];
const read: [string, number | null, string | null] = [rocket.name, rocket.payload_kg, mission.rocket];
console.log(JSON.stringify(read));
await serving.stop();
// @ts-expect-error: a field that does not exist
export const payload = () => rocket.payload;
// @ts-expect-error: a resource that does not exist
export const misspelled = () => registry({ extend: { misions: {} } });
`;

const PROGRAMS = { "registry.ts": REGISTRY, "serving.ts": SERVING, "typed.ts": TYPED, "exported.ts": EXPORTED };
for (const [file, text] of Object.entries(PROGRAMS)) writeFileSync(join(project, file), text);
// A larger registry, with everything that may be declared.
cpSync(join(ROOT, "test/support/domain/academia.ts"), join(project, "academia.ts"));

test("contract-next, N7: a program serves a registry of its own, which imports nothing but the package", async () => {
  const { code, out, err } = await runProgram({ command: [process.execPath, "serving.ts"], folder: project }, {});
  assert.deepEqual([code, out], [0, '["Saturn V",null,"saturn-v"]\n'], err);
});

test("contract-next, N7: the command serves a registry, and runs commands with it", async (t) => {
  const given = ["--with", "./registry.ts"] as const;
  const settings = { PORT: "0", DATABASE_URL: `sqlite:${join(folder, "own.db")}` };
  const service = startProgram(t, command(process.execPath, ...given), settings);
  const response = await fetch(`${await service.url}/api/missions?rocket=saturn-v`);
  assert.equal(response.status, 200);
  assert.match(await response.text(), /"total_count":1,/);
  service.process.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  const { code, err } = await runProgram(command(process.execPath, ...given, "migrate", "--plan"), settings);
  assert.deepEqual([code, err], [0, "The database is up to date.\n"]);
});

/** The compilers, with what each needs to compile a file on its own. TypeScript 5 takes long. */
const COMPILERS: [name: string, options: string[]][] = [
  ["typescript", ["--ignoreConfig"]],
  ...(isLong ? [["typescript-5", []] as [string, string[]]] : []),
];
for (const [name, options] of COMPILERS) {
  // Without --skipLibCheck, so that the types of the package are checked too.
  const compile = (file: string, ...given: string[]) => {
    const tsc = join(ROOT, "node_modules", name, "bin", "tsc");
    const strict = ["--strict", "--target", "es2022", ...given];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options, ...strict, file], {
      cwd: project,
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout);
  };
  const declarations = ["--module", "nodenext", "--declaration", "--emitDeclarationOnly"];
  const declared = (file: string): string =>
    readFileSync(join(project, file), "utf8").replaceAll(/import\("[^"]+"\)\./g, "");

  for (const resolution of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
  ])
    test(`architecture, the package: ${name} checks what is written with it: ${resolution.at(-1)}`, () => {
      for (const file of ["typed.ts", "serving.ts"])
        compile(file, ...resolution, "--noEmit", "--allowImportingTsExtensions");
    });

  test(`docs/client.md, Name a type: ${name} writes declarations of what a program exports of the client, by name`, () => {
    compile("exported.ts", ...declarations);
    const written = declared("exported.d.ts");
    assert.match(written, /^export declare const api: Api & Connection;$/m);
    assert.match(written, /^export declare const read: \(\) => Promise<Mission>;$/m);
    assert.ok(written.length < 4_000, written);
  });

  test(`contract-next, N7: ${name} writes declarations of a registry`, () => {
    for (const file of ["registry.ts", "academia.ts"]) compile(file, ...declarations);
    assert.match(declared("registry.d.ts"), /^export declare const rockets: Collection<\{\n.*\n.*NumberField</m);
  });
}

if (isLong) {
  test("§11.2: npm installs the packed file into an empty project, and npx runs its command", () => {
    const empty = join(folder, "empty");
    makeProject(empty);
    const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const run = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: empty, env: { ...process.env, PATH: path }, encoding: "utf8" });
    const installed = run("npm", "install", packed.file, "--prefer-offline", "--no-audit", "--no-fund");
    assert.equal(installed.status, 0, installed.stderr);
    assert.ok(!existsSync(join(empty, "node_modules", "typescript")));
    const created = run("npx", "space-missions-api", "keys", "create", "--name", "k", "--scope", "missions:read");
    assert.equal(created.status, 0, created.stderr);
    assert.match(created.stdout, /^smk_\S+\n$/);
  });
}
