/** The legend and the caption of the face of a scale. */
import { countText } from "../../../units.ts";
import { ringsText } from "../../scale/captions.ts";
import type { SampledEntry } from "../../svg/legend-entry.ts";
import { svg } from "../../svg/node.ts";
import { isCutOff } from "./disc-row.ts";
import type { Shown } from "./draw.ts";
import { closedOf } from "./ellipses.ts";
import { type FaceBodies, pluralOf } from "./shown.ts";

/** Returns the meaning of lines, if some go backward. */
export function legendOf({ groups }: Shown): SampledEntry[] {
  const hasBackward = groups.some(({ bodies }) => bodies.some(({ isRetrograde }) => isRetrograde));
  if (!hasBackward) return [];
  const sample = (kind: string) => ({ width: 26, nodes: [svg("path", { class: kind, d: "M0 5h26" })] });
  return [
    { label: "forward", sample: sample("way s1") },
    { label: "backward", sample: sample("way is-back s2") },
  ];
}

/** A disc of so much less than the largest is marked by a ring. */
const TINY = 1 / 60;

/** Says how to read the drawings, and what they do not show. */
export function captionFor({ own, outer, around, self }: FaceBodies, { discs, beside, groups }: Shown): string {
  const drawn = groups.flatMap(({ bodies }) => bodies);
  const known = drawn.filter(({ eccentricity }) => eccentricity !== undefined).length;
  const largest = Math.max(...discs.map(({ radius }) => radius));
  const shape = known === 0 ? "Size of each path as recorded, as circles" : "Shape and size of each path as recorded";
  const isAmong = own === outer;
  const closed = closedOf(around).length;
  return [
    outer &&
      !isAmong &&
      closed < around.length &&
      `${countText(closed)} of ${countText(around.length)} ${pluralOf(outer, around.length)} ${around.length === 1 ? "has" : "have"} a path on record.`,
    (discs.length > 1 || beside) && "Discs are to one scale.",
    beside && isCutOff(beside, discs) && `${beside.name} is cut off.`,
    discs.some(({ radius }) => radius < largest * TINY) && "A ring marks one smaller than 1 px.",
    ringsText(discs),
    drawn.length > 0 &&
      `${shape}, seen from above and laid flat. Directions and places are not held: every nearest point is drawn at the right. Names stand where there is room.`,
    known > 0 && known < drawn.length && "Where only the size of a path is known, it is a circle.",
    isAmong && drawn.length < closed && `What reaches more than three times as far as ${self.name} is left out.`,
  ]
    .filter(Boolean)
    .join(" ");
}
