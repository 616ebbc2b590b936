/** Bars of one number, as elements. */
import { useLinks } from "../parts/use-links.ts";
import { elementOf } from "../svg/drawing.tsx";
import { BOTTOM, drawBars, TOP } from "./draw.ts";
import { BAR, type BarLayout } from "./layout.ts";

const OFF = 3;

/** Shows bars. */
export function BarChart({
  layout,
  unit,
  label,
}: {
  readonly layout: BarLayout;
  readonly unit: string | undefined;
  readonly label: string;
}) {
  const { width, height, bars } = layout;
  const { props, tabIndexOf, pointed } = useLinks<SVGSVGElement>(bars.map(({ item }) => item.path));
  const ring = pointed?.isFocus ? bars.find(({ item }) => item.path === pointed.key) : undefined;
  return (
    <svg
      className="pic bars"
      {...{ role: "group", width, height: height + TOP + BOTTOM, ...props }}
      viewBox={`0 ${-TOP} ${width} ${height + TOP + BOTTOM}`}
      aria-label={label}
    >
      {drawBars(layout, unit, tabIndexOf).map(elementOf)}
      {ring && (
        <rect
          className="ring"
          x={ring.x - OFF}
          y={ring.y - BAR / 2 - OFF}
          width={ring.width + 2 * OFF}
          height={BAR + 2 * OFF}
          rx="2"
        />
      )}
    </svg>
  );
}
