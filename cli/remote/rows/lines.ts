/** Lines of a stream. `node:readline` also splits at U+2028, which JSON texts may contain. */
import type { Readable } from "node:stream";

/** The lines without their ends (LF; a CR before it is white space of JSON); what follows the last one is one if it is not empty. */
export async function* splitLines(bytes: Readable): AsyncGenerator<string, void> {
  let text = "";
  for await (const chunk of bytes.setEncoding("utf8")) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    for (const line of lines) yield line;
  }
  if (text !== "") yield text;
}
