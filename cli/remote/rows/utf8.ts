/** Refuses bytes that are not UTF-8: decoded nevertheless, their letters would be lost. */
import { isUtf8 } from "node:buffer";
import { Transform } from "node:stream";
import { UnreadableFile } from "./row.ts";

const [LF, CONTINUATION] = [0x0a, 0b10];
const ADVICE = "Save the file as UTF-8; in Excel, the type is called CSV UTF-8.";

/** Passes bytes on while they are UTF-8, and then fails with UnreadableFile. */
export function requireUtf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  const refuse = (): UnreadableFile => new UnreadableFile(line, `This is not UTF-8. ${ADVICE}`);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        line += decoder.decode(chunk, { stream: true }).split("\n").length - 1;
        done(null, chunk);
      } catch {
        line += linesBeforeFault(chunk);
        done(refuse());
      }
    },
    flush(done) {
      try {
        decoder.decode();
        done();
      } catch {
        done(refuse());
      }
    },
  });
}

/** The number of line ends before the first line that is not UTF-8. */
function linesBeforeFault(chunk: Buffer): number {
  let begin = 0;
  // The rest of a character that began in the chunk before.
  while (chunk[begin]! >> 6 === CONTINUATION) begin += 1;
  for (let lines = 0; ; lines += 1) {
    const end = chunk.indexOf(LF, begin);
    if (end < 0 || !isUtf8(chunk.subarray(begin, end))) return lines;
    begin = end + 1;
  }
}
