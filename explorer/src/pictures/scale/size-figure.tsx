/** The figure of a scale: all bodies to one size, and what it means. */

import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { countText, plainNumber, unitText } from "../../units.ts";
import { useSize } from "../parts/use-size.ts";
import { Drawing } from "./drawing.tsx";
import { type Sizes, sizesOf } from "./layout/sizes.ts";
import { sizeNotes, sizesTitle } from "./notes.ts";

/** Bodies to size. */
export function SizeFigure(props: Sizes & { readonly listPath: string }) {
  const { center, units, captions, heading, listPath } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const placed = size && sizesOf(props, size.width);
  return (
    <section className="is-scale">
      <figure className="figure">
        <div ref={box}>
          {placed && <Drawing {...{ ...placed, captions }} label={sizesTitle(heading, center)} unit={units.radius} />}
        </div>
        {placed && (
          <figcaption className="caption">
            All radii have the same scale: 1 px is {plainNumber(roundTo3(placed.layout.perPixel))}{" "}
            {unitText(units.radius)}. {sizeNotes(placed, center)}{" "}
            {placed.left.length > 0 && (
              <>
                <Link to={pageOf(listPath)}>
                  {countText(placed.left.length)} smaller than {captions.radius(placed.left[0]!)}
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

function roundTo3(value: number): number {
  return Number(value.toPrecision(value < 10 ? 2 : 3));
}
