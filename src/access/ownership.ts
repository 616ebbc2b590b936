/** Records that belong to the caller who made them: who else sees them, and who does not. */
import { notFound } from "../problem.ts";
import type { Condition } from "../query/filtering.ts";
import type { Resource, View } from "../resource/resource.ts";
import { ADMIN } from "../resource/scopes.ts";
import type { Values } from "../resource/values.ts";
import { type Caller, may } from "./caller.ts";

/** Whether of these records a caller sees only their own. */
export function seesOwn({ owner }: Resource, caller: Caller): boolean {
  return owner !== undefined && !may(caller, ADMIN);
}

/** What a list of a view is restricted to for a caller. */
export function ownConditions({ resource, properties }: View, caller: Caller): Condition[] {
  if (!seesOwn(resource, caller)) return [];
  return [{ property: properties.get(resource.owner!)!, operator: "is", values: [caller.name] }];
}

/**
 * Hides a record that is another's, as if it were not there.
 * @param record as it is stored; undefined where there is none
 * @throws Problem `not-found`
 */
export function refuseForeign(resource: Resource, caller: Caller, record: Values | undefined): void {
  if (!seesOwn(resource, caller) || record?.[resource.owner!] === caller.name) return;
  throw notFound(`There is no ${resource.one.replaceAll("_", " ")} here.`);
}
