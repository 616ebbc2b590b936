/**
 * Runs a set of test files (`support/sets.ts`): in several processes at once, each of which takes the next file that none
 * has taken. What all files load and compile is paid for once a process. `long` runs every file, with campaigns of their
 * whole size.
 */
import { mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { removeAtExit } from "./support/cleanup.ts";
import { SETS, type TestSet } from "./support/sets.ts";

const [set = "quick"] = parseArgs({ allowPositionals: true }).positionals as TestSet[];
if (!SETS.includes(set)) throw new Error(`There is no set ${set}; the sets are ${SETS.join(", ")}.`);

/** One more than there are cores, since tests also wait. */
const PROCESSES = Math.min(availableParallelism(), 4) + 1;
/** Bounds a run in which each file takes very long; one that hangs is ended before (`support/watchdog.ts`). */
const TIMEOUT_MS = (set === "long" ? 120 : 30) * 60_000;

const claims = mkdtempSync(join(tmpdir(), "space-missions-claims-"));
removeAtExit({ folder: claims });
process.env.TEST_CLAIMS = claims;
if (set === "long") process.env.TEST_LONG = "1";
else process.env.TEST_SET = set;
// It reads which set runs.
const { unfinishedFiles } = await import("./support/shard.ts");

const shard = join(import.meta.dirname, "support", "shard.ts");
const events = run({
  files: Array.from({ length: PROCESSES }, () => shard),
  concurrency: PROCESSES,
  timeout: TIMEOUT_MS,
}).on("test:fail", () => {
  process.exitCode = 1;
});
const report = events.compose(spec);
report.pipe(process.stdout);
await finished(report);

const unfinished = unfinishedFiles(claims);
if (unfinished.length > 0) {
  console.error(`Not run to the end: ${unfinished.join(", ")}`);
  process.exitCode = 1;
}
