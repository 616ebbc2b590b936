/** The query string as name and value pairs, decoded strictly (WHATWG form encoding, but nothing malformed is let through). */
import type { Fault } from "../problem.ts";

export type Parameter = readonly [name: string, value: string];

/** Splits and decodes the part of a URL after `?`. `+` and `%20` are a space; malformed escapes are faults. */
export function parseParameters(query: string): { parameters: Parameter[]; faults: Fault[] } {
  const parameters: Parameter[] = [];
  const faults: Fault[] = [];
  for (const part of query.split("&")) {
    if (part === "") continue;
    const cut = part.indexOf("=");
    const [name, value] = [decoded(cut < 0 ? part : part.slice(0, cut)), decoded(cut < 0 ? "" : part.slice(cut + 1))];
    const parameter = name ?? part.slice(0, cut < 0 ? 64 : Math.min(cut, 64));
    if (name === undefined || value === undefined) {
      faults.push({
        in: "shape",
        parameter,
        code: "malformed_escape",
        message: "A percent-escape is malformed or not UTF-8.",
      });
    } else if (name.includes("\0") || value.includes("\0")) {
      faults.push({ in: "shape", parameter, code: "invalid_text", message: "U+0000 is not allowed in a parameter." });
    } else {
      parameters.push([name, value]);
    }
  }
  return { parameters, faults };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Pairs as a query string; commas and colons, which the query language uses, stay readable. */
export function formatParameters(parameters: readonly Parameter[]): string {
  return parameters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
}
