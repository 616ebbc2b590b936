/** What is left of stored responses when records that they show are purged. */
import { applyReturnPreference, type HttpResponse } from "./response.ts";

/** Whether a record, by its canonical path, is purged. */
export type IsPurged = (path: string) => boolean;

/**
 * What is left of the response that is stored for an idempotent request: one as the client could have preferred.
 * @returns the same text if the response shows none of the records; undefined if it says why a request for one was refused
 */
export function purgeStoredResponse(stored: string, isPurged: IsPurged): string | undefined {
  const response = JSON.parse(stored) as HttpResponse;
  if (response.status >= 400) return isPurged(pathIn(response.body, "instance")) ? undefined : stored;
  return showsPurged(response.body, isPurged) ? JSON.stringify(applyReturnPreference("minimal", response)) : stored;
}

/** Whether a body is the representation of a purged record. */
export function showsPurged(body: HttpResponse["body"], isPurged: IsPurged): boolean {
  return isPurged(pathIn(body, "self"));
}

/** The path in a problem document or a representation; empty if the body is neither. */
function pathIn(body: HttpResponse["body"], name: "instance" | "self"): string {
  if (body.length === 0) return "";
  const parsed = JSON.parse(body.toString());
  return (name === "self" ? parsed._links?.self : parsed.instance) ?? "";
}
