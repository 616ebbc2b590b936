/** The query string as pairs of name and value (WHATWG form encoding), except that malformed input is a fault. */
import type { Fault } from "../problem.ts";
import { didYouMean } from "../resource/messages.ts";

/** A decoded parameter. */
export type Parameter = readonly [name: string, value: string];

/** The most parameters of a request, besides the one that links to other pages add. */
export const MAX_PARAMETERS = 100;
/** What links to other pages add. */
const PAGE = /^(?:page|cursor)=/;

/**
 * Splits and decodes the part of a URL after `?`. `+` and `%20` are a space. If there are too many parameters, that is the only
 * fault, and none is read.
 */
export function parseParameters(query: string): { parameters: Parameter[]; faults: Fault[] } {
  const parameters: Parameter[] = [];
  const faults: Fault[] = [];
  const parts = query.split("&").filter((part) => part !== "");
  const most = MAX_PARAMETERS + (parts.some((part) => PAGE.test(part)) ? 1 : 0);
  if (parts.length > most) {
    const message = `The query has ${parts.length} parameters; at most ${most} are allowed.`;
    const [name = ""] = parts[most]!.split("=", 1);
    return { parameters, faults: [{ in: "shape", parameter: name.slice(0, 64), code: "too_many", message }] };
  }
  for (const part of parts) {
    const equals = part.indexOf("=");
    const rawName = equals < 0 ? part : part.slice(0, equals);
    const [name, value] = [decode(rawName), decode(equals < 0 ? "" : part.slice(equals + 1))];
    const addFault = (code: string, message: string) =>
      faults.push({ in: "shape", parameter: name ?? rawName.slice(0, 64), code, message });
    if (name === undefined || value === undefined) {
      addFault("malformed_escape", "A percent-escape is malformed or not UTF-8.");
    } else if (name.includes("\0") || value.includes("\0")) {
      addFault("invalid_text", "U+0000 is not allowed in a parameter.");
    } else {
      parameters.push([name, value]);
    }
  }
  return { parameters, faults };
}

/**
 * Reads a query string in which each of the allowed parameters may appear once.
 * @param faults receives the faults
 * @param refused names of parameters that exist elsewhere, each with the sentence that says why it is not allowed
 */
export function readParameters(
  query: string,
  allowed: readonly string[],
  faults: Fault[],
  refused: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const { parameters, faults: malformed } = parseParameters(query);
  faults.push(...malformed);
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (Object.hasOwn(refused, name)) {
      faults.push({ in: "shape", parameter: name, code: "unknown_parameter", message: refused[name]! });
    } else if (!allowed.includes(name)) {
      const known = allowed.length > 0 ? `Allowed: ${allowed.join(", ")}.` : "No parameters are allowed.";
      const hint = () => `${didYouMean(name, allowed)} ${known}`;
      const message = `Unknown parameter ${name}.`;
      faults.push({ in: "shape", parameter: name, code: "unknown_parameter", message, hint });
    } else if (values.has(name)) faults.push(duplicateParameter(name));
    else values.set(name, value);
  }
  return values;
}

/** The most names in the list of a parameter. */
const MAX_NAMES = 100;

/**
 * Splits the comma-separated list of a parameter. If it has too many elements, that is its only fault, and none is read.
 * @param max how many it may have
 * @param faults receives the fault
 */
export function splitNames(parameter: string, text: string, faults: Fault[], max = MAX_NAMES): readonly string[] {
  const names = text.split(",");
  if (names.length <= max) return names;
  const message = `${parameter} has ${names.length} elements; at most ${max} are allowed.`;
  faults.push({ in: "shape", parameter, code: "too_many", message });
  return [];
}

/**
 * The fault of a parameter that is repeated.
 * @param hint a sentence, with a leading space, on how to write what the caller may have meant
 */
export function duplicateParameter(name: string, hint = ""): Fault {
  const message = `${name} may be given only once.${hint}`;
  return { in: "shape", parameter: name, code: "duplicate_parameter", message };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Pairs as a query string. Commas and colons, which separate values, are not escaped; apostrophes are, as URL parsers would. */
export function formatParameters(parameters: readonly Parameter[]): string {
  return parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("'", "%27");
}
