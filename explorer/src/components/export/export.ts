/** Takes a whole list away as a file. */
import { searchOf } from "../../address/query.ts";
import { withKey } from "../../requests/queries.ts";

/** The formats of exports. */
export type Format = "csv" | "ndjson";

/** A complete export. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Parameters for how a page is shown, not for which records a list has. */
const OF_THE_PAGE = ["page", "limit", "cursor", "format"];

/** Returns the path of the whole list: its filters, order and fields. CSV has no embedded records. */
export function pathOfExport(path: string, search: string, format: Format): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...OF_THE_PAGE, ...(format === "csv" ? ["include"] : [])]) parameters.delete(name);
  return `${path}${searchOf(parameters)}`;
}

/**
 * Reads a list as a file. It is complete, or there is none.
 * @param progress called with the number of bytes that have arrived
 * @throws Problem, NetworkError, or the reason of the signal
 */
export async function exportList(
  path: string,
  format: Format,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { body, headers } = await withKey((api) => api.at(path).export({ format }, { signal }));
  const reader = body!.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.length;
    progress(bytes);
  }
  const type = headers.get("content-type") ?? "";
  return { name: nameIn(headers) ?? `export.${format}`, content: new Blob(chunks, { type }) };
}

/** Returns the name of the file that the service proposes. */
function nameIn(headers: Headers): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
}
