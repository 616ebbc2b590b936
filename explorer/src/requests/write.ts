/** Writing to the service. What pages show is read again afterwards, but not what was deleted. */

import type { Connection } from "../../../client/index.ts";
import type { Data } from "./data.ts";
import { readAgainAll, readAgainWithout, withKey } from "./queries.ts";
import { hideSecret } from "./traffic.ts";
import { headersOf, type Write, type Written } from "./write-request.ts";

export type { Write, Written } from "./write-request.ts";

let lastWriteAt = 0;

/** Returns when this tab has last written something, in milliseconds since 1970. */
export function writtenAt(): number {
  return lastWriteAt;
}

/** Sends a write once. @throws Problem, NetworkError */
export async function write(request: Write, signal?: AbortSignal): Promise<Written> {
  const written = await writeOneOfMany(request, signal);
  if (request.method === "DELETE") readAgainWithout(request.path);
  else readAgainAll();
  return written;
}

/**
 * Sends a write. What pages show is not read again: that is done after the last of many.
 * @throws Problem, NetworkError
 */
export async function writeOneOfMany(request: Write, signal?: AbortSignal): Promise<Written> {
  const { method, path, body, issues } = request;
  const answer = await sendOneOfMany(method, path, { body, headers: headersOf(request), signal });
  const secret = issues === undefined ? undefined : (answer.body as Data | undefined)?.[issues];
  if (typeof secret === "string") hideSecret(secret);
  return { status: answer.status, data: answer.body as Data | undefined, headers: answer.headers };
}

/** Sends a request of many, with the current key. @throws Problem, NetworkError */
export const sendOneOfMany: Connection["send"] = async (method, path, options) => {
  const answer = await withKey((api) => api.send(method, path, options));
  if (method !== "GET") lastWriteAt = Date.now();
  return answer;
};

/** Returns 128 random bits. `crypto.randomUUID` is missing from pages that are served over plain HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
