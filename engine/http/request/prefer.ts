/** The `Prefer` header (RFC 7240). Unknown preferences are ignored. */
import type { IncomingHttpHeaders } from "node:http";

/** The values of the `return` preference. */
export type ReturnPreference = "minimal" | "representation";

function preferences({ prefer }: IncomingHttpHeaders): readonly string[] {
  return prefer === undefined ? [] : splitList([prefer].flat().join(","));
}

/**
 * Splits a list (RFC 9110 §5.6.1) at its commas, except for those in quoted strings (RFC 9110 §5.6.4). It reads each character once: a
 * regular expression that finds the elements would read the text after an unclosed quote again from each quote.
 */
function splitList(text: string): string[] {
  const elements: string[] = [];
  let [start, quoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === "\\" && quoted) at += 1;
    else if (character === "," && !quoted) {
      elements.push(text.slice(start, at));
      start = at + 1;
    }
  }
  elements.push(text.slice(start));
  return elements;
}

/** Whether the client prefers an asynchronous response (RFC 7240 §4.1). */
export function prefersAsync(headers: IncomingHttpHeaders): boolean {
  return preferences(headers).some((preference) => /^\s*respond-async\s*(?:;.*)?$/i.test(preference));
}

/** The `return` preference (RFC 7240 §4.2); if it is repeated, the first one counts (§2). */
export function preferredReturn(headers: IncomingHttpHeaders): ReturnPreference | undefined {
  for (const preference of preferences(headers)) {
    const [, value] = /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (value) return value.toLowerCase() as ReturnPreference;
  }
  return undefined;
}
