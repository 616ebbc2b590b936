/**
 * Runs every test file: in several processes at once, each of which takes the next file that none has taken. What all
 * files load and compile is paid for once a process. With `--long` the campaigns have their whole size.
 */
import { mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { removeAtExit } from "./support/cleanup.ts";
import { unfinishedFiles } from "./support/shard.ts";

const { long } = parseArgs({ options: { long: { type: "boolean", default: false } } }).values;

/** One more than there are cores, since tests also wait. */
const PROCESSES = Math.min(availableParallelism(), 4) + 1;
/** Both runs together stay under the 90 minutes of CI, even if a test hangs. */
const TIMEOUT_MS = (long ? 45 : 15) * 60_000;

const claims = mkdtempSync(join(tmpdir(), "space-missions-claims-"));
removeAtExit({ folder: claims });
process.env.TEST_CLAIMS = claims;
if (long) process.env.TEST_LONG = "1";

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
