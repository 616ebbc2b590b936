/** Lines of a text that comes in pieces. `node:readline` also splits at U+2028, which JSON texts may contain. */

/** The lines without their ends (LF; a CR before it is white space of JSON); what follows the last one is one if it is not empty. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = "";
  for await (const chunk of chunks) {
    const [end = "", ...lines] = chunk.split("\n");
    text += end;
    const rest = lines.pop();
    if (rest === undefined) continue;
    yield text;
    yield* lines;
    text = rest;
  }
  if (text !== "") yield text;
}
