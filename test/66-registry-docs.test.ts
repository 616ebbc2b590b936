/**
 * Proves the examples of docs/extending.md: each module is served, each command runs, and what is shown is what comes. The
 * services have no built-in data, which take long to load, but for the one whose module changes them.
 */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { documentText } from "./support/commands/documented-commands.ts";
import { temporaryFolder } from "./support/commands/run-command.ts";
import { ADDRESS, assertResponse, assertShown, curlRequest } from "./support/documents/curl.ts";
import { BUILT_IN_CLI, BUILT_IN_SERVER } from "./support/domain/built-in.ts";
import { sendRequest } from "./support/http/client.ts";
import { runProgram, type ServerProcess, startProgram } from "./support/http/process.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMMAND = "npx space-missions-api";
const text = documentText("docs/extending.md");
const files = temporaryFolder();
const folder = files.path("");
/** The installed package: what programs import, from the sources. */
mkdirSync(files.path("node_modules/space-missions-api"), { recursive: true });
const exported = { ".": "./index.js", "./client": "./client.js" };
files.write("node_modules/space-missions-api/package.json", JSON.stringify({ type: "module", exports: exported }));
for (const [name, source] of [
  ["index", "index"],
  ["client", "client/index"],
] as const)
  files.write(`node_modules/space-missions-api/${name}.js`, `export * from "${ROOT}${source}.ts";`);
files.write("package.json", '{ "type": "module" }');

/** The settings of all commands on the database of a module. */
function settingsFor(module: string): Record<string, string> {
  const settings = { PORT: "0", LOG_LEVEL: "warn", ADMIN_API_KEY: ADMIN_KEY };
  const database = `sqlite:${files.path(basename(module, ".ts"))}.db`;
  return { ...settings, DATABASE_URL: database, DATASET: hasData(module) ? "builtin" : "none" };
}

function hasData(module: string): boolean {
  return /^ {2}data:/m.test(files.read(module));
}

/** The tests run in the order of the document; a service runs until the next one starts. */
let service: ServerProcess | undefined;
let url = ADDRESS;
const stops: (() => void)[] = [];
after(() => {
  for (const stop of stops) stop();
});

async function start(module: string): Promise<void> {
  service?.process.kill();
  await service?.ended;
  const program = { command: [process.execPath, BUILT_IN_SERVER, "--with", module], folder } as const;
  service = startProgram({ after: (stop: () => void) => void stops.push(stop) }, program, settingsFor(module));
  url = await service.url;
  // Of the built-in data, what the examples change.
  if (!hasData(module))
    await send(`curl -X PUT ${ADDRESS}/api/missions/apollo-11 -H "Authorization: Bearer $KEY" \
      -H 'Content-Type: application/json' -d '{"name":"Apollo 11","status":"completed","operator":"NASA"}'`);
}

function send(command: string) {
  const { path, ...request } = curlRequest(command.replaceAll("$KEY", ADMIN_KEY));
  return sendRequest({ origin: new URL(url), path }, request);
}

/** Runs a command of the document. @param shown what it prints, or answers */
async function run(command: string, shown: string | undefined): Promise<void> {
  if (command.startsWith("curl ")) return assertResponse(shown, await send(command));
  const [, module, given = ""] = /^npx space-missions-api --with (\S+) ?([^>]*)/.exec(command) ?? [];
  if (module !== undefined && given === "" && shown === undefined) return start(module);
  const args =
    module === undefined ? command.split(" ").slice(1) : [given ? BUILT_IN_CLI : BUILT_IN_SERVER, "--with", module];
  const program = { command: [process.execPath, ...args, ...given.split(" ").filter(Boolean)] as const, folder };
  const { code, out, err } = await runProgram(program, module === undefined ? {} : settingsFor(module));
  assert.equal(code === 0, !shown?.startsWith("Cannot start"), err);
  assertShown((shown ?? "").replaceAll(COMMAND, "npm run cli --"), `${out}${err}`);
}

/** The commands of a block, without comments. */
function commandsIn(shell: string): string[] {
  return shell
    .replaceAll(/\\\n\s*/g, "")
    .trim()
    .split("\n");
}

const blocks = text.matchAll(
  /^(?:This is `(?<file>[\w./]+)`:\n\n)?```(?<language>\w+)\n(?:\/\/ (?<module>\S+\.ts)\n)?(?<content>.*?)^```\n(?:\n?```(?:json|sql|text)\n(?<shown>.*?)^```\n)?/gms,
);
const seen = { modules: new Set<string>(), commands: 0 };
for (const { groups } of blocks) {
  const { language, module, file, content = "", shown } = groups!;
  // What the package test does, and what needs Docker.
  if (language === "sh" && /init my-registry|^docker /m.test(content)) continue;
  if (language === "sh") {
    const commands = commandsIn(content);
    seen.commands += commands.length;
    test(`docs/extending.md: ${commands.join("; ").slice(0, 100)}`, async () => {
      for (const [index, command] of commands.entries())
        await run(command, index === commands.length - 1 ? shown : undefined);
    });
  } else {
    const name = module ?? file;
    assert.ok(name, content);
    test(`docs/extending.md: ${name} is written`, async () => {
      mkdirSync(files.path("data"), { recursive: true });
      // Messages name lines.
      files.write(name, `${module ? `// ${module}\n` : ""}${content.replaceAll(ADDRESS, url)}`);
      // A database that exists, so that there is something to migrate.
      if (name === "budgets.ts")
        await runProgram({ command: [process.execPath, BUILT_IN_CLI, "migrate"] }, settingsFor(`./${name}`));
    });
    if (module) seen.modules.add(module);
  }
}

test("docs/extending.md: there are modules and commands to try, and all modules compile", async () => {
  assert.ok(seen.modules.size >= 8 && seen.commands >= 20, JSON.stringify([...seen.modules, seen.commands]));
  const paths = { "space-missions-api": [`${ROOT}index.ts`], "space-missions-api/client": [`${ROOT}client/index.ts`] };
  const options = { paths, typeRoots: [`${ROOT}node_modules/@types`] };
  const config = {
    extends: `${ROOT}tsconfig.json`,
    compilerOptions: options,
    include: ["*.ts"],
    exclude: ["wrong.ts"],
  };
  files.write("tsconfig.json", JSON.stringify(config));
  const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
  const { code, out } = await runProgram({ command: [process.execPath, tsc, "-p", "."], folder }, {});
  assert.deepEqual([code, out], [0, ""]);
});
