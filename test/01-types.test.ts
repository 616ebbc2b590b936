/** Proves that the type check includes the type tests, in which it reports every error that is not expected, and no other. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

test("architecture, one idea: records, drafts, patches, limits and the client's calls are typed by the declaration", () => {
  // `npm run typecheck` compiles them.
  const { stdout, stderr } = spawnSync("node_modules/.bin/tsc", ["--listFilesOnly"], { cwd: root, encoding: "utf8" });
  const compiled = stdout.split("\n").filter((path) => path.endsWith(".test-d.ts"));
  const files = readdirSync(join(root, "test")).filter((name) => name.endsWith(".test-d.ts"));
  assert.deepEqual(compiled.map((path) => basename(path)).sort(), files.sort(), `not compiled: ${stderr}`);
});
