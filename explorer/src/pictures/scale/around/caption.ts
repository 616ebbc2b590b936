/** Says how to read the ways around a center, and what they do not show. */
import { countText } from "../../../units.ts";
import type { Far } from "../layout/distances.ts";

/** So many are named; of more, only the number is said. */
const NAMED = 6;

/** Says what is drawn of so many bodies. @param motion how they move; undefined in a picture in which nothing does */
export function captionOf(drawn: readonly Far[], all: number, motion?: string): string {
  const shaped = drawn.filter(({ eccentricity }) => eccentricity !== undefined).length;
  return [
    `${shaped === 0 ? "Size of each path as recorded, as circles" : "Shape and size of each path as recorded"}, seen from above and laid flat; dots are not to scale.`,
    "The directions of the paths and the positions on them are not recorded: the nearest point of every path is drawn on the right, on the dotted line.",
    motion,
    shaped > 0 && shaped < drawn.length && "Where only the size of a path is known, it is a circle.",
    drawn.some(({ isRetrograde }) => isRetrograde) && "Dashed path: backward.",
    drawn.length < all &&
      `${countText(all - drawn.length)} without a recorded path ${all - drawn.length === 1 ? "is" : "are"} not drawn.`,
    "Names are shown where there is room.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Says how bodies move. @param period what the time of a turn is called; undefined if it is not held */
export function motionText(drawn: readonly Far[], period: string | undefined): string {
  const still = drawn.filter((body) => body.period === undefined);
  if (still.length === drawn.length) return "Nothing moves: no periods are recorded.";
  const names = still.length > NAMED ? countText(still.length) : still.map(({ name }) => name).join(", ");
  return [
    period && `All start there together and move according to their recorded ${period.toLowerCase()}.`,
    still.length > 0 &&
      `${names} ${still.length === 1 ? "has no recorded period and does" : "have no recorded period and do"} not move.`,
  ]
    .filter(Boolean)
    .join(" ");
}
