/**
 * Cursor (keyset) pagination. A cursor holds the sort values of the last item that was read, so that the next page
 * costs as much as the first, and inserts and deletes meanwhile do not shift it.
 */

import { hash } from "node:crypto";
import { kindOf } from "../kinds/kinds.ts";
import type { Fault } from "../problem.ts";
import type { Property, View } from "../resource/resource.ts";
import { type Filter, filterKey } from "./filters.ts";
import type { Sort } from "./sorting.ts";

/** The sort values of one item, as its columns hold them; its `id` is the last. */
export type Keyset = readonly (string | number | null)[];

/** A query for a cursor page. */
export interface CursorQuery {
  /** The last item that was read; undefined on the first page. */
  readonly after: Keyset | undefined;
}

/** The list that a cursor belongs to. It is invalid for any other. */
export interface CursorScope {
  readonly view: View;
  readonly parentId: string | undefined;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
}

/** Cursor pagination compares only this many characters of a text, because the cursor holds them and must fit in a URL. */
export const COMPARED_CHARACTERS = 500;

/** Whether cursor pagination compares only the first characters of a property. */
export function isTruncated({ spec: { kind, schema } }: Property): boolean {
  return kind === "text" && (schema.maxLength as number) > COMPARED_CHARACTERS;
}

/** Part of every signature: a new value invalidates all cursors of an earlier format. */
const VERSION = 2;
const SIGNATURE_LENGTH = 12;

/** The syntax of a cursor; the empty one asks for the first page. */
export const CURSOR_PATTERN = /^[A-Za-z0-9_-]*$/;

/** The cursor of the page after an item: always the same for the same item, and URL-safe. */
export function encodeCursor({ view, parentId, filters, sorts }: CursorScope, keyset: Keyset): string {
  // Filters are sorted because their order does not change the result.
  const filterKeys = filters.map(filterKey).sort();
  const sortKeys = sorts.map(({ property, descending }) => [property.name, descending]);
  const signed = JSON.stringify([VERSION, view.path, parentId, filterKeys, sortKeys, keyset]);
  const signature = hash("sha1", signed, "base64url").slice(0, SIGNATURE_LENGTH);
  return signature + Buffer.from(JSON.stringify(keyset)).toString("base64url");
}

/**
 * Reads `cursor`; returns undefined if the caller did not send it.
 * @param faults receives the faults found here. If it already has faults, the list is unknown, so the cursor is not checked
 *   against the list.
 */
export function readCursor(
  scope: CursorScope,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): CursorQuery | undefined {
  const cursor = parameters.get("cursor");
  if (cursor === undefined) return undefined;
  const addFault = (parameter: string, code: string, message: string): void => {
    faults.push({ in: "shape", parameter, code, message });
  };
  if (parameters.has("page")) addFault("page", "invalid_value", "page cannot be combined with cursor.");
  if (cursor === "") return { after: undefined };
  const after = CURSOR_PATTERN.test(cursor) ? decodeCursor(cursor) : undefined;
  if (!after) {
    const message = "cursor is malformed. Use the one in _links.next, or an empty one for the first page.";
    addFault("cursor", "invalid_cursor", message);
  } else if (faults.length === 0 && !(encodeCursor(scope, after) === cursor && isKeysetOf(scope.sorts, after))) {
    const message = "This cursor was altered, or belongs to another list, other filters or another order.";
    addFault("cursor", "invalid_cursor", `${message} Start again with an empty cursor.`);
  }
  return { after };
}

function decodeCursor(cursor: string): Keyset | undefined {
  try {
    const keyset: unknown = JSON.parse(Buffer.from(cursor.slice(SIGNATURE_LENGTH), "base64url").toString());
    return Array.isArray(keyset) ? keyset : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the values have the types of the sort columns. The signature has no secret, so a cursor can be forged. */
function isKeysetOf(sorts: readonly Sort[], keyset: Keyset): boolean {
  return (
    keyset.length === sorts.length &&
    sorts.every(({ property }, index) => {
      const value = keyset[index];
      // Only the last one, the id, is never null.
      if (value === null) return index < sorts.length - 1;
      return kindOf(property.spec.kind).query!.isKey(value);
    })
  );
}
