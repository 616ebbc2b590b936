/** Records that not every reader of their collection sees: what they ask for, and who holds it. */
import { noneHere } from "../problem.ts";
import type { Resource, View } from "../resource/resource.ts";
import type { Condition } from "./filters.ts";

/** What a caller holds of all that records may ask of their readers: scopes, and their own name; undefined: everything. */
export type ReadScopes = readonly string[] | undefined;

/** What restricts a list of a view to the records that a caller sees; nothing where all see the same. */
export function visibilityConditions({ resource, properties }: View, held: ReadScopes): readonly Condition[] {
  if (resource.readers === undefined || held === undefined) return [];
  return [{ property: properties.get(resource.readers)!, operator: "is", values: held }];
}

/** Whether who holds this sees what asks for it. */
export function isVisible(held: ReadScopes, asks: string): boolean {
  return held === undefined || held.includes(asks);
}

/**
 * Hides a record that a caller does not see, as if it were not there.
 * @param asks what it asks of its readers; undefined where there is none
 * @throws Problem `not-found`
 */
export function refuseInvisible(resource: Resource, held: ReadScopes, asks: unknown): void {
  if (resource.readers === undefined || isVisible(held, asks as string)) return;
  throw noneHere(resource);
}
