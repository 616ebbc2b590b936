/** Proves the layout of the source: imports look only down, the engine does not know the domain, files are small and named for what they do. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import {
  assertNone,
  domainWords,
  folderOf,
  fromRoot,
  importCycles,
  importsUpward,
  largeFolders,
  longFiles,
  reachedFrom,
  spokenOf,
  vaguelyNamed,
  withDefaultExport,
} from "./support/documents/house-rules.ts";
import { packageOf, type SourceFile, sourceFiles } from "./support/documents/source-files.ts";

const files = sourceFiles("engine");
const clientFiles = sourceFiles("client");
/** The folders of TypeScript that Node runs; the explorer has a house test of its own. */
const ROOMS = ["engine", "missions", "cli", "client", "kit"] as const;
/** The files of all of them, each with its path and its imports from the root of the repository. */
const allFiles = ROOMS.flatMap((room) => sourceFiles(room).map((file) => fromRoot(room, file)));

/** What a folder or file may import besides itself, by the beginnings of paths. The longest one that fits counts. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  // What the package exports: the engine, and the built-in registry to extend.
  "index.ts": ["engine/", "missions/registry.ts", "missions/resources/index.ts"],
  "engine/": [],
  "client/": [],
  // Types of the built-in resources, and of what declarations are made of.
  "client/index.ts": ["client/", "missions/records.ts"],
  "client/types/": ["client/", "engine/declare/", "engine/kinds/", "missions/records.ts"],
  // What the explorer and the command line both know; it runs in a browser. V8 misreads names that JSON has escaped.
  "kit/": ["client/index.ts", "engine/runtime/json.ts", "engine/runtime/as-code/"],
  "missions/resources/": ["engine/declare/", "engine/problem.ts"],
  // The client's types of the built-in records have names, which nothing but the registry knows.
  "missions/records.ts": ["client/types/", "missions/resources/index.ts"],
  "missions/examples.ts": ["engine/declare/registry/registry.ts"],
  "missions/registry.ts": ["engine/declare/registry/registry.ts", "missions/"],
  "missions/server.ts": ["engine/server.ts", "missions/registry.ts"],
  "missions/cli.ts": ["cli/program.ts", "engine/runtime/package.ts", "missions/registry.ts"],
  "cli/": ["engine/", "client/"],
  "cli/console/": [
    "client/",
    "kit/values/quantity.ts",
    "engine/app/setting-values.ts",
    "engine/problem.ts",
    "engine/resource/resource.ts",
  ],
  "cli/admin/": ["cli/console/", "client/", "engine/"],
  // Of the engine, the name of the package, and the lock of a journal, which SQLite holds.
  "cli/remote/": [
    ...["cli/console/", "client/", "kit/"],
    ...["engine/runtime/json.ts", "engine/runtime/package.ts", "engine/store/sqlite/errors.ts"],
  ],
};

function mayImportInHouse(from: string, to: string): boolean {
  const [own] = Object.keys(MAY_IMPORT)
    .filter((each) => from.startsWith(each))
    .sort((one, other) => other.length - one.length);
  return own !== undefined && [own, ...MAY_IMPORT[own]!].some((each) => to.startsWith(each));
}

test("architecture, layout: the engine imports none of the others, and only its entries import the built-in registry", () => {
  const wrong = allFiles.flatMap(({ path, imports }) =>
    imports.flatMap(({ file }) =>
      file?.endsWith(".ts") && !mayImportInHouse(path, file) ? [`${path} → ${file}`] : [],
    ),
  );
  assertNone(wrong, "not in MAY_IMPORT");
});

test("architecture, layout: the second domain is a registry outside the package, which imports nothing else", () => {
  const text = readFileSync(fileURLToPath(new URL("support/domain/academia.ts", import.meta.url)), "utf8");
  assert.deepEqual(
    Array.from(text.matchAll(/from "([^"]+)"|import\("/g), ([, specifier]) => specifier),
    ["space-missions-api"],
  );
});

/** Topics of the engine, the kit and the command line, whose tests run on registries of their own. The others show the built-in one. */
const WITHOUT_BUILT_IN = /^(?:[1-5]\d|63|64|87|88)-/;

test("architecture, layout: the tests of the engine run without the built-in registry", () => {
  const tests = sourceFiles("test").map((file) => fromRoot("test", file));
  const engineTests = tests.filter(({ path }) => WITHOUT_BUILT_IN.test(path.slice("test/".length)));
  assert.ok(engineTests.length > 100);
  const reaching = engineTests.flatMap((file) =>
    reachedFrom(file.path, tests)
      .filter((path) => path.startsWith("missions/"))
      .map((path) => `${file.path} → ${path}`),
  );
  assertNone(reaching, "imports the built-in registry");
});

/** The folders of the engine, each with those that it may import from besides itself, `runtime` and `problem.ts`. */
const DECLARED = ["declare", "kinds"];
const RESOLVED = [...DECLARED, "resource"];
const STORED = [...RESOLVED, "query", "store"];
const FOLDERS: Record<string, readonly string[]> = {
  runtime: [],
  kinds: ["declare"],
  declare: ["kinds"],
  resource: DECLARED,
  query: RESOLVED,
  store: STORED,
  access: STORED,
  "rate-limit": [],
  events: STORED,
  operations: STORED,
  webhooks: [...STORED, "access", "events"],
  http: [...STORED, "access", "rate-limit", "events", "operations"],
};
const SERVING = Object.keys(FOLDERS);
const ON_TOP: Record<string, readonly string[]> = {
  app: SERVING,
  "server.ts": [...SERVING, "app"],
};
const VISIBLE_TO_ALL = ["runtime", "problem.ts"];

function mayImport(from: string, to: string): boolean {
  const [here, there] = [folderOf(from), folderOf(to)];
  return here === there || [...VISIBLE_TO_ALL, ...({ ...FOLDERS, ...ON_TOP }[here] ?? [])].includes(there);
}

test("architecture, layout: the source files and their imports are found", () => {
  assert.ok(files.length > 50);
  const app = files.find((file) => file.path === "http/app.ts")!;
  assert.ok(app.imports.some((each) => each.file === "http/routes.ts"));
  assert.ok(app.imports.some((each) => packageOf(each) === "fastify"));
});

test("architecture, layout: every file is in a folder that the order of imports names", () => {
  const known = [...Object.keys({ ...FOLDERS, ...ON_TOP }), ...VISIBLE_TO_ALL];
  assertNone(
    files.map((file) => file.path).filter((path) => !known.includes(folderOf(path))),
    "in no known folder",
  );
});

test("architecture, layout: imports look only down", () => {
  const up = files.flatMap((file) =>
    file.imports
      .filter((each) => each.file?.endsWith(".ts") && !mayImport(file.path, each.file))
      .map((each) => `${file.path} → ${each.file}`),
  );
  assertNone(up, "looks up or sideways");
});

/** The parts of `http`, lowest first; each may import those before it. */
const HTTP_ORDER = [
  "problem-types.ts",
  "request",
  "metrics",
  "response",
  "context.ts",
  "timeout.ts",
  "client-errors.ts",
  "open-connections.ts",
  "connection-limits.ts",
  "deprecation.ts",
  "handlers",
  "routes.ts",
  "similar-paths.ts",
  "admission.ts",
  "openapi",
  "pages",
  "app.ts",
];

test("architecture, layout: within http, too, imports look only down", () => {
  const rankOf = (path: string): number => HTTP_ORDER.indexOf(path.split("/")[1]!);
  const inside = files.filter(({ path }) => folderOf(path) === "http");
  assertNone(
    inside.map(({ path }) => path).filter((path) => rankOf(path) < 0),
    "in no known part",
  );
  const up = inside.flatMap(({ path, imports }) =>
    imports
      .filter(({ file }) => file?.startsWith("http/") && rankOf(file) > rankOf(path))
      .map(({ file }) => `${path} → ${file}`),
  );
  assertNone(up, "looks up or sideways");
});

test("architecture, layout: what is kept of lists is imported only through its cache", () => {
  const kept = "store/read/kept/";
  const others = files
    .filter(({ path }) => !path.startsWith(kept))
    .flatMap(({ path, imports }) => imports.map(({ file }) => ({ path, file })))
    .filter(({ file }) => file?.startsWith(kept) && file !== `${kept}list-cache.ts`);
  assertNone(
    others.map(({ path, file }) => `${path} → ${file}`),
    "not through list-cache.ts",
  );
});

/** The parts of the client, lowest first; each may import those before it. */
const CLIENT_ORDER = [
  "errors",
  "transport",
  "calls.ts",
  "operation.ts",
  "types",
  "events",
  "resource",
  "connect.ts",
  "index.ts",
];

test("architecture, the client: it runs anywhere, so it imports only itself, and the types of declarations", () => {
  const foreign = clientFiles.flatMap(({ path, imports }) =>
    imports
      .filter(({ file, isType }) => file === undefined || (file.startsWith("..") && !isType))
      .map(({ specifier }) => `${path} → ${specifier}`),
  );
  assertNone(foreign, "not of the client");
});

test("architecture, the kit: it runs in a browser, so it imports nothing of Node", () => {
  const foreign = sourceFiles("kit").flatMap(({ path, imports }) =>
    imports.filter(({ specifier }) => specifier.startsWith("node:")).map(({ specifier }) => `${path} → ${specifier}`),
  );
  assertNone(foreign, "not for a browser");
});

test("architecture, the client: imports look only down", () => {
  assertNone(importsUpward(clientFiles, CLIENT_ORDER), "looks up or sideways");
});

/** Everything that sends HTTP requests, besides `client/`; nobody else is a caller of the service. */
const OTHER_CALLERS: Record<string, string> = {
  "engine/access/issuer.ts": "reads the keys of an OpenID Connect provider",
  "engine/webhooks/client.ts": "delivers webhooks to their receivers",
  "engine/http/metrics/server.ts": "is a server",
  "engine/http/pages/reference/examples.ts": "reads the names of statuses",
  "explorer/src/requests/traffic.ts": "is the `fetch` that the explorer gives to the client",
  "explorer/src/requests/missing-part.ts": "asks for the page itself, which is no resource",
  "engine/runtime/as-code/javascript.ts": "writes code that visitors copy",
};

test("architecture, the client: it is the only caller of the service, in source, explorer and scripts", () => {
  const http =
    /(?<![.\w])fetch\(|\bnew (?:EventSource|XMLHttpRequest|WebSocket)\b|\bsendBeacon\(|(?:^import (?!type )[^;]*|\bimport\()"(?:undici|(?:node:)?(?:http|https|http2))"/m;
  const callers = (["engine", "missions", "cli", "explorer/src", "scripts"] as const).flatMap((folder) =>
    sourceFiles(folder)
      .filter(({ code }) => http.test(code))
      .map(({ path }) => `${folder}/${path}`),
  );
  assert.deepEqual(callers.toSorted(), Object.keys(OTHER_CALLERS).toSorted());
});

test("architecture, layout: there are no import cycles, not even of types", () => {
  assertNone(importCycles(allFiles), "circular");
});

test("architecture, layout: every imported package is a declared dependency", () => {
  const declared = Object.keys(packageJson.dependencies);
  const missing = allFiles.flatMap((file) =>
    file.imports
      .map(packageOf)
      .filter((name) => name !== undefined && !declared.includes(name))
      .map((name) => `${file.path} → ${name}`),
  );
  assertNone(missing, "not in package.json");
});

/** Everything but the built-in registry. */
const general = allFiles.filter(({ path }) => !path.startsWith("missions/"));

test("architecture, one idea: only the built-in registry knows the domain", () => {
  for (const word of ["mission", "astronaut", "crew", "planet", "spacecraft"])
    assert.ok(domainWords().includes(word), word);
  // The variables of the command line have the name of the package; the client imports types of the registry.
  const codeOf = ({ code }: SourceFile): string =>
    code.replaceAll(/\bSPACE_MISSIONS_(?:URL|KEY)\b|"[./]*\/missions\/[^"]*"/g, "");
  const spoken = general.flatMap((file) => spokenOf(file.path, codeOf(file)));
  assertNone(spoken, "the engine speaks of the domain");
});

test("architecture, layout: no file has a name that says nothing", () => {
  assertNone(vaguelyNamed(allFiles), "vague");
});

test("architecture, layout: there are no default exports", () => {
  assertNone(withDefaultExport(allFiles), "default export");
});

test("architecture, layout: files have at most 250 lines, and hardly any more than 200", () => {
  assertNone(longFiles(allFiles), "too long");
});

test("architecture, layout: a folder has at most 15 files", () => {
  assertNone(largeFolders(allFiles), "too many files");
});

/** Words that were retired in favour of the terms of the glossary, as they stand alone or begin a name. */
const RETIRED = [
  ...["anew", "arrival", "arrived", "bearable", "carrier", "carrying", "concluding", "conclusion", "consequences"],
  ...["courier", "entitlement", "fallen", "gathering", "happened", "happening", "inquiry", "ledger"],
  ...["obstacles", "ownRecords", "parcel", "patience", "patient", "patiently", "prose", "readBy", "refusals"],
  ...["remembered", "retires", "stretch", "surroundings", "tallies", "tally", "thereby", "told", "toldTo"],
  ...["unsettled", "whoever", "workOut"],
];
const RETIRED_PHRASES = ["so many", "of its own accord"];

test("architecture, glossary: no retired word is left in code or comments", () => {
  const retired = new RegExp(`\\b(?:${[...RETIRED, ...RETIRED_PHRASES].join("|")})(?![a-z])`, "gi");
  const found = allFiles.flatMap(({ path, text }) =>
    Array.from(text.matchAll(retired), ([word]) => `${path}: ${word}`),
  );
  assertNone(found, "retired by the glossary in docs/architecture.md");
});

test("test/README.md: a number is one topic, and the files of a topic share its number and first word", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const names = ["", "missions"].flatMap((each) =>
    readdirSync(`${folder}${each}`).filter((name) => /\.test\.ts$/.test(name)),
  );
  const topics = new Map<string, Set<string>>();
  for (const name of names) {
    const [number = "", word = ""] = /^(\d\d)-([a-z]+)/.exec(name)?.slice(1) ?? [];
    topics.set(number, (topics.get(number) ?? new Set()).add(word));
  }
  assertNone(
    [...topics]
      .filter(([number, words]) => number === "" || words.size > 1)
      .map(([number, words]) => `${number}: ${[...words].join(", ")}`),
    "a number has one topic",
  );
  const map = readFileSync(fileURLToPath(new URL("README.md", import.meta.url)), "utf8");
  const mapped = new Set(Array.from(map.matchAll(/\b\d\d\b/g), ([number]) => number));
  assertNone(
    [...topics.keys()].filter((number) => !mapped.has(number)),
    "every number is in the map",
  );
});

test("architecture, layout: commands print only through what escapes control characters", () => {
  const own = ["cli/console/output.ts", "cli/console/progress.ts"];
  const others = allFiles.filter(({ path }) => folderOf(path) === "cli" && !own.includes(path));
  assertNone(
    others.filter(({ code }) => /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\b/.test(code)).map(({ path }) => path),
    "prints by itself",
  );
});
