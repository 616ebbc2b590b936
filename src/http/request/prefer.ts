/** The `Prefer` header (RFC 7240). Unknown preferences are ignored. */
import type { IncomingHttpHeaders } from "node:http";

/** The values of the `return` preference. */
export type ReturnPreference = "minimal" | "representation";

/** One preference of the list; a quoted value may contain commas. */
const PREFERENCE = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;

function preferences({ prefer }: IncomingHttpHeaders): readonly string[] {
  return prefer === undefined ? [] : ([prefer].flat().join(",").match(PREFERENCE) ?? []);
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
