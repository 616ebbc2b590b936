/** The legend and the caption of the face of a scale. */
import { countText } from "../../../units.ts";
import { ringsText } from "../../scale/captions.ts";
import { isCutOff } from "./disc-row.ts";
import type { Shown } from "./draw.ts";
import { closedOf } from "./ellipses.ts";
import { type FaceBodies, pluralOf } from "./shown.ts";

/** The meaning of the lines, and how many of those around the record have one. */
export function FaceLegend({ bodies, shown }: { readonly bodies: FaceBodies; readonly shown: Shown }) {
  const { own, outer, around } = bodies;
  const drawn = shown.groups.flatMap((group) => group.bodies);
  const closed = closedOf(around).length;
  const isPartial = outer !== undefined && outer !== own && closed < around.length;
  const hasBackward = drawn.some(({ isRetrograde }) => isRetrograde);
  if (!isPartial && !hasBackward) return null;
  return (
    <ul className="how is-face">
      {hasBackward && (
        <>
          <li>
            <WaySample kind="way s1" />
            forward
          </li>
          <li>
            <WaySample kind="way is-back s2" />
            backward
          </li>
        </>
      )}
      {isPartial && (
        <li>
          {countText(closed)} of {countText(around.length)} {pluralOf(outer, around.length)}{" "}
          {around.length === 1 ? "has" : "have"} a path on record.
        </li>
      )}
    </ul>
  );
}

function WaySample({ kind }: { readonly kind: string }) {
  return (
    <svg className="pic" width="26" height="8" aria-hidden>
      <path className={kind} d="M0 4h26" />
    </svg>
  );
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
  return [
    (discs.length > 1 || beside) && "Discs are to one scale.",
    beside && isCutOff(beside, discs) && `${beside.name} is cut off.`,
    discs.some(({ radius }) => radius < largest * TINY) && "A ring marks one smaller than 1 px.",
    ringsText(discs),
    drawn.length > 0 &&
      `${shape}, seen from above and laid flat. Directions and places are not held: every nearest point is drawn at the right. Names stand where there is room.`,
    known > 0 && known < drawn.length && "Where only the size of a path is known, it is a circle.",
    isAmong &&
      drawn.length < closedOf(around).length &&
      `What reaches more than three times as far as ${self.name} is left out.`,
  ]
    .filter(Boolean)
    .join(" ");
}
