/** Proves that `tsc` checks the type tests: every expected error is reported, and no other. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

test("architecture, one idea: records, drafts, patches, limits and the client's calls are typed by the declaration", () => {
  const { stdout, stderr } = spawnSync("node_modules/.bin/tsc", ["--listFiles", "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  });
  const listed = stdout.split("\n").filter((line) => line.includes(".test-d.ts"));
  const compiled = listed.filter((line) => line.endsWith(".test-d.ts"));
  const files = readdirSync(join(root, "test")).filter((name) => name.endsWith(".test-d.ts"));
  assert.deepEqual(compiled.map((path) => basename(path)).sort(), files.sort(), `not compiled: ${stderr}`);
  assert.deepEqual(
    listed.filter((line) => !compiled.includes(line)),
    [],
  );
});
