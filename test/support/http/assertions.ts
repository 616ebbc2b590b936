/** Asserts that a request was refused, how, and where the faults are. */
import assert from "node:assert/strict";
import { faultsOf, type HttpResponse } from "./serve.ts";

/** @param faults place and code of each fault, in any order; not looked at when left out */
export function assertRefused(answer: HttpResponse, status: number, ...faults: [place: string, code: string][]): void {
  assert.equal(answer.status, status, answer.text);
  if (faults.length > 0) assert.deepEqual(faultsOf(answer).sort(), faults.sort());
}

/** Asserts a status, and shows what was answered when it is another. */
export function assertStatus(answer: HttpResponse, status: number): HttpResponse {
  assert.equal(answer.status, status, answer.text);
  return answer;
}
