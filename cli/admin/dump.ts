/** `dump --history`, and `load` of such a dump: the whole database, whatever kind it is. */
import { Readable } from "node:stream";
import { buildCatalog } from "../../engine/app/bootstrap.ts";
import { openDatabase } from "../../engine/app/database.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { VERSION } from "../../engine/runtime/package.ts";
import { dumpHead, parseHead, requireSameLayout } from "../../engine/store/dump/format.ts";
import { loadDump } from "../../engine/store/dump/load.ts";
import { dumpLines } from "../../engine/store/dump/write.ts";
import { planMigration } from "../../engine/store/migration/plan.ts";
import { Refused } from "../console/exit-codes.ts";
import { interruption } from "../console/interruption.ts";
import { printAll, say } from "../console/output.ts";
import { checkOutput, writeWhole } from "../console/output-file.ts";
import { progressOn } from "../console/progress.ts";
import { quantity, wasOrWere } from "../console/text.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

/** Seconds that a statement may take: another process may keep the disk busy. */
const STATEMENT_TIMEOUT_S = 3_600;

/**
 * Dumps the database at DATABASE_URL with its history.
 * @param output a path; undefined for standard output
 * @throws Refused if the database does not have the layout of this version
 */
export async function dumpHistory(registry: Registry, output: string | undefined): Promise<void> {
  if (output !== undefined) checkOutput(output);
  const config = requireDatabase(readDatabaseConfig(registry));
  const catalog = buildCatalog(registry.resources);
  const database = await openDatabase({ ...config, handlerTimeout: STATEMENT_TIMEOUT_S });
  const progress = progressOn("rows");
  let rows = 0;
  try {
    const target = { catalog, version: VERSION, owner: registry };
    const { isUpToDate, blockers } = await planMigration(target, database.dialect, database.reader);
    if (!isUpToDate)
      throw new Refused(
        `The database does not have the layout of this version and registry. ${blockers.join(" ") || "Run `migrate` first."}`,
      );
    progress.start();
    await database.slowReader({ client: "dump", signal: interruption() }).snapshot(async (session) => {
      const wrote = (count: number): void => {
        rows = count;
        progress.update(count);
      };
      const lines = Readable.from(dumpLines(session, catalog, registry.name, wrote));
      await (output === undefined ? printAll(lines) : writeWhole(lines, output));
    });
  } finally {
    progress.end();
    await database.close();
  }
  say(`${quantity(rows, "row")} ${wasOrWere(rows)} written${output === undefined ? "" : ` to ${output}`}.`);
}

/** Whether the first line of a file is that of a dump with history. */
export function beginsHistory(line: string): boolean {
  return parseHead(line) !== undefined;
}

/**
 * Loads a dump with history into the empty database at DATABASE_URL, in one transaction.
 * @param lines reads the dump from the beginning
 * @returns the number of rows
 */
export async function loadHistory(registry: Registry, lines: () => AsyncIterable<string>): Promise<number> {
  const config = readDatabaseConfig(registry);
  const catalog = buildCatalog(registry.resources);
  // Before the database is opened, which creates a file.
  for await (const line of lines()) {
    requireSameLayout(parseHead(line)!, dumpHead(catalog, registry.name));
    break;
  }
  const signal = interruption();
  const progress = progressOn("rows");
  const database = await openDatabase(config);
  try {
    progress.start();
    return await database.exclusive((session) =>
      loadDump(
        { session, dialect: database.dialect, catalog, owner: registry, clock: systemClock },
        lines(),
        (rows) => {
          signal.throwIfAborted();
          progress.update(rows);
        },
      ),
    );
  } finally {
    progress.end();
    await database.close();
  }
}
