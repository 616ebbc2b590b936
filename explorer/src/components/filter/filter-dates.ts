/** Dates in filters: as the API takes them, and as people type them. */
import { isTemporal } from "../../description/kinds.ts";
import type { Field } from "../../description/model.ts";
import { DAY, INSTANT, readDate, type Takes, typedText } from "../../fields/dates/typed-date.ts";
import type { Control } from "./operators.ts";

/** Returns the dates that a filter by a field takes; an instant is compared with a day, too. */
export function takenBy({ kind }: Field): Takes {
  return kind === "instant" ? { ...INSTANT, time: "optional" } : DAY;
}

/** Returns the values of a filter as its control shows them. */
export function shownValues(control: Control, field: Field, values: readonly string[]): readonly string[] {
  return isOfDates(control, field) ? values.map((value) => typedText(value, takenBy(field))) : values;
}

/** Returns the values of a filter as the API takes them; a sentence why one of them is none. */
export function readValues(
  control: Control,
  field: Field,
  values: readonly string[],
): { readonly values: readonly string[] } | { readonly reason: string } {
  if (!isOfDates(control, field)) return { values };
  const typed = values.filter((value) => value.trim() !== "");
  const all = typed.map((value) => readDate(value, takenBy(field)));
  const wrong = all.findIndex(({ value }) => value === undefined);
  const { reason } = { reason: undefined, ...all[wrong] };
  if (reason !== undefined) return { reason: control === "lines" ? `“${typed[wrong]}”: ${reason}` : reason };
  return { values: all.map(({ value = "" }) => value.replace(/\.000Z$/, "Z")) };
}

function isOfDates(control: Control, field: Field): boolean {
  return isTemporal(field) && control !== "presence";
}
