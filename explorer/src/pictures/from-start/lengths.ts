/** The lengths of records, each from its own start, as far as they are known. */
import { dateText, quantity } from "../../units.ts";
import { endOfItem, isPlanned } from "../faces/timeline/neighbors.ts";
import { isoOf } from "../time/days.ts";
import type { Item } from "../timeline/items.ts";

/** The bar of a record, and the words beside it. */
export interface Length {
  readonly name: string;
  readonly hue: number;
  /** Its state has the tone of what failed or was called off. */
  readonly isFailed: boolean;
  readonly isGoing: boolean;
  /** The least and the most days it has lasted; both are the same unless its start is rough. Undefined: no bar. */
  readonly days: readonly [least: number, most: number] | undefined;
  /** The words beside the bar. */
  readonly words: string;
}

/** A record by its name; without an item, it has no date. */
export interface Started {
  readonly name: string;
  readonly item: Item | undefined;
  /** The end of the last day that is known of it. */
  readonly known: number;
}

/** Measures records from their starts. Nothing is measured after the last day that is known. */
export function lengthsOf(records: readonly Started[]): Length[] {
  return records.map(({ name, item, known }) => {
    const isFailed = item?.tone === "fault" || item?.tone === "off";
    const plain = { name, hue: isFailed ? 0 : (item?.hue ?? 0), isFailed, isGoing: false, days: undefined };
    if (!item) return { ...plain, words: "no date" };
    if (isPlanned(item, known)) return { ...plain, words: "planned" };
    if (item.to === undefined) return { ...plain, words: "end not known" };
    const last = endOfItem(item, known);
    // A date as an end has its whole day; days are counted from date to date.
    const end = Number.isInteger(last) && Number.isInteger(item.from) ? last - 1 : last;
    const most = Math.max(0, end - item.from);
    const least = item.isRough ? Math.max(0, end - (item.begun - 1)) : most;
    const isCut = item.isGoing || last < item.to;
    const until = isCut ? ` until ${dateText(isoOf(last - 1))}` : "";
    return { ...plain, isGoing: isCut, days: [least, most], words: `${daysText(least, most)}${until}` };
  });
}

function daysText(least: number, most: number): string {
  const [from, to] = [Math.floor(least), Math.floor(most)];
  if (from === to) return to === 0 ? "less than a day" : quantity(to, "day");
  return from === 0 ? `at most ${quantity(to, "day")}` : `${from} to ${quantity(to, "day")}`;
}

/** Says how to read the bars. */
export function captionOf(lengths: readonly Length[]): string {
  const isAny = (is: (length: Length) => boolean) => lengths.some(is);
  return [
    "All bars begin at the same start.",
    isAny(({ isFailed, days }) => isFailed && days !== undefined) && "Gray with ✕: failed or called off.",
    isAny(({ isGoing }) => isGoing) && "Open end: known to be ongoing until the day shown.",
    isAny(({ days }) => days !== undefined && days[0] !== days[1]) &&
      "The dashed part shows how uncertain the start is.",
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}
