/** Splits a JSON array into the texts of its elements, without holding more than one of them. */
import { UnreadableFile } from "./row.ts";

/** The text of an element, and the line on which it begins. */
export interface Element {
  readonly text: string;
  readonly line: number;
}

const SPACE = /\s/;

/** @throws UnreadableFile if the text is no array */
export async function* splitArray(chunks: AsyncIterable<string>): AsyncGenerator<Element, void> {
  const splitter = new ArraySplitter();
  for await (const chunk of chunks) yield* splitter.take(chunk);
  splitter.end();
}

/** Follows brackets and strings only; the elements are parsed by JSON.parse. */
class ArraySplitter {
  private state: "before" | "inside" | "after" = "before";
  private depth = 0;
  private inString = false;
  private escaped = false;
  private text = "";
  private line = 1;
  private begin = 1;

  *take(chunk: string): Generator<Element, void> {
    for (const char of chunk) {
      if (char === "\n") this.line += 1;
      if (this.state === "inside") {
        const element = this.next(char);
        if (element) yield element;
      } else if (this.state === "before" && char === "[") this.state = "inside";
      else if (!SPACE.test(char) && char !== "\ufeff") throw this.unexpected(char);
    }
  }

  end(): void {
    if (this.state === "before") throw new UnreadableFile(this.line, "The file is empty; it must be a JSON array.");
    if (this.state === "inside")
      throw new UnreadableFile(this.line, "The JSON array has no end: the file is truncated.");
  }

  private next(char: string): Element | undefined {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (char === "\\") this.escaped = true;
      else if (char === '"') this.inString = false;
    } else if (this.depth === 0 && (char === "," || char === "]")) {
      return this.finish(char);
    } else if (char === '"') this.inString = true;
    else if (char === "{" || char === "[") this.depth += 1;
    else if (char === "}" || char === "]") this.depth -= 1;
    if (this.text !== "" || !SPACE.test(char)) {
      if (this.text === "") this.begin = this.line;
      this.text += char;
    }
    return undefined;
  }

  /** The element that ends before a comma or the last bracket. */
  private finish(char: string): Element | undefined {
    const element = { text: this.text.trimEnd(), line: this.begin };
    const wasEmpty = this.text === "";
    this.text = "";
    if (char === "]") this.state = "after";
    if (!wasEmpty) return element;
    if (char === "]") return undefined;
    throw this.unexpected(char);
  }

  private unexpected(char: string): UnreadableFile {
    return new UnreadableFile(
      this.line,
      `Unexpected ${JSON.stringify(char)}; the file must be one JSON array of objects.`,
    );
  }
}
