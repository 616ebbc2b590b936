/** `doctor`: checks a service and its database, and says what to do about what it finds. */
import type { Command } from "commander";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo, serviceUrl } from "../console/connection.ts";
import { Refused } from "../console/exit-codes.ts";
import { describeFailure } from "../console/failure.ts";
import { addExamples } from "../console/help.ts";
import { print } from "../console/output.ts";
import { formatValue } from "../console/text.ts";
import { checkDatabase, checkIntegrity } from "./doctor/database-check.ts";
import type { Check, Finding } from "./doctor/finding.ts";
import { checkHistory } from "./doctor/history-check.ts";
import { serviceChecks } from "./doctor/service-checks.ts";

interface DoctorOptions extends ConnectionOptions {
  readonly json?: true;
}

async function runDoctor(registry: Registry, options: DoctorOptions): Promise<void> {
  const url = serviceUrl(options);
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
    if (!options.json) printFinding(finding);
  };
  if (!options.json) print(url);
  const api = connectTo(options, { retries: 0 });
  const anonymous = connectTo(options, { retries: 0, key: undefined });
  for (const [name, check] of serviceChecks(api, anonymous)) {
    report(await run(name, check));
    if (findings.length === 1 && findings[0]!.status === "failed") break;
  }
  report(await run("database", () => checkDatabase(registry, url)));
  report(await run("integrity", () => checkIntegrity(registry, url)));
  report(await run("history", () => checkHistory(registry, url)));
  const failed = findings.filter(({ status }) => status === "failed");
  if (options.json) print(JSON.stringify({ url, ok: failed.length === 0, checks: findings }, undefined, 2));
  if (failed.length > 0) throw new Refused(`${failed.length} of ${findings.length} checks failed.`);
}

/** A check that ends with an error has failed. */
async function run(check: string, execute: Check): Promise<Finding> {
  try {
    return { check, ...(await execute()) };
  } catch (error) {
    const { line = "" } = describeFailure(error);
    return { check, status: "failed", finding: line, remedy: "Look at the log of the service." };
  }
}

const MARKS = { ok: "✓", warning: "!", failed: "✗", skipped: "-" };

function printFinding({ check, status, finding, remedy }: Finding): void {
  print(`${MARKS[status]} ${check.padEnd(10)}  ${formatValue(finding)}`);
  if (remedy !== undefined) print(`  ${"".padEnd(10)}  → ${remedy}`);
}

/** Adds the command to the command line. */
export function addDoctor(program: Command, registry: Registry): void {
  const command = program
    .command("doctor")
    .description("Checks a service and its database, and says what to do about what it finds.")
    .option("--json", "print the checks as JSON");
  addConnectionOptions(command).action((options: DoctorOptions) => runDoctor(registry, options));
  addExamples(command, "doctor", "doctor --url https://registry.example --json");
}
