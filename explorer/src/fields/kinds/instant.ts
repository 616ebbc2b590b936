import { clockText, dateText } from "../../units.ts";
import { dateNotation, INSTANT } from "../dates/typed-date.ts";
import { date } from "./date.ts";
import type { KindSpec } from "./kind.ts";

/** An instant is compared with a day, too. */
const notation = dateNotation({ ...INSTANT, time: "optional" });

/** A point in time. */
export const instant = {
  ...date,
  notation: { ...notation, read: withoutMilliseconds },
  text: (value) => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value));
    return isDay ? dateText(value) : `${dateText(value)}, ${clockText(value)}`;
  },
  example: () => "2000-01-31T12:00:00Z",
} satisfies KindSpec;

function withoutMilliseconds(text: string) {
  const read = notation.read(text);
  return read.value === undefined ? read : { value: read.value.replace(/\.000Z$/, "Z") };
}
