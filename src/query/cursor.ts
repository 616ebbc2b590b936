/**
 * Walks: `cursor` names the place in a list's order up to which it was read. What comes after it costs what the first
 * items did, and nothing that is made or deleted meanwhile moves it.
 */
import { hash } from "node:crypto";
import { isCleanText } from "../declare/values.ts";
import type { Fault } from "../problem.ts";
import type { Property, View } from "../resource/resource.ts";
import type { Condition } from "./filters.ts";
import type { Sort } from "./sorting.ts";

/** What an item is sorted by, as its columns hold it; its `id` comes last. */
export type Position = readonly (string | number | null)[];

export interface CursorQuery {
  /** The last item that was read; a walk begins without one. */
  readonly after?: Position;
}

/** The list that is walked. A cursor leads on in this one alone. */
export interface Walked {
  readonly view: View;
  readonly of: string | undefined;
  readonly conditions: readonly Condition[];
  readonly sorts: readonly Sort[];
}

/** So many characters of a longer text are compared in a walk: its cursor holds them, and has to fit in a URL. */
export const COMPARED = 500;

/** Whether a walk compares only the first characters of a property. */
export function isCut({ spec: { kind, schema } }: Property): boolean {
  return kind === "text" && (schema.maxLength as number) > COMPARED;
}

/** Part of every cursor's seal: whatever an earlier form of cursors gave out is refused when this changes. */
const VERSION = 1;
const SEAL_LENGTH = 12;

/** What a cursor looks like; an empty one begins a walk. */
export const CURSOR = /^[A-Za-z0-9_-]*$/;

/** Where a walk goes on after an item: the same for the same item, and safe in a URL as it is. */
export function cursorAfter({ view, of, conditions, sorts }: Walked, position: Position): string {
  const filters = conditions.map(({ property, operator, values }) => JSON.stringify([property.name, operator, values]));
  const order = sorts.map(({ property, descending }) => [property.name, descending]);
  // The order of filters makes no difference to what they find.
  const sealed = JSON.stringify([VERSION, view.path, of, filters.sort(), order, position]);
  const seal = hash("sha1", sealed, "base64url").slice(0, SEAL_LENGTH);
  return seal + Buffer.from(JSON.stringify(position)).toString("base64url");
}

/**
 * Reads `cursor`; undefined when none was given.
 * @param faults of what the list was asked; while there are any, it is not known which list a cursor should belong to
 */
export function readCursor(
  walked: Walked,
  given: ReadonlyMap<string, string>,
  faults: Fault[],
): CursorQuery | undefined {
  const cursor = given.get("cursor");
  if (cursor === undefined) return undefined;
  const wrong = (parameter: string, code: string, message: string): void => {
    faults.push({ in: "shape", parameter, code, message });
  };
  if (given.has("page"))
    wrong("page", "invalid_value", "A walk with cursor has no numbered pages; give one or the other.");
  if (cursor === "") return {};
  const after = CURSOR.test(cursor) ? positionIn(cursor) : undefined;
  if (!after) wrong("cursor", "invalid_cursor", "cursor is empty to begin a walk, or what the last _links.next gave.");
  else if (faults.length === 0 && !(cursorAfter(walked, after) === cursor && fits(walked.sorts, after))) {
    const message = "This cursor was changed, or given for another list, other filters or another order.";
    wrong("cursor", "invalid_cursor", `${message} Begin again with an empty one.`);
  }
  return after ? { after } : {};
}

function positionIn(cursor: string): Position | undefined {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor.slice(SEAL_LENGTH), "base64url").toString());
    return Array.isArray(position) ? position : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the values could be a row's. The seal is no secret: what somebody made up must not harm a database. */
function fits(sorts: readonly Sort[], position: Position): boolean {
  return (
    position.length === sorts.length &&
    sorts.every(({ property }, at) => {
      const value = position[at];
      // The last is the id.
      if (value === null) return at < sorts.length - 1;
      if (property.spec.kind === "flag") return value === 0 || value === 1;
      if (property.spec.kind === "integer") return Number.isSafeInteger(value);
      if (property.spec.kind === "decimal") return typeof value === "number";
      return typeof value === "string" && isCleanText(value);
    })
  );
}
