/** `import <path> <file>`: writes the rows of a file as records. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { IMPORT_MODES } from "../../kit/import/plan.ts";
import { FILE_FORMATS, type FileFormat, SEPARATORS, type Separator } from "../../kit/rows/row.ts";
import { apiPath } from "../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo, serviceUrl } from "../console/connection.ts";
import { print, say } from "../console/output.ts";
import { quantity } from "../console/text.ts";
import { type PlanOptions, planFile, refuseFaults } from "./import/check.ts";
import { SourceFile } from "./import/source-file.ts";
import { rowsOf, writeOptionsOf } from "./import/writes.ts";
import { findAddress } from "./service/address.ts";
import { readDescription } from "./service/description.ts";
import { requireParent } from "./service/existing.ts";
import { reportResult, runTransfer } from "./transfer/run.ts";

interface ImportOptions extends ConnectionOptions, PlanOptions {
  readonly format?: FileFormat;
  readonly separator?: Separator;
  readonly parallel: number;
  readonly dryRun?: true;
  readonly json?: true;
}

async function runImport(given: string, file: string, options: ImportOptions): Promise<void> {
  const path = apiPath(given);
  const { mode, parallel, format, separator, distinct, makeIds, map, set, ignore, dryRun } = options;
  const source = await SourceFile.open(file, { format, separator });
  try {
    // After Ctrl-C, requests that are in flight still finish.
    const api = connectTo(options, { signal: undefined });
    const address = findAddress(await readDescription(api), path);
    const filePlan = await planFile(source, address, options);
    const { plan, checked } = filePlan;
    const { leftOut, byLabel } = filePlan.choices;
    if (dryRun && options.json) {
      const { selected: rows, faultCount, faults } = checked;
      print(JSON.stringify({ rows, faultCount, faults }));
    }
    refuseFaults(filePlan);
    if (byLabel.length > 0) say(`Matched by their labels: ${byLabel.join(", ")}.`);
    if (leftOut.length > 0) say(`Skipped, because the service sets them: ${leftOut.join(", ")}.`);
    if (checked.differing.length > 0)
      say(`Skipped, although they differ from the first row with the same id: ${checked.differing.join(", ")}.`);
    await requireParent(api, address);
    if (dryRun) {
      say(`${quantity(checked.selected, "row")} ${checked.selected === 1 ? "is" : "are"} valid. Nothing was sent.`);
      return;
    }
    const result = await runTransfer({
      api,
      name: file,
      ...source.journalPaths(),
      head: {
        file: checked.digest,
        command: {
          ...{ url: serviceUrl(options), path, mode },
          ...definedOf({ separator, map, set, ignore, distinct, makeIds }),
        },
      },
      total: checked.selected,
      lastRow: Number.POSITIVE_INFINITY,
      parallel,
      sendAll: (send) => send(() => rowsOf(source, plan), writeOptionsOf(plan.view, plan.mode)),
    });
    reportResult(result, options);
  } finally {
    source.close();
  }
}

/** The given options, as the journal stores them. */
function definedOf(options: { readonly [name: string]: string | readonly string[] | true | undefined }) {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "object" ? [...value] : value]],
    ),
  );
}

/** The value of `--parallel`. */
export function parseParallel(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new InvalidArgumentError("It must be an integer from 1 to 64.");
  return number;
}

/** Adds the command to the command line. */
export function addImport(program: Command): void {
  const command = program
    .command("import")
    .description("Writes the rows of a file as records. After an interruption, run the same command again to continue.")
    .argument("<path>", "the list, as in the API reference; a name in braces is replaced by a value of each row")
    .argument("<file>", "CSV, NDJSON or a JSON array; - for standard input")
    .addOption(
      new Option("--format <format>", "the format of the file; by default detected from its name and content").choices(
        FILE_FORMATS,
      ),
    )
    .addOption(
      new Option(
        "--separator <name>",
        "what separates the cells of CSV; by default detected from the first row",
      ).choices(Object.keys(SEPARATORS)),
    )
    .addOption(
      new Option("--mode <mode>", "create new records; create or replace (upsert); or change the given fields (patch)")
        .choices(IMPORT_MODES)
        .default("create"),
    )
    .option("--map <column=field...>", "the field of a column that has another name")
    .option(
      "--set <field=template...>",
      "a value for every row, with columns in braces: id={Name|slug} (filters: slug, round, lower, upper, trim)",
    )
    .option("--ignore <column...>", "columns to skip; * for all that match no field")
    .option("--distinct", "import only the first of several rows that become the same record")
    .option(
      "--make-ids",
      "make the id of a row without one from its name or title; importing the file again creates no duplicates",
    )
    .option("--parallel <count>", "concurrent requests", parseParallel, 8)
    .option("--dry-run", "check the file, but not whether records already exist, and send nothing")
    .option("--json", "print the result as JSON");
  addConnectionOptions(command).action(runImport);
}
