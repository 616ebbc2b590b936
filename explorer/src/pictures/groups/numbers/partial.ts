/** The period in which knowledge ends. */
import { withParameters } from "../../../address/query.ts";
import { countText, dateText, dayText } from "../../../units.ts";
import { dayOf } from "../../time/days.ts";
import type { Partial } from "../draw/layout.ts";
import type { Drawn, Row } from "./drawn.ts";
import { isOverTime, type Part } from "./shape.ts";

/** A period that is known only to a day, as a table says it: `to 30 June`. */
export interface NotedPartial extends Partial {
  readonly note: string;
}

/** Returns the row of the period that the last known day is in, unless it is its last day, or groups have no periods. */
export function partialRow({ shape, rows }: Drawn, asOf: string): Row | undefined {
  if (!isOverTime(shape)) return undefined;
  const end = dayOf(asOf)! + 1;
  return rows.find(({ from, to }) => from < end && end < to);
}

/** Returns the request that counts what a period has after a day. */
export function laterPath(path: string, search: string, { field }: Part, asOf: string): string {
  const name = `${field.name}_after`;
  const given = new URLSearchParams(search).get(name);
  const after = field.kind === "instant" ? `${asOf}T23:59:59.999Z` : asOf;
  const later = given !== null && Date.parse(given) > Date.parse(after) ? given : after;
  return path + withParameters(search, { [name]: later, limit: "1" });
}

/** Says until when a period is known, or how many of its records come later. */
export function partialOf({ key, name }: Row, asOf: string, later: number): NotedPartial {
  const isYear = name === asOf.slice(0, name.length);
  const day = isYear ? dayText(new Date(asOf)) : dateText(asOf).replace(new RegExp(` ${name}$`), "");
  const note = later > 0 ? `${countText(later)} of them after ${day}` : `to ${day}`;
  return { key, end: dayOf(asOf)! + 1, text: `${name}: ${note}`, note };
}
