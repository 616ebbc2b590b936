/** Lines of a text that comes in pieces. `node:readline` also splits at U+2028, which JSON texts may contain. */

/**
 * The lines without their ends (LF; a CR before it is white space of JSON); what follows the last one is one if it is not empty.
 * @param check is called as a line grows, with its length so far and its number
 */
export async function* splitLines(
  chunks: AsyncIterable<string>,
  check?: (length: number, line: number) => void,
): AsyncGenerator<string, void> {
  let [text, line] = ["", 1];
  for await (const chunk of chunks)
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) {
        yield text;
        [text, line] = ["", line + 1];
      }
      text += part;
      check?.(text.length, line);
    }
  if (text !== "") yield text;
}
