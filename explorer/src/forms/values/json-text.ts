/** JSON (RFC 8259) as it is typed. */
import { type JSONVisitor, visit } from "jsonc-parser";
import { readNumber } from "./number-text.ts";
import { isUnreadable, type Unreadable, unreadable } from "./unreadable.ts";

/** Reads an object. @returns it; null for an empty text; what is wrong with it, by line and column, if it is none */
export function readJson(text: string): object | null | Unreadable {
  if (text.trim() === "") return null;
  const fault = faultIn(text);
  if (fault !== undefined) return unreadable(text, fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(text, `${(error as Error).message}.`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return unreadable(text, 'A JSON object is required, such as {"name": "value"}.');
}

const NAME = "A name in double quotes is missing";
const VALUE = "A value is missing";

/** An object or array whose end was not read yet, with the names of its members so far. */
interface Container {
  readonly close: "}" | "]";
  readonly names: Set<string>;
}

/**
 * Returns where and why a text stops being JSON, or would not be stored as it is typed. Engines word that differently, and
 * often leave out the place. What is wrong is that something else was expected.
 */
function faultIn(text: string): string | undefined {
  let fault: string | undefined;
  let expected = VALUE;
  const containers: Container[] = [];
  const stop = (reason: string, line: number, character: number): void => {
    fault ??= `${reason} at line ${line + 1}, column ${character + 1}.`;
  };
  const begin = (close: Container["close"]): void => {
    containers.push({ close, names: new Set() });
    expected = close === "}" ? NAME : VALUE;
  };
  const endValue = (): void => {
    const [container] = containers.slice(-1);
    expected = container ? `A comma or ${container.close} is missing` : "Something follows the end";
  };
  const end = (at: number): void => {
    // At the end of the text, the bracket is missing.
    if (at === text.length) return;
    containers.pop();
    endValue();
  };
  const visitor: JSONVisitor = {
    onObjectBegin: () => begin("}"),
    onArrayBegin: () => begin("]"),
    onObjectProperty: (name, _at, _length, line, character) => {
      const { names } = containers.at(-1)!;
      if (names.has(name)) stop(`The name ${JSON.stringify(name)} is repeated`, line, character);
      names.add(name);
      expected = "A colon is missing";
    },
    onSeparator: (separator) => {
      expected = separator === "," && containers.at(-1)!.close === "}" ? NAME : VALUE;
    },
    onLiteralValue: (value, at, length, line, character) => {
      const typed = text.slice(at, at + length);
      if (typeof value === "number" && isUnreadable(readNumber(typed, false)))
        stop(`${typed} cannot be stored exactly`, line, character);
      endValue();
    },
    onObjectEnd: end,
    onArrayEnd: end,
    onError: (_code, at, _length, line, character) => {
      const isString = text[at] === '"' && (expected === NAME || expected === VALUE);
      const broken = "This string has no end, or a character that must be escaped";
      stop(isString ? broken : expected, line, character);
    },
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    // Deeper than this can read: the service refuses that.
    if (!(error instanceof RangeError)) throw error;
  }
  return fault;
}
