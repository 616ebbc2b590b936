/** `export <path>`: writes a whole list to a file or to standard output. */
import { extname } from "node:path";
import { Readable } from "node:stream";
import { type Command, Option } from "commander";
import { type Connection, Problem } from "../../client/index.ts";
import { FILE_FORMATS, type FileFormat, formatOfEnding } from "../../kit/rows/row.ts";
import { apiPath } from "../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo, serviceUrl } from "../console/connection.ts";
import { PartlyDone, UsageError } from "../console/exit-codes.ts";
import { describeStop } from "../console/failure.ts";
import { interruption } from "../console/interruption.ts";
import { addListOptions, type ListOptions, listQueryOf } from "../console/list-options.ts";
import { printAll, say } from "../console/output.ts";
import { checkOutput } from "../console/output-file.ts";
import { quantity } from "../console/text.ts";
import { exportToFile } from "./export/export-file.ts";
import { arrayOf } from "./export/json-array.ts";
import { type ExportRequest, openAll, readTag } from "./export/source.ts";

interface ExportOptions extends ConnectionOptions, ListOptions {
  readonly format?: FileFormat;
  readonly output?: string;
  readonly resume?: true;
}

async function runExport(given: string, options: ExportOptions): Promise<void> {
  const path = apiPath(given);
  const { output, resume } = options;
  const format = options.format ?? formatOfName(output) ?? "csv";
  if (resume && output === undefined) throw new UsageError("--resume needs --output: only a file can be continued.");
  const api = connectTo(options);
  const request: ExportRequest = { path, query: listQueryOf(options), format: format === "csv" ? "csv" : "ndjson" };
  if (output !== undefined) checkOutput(output);
  await refuseRecord(api, request);
  if (output === undefined) return printList(api, request, format === "json");
  const identity = { url: serviceUrl(options), path, format, query: listQueryOf(options) };
  const rows = await exportToFile({
    ...{ api, request, name: output, identity },
    ...{ isArray: format === "json", resumes: resume === true },
  });
  say(`${output} has ${quantity(rows, "row")}.`);
}

/** The format that the name of the output says. @throws UsageError if it says one that is not offered, such as `.xlsx` */
function formatOfName(output: string | undefined): FileFormat | undefined {
  const format = formatOfEnding(output ?? "");
  const ending = extname(output ?? "");
  if (format !== undefined || ending === "") return format;
  throw new UsageError(`--output: ${ending} is not the ending of a format; add --format ${FILE_FORMATS.join(", ")}.`);
}

/** @throws UsageError if the path is that of a record. Another problem is left to the request that reads the list. */
async function refuseRecord(api: Connection, request: ExportRequest): Promise<void> {
  try {
    await readTag(api, request);
  } catch (error) {
    if (error instanceof Problem && error.status === 406)
      throw new UsageError(`${request.path} is a record, not a list; read it with \`get\`.`);
  }
}

/** Writes to standard output, as fast as it is read. A reader that stops, such as `head`, ends the command. */
async function printList(api: Connection, request: ExportRequest, isArray: boolean): Promise<void> {
  // Until the response begins, an error is a refusal: nothing was written.
  const bytes = Readable.from(await openAll(api, request, interruption()), { objectMode: false });
  try {
    await printAll(isArray ? Readable.from(arrayOf(bytes)) : bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE") return;
    throw new PartlyDone(`${describeStop(error)} The output is incomplete.`);
  }
}

/** Adds the command to the command line. */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .description("Writes a whole list as CSV, NDJSON or a JSON array.")
    .argument("<path>", "the list, as in the API reference, with or without /api/")
    .addOption(
      new Option("--format <format>", "by default that of the file extension, otherwise csv").choices(FILE_FORMATS),
    )
    .option("-o, --output <file>", "the file, which gets its name when it is complete; standard output by default")
    .option("--resume", "continue an incomplete file");
  addListOptions(command);
  addConnectionOptions(command).action(runExport);
}
