/** Decodes UTF-8, and refuses other bytes: their letters would be lost. */
import { UnreadableFile } from "./row.ts";

const [LF, CONTINUATION] = [0x0a, 0b10];

/** Decodes UTF-8, with or without a byte order mark. @throws UnreadableFile with the line that has other bytes */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for await (const chunk of bytes) {
    const text = decode(decoder, chunk, line);
    line += text.split("\n").length - 1;
    yield text;
  }
  yield decode(decoder, undefined, line);
}

/** @param chunk undefined at the end */
function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new UnreadableFile(
      line + (chunk ? linesBeforeFault(chunk) : 0),
      "This is not UTF-8. Save the file as UTF-8; in Excel, the type is called CSV UTF-8.",
    );
  }
}

/** Returns the number of line ends before the first line that is not UTF-8. */
function linesBeforeFault(chunk: Uint8Array): number {
  let begin = 0;
  // The rest of a character that began in the chunk before.
  while (chunk[begin]! >> 6 === CONTINUATION) begin += 1;
  for (let lines = 0; ; lines += 1) {
    const end = chunk.indexOf(LF, begin);
    if (end < 0 || !isUtf8(chunk.subarray(begin, end))) return lines;
    begin = end + 1;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
