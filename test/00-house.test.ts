/** Proves the layout of the source: imports look only down, the engine does not know the domain, files are small and named for what they do. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { domain } from "../src/domain/index.ts";
import { packageOf, type SourceFile, sourceFiles, wordsOf } from "./support/documents/source-files.ts";

const files = sourceFiles();

/** The folders of `src`, each with those that it may import from besides itself, `runtime` and `problem.ts`. */
const DECLARED = ["declare"];
const RESOLVED = [...DECLARED, "resource"];
const STORED = [...RESOLVED, "query", "store"];
const FOLDERS: Record<string, readonly string[]> = {
  runtime: [],
  declare: [],
  domain: DECLARED,
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
/** The commands and the start-up code may import everything. */
const ON_TOP = ["app", "cli.ts", "server.ts"];
const VISIBLE_TO_ALL = ["runtime", "problem.ts"];

const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

function mayImport(from: string, to: string): boolean {
  const [here, there] = [folderOf(from), folderOf(to)];
  return here === there || ON_TOP.includes(here) || [...VISIBLE_TO_ALL, ...(FOLDERS[here] ?? [])].includes(there);
}

/** Asserts that there are no faults; a failure shows all of them. */
function assertNone(faults: readonly string[], sentence: string): void {
  assert.deepEqual(faults, [], sentence);
}

test("architecture, layout: the source files and their imports are found", () => {
  assert.ok(files.length > 50);
  const app = files.find((file) => file.path === "http/app.ts")!;
  assert.ok(app.imports.some((each) => each.file === "http/routes.ts"));
  assert.ok(app.imports.some((each) => packageOf(each) === "fastify"));
});

test("architecture, layout: every file is in a folder that the order of imports names", () => {
  const known = [...Object.keys(FOLDERS), ...ON_TOP, ...VISIBLE_TO_ALL];
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
  "handlers",
  "routes.ts",
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

test("architecture, layout: there are no import cycles, not even of types", () => {
  const next = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    else if (!done.has(path)) for (const to of next.get(path) ?? []) follow(to, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) follow(path, []);
  assertNone(circles, "circular");
});

test("architecture, layout: every imported package is a declared dependency", () => {
  const declared = Object.keys(packageJson.dependencies);
  const missing = files.flatMap((file) =>
    file.imports
      .map(packageOf)
      .filter((name) => name !== undefined && !declared.includes(name))
      .map((name) => `${file.path} → ${name}`),
  );
  assertNone(missing, "not in package.json");
});

/** Words of the domain that are everyday words too. */
const EVERYDAY = ["data", "member", "record", "space", "system"];
const LORE = ["moon", "lunar", "orbit", "orbital", "rocket", "launch", "cosmonaut", "flight", "gagarin", "apollo"];

/** The words in the names of the domain's resources, singular and plural. */
function domainWords(): string[] {
  const names = domain.flatMap((declaration) => [
    declaration.name,
    declaration.one,
    declaration.kind === "membership" ? declaration.segment : declaration.name,
  ]);
  const words = [...names.flatMap((name) => [...wordsOf(name)]), ...LORE];
  return words.flatMap((word) => [word, word.replace(/s$/, "")]).filter((word) => !EVERYDAY.includes(word));
}

/** The code of an engine file, without the three examples of the greeting. */
function engineCode(file: SourceFile): string {
  const greeting = /^.*\bcurl .*$/gm;
  return file.path === "server.ts" ? file.code.replace(greeting, "") : file.code;
}

test("architecture, one idea: the engine does not know the domain", () => {
  const words = domainWords();
  for (const word of ["mission", "astronaut", "crew", "planet", "spacecraft"]) assert.ok(words.includes(word), word);
  const spoken = files
    .filter(({ path }) => folderOf(path) !== "domain" && path !== "runtime/product.ts")
    .flatMap((file) => {
      const used = wordsOf(engineCode(file));
      return words.filter((word) => used.has(word)).map((word) => `${file.path}: ${word}`);
    });
  assertNone([...new Set(spoken)], "the engine speaks of the domain");
});

test("architecture, one idea: one file names the product", () => {
  const named = files.filter(({ code }) => /space[ -]missions/i.test(code)).map(({ path }) => path);
  assert.deepEqual(named, ["runtime/product.ts"]);
});

test("architecture, one idea: only the greeting names resources of the domain", () => {
  const curls = files.flatMap((file) => Array.from(file.code.matchAll(/\bcurl /g), () => file.path));
  assert.deepEqual(curls, ["server.ts", "server.ts", "server.ts"]);
});

test("architecture, layout: no file has a name that says nothing", () => {
  const vague = /(^|[/.-])(utils?|helpers?|commons?|managers?|misc)([/.-]|$)/;
  assertNone(
    files.map((file) => file.path).filter((path) => vague.test(path)),
    "vague",
  );
});

test("architecture, layout: there are no default exports", () => {
  assertNone(
    files.filter((file) => /^export\s+default\b|\bas default\b/m.test(file.code)).map((file) => file.path),
    "default export",
  );
});

test("architecture, layout: files have at most 250 lines, and hardly any more than 200", () => {
  const long = (limit: number) =>
    files.filter((file) => file.lines > limit).map((file) => `${file.path}: ${file.lines}`);
  assertNone(long(250), "too long");
  assert.ok(long(200).length <= files.length / 20, `more than 200 lines: ${long(200).join(", ")}`);
});

test("architecture, layout: a folder has at most 15 files", () => {
  const sizes = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  assertNone(
    [...sizes].filter(([, within]) => within.length > 15).map(([folder, { length }]) => `${folder}: ${length}`),
    "too many files",
  );
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
  const found = files.flatMap(({ path }) =>
    Array.from(
      readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8").matchAll(retired),
      ([word]) => `${path}: ${word}`,
    ),
  );
  assertNone(found, "retired by the glossary in docs/architecture.md");
});

test("test/README.md: a number is one topic, and the files of a topic share its number and first word", () => {
  const names = readdirSync(fileURLToPath(new URL(".", import.meta.url))).filter((name) => /\.test\.ts$/.test(name));
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
