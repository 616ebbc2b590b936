/** Tells whether the service has decided on a write. */
import { KeyInUse, Problem } from "../../../../client/index.ts";

/** Returns whether the service has refused a write: another try is then another write, with its own Idempotency-Key. */
export function isSettled(error: unknown): boolean {
  return error instanceof Problem && error.status < 500 && error.status !== 429 && !(error instanceof KeyInUse);
}
