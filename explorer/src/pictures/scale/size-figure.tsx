/** The figure of a scale: all bodies to one size, and what it means. */

import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { countText, plainNumber, unitText } from "../../units.ts";
import { useSize } from "../parts/use-size.ts";
import { type Body, type Disc, discsOf, MOST_DRAWN } from "./bodies.ts";
import { type Captions, ringsText } from "./captions.ts";
import { Drawing } from "./drawing.tsx";
import { BLEED, bySize } from "./layout/by-size.ts";
import { bySizeNarrow, NARROW_BLEED, sideBySideNarrow } from "./layout/narrow.ts";
import { sideBySide } from "./layout/side-by-side.ts";

/** The most bodies that are drawn. */
/** The most that stand in the order of their distance, each with its name. */
const MOST_NAMED = 40;
const NARROW = 560;

interface SizeProps {
  /** The largest first. */
  readonly discs: readonly Disc[];
  readonly center: Body | undefined;
  readonly units: { readonly radius: string };
  readonly captions: Captions;
  readonly centerCaptions: Captions;
  readonly label: string;
  readonly listPath: string;
}

/** Bodies to size. */
export function SizeFigure(props: SizeProps) {
  const { discs, center, units, captions, label, listPath } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const drawn = discs.slice(0, MOST_DRAWN);
  const left = discs.slice(MOST_DRAWN);
  const isInOrder =
    center === undefined &&
    drawn.length <= MOST_NAMED &&
    drawn.every(({ distance }) => distance !== undefined && distance > 0) &&
    drawn.every(({ around }) => around === undefined);
  const layout = size && layoutOf(props, drawn, isInOrder, size.width);
  const isNarrow = size !== undefined && size.width < NARROW;
  return (
    <section className="is-scale">
      <figure className="figure">
        <div ref={box}>
          {layout && (
            <Drawing {...{ layout, label, captions }} unit={units.radius} bleed={center ? (isNarrow ? 0 : BLEED) : 0} />
          )}
        </div>
        {layout && (
          <figcaption className="caption">
            All radii have the same scale: 1 px is {plainNumber(roundTo3(layout.perPixel))} {unitText(units.radius)}.{" "}
            {center && layout.limb && isCut(layout.limb.outline) && `${center.name} is cut off. `}
            {layout.block && `The ${layout.block.discs.length} smallest are in a block. `}
            {drawn.some(({ radius }) => radius < layout.perPixel) && "A ring marks a body smaller than 1 px. "}
            {ringsText(drawn)} {drawn.some(({ isRetrograde }) => isRetrograde) && "Hollow: retrograde. "}
            {isInOrder && "The order is by distance; the gaps have no meaning. "}
            {left.length > 0 && (
              <>
                <Link to={pageOf(listPath)}>
                  {countText(left.length)} smaller than {captions.radius(left[0]!)}
                </Link>{" "}
                are not drawn.{" "}
              </>
            )}
            {center && <Link to={pageOf(center.path)}>Open {center.name}</Link>}
          </figcaption>
        )}
      </figure>
    </section>
  );
}

function layoutOf(
  { center, captions, centerCaptions }: SizeProps,
  drawn: readonly Disc[],
  isInOrder: boolean,
  width: number,
) {
  const [disc] = discsOf(center ? [center] : []);
  const labels = center
    ? { ...captions, times: (body: Disc) => (body === disc ? centerCaptions : captions).times(body) }
    : captions;
  const isNarrow = width < NARROW;
  if (isInOrder) {
    const inOrder = [...drawn].sort((a, b) => a.distance! - b.distance!);
    return isNarrow ? sideBySideNarrow(inOrder, width, labels) : sideBySide(inOrder, width, labels);
  }
  return isNarrow ? bySizeNarrow(drawn, disc, width, labels) : bySize(drawn, disc, width, labels);
}

/** Returns whether a body is cut off: its outline has straight lines, or ends where it began only after a chord. */
function isCut(outline: string): boolean {
  return outline.includes("A");
}

function roundTo3(value: number): number {
  return Number(value.toPrecision(value < 10 ? 2 : 3));
}

export { NARROW_BLEED };
