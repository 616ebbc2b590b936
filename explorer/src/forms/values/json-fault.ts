/** Where a text stops being JSON (RFC 8259), in words. Engines word it differently, and often leave out the place. */

/** What is wrong, and before which character. */
export interface JsonFault {
  readonly at: number;
  readonly reason: string;
}

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/** The first fault of a text; undefined if it is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.end();
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
}

/** Ends reading. */
class Stop implements JsonFault {
  readonly at: number;
  readonly reason: string;

  constructor(at: number, reason: string) {
    this.at = at;
    this.reason = reason;
  }
}

/** Reads a text from its beginning. */
class Reader {
  private at = 0;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  value(): void {
    this.skip(SPACE);
    const first = this.text[this.at];
    if (first === "{") this.members("}", () => this.member());
    else if (first === "[") this.members("]", () => this.value());
    else if (first === '"') this.string();
    else if (!this.skip(PLAIN)) this.stop("A value is missing");
  }

  end(): void {
    this.skip(SPACE);
    if (this.at < this.text.length) this.stop("Something follows the end");
  }

  private member(): void {
    this.skip(SPACE);
    if (this.text[this.at] !== '"') this.stop("A name in double quotes is missing");
    this.string();
    this.skip(SPACE);
    if (this.text[this.at] !== ":") this.stop("A colon is missing");
    this.at += 1;
    this.value();
  }

  private members(close: string, read: () => void): void {
    this.at += 1;
    this.skip(SPACE);
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      read();
      this.skip(SPACE);
      const next = this.text[this.at];
      if (next !== "," && next !== close) this.stop(`A comma or ${close} is missing`);
      this.at += 1;
      if (next === close) return;
    }
  }

  private string(): void {
    if (!this.skip(STRING)) this.stop("This string has no end, or a character that must be escaped");
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found !== "";
  }

  private stop(reason: string): never {
    throw new Stop(this.at, reason);
  }
}
