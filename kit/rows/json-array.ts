/** Splits a JSON array into the texts of its elements, without holding more than one of them. */
import { refuseLongRow, UnreadableFile } from "./row.ts";

/** The text of an element, and the line on which it begins. */
export interface Element {
  readonly text: string;
  readonly line: number;
}

/**
 * An escape, whose end may be in the next piece; a mark or the end of a line; or what is between them, in parts: the engine of
 * regular expressions has a stack, which a match of many millions of characters can exceed.
 */
const TOKEN = /\\.|[\\"[\]{},\n]|[^\\"[\]{},\n]{1,65536}/gs;

/**
 * The elements of an array, or of the only one in an object: responses of the API have their records in one. Follows
 * brackets and strings only; the elements are parsed by `JSON.parse`.
 * @throws UnreadableFile if the text is no such thing
 */
export async function* splitArray(chunks: AsyncIterable<string>): AsyncGenerator<Element, void> {
  let [line, depth, rest] = [1, 0, ""];
  /** The depth between the elements, while they are read. */
  let inside: number | undefined;
  let [hasBegun, hasArray, hasItems, inString] = [false, false, false, false];
  let [text, begin] = ["", 1];
  for await (const chunk of chunks) {
    const piece = rest + chunk;
    rest = "";
    for (const [token] of piece.matchAll(TOKEN)) {
      if (token === "\\") rest = token;
      if (rest !== "") break;
      const mark = inString ? "" : token;
      const isBlank = token.trim() === "";
      if (token === '"') inString = !inString;
      if (token === "\n") line += 1;
      if (inside === undefined && !isBlank) {
        if (depth === 0 && (hasBegun || !"[{".includes(mark))) throw refusal(line, mark);
        if (depth === 1 && (mark === "]" || (mark === "[" && hasArray))) throw refusal(line);
        hasBegun = true;
        depth += nestingOf(mark);
        if (mark === "[" && depth <= 2) [inside, hasArray] = [depth, true];
      } else if (depth === inside && (mark === "," || mark === "]")) {
        // A single record may have a list of texts, or an empty one.
        if (inside === 2 && !hasItems && !text.startsWith("{")) throw refusal(line);
        hasItems = true;
        if (text !== "") yield { text: text.trim(), line: begin };
        else if (mark === ",") throw refusal(line, mark);
        text = "";
        depth += nestingOf(mark);
        if (mark === "]") inside = undefined;
      } else if (depth === inside && mark === "}") throw refusal(line, mark);
      else if (text !== "" || !isBlank) {
        if (text === "") begin = line;
        text += token;
        refuseLongRow(text.length, begin, "item", "a string or a bracket in it is not closed.");
        depth += nestingOf(mark);
      }
    }
  }
  if (depth > 0 || inside !== undefined)
    throw new UnreadableFile(line, "The JSON ends too early: the file is truncated.");
  if (!hasArray) throw refusal(line);
}

function nestingOf(token: string): number {
  if (token === "[" || token === "{") return 1;
  return token === "]" || token === "}" ? -1 : 0;
}

function refusal(line: number, token = ""): UnreadableFile {
  const unexpected = token === "" ? "" : `Unexpected ${JSON.stringify(token.trim()[0])}. `;
  const expected =
    "A JSON array of objects is required, or an object with exactly one array, such as a response of the API. Write a single record in brackets: [{…}].";
  return new UnreadableFile(line, unexpected + expected);
}
