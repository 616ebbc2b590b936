/** Proves that the checks of a release name every fault at once, and change nothing (CONTRIBUTING.md). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Part } from "./support/documents/openapi-conformance.ts";
import { builtInDocument, releasedText } from "./support/documents/released-openapi.ts";
import { runProgram } from "./support/http/process.ts";

const RELEASE = fileURLToPath(new URL("../scripts/release.ts", import.meta.url));
const CHANGELOG = `# Changelog

## [Unreleased]

## [1.3.0] - 2026-11-26

### Added
- Something.

## [1.2.0] - 2026-01-01

### Added
- Everything.
`;
/** It says on which Node it runs. */
const PASSING = "console.error(process.versions.node);";

const folder = mkdtempSync(join(tmpdir(), "space-missions-release-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// So that none is installed: this Node, as two versions.
const nodes = [24, 26].map((major) => {
  const bin = join(folder, `node-${major}`);
  mkdirSync(bin);
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo v${major}.0.0 && exit\nexec "${process.execPath}" "$@"\n`;
  writeFileSync(join(bin, "node"), script);
  chmodSync(join(bin, "node"), 0o755);
  return bin;
});

let repositories = 0;

/**
 * A repository whose version 1.3.0 can be released, but for these files.
 * @param before the document of the version before it
 */
function repository(files: Record<string, string> = {}, before = builtInDocument("1.2.0")) {
  repositories += 1;
  const root = join(folder, `repository-${repositories}`);
  mkdirSync(join(root, "test", "released"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], {
      cwd: root,
      encoding: "utf8",
    });
  const write = (written: Record<string, string>) => {
    for (const [file, text] of Object.entries(written)) writeFileSync(join(root, file), text);
  };
  const commit = (message: string) => {
    git("add", ".");
    git("commit", "--quiet", "--message", message);
  };
  git("init", "--quiet", "--initial-branch", "main");
  write({ "test/released/openapi.json": releasedText(before) });
  commit("Release 1.2.0");
  git("tag", "v1.2.0");
  write({
    "package.json": JSON.stringify({ name: "package", version: "1.3.0", type: "module" }),
    "package-lock.json": lockOf("1.3.0"),
    "CHANGELOG.md": CHANGELOG,
    "test/65-package.test.ts": PASSING,
    "test/released/openapi.json": releasedText(builtInDocument("1.3.0")),
    ...files,
  });
  commit("Release 1.3.0");
  const check = async () => {
    const changed = git("status", "--porcelain");
    const path = [...nodes, dirname(process.execPath), process.env.PATH].join(delimiter);
    const ended = await runProgram({ command: [process.execPath, RELEASE], folder: root }, { PATH: path });
    assert.equal(git("status", "--porcelain"), changed);
    return { ...ended, faults: ended.err.match(/^- .*(?:\n {2}.*)*/gm) ?? [] };
  };
  return { git, write, commit, check };
}

function lockOf(version: string): string {
  return JSON.stringify({ name: "package", version, packages: { "": { version } } });
}

test("CONTRIBUTING.md, release: a version without faults, tested on both versions of Node, and how to release it", async () => {
  const { check } = repository();
  const { code, out, err, faults } = await check();
  assert.deepEqual([code, faults], [0, []], err);
  assert.deepEqual(err.match(/Node \d+/g), ["Node 24", "Node 26"]);
  assert.match(
    out,
    /^git tag --annotate v1\.3\.0 .*\n.* v1\.3\.0\nnpm publish\ndocker build .*1\.3\.0 \.\ndocker push .*$/m,
  );
});

test("CONTRIBUTING.md, release: every fault is named at once, each with what to do", async () => {
  const { git, write, check } = repository({
    "package-lock.json": lockOf("1.2.0"),
    "CHANGELOG.md": CHANGELOG.replace("## [1.3.0] - 2026-11-26", "### Fixed\n- A mistake."),
    "test/65-package.test.ts": "process.exitCode = 1;",
    "test/released/openapi.json": releasedText(builtInDocument("1.2.0")),
  });
  git("switch", "--quiet", "--create", "other");
  write({ "left.txt": "" });
  const { code, out, faults } = await check();
  assert.deepEqual([code, out], [1, ""]);
  assert.deepEqual(
    faults.map((fault) => fault.slice(2)),
    [
      "There are changes that are not committed: left.txt. Commit them.",
      "The branch is other. Releases are made on main: git switch main",
      "package-lock.json has version 1.2.0 instead of 1.3.0: npm install --package-lock-only",
      "CHANGELOG.md still has text below ## [Unreleased]. Move it below ## [1.3.0] - <yyyy-mm-dd>",
      "CHANGELOG.md has no section of 1.3.0. Add ## [1.3.0] - <yyyy-mm-dd>, with what has changed.",
      "test/released/openapi.json is not the document of 1.3.0: npm run openapi:keep",
      "The package fails its test on Node 24: TEST_LONG=1 node --test test/65-package.test.ts",
      "The package fails its test on Node 26: TEST_LONG=1 node --test test/65-package.test.ts",
    ],
  );
});

test("CONTRIBUTING.md, release: the version is x.y.z, higher than each that was released, and not released itself", async () => {
  const { git, write, commit, check } = repository();
  for (const tag of ["v1.3.0", "v1.10.0"]) git("tag", tag);
  write({ "new.txt": "" });
  commit("Change");
  const [lower, elsewhere] = (await check()).faults;
  assert.match(
    lower ?? "",
    /^- The version in package\.json is 1\.3\.0, and 1\.10\.0 is released\. Change it: npm version /,
  );
  assert.match(
    elsewhere ?? "",
    /^- The tag v1\.3\.0 is on another commit, so 1\.3\.0 is released\. Change it: npm version /,
  );
  write({ "package.json": JSON.stringify({ name: "package", version: "1.11", type: "module" }) });
  const [, malformed] = (await check()).faults;
  assert.match(
    malformed ?? "",
    /^- The version in package\.json is 1\.11, which is not x\.y\.z\. Change it: npm version /,
  );
});

test("CONTRIBUTING.md, release: the changelog has an empty section first, then that of the version, dated and with text", async () => {
  const changed = CHANGELOG.replace("## [Unreleased]\n", "").replace(
    /2026-11-26\n[^#]*### Added\n- Something\./,
    "2026-11-31",
  );
  const { faults } = await repository({ "CHANGELOG.md": changed }).check();
  assert.deepEqual(faults, [
    "- CHANGELOG.md does not begin with ## [Unreleased]. Add it, without text.",
    "- CHANGELOG.md has 1.2.0 before 1.3.0. Put the new section first.",
    "- CHANGELOG.md has 2026-11-31 as the date of 1.3.0. Write ## [1.3.0] - <yyyy-mm-dd>",
    "- CHANGELOG.md says nothing of 1.3.0. Write what has changed.",
  ]);
});

test("§9: a document that breaks clients of the release before is a fault, unless the changelog has what was removed", async () => {
  const before: Part = builtInDocument("1.2.0");
  before.paths["/api/gone"] = { get: { operationId: "getGone", parameters: [], responses: {} } };
  const { git, write, commit, check } = repository({}, before);
  const broken = /^- The OpenAPI document breaks clients of 1\.2\.0\. .*\n {2}\/api\/gone is gone$/;
  assert.match((await check()).faults.join("\n"), broken);
  write({ "CHANGELOG.md": CHANGELOG.replace("- Something.", "- Something.\n\n### Removed\n- Gone.") });
  commit("Name it");
  // Once it is tagged, too: before it is published.
  git("tag", "v1.3.0");
  assert.deepEqual((await check()).faults, []);
});
