/** Says how to read a scale, and what it does not show. */
import { midSentence } from "../../../../kit/description/words.ts";
import { countText } from "../../units.ts";
import type { Body } from "./bodies.ts";
import { ringsText } from "./captions.ts";
import type { PlacedSizes } from "./layout/sizes.ts";

/** Says what is drawn to size. */
export function sizesTitle(heading: string, center: Body | undefined): string {
  return center ? `${center.name} and its ${midSentence(heading)}, to scale` : `${heading} to scale`;
}

/** Says whose paths are drawn. */
export function pathsTitle(heading: string, center: Body | undefined): string {
  return `Paths of the ${midSentence(heading)}${center ? ` around ${center.name}` : ""}`;
}

/** Says from where distances are measured. */
export function distanceTitle(center: Body | undefined): string {
  return center ? `Distance from ${center.name}` : "Distance";
}

/** Says what the drawing of sizes means. */
export function sizeNotes({ layout, drawn, isInOrder }: PlacedSizes, center: Body | undefined): string {
  const { limb, block, perPixel } = layout;
  return [
    center && limb && isCut(limb.outline) && `${center.name} is cut off.`,
    block && `The ${block.discs.length} smallest are in a block.`,
    drawn.some(({ radius }) => radius < perPixel) && "A ring marks a body smaller than 1 px.",
    ringsText(drawn),
    drawn.some(({ isRetrograde }) => isRetrograde) && "Hollow: retrograde.",
    isInOrder && "The order is by distance; the gaps have no meaning.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Says what the axis of distances means. @param unknown the number of bodies without a distance */
export function distanceNotes(isLinear: boolean, unknown: number): string {
  return [
    `${isLinear ? "Distance is linear and begins at 0" : "Distance is logarithmic"}; the dots on its axis are not to scale.`,
    unknown > 0 && `${countText(unknown)} without a distance.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns whether a body is cut off: its outline has straight lines, or ends where it began only after a chord. */
function isCut(outline: string): boolean {
  return outline.includes("A");
}
