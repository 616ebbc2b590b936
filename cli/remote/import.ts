/** `import <path> <file>`: writes the rows of a file as records. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { apiPath } from "../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo, serviceUrl } from "../console/connection.ts";
import { print, say } from "../console/output.ts";
import { quantity } from "../console/text.ts";
import { checkFile, refuseFaults } from "./import/check.ts";
import { everyRow, firstOfEach } from "./import/distinct.ts";
import { Mapping, type MappingOptions } from "./import/mapping.ts";
import { IMPORT_MODES, type ImportMode, RecordReader } from "./import/record-reader.ts";
import { type ImportPlan, rowsOf, wayOf } from "./import/writes.ts";
import { FILE_FORMATS, type FileFormat, SEPARATORS, type Separator } from "./rows/row.ts";
import { SourceFile } from "./rows/source-file.ts";
import { findAddress } from "./service/address.ts";
import { readDescription } from "./service/description.ts";
import { requireParent } from "./service/parent.ts";
import { reportResult, runTransfer } from "./transfer/run.ts";

interface ImportOptions extends ConnectionOptions, MappingOptions {
  readonly format?: FileFormat;
  readonly separator?: Separator;
  readonly mode: ImportMode;
  readonly parallel: number;
  readonly distinct?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

async function runImport(given: string, file: string, options: ImportOptions): Promise<void> {
  const path = apiPath(given);
  const { mode, parallel, separator, distinct, map, set, ignore, dryRun } = options;
  const source = await SourceFile.open(file, options.format, separator);
  try {
    // After Ctrl-C, requests that are in flight still finish.
    const api = connectTo(options, { signal: undefined });
    const address = findAddress(await readDescription(api), path);
    const mapping = new Mapping(address, options);
    const reader = new RecordReader(address, mapping, mode, source.format === "csv");
    const newSelection = distinct ? firstOfEach : everyRow;
    const selection = newSelection();
    const checked = await checkFile(source, mapping, reader, selection);
    if (dryRun && options.json) {
      const { selected: rows, faultCount, faults } = checked;
      print(JSON.stringify({ rows, faultCount, faults }));
    }
    refuseFaults(checked, mapping);
    if (mapping.leftOut.size > 0) say(`Skipped, because the service sets them: ${[...mapping.leftOut].join(", ")}.`);
    if (selection.differing.length > 0)
      say(`Skipped, although they differ from the first row with the same id: ${selection.differing.join(", ")}.`);
    await requireParent(api, address);
    if (dryRun) {
      say(`${quantity(checked.selected, "row")} ${checked.selected === 1 ? "is" : "are"} valid. Nothing was sent.`);
      return;
    }
    const plan: ImportPlan = { source, reader, view: address.view, mode, newSelection };
    const result = await runTransfer({
      api,
      name: file,
      ...source.journalPaths(),
      head: {
        file: checked.digest,
        command: { url: serviceUrl(options), path, mode, ...definedOf({ separator, map, set, ignore, distinct }) },
      },
      total: checked.selected,
      lastRow: Number.POSITIVE_INFINITY,
      parallel,
      sendAll: (send) => send(() => rowsOf(plan), wayOf(plan)),
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
    .addOption(new Option("--format <format>", "by default that of the file extension").choices(FILE_FORMATS))
    .addOption(
      new Option("--separator <name>", "what separates the cells of CSV: comma by default").choices(
        Object.keys(SEPARATORS),
      ),
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
    .option("--parallel <count>", "concurrent requests", parseParallel, 8)
    .option("--dry-run", "check the file, but not whether records already exist, and send nothing")
    .option("--json", "print the result as JSON");
  addConnectionOptions(command).action(runImport);
}
