/** Proves the layout of the explorer: it uses the client and nothing of the service, knows no domain, and keeps to its policy. */
import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import packageJson from "../package.json" with { type: "json" };
import {
  assertNone,
  fromRoot,
  importCycles,
  importsUpward,
  largeFolders,
  longFiles,
  spokenOf,
  vaguelyNamed,
  withDefaultExport,
} from "./support/documents/house-rules.ts";
import { packageOf, sourceFiles } from "./support/documents/source-files.ts";

const FOLDER = "explorer/src";
const files = sourceFiles(FOLDER);
const placed = files.map((file) => fromRoot(FOLDER, file));

/** The parts of the explorer, lowest first; each may import those before it. */
const ORDER = [
  ...[
    "store.ts",
    "locale.ts",
    "units.ts",
    "address",
    "requests",
    "description",
    "live",
    "fields",
    "components",
    "forms",
    "pictures",
    "standalone",
    "pages",
  ],
  ...["app.tsx", "main.tsx"],
];
/** All that it may import of the rest of the repository. */
const SHARED = ["../../client/index.ts", "../../kit/", "../../engine/http/pages/explorer/pictures/messages.ts"];
/** What the service runs in a thread. */
const IN_NODE = ["standalone/thread.ts"];
/** The parts that may know of the network. */
const CALLERS = ["requests/"];

test("architecture, the explorer: its source files and their imports are found", () => {
  assert.ok(files.length > 50);
  const app = files.find(({ path }) => path === "app.tsx")!;
  assert.ok(app.imports.some(({ file }) => file === "pages/page.tsx"));
});

test("architecture, the explorer: imports look only down", () => {
  assertNone(importsUpward(files, ORDER), "looks up or sideways");
});

test("architecture, the explorer: it imports the client, the kit, declared packages, and nothing of the service", () => {
  const declared = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
  const foreign = files.flatMap(({ path, imports }) =>
    imports
      .filter((each) => {
        const name = packageOf(each);
        const isAsset = /^\.\.\/style\/\S+\.css(?:\?raw)?$/.test(each.file ?? each.specifier.replace("../../", "../"));
        if (each.file?.startsWith("..")) return !SHARED.some((shared) => each.file!.startsWith(shared)) && !isAsset;
        if (each.specifier.startsWith("node:")) return !IN_NODE.includes(path);
        return name !== undefined && !declared.includes(name);
      })
      .map(({ specifier }) => `${path} → ${specifier}`),
  );
  assertNone(foreign, "not for the explorer");
});

test("architecture, the explorer: there are no import cycles, not even of types", () => {
  assertNone(importCycles(placed), "circular");
});

/** Words of the domain that pages of anything need. */
const EVERYDAY = ["navigation", "sample", "source", "surface"];

test("architecture, the explorer: it does not know the domain", () => {
  const spoken = placed.flatMap(({ path, code }) => spokenOf(path, code));
  assertNone(
    spoken.filter((each) => !EVERYDAY.some((word) => each.endsWith(`: ${word}`))),
    "speaks of the domain",
  );
});

/** What the policy of pages forbids, and what only the client does. */
const FORBIDDEN: readonly [pattern: RegExp, what: string][] = [
  [/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/, "HTML from text"],
  [/\beval\(|new Function\(/, "code from text"],
  [/document\.cookie/, "cookies"],
];

test("architecture, the explorer: nothing makes HTML or code from text", () => {
  assertNone(
    files.flatMap(({ path, code }) =>
      FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(([, what]) => `${path}: ${what}`),
    ),
    "against the policy",
  );
});

test("architecture, the explorer: requests are sent by the client alone", () => {
  const senders = files
    .filter(({ path }) => !CALLERS.some((caller) => path.startsWith(caller)))
    .filter(({ code }) => /\bfetch\(|XMLHttpRequest|EventSource|sendBeacon|WebSocket/.test(code))
    .map(({ path }) => path);
  assertNone(senders, "sends requests");
});

test("architecture, the explorer: one room knows the locale", () => {
  const others = files.filter(({ path }) => path !== "locale.ts");
  const named = others.filter(({ code }) => /"en-|\.toLocale|Intl\.(?:Number|DateTime|List)Format/.test(code));
  assertNone(
    named.map(({ path }) => path),
    "formats by itself",
  );
});

/** Reading files has its own rules for each kind. */
const OWN_KINDS = "pages/import/records/";

test("architecture, the explorer: collections of all kinds say what depends on one, not a switch with a default", () => {
  const switches = files
    .filter(({ path, code }) => !path.startsWith(OWN_KINDS) && /\bswitch \((?:field\.)?kind\)/.test(code))
    .map(({ path }) => path);
  assertNone(switches, "a switch");
});

test("architecture, the explorer: files are small, named for what they do, and few in a folder", () => {
  assertNone(longFiles(placed), "too long");
  assertNone(largeFolders(placed), "too many files");
  assertNone(vaguelyNamed(placed), "vague");
});

/** Names that were retired in favour of the field's words, as they stand alone or begin a name. */
const RETIRED = [
  ...["afterPress", "aroundOf", "arrival", "asked", "changesBetween", "isAsked", "isDecided", "keyAsked", "likeness"],
  ...["mend", "mended", "mends", "pairIn", "paletteOpened", "panelOpened", "rested", "sayings", "scaled"],
  ...["isTold", "isUntold", "stretch", "told", "toldSince", "useRested", "useWalk", "walk", "walked", "walks"],
];

test("architecture, the explorer: no retired name is left in code, comments or names of files", () => {
  const retired = new RegExp(`\\b(?<!font-)(?:${RETIRED.join("|")})(?![a-z])`, "gi");
  const found = placed.flatMap(({ path, text }) =>
    Array.from(`${path}\n${text}`.matchAll(retired), ([word]) => `${path}: ${word}`),
  );
  assertNone(found, "retired by the field's words");
});

test("architecture, the explorer: docstrings say what a thing is or does, and begin with no question", () => {
  const question = /^\s*(?:\/\*\*|\*) (?:For what|How|What|When|Where|Which|Who|Whose|Why)\b.*/gm;
  const found = placed.flatMap(({ path, text }) => Array.from(text.matchAll(question), ([line]) => `${path}:${line}`));
  assertNone(found, "a question");
});

test("architecture, the explorer: only what is loaded when it is needed has a default export, and nothing else loads it", () => {
  const loaded = placed.flatMap(({ path, code }) =>
    Array.from(code.matchAll(/\bimport\(\s*"(\.[^"]+)"/g), ([, target]) => posix.join(posix.dirname(path), target!)),
  );
  const fixed = placed.flatMap(({ path, code }) =>
    Array.from(code.matchAll(/^import (?!type\b)[^"']*"(\.[^"]+)"/gm), ([, target]) =>
      posix.join(posix.dirname(path), target!),
    ),
  );
  const withDefault = withDefaultExport(placed);
  assertNone(
    withDefault.filter((path) => !loaded.includes(path) || fixed.includes(path)),
    "a default export",
  );
});

test("architecture, the explorer: what is exported is described", () => {
  // Constants may share the docstring above them.
  const silent = files.flatMap(({ path, text }) =>
    Array.from(
      text
        .replaceAll(/^\/\/ biome-ignore.*\n/gm, "")
        .matchAll(/(?<!\*\/|\nexport const .*)\nexport (?:async )?(?:function|const|interface|type|class) (\w+)/g),
      ([, name]) => `${path}: ${name}`,
    ),
  );
  assertNone(silent, "without a docstring");
});
