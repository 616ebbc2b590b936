/** A timeline for a narrow page: time runs downwards, in periods of lanes, and what is long is folded. */
import { dateText } from "../../../units.ts";
import { isoOf } from "../../time/days.ts";
import type { TimeScale } from "../../time/ticks.ts";
import { binsOf, type Item, type TimeBin } from "../items.ts";
import type { Lane } from "../lanes.ts";
import { isInView } from "../layout.ts";

/** More records than this are folded. */
export const MOST_UNFOLDED = 24;
/** The most records of a period that are listed. */
export const MOST_LISTED = 200;

/** The records of a lane that begin in a period. */
export interface Period {
  /** Its name in the address: `NASA/1969`. */
  readonly key: string;
  readonly label: string;
  /** Undefined for what begins before all that is shown, and goes on. */
  readonly bin: TimeBin | undefined;
  readonly items: readonly Item[];
  /** The numbers of its records of each color, in the order of colors. */
  readonly hues: readonly HueCount[];
}

/** A color, and how many have it. */
export interface HueCount {
  readonly hue: number;
  readonly count: number;
}

/** A lane and its periods, the earliest first. */
export interface FoldedLane {
  /** Its name in the address. */
  readonly key: string;
  readonly lane: Lane;
  readonly count: number;
  readonly periods: readonly Period[];
}

/** A timeline, ready to be drawn. */
export interface FoldedLayout {
  /** Those that have records in the span that is shown. */
  readonly lanes: readonly FoldedLane[];
  /** Whether there are too many records to list them all. */
  readonly isFolded: boolean;
  /** The number of records of the fullest period. */
  readonly most: number;
}

/** Lays out what is in the span of a scale. */
export function foldedLayoutOf(lanes: readonly Lane[], x: TimeScale): FoldedLayout {
  const folded = lanes.flatMap((lane): FoldedLane[] => {
    const items = lane.items.filter((item) => isInView(item, x));
    if (items.length === 0) return [];
    return [{ key: lane.name, lane, count: items.length, periods: periodsOf(lane.name, items, x) }];
  });
  const count = folded.reduce((sum, each) => sum + each.count, 0);
  const periods = folded.flatMap((each) => each.periods);
  return {
    lanes: folded,
    isFolded: count > MOST_UNFOLDED,
    most: periods.reduce((most, { items }) => Math.max(most, items.length), 1),
  };
}

function periodsOf(lane: string, items: readonly Item[], { span }: TimeScale): Period[] {
  const before = items.filter(({ from }) => from < span.from);
  const { bins, unit } = binsOf(
    items.filter(({ from }) => from >= span.from),
    span,
  );
  const period = (label: string, bin: TimeBin | undefined, own: readonly Item[]): Period => ({
    ...{ key: `${lane}/${label}`, label, bin, items: own, hues: huesIn(own) },
  });
  return [
    ...(before.length > 0 ? [period(`before ${dateText(isoOf(span.from))}`, undefined, before)] : []),
    ...bins.map((bin) => period(dateText(isoOf(bin.from), unit), bin, bin.items)),
  ];
}

/** Counts colors; the one of "other" and "no value" is the last. */
function huesIn(items: readonly Item[]): HueCount[] {
  const order = (hue: number) => (hue === 0 ? Number.MAX_SAFE_INTEGER : hue);
  return [...Map.groupBy(items, ({ hue }) => hue)]
    .map(([hue, { length: count }]) => ({ hue, count }))
    .sort((a, b) => order(a.hue) - order(b.hue));
}
