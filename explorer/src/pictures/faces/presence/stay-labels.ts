/** Places the labels of stays in a staircase: beside their rises, and never on one another. */
import { words } from "../../../../../kit/description/words.ts";
import { quantity } from "../../../units.ts";
import { shorten, textWidth } from "../../layout/text-width.ts";
import { type Stay, wholeDaysOf } from "../../presence/stays.ts";
import { type Box, touch } from "../../svg/unknown-time.ts";
import { shortTitle } from "../../time/labels.ts";

/** The rise of a stay: from the first corner, at its left and below, to the second. */
export interface Rise {
  readonly stay: Stay;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A label: its two lines, and where they begin or end. */
export interface StayLabel {
  readonly stay: Stay;
  readonly title: string;
  readonly detail: string;
  readonly x: number;
  readonly anchor: "start" | "end";
  readonly box: Box;
}

/** The sizes of the two lines of a label, and the distances of their base lines from the top of its box. */
export const TITLE_SIZE = 12;
export const TITLE_LINE = 12;
export const DETAIL_LINE = 25;
const HEIGHT = 29;
/** Between a label and what it is beside. */
const GAP = 7;
const THICK = 2;

/** Joins the titles of records; what begins alike is said once: `Voyage 50, 51, Ferry 3`. */
export function joinTitles(titles: readonly string[]): string {
  const alike = Map.groupBy(titles, (title) => title.slice(0, Math.max(0, title.lastIndexOf(" "))));
  return [...alike]
    .map(([start, all]) => `${start} ${all.map((title) => title.slice(start.length).trim()).join(", ")}`.trim())
    .join(", ");
}

function sayDays(stay: Stay): string {
  const days = wholeDaysOf(stay);
  return days === 0 ? "less than a day" : quantity(days, "day");
}

/** Says how long a stay was, and in which roles: `185 days, flight engineer`. */
export function sayLength(stay: Stay): string {
  const roles = new Set(stay.legs.flatMap(({ role }) => (role === undefined ? [] : words(role))));
  return [sayDays(stay), ...roles].join(", ");
}

/** Returns the labels that have room within a box. The longest stays have the first choice; others are left out. */
export function placeLabels(rises: readonly Rise[], within: Box, widest: number): StayLabel[] {
  const taken = rises.flatMap((rise, index) => obstaclesOf(rise, rises[index + 1], within));
  const placed: StayLabel[] = [];
  for (const rise of rises.toSorted((a, b) => wholeDaysOf(b.stay) - wholeDaysOf(a.stay))) {
    const label = textsOf(rise.stay, widest)
      .flatMap((words) => candidatesOf(rise, words))
      .find(({ box }) => isWithin(box, within) && !taken.some((each) => touch(each, box)));
    if (!label) continue;
    placed.push(label);
    taken.push(label.box);
  }
  return placed;
}

/** Returns what no label may cross: the area under a rise, and the level after it. */
function obstaclesOf({ x0, x1, y1 }: Rise, next: Rise | undefined, { right, bottom }: Box): Box[] {
  return [
    { left: x0 - THICK, right: x1 + THICK, top: y1 - THICK, bottom },
    { left: x1, right: next?.x0 ?? right, top: y1 - 1, bottom: y1 + 1 },
  ];
}

type Texts = Pick<StayLabel, "title" | "detail">;

/** Returns the texts of a label: all if they are not too wide, or else the first title, and the days. */
function textsOf(stay: Stay, widest: number): Texts[] {
  const titles = stay.legs.map((leg) => shortTitle(leg.title));
  const [all, length] = [joinTitles(titles), sayLength(stay)];
  const days = sayDays(stay);
  const first = titles.length === 1 ? all : `${titles[0]}, …`;
  const short = { title: shorten(first, widest, TITLE_SIZE), detail: days };
  if (textWidth(all, TITLE_SIZE) > widest) return [short];
  return [{ title: all, detail: textWidth(length) > widest ? days : length }, short];
}

/** Returns the places of a label, the best one first: above and left of the end, right of it, above, left and lower. */
function candidatesOf({ stay, x0, y0, x1, y1 }: Rise, { title, detail }: Texts): StayLabel[] {
  const width = Math.max(textWidth(title, TITLE_SIZE), textWidth(detail));
  const at = (anchor: StayLabel["anchor"], x: number, top: number): StayLabel => {
    const left = anchor === "end" ? x - width : x;
    return { stay, title, detail, x, anchor, box: { left, right: left + width, top, bottom: top + HEIGHT } };
  };
  const above = y1 - HEIGHT - THICK - 1;
  return [
    at("end", x1 - GAP, above),
    at("start", x1 + GAP, y1 + THICK),
    at("start", x0, above),
    at("end", x0 - GAP, y0 + THICK),
  ];
}

function isWithin(box: Box, within: Box): boolean {
  return box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
}
