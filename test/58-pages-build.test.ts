/** Proves that the explorer is built when its sources changed and only then, that no half of a build is served, and its sizes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { readExplorer } from "../engine/http/pages/explorer/build.ts";
import packageJson from "../package.json" with { type: "json" };
import { type Ended, runProgram } from "./support/http/process.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SCRIPT = join("scripts", "explorer.mjs");

/** The sources of a tiny explorer, besides the script that builds it. */
const SOURCES: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module" }',
  "package-lock.json": "{}",
  "client/index.ts": 'export const greeting: string = "hello";\n',
  "kit/words.ts": 'export const words: string = "hello";\n',
  "engine/runtime/as-code/curl.ts": 'export const curl: string = "curl";\n',
  "explorer/index.html":
    '<!doctype html>\n<html lang="en"><head><title>x</title><script type="module" src="/main.ts"></script></head></html>\n',
  "explorer/main.ts":
    'import "./main.css";\nimport { greeting } from "../client/index.ts";\ndocument.title = greeting;\n',
  "explorer/main.css": `${"body { color: red }\n".repeat(3)}`,
  "explorer/draw.ts": 'export const drawn = "drawn";\n',
  "explorer/vite.standalone.config.ts": 'export default { build: { ssr: "draw.ts" } };\n',
  "explorer/vite.config.ts": 'export default { build: { assetsDir: "-/assets", manifest: true } };\n',
};

/** A repository of its own with the tiny explorer, in which the real script runs. */
class Workshop {
  readonly root = mkdtempSync(join(tmpdir(), "space-missions-explorer-"));
  private readonly builds = join(this.root, "explorer", "dist");

  constructor() {
    after(() => rmSync(this.root, { recursive: true, force: true }));
    symlinkSync(join(ROOT, "node_modules"), join(this.root, "node_modules"));
    for (const [path, text] of Object.entries(SOURCES)) this.write(path, text);
    mkdirSync(join(this.root, "scripts"));
    copyFileSync(join(ROOT, SCRIPT), join(this.root, SCRIPT));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  run(): Promise<Ended> {
    return runProgram({ command: [process.execPath, SCRIPT], folder: this.root }, {});
  }

  /** Runs the script, which builds. @returns the name of the build */
  async build(): Promise<string> {
    assert.deepEqual(await this.run(), { code: 0, out: "", err: "Building the explorer …\n" });
    return this.current();
  }

  /** Runs the script, which has nothing to build. */
  async keep(): Promise<string> {
    assert.deepEqual(await this.run(), { code: 0, out: "", err: "" });
    return this.current();
  }

  current(): string {
    return JSON.parse(readFileSync(join(this.builds, "current.json"), "utf8")).build;
  }

  inBuilds(...path: string[]): string {
    return join(this.builds, ...path);
  }

  served() {
    return readExplorer(this.builds);
  }
}

test("architecture, the explorer: it is built once, with each file in content codings, and served whole", async () => {
  const workshop = new Workshop();
  assert.equal(workshop.served(), undefined);
  const name = await workshop.build();
  assert.equal(await workshop.keep(), name);
  assert.deepEqual(readdirSync(workshop.inBuilds()).sort(), [name, "current.json"].sort());
  const assets = readdirSync(workshop.inBuilds(name, "-", "assets"));
  const plain = assets.filter((each) => /\.(js|css)$/.test(each));
  assert.deepEqual(assets.toSorted(), plain.flatMap((each) => [each, `${each}.br`, `${each}.gz`]).sort());
  for (const each of plain.map((asset) => join("-", "assets", asset))) {
    const read = (coding: string) => readFileSync(workshop.inBuilds(name, `${each}${coding}`));
    assert.deepEqual(brotliDecompressSync(read(".br")), read(""));
    assert.deepEqual(gunzipSync(read(".gz")), read(""));
  }
  assert.deepEqual(workshop.served()!.names.toSorted(), plain.sort());
});

test("architecture, the explorer: a change to any of its sources builds it again, and changing it back does not", async () => {
  const workshop = new Workshop();
  const first = await workshop.build();
  const changed = [
    "explorer/main.ts",
    "explorer/main.css",
    "explorer/index.html",
    "client/index.ts",
    "kit/words.ts",
    "engine/runtime/as-code/curl.ts",
    "package-lock.json",
  ];
  const names = new Set([first]);
  for (const path of changed) {
    workshop.write(path, `${SOURCES[path]}\n`);
    names.add(await workshop.build());
    workshop.write(path, SOURCES[path]!);
  }
  workshop.write("explorer/new.ts", "");
  names.add(await workshop.build());
  assert.equal(names.size, changed.length + 2);
  rmSync(join(workshop.root, "explorer", "new.ts"));
  assert.equal(await workshop.keep(), first);
  // Neither is a change of anything else.
  workshop.write("missions/server.ts", "");
  workshop.write("package.json", `${SOURCES["package.json"]}\n`);
  assert.equal(await workshop.keep(), first);
});

test("architecture, the explorer: a killed build is neither served nor considered complete", async () => {
  const workshop = new Workshop();
  const name = await workshop.build();
  rmSync(workshop.inBuilds(), { recursive: true });
  workshop.write(join("explorer", "dist", `${name}.123`, "index.html"), "half");
  assert.equal(workshop.served(), undefined);
  assert.equal(await workshop.build(), name);
  assert.notEqual(readFileSync(workshop.inBuilds(name, "index.html"), "utf8"), "half");
  // One that was killed between its two steps is not built twice.
  rmSync(workshop.inBuilds("current.json"));
  assert.equal(await workshop.keep(), name);
});

test("architecture, the explorer: concurrent builds do not disturb each other", async () => {
  const workshop = new Workshop();
  const ended = await Promise.all([1, 2, 3].map(() => workshop.run()));
  assert.deepEqual(
    ended.map(({ code, out }) => [code, out]),
    ended.map(() => [0, ""]),
  );
  assert.deepEqual(readdirSync(workshop.inBuilds()).sort(), [workshop.current(), "current.json"].sort());
  assert.equal(workshop.served()!.names.length, 2);
});

test("architecture, the explorer: a build that fails says so, and what was built before stays", async () => {
  const workshop = new Workshop();
  const before = await workshop.build();
  workshop.write("explorer/main.ts", "import 'nowhere';\n");
  const { code, out, err } = await workshop.run();
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /^Cannot build the explorer: .*nowhere/m);
  workshop.write("explorer/main.ts", "const = 1;\n");
  const syntax = await workshop.run();
  assert.equal(syntax.code, 1);
  assert.match(syntax.err, /^Cannot build the explorer: (?=[\s\S]*explorer\/main\.ts)/m);
  assert.equal(stripVTControlCharacters(syntax.err), syntax.err);
  assert.equal(workshop.current(), before);
  assert.deepEqual(readdirSync(workshop.inBuilds()).sort(), [before, "current.json"].sort());
});

test("architecture, the explorer: the style element that React Aria adds is allowed by its hash, if it is in the build", async () => {
  const workshop = new Workshop();
  const stylesOf = (name: string) => JSON.parse(readFileSync(workshop.inBuilds(name, "explorer.json"), "utf8")).styles;
  assert.deepEqual(stylesOf(await workshop.build()), []);
  workshop.write("explorer/main.ts", 'import { usePress } from "react-aria";\nconsole.log(usePress);\n');
  const [style, ...others] = stylesOf(await workshop.build());
  assert.match(style, /^sha256-[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(others, []);
});

test("architecture, the explorer: npm builds it before a start and before tests, but not for the command line", () => {
  const { scripts } = packageJson;
  const runs = ["start", "test", "test:browser", "test:slow", "test:long"] as const;
  const before = runs.map((name) => scripts[`pre${name}`]);
  assert.deepEqual(
    before,
    before.map(() => "node scripts/prepare.mjs"),
  );
  assert.match(readFileSync(join(ROOT, "scripts", "prepare.mjs"), "utf8"), /import ".\/explorer.mjs";/);
  assert.equal(scripts.precli, "node scripts/install.mjs");
});

/** A file of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

test("the sizes of the explorer are within its budget", () => {
  execFileSync(process.execPath, [join(ROOT, SCRIPT)], { stdio: "ignore" });
  const builds = join(ROOT, "explorer", "dist");
  const folder = join(builds, JSON.parse(readFileSync(join(builds, "current.json"), "utf8")).build);
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8"));
  const size = (file: string) =>
    readFileSync(join(folder, existsSync(join(folder, `${file}.br`)) ? `${file}.br` : file)).length;
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + size(file), 0);
  /** A chunk with all that it imports at once. */
  const closure = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found;
    found.add(key);
    for (const each of manifest[key]!.imports ?? []) closure(each, found);
    return found;
  };
  const files = (keys: Iterable<string>) => new Set([...keys].map((key) => manifest[key]!.file));

  assert.ok(readFileSync(join(folder, "index.html")).length <= 3 * 1024, "the shell");
  const [entry] = Object.keys(manifest).filter((key) => manifest[key]!.isEntry);
  const atOnce = closure(entry!);
  assert.ok(sum(files(atOnce)) <= 170 * 1024, `entry: ${sum(files(atOnce))} bytes`);
  const css = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
  assert.ok(sum(css) <= 20 * 1024, `styles: ${sum(css)} bytes`);
  const pictures = Object.keys(manifest).filter((key) => /^src\/pictures\/\w+\/page\.tsx$/.test(key));
  assert.ok(pictures.length >= 5);
  for (const picture of pictures) {
    const own = sum(files(closure(picture).difference(atOnce)));
    assert.ok(own <= 40 * 1024, `${picture}: ${own} bytes`);
  }
});
