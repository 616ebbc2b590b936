/** Proves that `tsc` checks the type tests: every expected error is reported, and no other. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

test("architecture, one idea: records, drafts, patches and limits are typed by the declaration", () => {
  const { stdout, stderr } = spawnSync("node_modules/.bin/tsc", ["--listFiles", "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  });
  const listed = stdout.split("\n").filter((line) => line.includes("01-types.test-d.ts"));
  const compiled = listed.filter((line) => line.endsWith("01-types.test-d.ts"));
  assert.equal(compiled.length, 1, `not compiled: ${stderr}`);
  assert.deepEqual(
    listed.filter((line) => !compiled.includes(line)),
    [],
  );
});
