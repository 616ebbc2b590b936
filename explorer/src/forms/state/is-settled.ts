/** Whether the service has decided on a write. */
import { KeyInUse, Problem } from "../../../../client/index.ts";

/** Whether the service has refused a write, so that another try is another write, with another Idempotency-Key. */
export function isSettled(error: unknown): boolean {
  return error instanceof Problem && error.status < 500 && error.status !== 429 && !(error instanceof KeyInUse);
}
