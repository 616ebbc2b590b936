/** Row visibility: which records of a collection a caller may see. */
import { recordNotFound } from "../resource/messages.ts";
import type { Resource, View } from "../resource/resource.ts";
import type { Filter } from "./filters.ts";

/** The row scopes that a caller may read: scopes, and the caller's own name. Undefined means all. */
export type ReadScopes = readonly string[] | undefined;

/** Filters that restrict a list to the records that the caller may see; empty if that is all of them. */
export function visibilityFilters({ resource, properties }: View, scopes: ReadScopes): readonly Filter[] {
  if (resource.rowScope === undefined || scopes === undefined) return [];
  return [{ property: properties.get(resource.rowScope)!, operator: "is", values: scopes }];
}

/** Whether a record with this row scope is visible. */
export function isVisible(scopes: ReadScopes, rowScope: string): boolean {
  return scopes === undefined || scopes.includes(rowScope);
}

/**
 * Refuses access to a record that the caller may not see, as if it did not exist.
 * @param rowScope the row scope of the record; undefined if there is no record
 * @throws Problem `not-found`
 */
export function refuseInvisible(resource: Resource, scopes: ReadScopes, rowScope: unknown): void {
  if (resource.rowScope === undefined || isVisible(scopes, rowScope as string)) return;
  throw recordNotFound(resource);
}
