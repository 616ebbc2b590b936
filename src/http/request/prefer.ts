/** `Prefer` (RFC 7240): what a caller would like to have back from a write. Unknown preferences are ignored. */
import type { IncomingHttpHeaders } from "node:http";
import type { HttpResponse } from "../response/response.ts";

export type Return = "minimal" | "representation";

/** One member of the list; a quoted value may have commas in it. */
const PREFERENCE = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;

function preferences(prefer: string | string[] | undefined): readonly string[] {
  return prefer === undefined ? [] : ([prefer].flat().join(",").match(PREFERENCE) ?? []);
}

/** Whether the request may be accepted now and carried out later (RFC 7240 §4.1). */
export function prefersLater({ prefer }: IncomingHttpHeaders): boolean {
  return preferences(prefer).some((preference) => /^\s*respond-async\s*(?:;.*)?$/i.test(preference));
}

/** The `return` preference; the first one counts (RFC 7240 §2). */
export function preferredReturn({ prefer }: IncomingHttpHeaders): Return | undefined {
  for (const preference of preferences(prefer)) {
    const [, value] = /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (value) return value.toLowerCase() as Return;
  }
  return undefined;
}

/** Headers that describe a representation, and go with it. */
const OF_REPRESENTATION = ["etag", "last-modified", "content-location", "content-type"];

/**
 * The answer to a write as it is preferred: `minimal` leaves the representation out, with its validators. What is told
 * only once is told whatever is preferred.
 */
export function preferring(preferred: Return | undefined, answer: HttpResponse): HttpResponse {
  if (preferred === undefined || answer.status >= 300 || answer.kept) return answer;
  const headers = { ...answer.headers, "preference-applied": `return=${preferred}` };
  if (preferred === "representation") return { ...answer, headers };
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_REPRESENTATION.includes(name)));
  return { status: answer.status === 200 ? 204 : answer.status, headers: kept, body: "" };
}
