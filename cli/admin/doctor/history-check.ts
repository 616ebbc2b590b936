/** What the history of the database takes, and what bounds it. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { buildCatalog } from "../../../engine/app/bootstrap.ts";
import type { Config } from "../../../engine/app/config.ts";
import type { Registry } from "../../../engine/declare/registry/registry.ts";
import { HISTORY_START } from "../../../engine/store/history/moments.ts";
import { type HistorySize, measureHistory } from "../../../engine/store/history/size.ts";
import { readMetadata } from "../../../engine/store/metadata.ts";
import { formatBytes, quantity } from "../../console/text.ts";
import { type Result, withCurrentDatabase } from "./database-check.ts";

const MIB = 1_048_576;

/** How much of the database is history; warns if that is most of it and the disk has little space. @param url of the service */
export async function checkHistory(registry: Registry, url: string): Promise<Result> {
  return withCurrentDatabase(registry, url, async (database, config) => {
    const start = await readMetadata(database.reader, HISTORY_START);
    if (start === undefined) return { status: "skipped", finding: "The history begins when the service first starts." };
    const size = await measureHistory(database, buildCatalog(registry.resources));
    const { historyDays } = config.retention;
    const bound = `HISTORY_KEEP_DAYS ${historyDays === undefined ? "is not set here" : `is ${historyDays} here`}`;
    const finding = `Kept since ${new Date(Number(start)).toISOString()} (${bound}): ${describe(size)}.`;
    if (!isMost(size) || !hasLittleSpace(config)) return { status: "ok", finding };
    const remedy =
      "The disk has little space left: give the database a larger one, or set HISTORY_KEEP_DAYS, which makes room in the file for what is written next.";
    return { status: "warning", finding, remedy };
  });
}

function describe(size: HistorySize): string {
  const { versions, events, databaseBytes } = size;
  const kept = `${quantity(versions.rows, "earlier version")} of records (${formatBytes(versions.bytes)}) and ${quantity(events.rows, "event")} (${formatBytes(events.bytes)})`;
  return `${kept}, ${Math.round(100 * shareOf(size))}% of ${formatBytes(databaseBytes)}`;
}

function shareOf({ versions, events, databaseBytes }: HistorySize): number {
  return (versions.bytes + events.bytes) / databaseBytes;
}

function isMost(size: HistorySize): boolean {
  return shareOf(size) > 1 / 2;
}

/** Whether the disk has less space than what the service warns of; false if that disk is on a server. */
function hasLittleSpace({ database, diskSpace }: Config): boolean {
  if (!("sqlite" in database)) return false;
  const { bavail, bsize } = statfsSync(dirname(database.sqlite));
  return bavail * bsize < diskSpace.warnMib * MIB;
}
