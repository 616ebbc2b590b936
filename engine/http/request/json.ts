/** Parses bodies as JSON in UTF-8 (RFC 8259), and refuses what `JSON.parse` tolerates (RFC 7493): duplicate names. */
import { visit } from "jsonc-parser";
import { type Fault, Problem, refuseFaults } from "../../problem.ts";
import { parseJson as parseText } from "../../runtime/json.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";

const MAX_DEPTH = 64;
const MAX_DUPLICATES = 100;
/** The length in bytes of what is parsed without yielding, in about a millisecond. A longer body is long. */
export const LONG_BODY = 131_072;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a body. A long array is parsed in parts of whole elements, so that other requests run in between.
 * @returns the value; a promise of it if the body is long
 * @throws Problem `invalid-request` if it is not JSON in UTF-8, is nested too deeply or repeats a name
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length > LONG_BODY && beginsArray(body)) return parseArray(body);
  const { names } = scan(body, 0, Number.POSITIVE_INFINITY);
  const text = decodeText(body);
  const value = parse(text, body);
  if (countMembers(value) < names) refuseFaults(duplicates(text, 0));
  return value;
}

/** Whether the first bytes of JSON begin an array. */
export function beginsArray(start: Uint8Array): boolean {
  return start[start.findIndex((byte) => !WHITESPACE.includes(byte))] === OPEN_BRACKET;
}

async function parseArray(body: Uint8Array): Promise<unknown[]> {
  const timeSlice = new TimeSlice();
  const elements: unknown[] = [];
  const faults: Fault[] = [];
  for (let start = 0, end = -1; end < body.length; start = end + 1) {
    const scanned = scan(body, start, start + LONG_BODY);
    end = scanned.end;
    const text = `${start === 0 ? "" : "["}${decodeText(body.subarray(start, end))}${end === body.length ? "" : "]"}`;
    const part = parse(text, body) as unknown[];
    // `[` and `]` around a missing element would be a valid empty array.
    if (part.length === 0 && end - start < body.length) throw invalidJson(body);
    if (countMembers(part) < scanned.names) faults.push(...duplicates(text, elements.length));
    for (const element of part) elements.push(element);
    await timeSlice.yieldIfOver();
  }
  refuseFaults(faults.slice(0, MAX_DUPLICATES));
  return elements;
}

/** Decodes a body, or a part of it. @throws Problem `invalid-request` if it is not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("invalid_encoding", "The body is not valid UTF-8.");
  }
}

/** Parses the text of a body or of a part of it. */
function parse(text: string, body: Uint8Array): unknown {
  try {
    return parseText(text);
  } catch {
    throw invalidJson(body);
  }
}

/** The message of the problem gives the position in the whole body. */
function invalidJson(body: Uint8Array): Problem {
  const text = decodeText(body);
  let why = "it is malformed";
  try {
    JSON.parse(text);
  } catch (reason) {
    why = text.trim() === "" ? "it is empty" : (reason as Error).message;
  }
  return malformed("invalid_json", `The body is not JSON: ${why}.`);
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const WHITESPACE = [0x20, 0x09, 0x0a, 0x0d];

/**
 * Counts the names in JSON, up to the first comma after `until` that separates elements of the outermost array.
 * @param start the start of the body, or of an element of that array
 * @returns the number of names, and the position of that comma, or the end of the body
 */
function scan(body: Uint8Array, start: number, until: number): { names: number; end: number } {
  let depth = start === 0 ? 0 : 1;
  let names = 0;
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) {
      for (at += 1; at < body.length && body[at] !== QUOTE; at += 1) if (body[at] === BACKSLASH) at += 1;
    } else if (byte === COLON) names += 1;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH)
        throw malformed("too_deep", `The JSON is nested too deeply; at most ${MAX_DEPTH} levels are allowed.`);
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
    else if (byte === COMMA && depth === 1 && at >= until) return { names, end: at };
  }
  return { names, end: body.length };
}

/** The number of members of all objects in a value. It is less than the number of names in its text if a name is repeated. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const element of value) count += countMembers(element);
  else for (const name in value) count += 1 + countMembers((value as Record<string, unknown>)[name]);
  return count;
}

/**
 * A fault for each repeated name.
 * @param text valid JSON
 * @param before the number of elements before those of the text
 */
function duplicates(text: string, before: number): Fault[] {
  const faults: Fault[] = [];
  const names: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      names.push(new Set());
    },
    onObjectEnd: () => {
      names.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, path) => {
      const known = names.at(-1)!;
      if (known.has(name) && faults.length < MAX_DUPLICATES) {
        const [first, ...rest] = [...path(), name];
        const pointer = [typeof first === "number" ? first + before : first!, ...rest]
          .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join("");
        const message = `The key ${JSON.stringify(name)} is repeated; it may appear only once in an object.`;
        faults.push({ in: "shape", pointer, code: "duplicate_key", message });
      }
      known.add(name);
    },
  });
  return faults;
}

function malformed(code: string, message: string): Problem {
  return new Problem("invalid-request", message, { errors: [{ in: "shape", pointer: "", code, message }] });
}
