/** Suggests values for a new record: they are in the fields, and are sent unless they are replaced or emptied. */
import type { WritableField } from "../../../../kit/description/model.ts";
import { idOf } from "../../../../kit/import/ids.ts";
import type { Values } from "../../../../kit/values/json.ts";

/** A day in milliseconds. */
const DAY_MS = 86_400_000;

/** The occasion that a suggestion depends on. */
export interface Occasion {
  /** The name of the field by which people know the record. */
  readonly title: string;
  /** The time at which the form was opened, in milliseconds since 1970. */
  readonly openedAt: number;
}

/** Adds suggestions to the fields of a new record. @param edits what was entered so far */
export function withSuggestions(
  fields: readonly WritableField[],
  edits: Values,
  { title, openedAt }: Occasion,
): readonly WritableField[] {
  const name = edits[title];
  return fields.map((field) => {
    const days = daysSuggested(field);
    if (field.kind === "id" && typeof name === "string") return { ...field, suggested: idOf(name) || undefined };
    return days === undefined ? field : { ...field, suggested: midnightIn(days, openedAt) };
  });
}

/** Returns the values that are suggested, by field. */
export function suggestedValues(fields: readonly WritableField[]): Values {
  return Object.fromEntries(fields.map(({ name, suggested }) => [name, suggested]));
}

/** Returns the number of days until the moment that a field suggests; undefined if it suggests none. */
export function daysSuggested({ schema }: WritableField): number | undefined {
  return schema["x-suggested-days"];
}

/** Returns the beginning of a day as the API has it, in UTC. */
export function midnightIn(days: number, now: number): string {
  return new Date(Math.floor(now / DAY_MS + days) * DAY_MS).toISOString();
}
