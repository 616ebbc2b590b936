/** Records as stretches of time. */
import type { Tone } from "../../../../kit/description/schema.ts";
import type { HueOf } from "../../fields/hues.ts";
import type { KnownUntil } from "../../fields/known-until.ts";
import type { Data } from "../../requests/data.ts";
import type { Precision } from "../../units.ts";
import { DAY_MS, dateOf, dayOf, endOf, endOfPeriod, isoOf, type Span } from "../time/days.ts";
import { shortTitle } from "../time/labels.ts";
import type { TimelineParts } from "./parts.ts";

/** A record from its start to its end, in days. */
export interface Item {
  readonly id: string;
  /** Its path in the API. */
  readonly path: string;
  readonly title: string;
  /** The title as it stands beside the bar. */
  readonly label: string;
  readonly record: Data;
  readonly hue: number;
  readonly from: number;
  /** Until then it has begun: the end of the first day, or of the period that is all that is known. */
  readonly begun: number;
  readonly isRough: boolean;
  /** Its end; now if it is ongoing; undefined if the end is not known. */
  readonly to: number | undefined;
  /** The last day on which it is known to be ongoing; undefined if it is not, or if nothing later is drawn. */
  readonly known: number | undefined;
  readonly isGoing: boolean;
  readonly tone: Tone | undefined;
  /** The id of the record above it. */
  readonly parent: string | undefined;
}

/** The items of records by their start, and how many have none. */
export interface Items {
  readonly items: readonly Item[];
  readonly undated: number;
}

/** Today, and until when records are known. */
interface Time {
  readonly now: number;
  readonly knownUntil: KnownUntil;
}

/** Makes items of the records that have a date. */
export function itemsOf(records: readonly Data[], parts: TimelineParts, hueOf: HueOf, time: Time): Items {
  const items = records.flatMap((record) => {
    const item = itemOf(record, parts, hueOf, time);
    return item ? [item] : [];
  });
  items.sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  return { items, undated: records.length - items.length };
}

function itemOf(record: Data, parts: TimelineParts, hueOf: HueOf, { now, knownUntil }: Time): Item | undefined {
  const start = record[parts.from.name];
  const from = dayOf(start);
  if (from === undefined) return undefined;
  const precision = parts.precision === undefined ? undefined : (record[parts.precision] ?? undefined);
  const end = endOf(parts.to && record[parts.to.name]);
  const begun = endOfPeriod(start, precision)!;
  const tone = parts.state?.tones[record[parts.state.name]];
  const isGoing = tone === "go" && end === undefined && parts.to !== undefined;
  const to = isGoing ? Math.max(now, begun) : end;
  const known = isGoing ? Math.max(begun, endOf(knownUntil(record)) ?? now) : undefined;
  const title = String(record[parts.title] ?? record.id);
  return {
    id: record.id,
    path: record._links.self,
    title,
    label: shortTitle(title),
    record,
    hue: parts.color ? hueOf(record[parts.color.name]) : 1,
    from,
    begun,
    isRough: precision !== undefined && precision !== "day",
    to,
    known: known !== undefined && known < to! ? known : undefined,
    isGoing,
    tone,
    parent: parts.parent && (record[parts.parent.name] ?? undefined),
  };
}

/** Returns the last day on which an item is known to be ongoing; undefined if that is today, or if it has ended. */
export function knownDay({ known }: Item): string | undefined {
  return known === undefined ? undefined : isoOf(known - 1);
}

/** Returns the span from the first start to the last end or now, whichever is later, and a little more. */
export function wholeOf(items: readonly Item[], now: number): Span {
  const first = items[0]?.from ?? now - 365;
  const last = items.reduce((latest, { begun, to = begun }) => Math.max(latest, to), now);
  const margin = (last - first) * 0.02 || 1;
  return { from: Math.floor(first - margin / 4), to: Math.ceil(last + margin) };
}

/** A period, in days, and how many begin in it. */
export interface TimeColumn {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A period, and what begins in it. */
export interface TimeBin {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

/** Returns the periods in which items begin, by time: each year, or each month of a short time, or decade of a long one. */
export function binsOf(items: readonly Item[], whole: Span): { readonly bins: TimeBin[]; readonly unit: Precision } {
  const years = (whole.to - whole.from) / 365;
  const [months, unit] = years < 6 ? [1, "month"] : years < 160 ? [12, "year"] : [120, "decade"];
  const binOf = ({ from }: Item) => {
    const date = dateOf(from);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
  };
  const day = (bin: number) =>
    new Date(0).setUTCFullYear(Math.floor((bin * months) / 12), (bin * months) % 12) / DAY_MS;
  const bins = [...Map.groupBy(items, binOf)].sort(([a], [b]) => a - b);
  return { unit, bins: bins.map(([bin, own]) => ({ from: day(bin), to: day(bin + 1), items: own })) };
}

/** Returns the numbers of items that begin in each period: for the strip above the picture. */
export function startsIn(items: readonly Item[], whole: Span): readonly TimeColumn[] {
  return binsOf(items, whole).bins.map(({ from, to, items: { length: count } }) => ({ from, to, count }));
}
