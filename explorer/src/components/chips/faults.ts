/** Faults of a query, for the chips that show them. */
import { type Fault, Problem } from "../../../../client/index.ts";

/** Groups faults by parameter. */
export function faultsOf(error: Error | null | undefined): ReadonlyMap<string, Fault> {
  const faults = error instanceof Problem ? error.errors : [];
  return new Map(faults.flatMap((fault) => (fault.parameter === undefined ? [] : [[fault.parameter, fault]])));
}
