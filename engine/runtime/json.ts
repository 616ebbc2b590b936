/** Parses JSON whose names a client has chosen. */
import { visit } from "jsonc-parser";

/**
 * Parses JSON (RFC 8259) as `JSON.parse` should. V8 compares an escaped name, before it is decoded, with names that objects of
 * the process already have: after `{"x":1,"\\":[]}`, it reads `{"x":1,"\u0061":[]}` with the name `\` instead of `a`
 * (https://github.com/nodejs/node/issues/63785). So the data of one client would change what another one has sent.
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasEscapedName(text) ? read(text) : value;
}

const [QUOTE, BACKSLASH, COLON, SPACE] = [0x22, 0x5c, 0x3a, 0x20];

/** Whether a name in valid JSON has an escape. */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at)) {
    // A backslash is in a string. What follows the string tells whether it is a name.
    while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    do at += 1;
    while (text.charCodeAt(at) <= SPACE);
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

/** An array or object whose end was not read yet. */
interface Container {
  readonly parts: unknown[];
  /** Of an object, the name of the next member. */
  name?: string;
}

/** Reads valid JSON without `JSON.parse`, which takes several times as long. */
function read(text: string): unknown {
  const outermost: Container = { parts: [] };
  const containers = [outermost];
  const begin = (): void => {
    containers.push({ parts: [] });
  };
  const add = (value: unknown): void => {
    const { parts, name } = containers.at(-1)!;
    parts.push(name === undefined ? value : [name, value]);
  };
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectProperty: (name) => {
      containers.at(-1)!.name = name;
    },
    onLiteralValue: add,
    onArrayEnd: () => add(containers.pop()!.parts),
    // Defines members, so that not even `__proto__` is special. Of several with one name, the last one stays.
    onObjectEnd: () => add(Object.fromEntries(containers.pop()!.parts as [string, unknown][])),
  });
  return outermost.parts[0];
}
