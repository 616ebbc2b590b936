/** An export into a file, which can be continued after an interruption. */
import { existsSync } from "node:fs";
import type { Connection } from "../../../client/index.ts";
import { PartlyDone, Refused } from "../../console/exit-codes.ts";
import { describeStop } from "../../console/failure.ts";
import { interruption } from "../../console/interruption.ts";
import { progressOn } from "../../console/progress.ts";
import { quantity } from "../../console/text.ts";
import { readDescription } from "../service/description.ts";
import { convertToArray } from "./json-array.ts";
import { PartFile } from "./part-file.ts";
import { RecordScanner } from "./records.ts";
import { countRows, type ExportRequest, readTag, streamAfter, streamAll } from "./source.ts";

/** An export into a file. */
interface FileExport {
  readonly api: Connection;
  readonly request: ExportRequest;
  /** The name of the file. */
  readonly name: string;
  /** The service, the path, the query and the format, which must be the same to continue. */
  readonly identity: unknown;
  readonly isArray: boolean;
  readonly resumes: boolean;
}

/** For a list that does not say how long its pages may be. */
const DEFAULT_PAGE_SIZE = 20;

/** Where the bytes come from, and the number of rows that the file has already. */
interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly rows: number;
  /** The entity tag that the list must still have at the end; undefined if an export from the beginning needs none. */
  readonly etag: string | undefined;
}

/**
 * Writes the file, and returns its number of rows.
 * @throws PartlyDone if it was interrupted, Refused if the list has changed since then
 */
export async function exportToFile(options: FileExport): Promise<number> {
  const { api, request, name, isArray } = options;
  const part = new PartFile(name);
  const progress = progressOn("rows");
  const total = await countRows(api, request);
  const source = (options.resumes && (await resume(options, part))) || (await begin(options, part));
  const scanner = new RecordScanner(request.format);
  const heads = request.format === "csv" && source.rows === 0 ? 1 : 0;
  const rows = (): number => source.rows + Math.max(0, scanner.records - heads);
  progress.start(total);
  try {
    for await (const chunk of source.bytes) {
      await part.write(chunk);
      scanner.take(chunk);
      progress.update(rows());
    }
  } catch (error) {
    await part.close();
    throw new PartlyDone(
      `${describeStop(error)} ${part.path} has ${quantity(rows(), "row")}. Run the same command with --resume to continue.`,
    );
  } finally {
    progress.end();
  }
  await refuseIfChanged(options, source, part);
  await part.finish(isArray ? convertToArray : undefined);
  return rows();
}

async function begin({ api, request, identity }: FileExport, part: PartFile): Promise<Source> {
  const etag = await readTag(api, request);
  await part.begin({ request: identity, etag });
  return { bytes: streamAll(api, request, interruption()), rows: 0, etag: undefined };
}

/** @returns undefined if there is nothing to continue */
async function resume({ api, request, name, identity }: FileExport, part: PartFile): Promise<Source | undefined> {
  const { state } = part;
  if (!state) {
    if (existsSync(name)) throw new Refused(`${name} is complete: there is nothing to resume.`);
    return undefined;
  }
  if (JSON.stringify(state.request) !== JSON.stringify(identity))
    throw new Refused(`${part.path} belongs to another command: ${JSON.stringify(state.request)}.`);
  const etag = await readTag(api, request);
  if (etag !== state.etag) throw changed(part);
  const records = await part.reopen(request.format);
  if (records === 0) {
    await part.close();
    return undefined;
  }
  const rows = request.format === "csv" ? records - 1 : records;
  const limit = (await readDescription(api)).at(request.path)?.view.maxLimit ?? DEFAULT_PAGE_SIZE;
  return { bytes: streamAfter(api, request, { skip: rows, limit, signal: interruption() }), rows, etag };
}

async function refuseIfChanged({ api, request }: FileExport, { etag }: Source, part: PartFile): Promise<void> {
  if (etag === undefined || etag === (await readTag(api, request))) return;
  await part.close();
  throw changed(part);
}

function changed(part: PartFile): Refused {
  return new Refused(
    `The list has changed since this export began, so ${part.path} cannot be continued. Export again without --resume.`,
  );
}
