/** Assertions on responses. */
import assert from "node:assert/strict";
import { faultsOf, type HttpResponse } from "./serve.ts";

/** Asserts a status and, if given, exactly these faults. @param faults place and code of each fault, in any order */
export function assertRefused(
  response: HttpResponse,
  status: number,
  ...faults: [place: string, code: string][]
): void {
  assert.equal(response.status, status, response.text);
  if (faults.length > 0) assert.deepEqual(faultsOf(response).sort(), faults.sort());
}

/** Asserts a status, and shows the body on failure. */
export function assertStatus(response: HttpResponse, status: number): HttpResponse {
  assert.equal(response.status, status, response.text);
  return response;
}
