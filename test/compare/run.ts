/**
 * Compares what this version and another answer: `npm run compare -- <checkout of the other version>`, with
 * `--requests` (20,000) and `--seed`. Both get the same random requests, and have to answer them alike but for times,
 * generated ids and the wording of messages, which `--wording` prints. Exits with 1 if they do not. Each has a database of
 * its own, on PostgreSQL with `TEST_DATABASE=postgres`.
 */
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { comparePhase } from "./compare.ts";
import { PHASES } from "./phases.ts";
import { Report } from "./report.ts";
import { serverIn } from "./side.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    phase: { type: "string" },
    wording: { type: "boolean", default: false },
  },
});
const [other] = positionals;
if (other === undefined) {
  console.error("npm run compare -- <checkout of the other version> [--requests 20000] [--seed N] [--wording]");
  process.exit(2);
}

if (!existsSync(join(other, serverIn(other)))) {
  console.error(`${other} is no checkout of this service.`);
  process.exit(2);
}

const [requests, seed] = [Number(values.requests), Number(values.seed)];
console.log(`seed ${seed}`);
const report = new Report();
for (const phase of PHASES) {
  if (values.phase !== undefined && values.phase !== phase.name) continue;
  const count = Math.round(requests * phase.share);
  await comparePhase({ phase, checkouts: [resolve(other), ROOT], requests: count, seed, report });
}
report.print(values.wording);
process.exit(report.differs ? 1 : 0);
