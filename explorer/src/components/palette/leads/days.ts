/** Dates in a query: `20 July 1969`, `July 1969`, `missions 1969`. */

import { isTemporal } from "../../../../../kit/description/kinds.ts";
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { Description, Field, Picture, View } from "../../../../../kit/description/model.ts";
import { PICTURE_NAMES } from "../../../../../kit/description/pages/pictures.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { firstDay, movedBy } from "../../../fields/dates/period.ts";
import { readDate } from "../../../fields/dates/typed-date.ts";
import { inTone } from "../../../fields/in-tone.ts";
import { dateText, type Precision } from "../../../units.ts";
import { type Lead, leadTo, pictureAt, recordsText } from "./lead.ts";
import { namesOf, unjoined, wordsBeside, writtenWords } from "./phrases.ts";

/** The periods that can be typed, the shortest first. */
const PERIODS: readonly Precision[] = ["day", "month", "quarter", "half", "year"];
/** The days before and after a day that a timeline shows with it. */
const AROUND = 45;

/** A day or a longer period. */
export interface Period {
  readonly precision: Precision;
  readonly first: string;
  readonly last: string;
  /** As people read it: `20 July 1969`. */
  readonly text: string;
}

/** Reads a period; undefined if a text is none. */
export function periodIn(text: string): Period | undefined {
  const { value, precision = "day" } = readDate(text, { time: "none", precisions: PERIODS });
  if (value === undefined) return undefined;
  const first = firstDay(value, precision);
  const last = movedBy(movedBy(first, 1, precision), -1);
  return { precision, first, last, text: dateText(first, precision) };
}

/** Returns the period in a query, and the lists that it is about: one that it names, or else all. */
export function datedLists(
  query: string,
  lists: readonly View[],
): { period: Period; views: readonly View[] } | undefined {
  const parts = query.trim().split(/\s+/);
  for (let at = 0; at <= parts.length; at += 1)
    for (const [date, others] of [
      [parts.slice(at), parts.slice(0, at)],
      [parts.slice(0, at), parts.slice(at)],
    ] as const) {
      const period = periodIn(date.join(" "));
      const rest = period && unjoined(writtenWords(others.join(" ")));
      if (!period || !rest) continue;
      const views = lists.filter((view) => rest.length === 0 || wordsBeside(rest, namesOf(view))?.length === 0);
      if (views.length > 0) return { period, views };
    }
  return undefined;
}

/** Returns what is at a period, or lasts then. @param until the last day of which anything is known */
export function dayLeads(query: string, lists: readonly View[], { list }: Description, until: string): Lead[] {
  const { period, views = [] } = datedLists(query, lists) ?? {};
  if (!period) return [];
  const lasting = period.first <= until;
  const pictures = views.flatMap((view) => view.pictures.map((picture) => ({ view, picture })));
  return [
    ...(lasting ? pictures.flatMap(({ view, picture }) => presenceLead(view, picture, period, list)) : []),
    ...views.flatMap((view) => datesOf(view).map((field) => dateLead(view, field, period))),
    ...(lasting ? pictures.flatMap(({ view, picture }) => timelineLeads(view, picture, period)) : []),
  ];
}

/** Returns the dates by which records are known: not those that the service sets. */
function datesOf(view: View): Field[] {
  const canAsk = ({ name }: Field) => filterOf(view, name, "after") && filterOf(view, name, "before");
  return view.fields.filter((field) => isTemporal(field) && !field.derived && canAsk(field));
}

function dateLead(view: View, field: Field, period: Period): Lead {
  const filters = {
    ...since(view, field, period),
    ...before(view, field, period),
    ...precise(view, field.precision, period),
  };
  const what = midSentence(field.label).replace(/ (?:at|in|on)$/, ` ${when(period)}`);
  const text = what.includes(period.text) ? what : `${what} ${period.text}`;
  return leadTo(view, filters, { label: (total) => `${recordsText(view, total)}: ${text}` });
}

/** A field is at the first day of a period, or later. */
function since(view: View, { name, kind }: Field, { first }: Period): Readonly<Record<string, string>> {
  const day = movedBy(first, -1);
  return { [filterOf(view, name, "after")!.parameter]: kind === "instant" ? `${day}T23:59:59.999999999Z` : day };
}

/** A field is at the last day of a period, or earlier. */
function before(view: View, { name }: Field, { last }: Period): Readonly<Record<string, string>> {
  return { [filterOf(view, name, "before")!.parameter]: movedBy(last, 1) };
}

/** Dates are known as precisely as a period: a record of that year is not known to be of its first day. */
function precise(view: View, name: string | undefined, period: Period): Readonly<Record<string, string>> {
  const field = view.fields.find((each) => each.name === name);
  const filter = field && filterOf(view, field.name, "not_in");
  const rank = PERIODS.indexOf(period.precision);
  const rougher = field?.values.filter((value) => PERIODS.indexOf(value) > rank || !PERIODS.includes(value)) ?? [];
  return filter && rougher.length > 0 ? { [filter.parameter]: rougher.join(",") } : {};
}

/** The records that have begun by the end of a period, and have not ended before it. */
function lastingIn(view: View, picture: Picture, period: Period): Readonly<Record<string, string>> | undefined {
  const named = (name: unknown) => datesOf(view).find((field) => field.name === name);
  const [from, to] = [named(picture.from), named(picture.to)];
  if (!from || !to) return undefined;
  const [ends] = Object.entries(since(view, to, period));
  const endless = filterOf(view, to.name, "exists")?.parameter;
  const going = inTone(view, "go");
  const open =
    endless && going ? [[endless, "false"] as const, [going.parameter, going.states.join(",")] as const] : [];
  // It ends then or later, or else it has no end and goes on.
  const alternatives = open.flatMap((other, at) =>
    [ends!, other].map(([name, value]) => [`any.${at + 1}.${name}`, value] as const),
  );
  return {
    ...before(view, from, period),
    ...precise(view, from.precision, { ...period, precision: "day" }),
    ...Object.fromEntries(alternatives.length > 0 ? alternatives : [ends!]),
  };
}

/** Says when, in a sentence. */
function when({ precision, text }: Period): string {
  return `${precision === "day" ? "on" : "in"} ${text}`;
}

function timelineLeads(view: View, picture: Picture, period: Period): Lead[] {
  const filters = picture.kind === "timeline" ? lastingIn(view, picture, period) : undefined;
  if (!filters) return [];
  const isDay = period.precision === "day";
  const [from, to] = isDay
    ? [movedBy(period.first, -AROUND), movedBy(period.last, AROUND)]
    : [period.first, period.last];
  return [
    leadTo(view, filters, { label: (total) => `${recordsText(view, total)} under way ${when(period)}` }),
    leadTo(view, filters, {
      label: () => `${view.heading}: ${PICTURE_NAMES.timeline.toLowerCase()} ${when(period)}`,
      hint: "picture",
      to: pictureAt(view.path, "timeline", { from, to }),
    }),
  ];
}

function presenceLead(view: View, picture: Picture, period: Period, list: Description["list"]): Lead[] {
  const records = picture.kind === "presence" ? list(String(picture.records)) : undefined;
  const filters = records && lastingIn(records, picture, period);
  if (!records || !filters) return [];
  const { first: from, last: to, precision } = period;
  return [
    leadTo(
      records,
      { [`${picture.include}_exists`]: "true", ...filters },
      {
        label: () => `${view.heading}: ${PICTURE_NAMES.presence.toLowerCase()} ${when(period)}`,
        to: pictureAt(view.path, "presence", precision === "day" ? { day: from } : { from, to }),
      },
    ),
  ];
}
