/** A drawing of bodies to size, as elements. */
import { useLinks } from "../parts/use-links.ts";
import { elementOf } from "../svg/drawing.tsx";
import { discsIn, drawSizes, type SizeLook } from "./draw/sizes.ts";
import type { Layout } from "./layout/placed.ts";
import { BodyTip } from "./tip.tsx";

/** The distance of the ring of the focus from a disc. */
const OFF = 3.5;

/** Shows a layout. */
export function Drawing({
  layout,
  label,
  ...look
}: SizeLook & {
  readonly layout: Layout;
  readonly label: string;
}) {
  const { width, height, limb } = layout;
  const placed = discsIn(layout);
  const ids = [...(limb ? [limb.body] : []), ...placed.map(({ body }) => body)].map(({ id }) => id);
  const { props, tabIndexOf, pointed } = useLinks<SVGSVGElement>(ids);
  const target = placed.find(({ body }) => body.id === pointed?.key);
  return (
    <>
      <svg
        className="pic scale"
        {...{ role: "group", width, height, ...props }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        {drawSizes(layout, { ...look, tabIndexOf }).map(elementOf)}
        {pointed?.isFocus && target && (
          <circle className="ring" cx={target.x} cy={target.y} r={Math.max(target.r, 2.5) + OFF} />
        )}
        {pointed?.isFocus && limb?.body.id === pointed.key && <path className="ring" d={limb.outline} />}
      </svg>
      {pointed && target && <BodyTip {...target} width={width} captions={look.captions} />}
    </>
  );
}
