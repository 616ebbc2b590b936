/** Faults that a form shows from its beginning, because the service refused what was staged in it. */
import type { Fault } from "../../../../client/index.ts";
import type { WritableField } from "../../../../kit/description/model.ts";

/** State in the browser's history: what was refused. */
interface RefusedState {
  readonly refused: readonly Fault[];
}

/**
 * Returns the state for a link to a form. A fault that is in no field of the form is shown at the field that was
 * changed.
 * @param changed the name of that field
 * @param detail what is said if the service names no fault
 */
export function refusalState(
  faults: readonly Fault[],
  fields: readonly WritableField[],
  changed: string,
  detail: string,
): RefusedState {
  const all = faults.length > 0 ? faults : [{ code: "refused", message: detail }];
  const hasField = (fault: Fault) => fields.some(({ name }) => name === fieldOf(fault));
  return { refused: all.map((fault) => (hasField(fault) ? fault : { ...fault, pointer: `/${changed}` })) };
}

/** Returns the faults in a state of the history; empty if there are none. */
export function refusedIn(state: unknown): readonly Fault[] {
  const { refused } = (state ?? {}) as Partial<RefusedState>;
  return Array.isArray(refused) ? refused : [];
}

/** Returns the name of the field in which a fault is; empty if it is in none. */
export function fieldOf({ pointer = "" }: Fault): string {
  const name = pointer.split("/")[1] ?? "";
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
