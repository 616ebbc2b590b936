/** Bodies on an axis of distance, as elements. */
import { useLinks } from "../parts/use-links.ts";
import { elementOf } from "../svg/drawing.tsx";
import { type DistanceLook, drawDistances, inOrder } from "./draw/distances.ts";
import { type DistanceLayout, DOT } from "./layout/distances.ts";
import { BodyTip } from "./tip.tsx";

/** Shows bodies by distance. */
export function DistanceAxis({
  layout,
  label,
  ...look
}: DistanceLook & {
  readonly layout: DistanceLayout;
  readonly label: string;
}) {
  const { width, height, dots } = layout;
  const { props, tabIndexOf, pointed } = useLinks<SVGSVGElement>(inOrder(layout).map(({ body }) => body.id));
  const target = dots.find(({ body }) => body.id === pointed?.key);
  return (
    <>
      <svg
        className="pic scale is-long"
        {...{ role: "group", width, height, ...props }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        {drawDistances(layout, { ...look, tabIndexOf }).map(elementOf)}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.y} r={DOT + 3} />}
      </svg>
      {pointed && target && <BodyTip {...target} r={DOT} width={width} captions={look.captions} />}
    </>
  );
}
