/** Assertions on responses. */
import assert from "node:assert/strict";
import { faultsOf, type HttpResponse } from "./serve.ts";

/** Asserts a status and, if given, exactly these faults. @param faults place and code of each fault, in any order */
export function assertRefused(answer: HttpResponse, status: number, ...faults: [place: string, code: string][]): void {
  assert.equal(answer.status, status, answer.text);
  if (faults.length > 0) assert.deepEqual(faultsOf(answer).sort(), faults.sort());
}

/** Asserts a status, and shows the body on failure. */
export function assertStatus(answer: HttpResponse, status: number): HttpResponse {
  assert.equal(answer.status, status, answer.text);
  return answer;
}
