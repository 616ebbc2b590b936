/**
 * Finds where a text stops being JSON (RFC 8259), or would not be stored as it is typed. Engines word it differently,
 * and often leave out the place.
 */
import { readNumber } from "./number-text.ts";
import { isUnreadable } from "./unreadable.ts";

/** A fault, and the character before which it is. */
export interface JsonFault {
  readonly at: number;
  readonly reason: string;
}

const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/** Returns the first fault of a text; undefined if it is JSON, and none of its names and numbers would get lost. */
export function jsonFault(text: string): JsonFault | undefined {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.end();
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error;
    // Deeper than this can read: the service refuses that.
    if (error instanceof RangeError) return undefined;
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
    this.accept(SPACE);
    const first = this.text[this.at];
    if (first === "{") {
      const names = new Set<string>();
      this.members("}", () => this.member(names));
    } else if (first === "[") this.members("]", () => this.value());
    else if (first === '"') this.string();
    else if (!this.accept(WORD)) this.number();
  }

  end(): void {
    this.accept(SPACE);
    if (this.at < this.text.length) this.stop("Something follows the end");
  }

  private member(names: Set<string>): void {
    this.accept(SPACE);
    if (this.text[this.at] !== '"') this.stop("A name in double quotes is missing");
    const from = this.at;
    this.string();
    const name: string = JSON.parse(this.text.slice(from, this.at));
    if (names.has(name)) throw new Stop(from, `The name ${JSON.stringify(name)} is repeated`);
    names.add(name);
    this.accept(SPACE);
    if (this.text[this.at] !== ":") this.stop("A colon is missing");
    this.at += 1;
    this.value();
  }

  private members(close: string, read: () => void): void {
    this.at += 1;
    this.accept(SPACE);
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      read();
      this.accept(SPACE);
      const next = this.text[this.at];
      if (next !== "," && next !== close) this.stop(`A comma or ${close} is missing`);
      this.at += 1;
      if (next === close) return;
    }
  }

  private number(): void {
    const from = this.at;
    if (!this.accept(NUMBER)) this.stop("A value is missing");
    const typed = this.text.slice(from, this.at);
    if (isUnreadable(readNumber(typed, false))) throw new Stop(from, `${typed} cannot be stored exactly`);
  }

  private string(): void {
    if (!this.accept(STRING)) this.stop("This string has no end, or a character that must be escaped");
  }

  /** Reads what a pattern matches here. @returns whether that is anything */
  private accept(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found !== "";
  }

  private stop(reason: string): never {
    throw new Stop(this.at, reason);
  }
}
