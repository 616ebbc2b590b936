/** The checks of the database, if it is the one of this machine. */
import { buildCatalog } from "../../../engine/app/bootstrap.ts";
import type { Config } from "../../../engine/app/config.ts";
import { missingFile, openDatabase } from "../../../engine/app/database.ts";
import { isLoopback } from "../../../engine/app/setting-values.ts";
import type { Registry, ServiceNames } from "../../../engine/declare/registry/registry.ts";
import { VERSION } from "../../../engine/runtime/package.ts";
import type { Database } from "../../../engine/store/database.ts";
import { findDamage } from "../../../engine/store/health/integrity.ts";
import { planMigration } from "../../../engine/store/migration/plan.ts";
import { Refused } from "../../console/exit-codes.ts";
import { describeFailure } from "../../console/failure.ts";
import { readDatabaseConfig } from "../database.ts";
import type { Check } from "./finding.ts";

/** What a check finds. */
export type Result = Awaited<ReturnType<Check>>;

/** Seconds that a statement may take: it may read the whole database. */
const STATEMENT_TIMEOUT_S = 3_600;
/** The number of findings that are shown. */
const MAX_SHOWN = 10;

/** Whether the database at DATABASE_URL can be opened, and has the layout of this version. @param url of the service */
export async function checkDatabase(registry: Registry, url: string): Promise<Result> {
  return withDatabase(registry, url, async (database) => {
    const { isUpToDate, blockers } = await planMigration(targetOf(registry), database.dialect, database.reader);
    if (blockers.length > 0)
      return {
        status: "failed",
        finding: blockers.join(" "),
        remedy: "See `migrate --plan`, and docs/running.md, Upgrade.",
      };
    if (isUpToDate) return { status: "ok", finding: "It has the layout of this version." };
    const remedy = "Back up, then restart the service, which migrates it; `migrate --plan` shows how.";
    return { status: "warning", finding: "It does not have the layout of this version yet.", remedy };
  });
}

/** Whether the files of that database are intact, and its records consistent. @param url of the service */
export async function checkIntegrity(registry: Registry, url: string): Promise<Result> {
  return withCurrentDatabase(registry, url, async (database) => {
    const findings = await findDamage(database, targetOf(registry).catalog);
    if (findings.length === 0) return { status: "ok", finding: "Its files are intact and its records consistent." };
    const rest = findings.length > MAX_SHOWN ? ` And ${findings.length - MAX_SHOWN} more.` : "";
    const remedy = "Copy the database elsewhere, then restore the last good backup; see docs/running.md, Damage.";
    return { status: "failed", finding: findings.slice(0, MAX_SHOWN).join(" ") + rest, remedy };
  });
}

/** Checks the database if it has the layout of this version. @param url of the service */
export async function withCurrentDatabase(
  registry: Registry,
  url: string,
  check: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  return withDatabase(registry, url, async (database, config) => {
    const { isUpToDate } = await planMigration(targetOf(registry), database.dialect, database.reader);
    if (!isUpToDate) return { status: "skipped", finding: "The database does not have the layout of this version." };
    return check(database, config);
  });
}

function targetOf(registry: Registry) {
  return { catalog: buildCatalog(registry.resources), version: VERSION, owner: registry };
}

async function withDatabase(
  names: ServiceNames,
  url: string,
  check: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  if (!isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, "")))
    return { status: "skipped", finding: "The service is on another machine." };
  try {
    const config = readDatabaseConfig(names);
    const missing = missingFile(config);
    if (missing !== undefined)
      return { status: "skipped", finding: `There is no database at ${missing}; set DATABASE_URL if it is elsewhere.` };
    const database = await openDatabase({ ...config, handlerTimeout: STATEMENT_TIMEOUT_S });
    try {
      return await check(database, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    const { line: finding = "" } = describeFailure(error);
    const remedy =
      error instanceof Refused
        ? "Run `doctor` as the user of the service."
        : "Check DATABASE_URL: is it that of the service?";
    return { status: "failed", finding, remedy };
  }
}
