/** The records of one unit as rows of dots, as elements. */
import { useLinks } from "../../parts/use-links.ts";
import { elementOf } from "../../svg/drawing.tsx";
import { SampleTip } from "../tip.tsx";
import type { DotLayout } from "./dot-rows.ts";
import { BOTTOM, type DotLook, drawDots, TOP } from "./draw.ts";

/** Shows a comparison in one unit. */
export function DotPlot({
  layout,
  label,
  ...look
}: DotLook & {
  readonly layout: DotLayout;
  readonly label: string;
}) {
  const { width, height, rows } = layout;
  const dots = rows.flatMap((row) => row.dots.map((dot) => ({ ...dot, row })));
  const { props, tabIndexOf, pointed } = useLinks<SVGSVGElement>(dots.map(({ sample }) => sample.path));
  const target = dots.find(({ sample }) => sample.path === pointed?.key);
  return (
    <div className="figure">
      <svg
        className="pic series"
        {...{ role: "group", width, height: height + TOP + BOTTOM, ...props }}
        viewBox={`0 ${-TOP} ${width} ${height + TOP + BOTTOM}`}
        aria-label={label}
      >
        {drawDots(layout, { ...look, tabIndexOf }).map(elementOf)}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.row.y} r={7} />}
      </svg>
      {pointed && target && (
        <SampleTip
          {...{ sample: target.sample, parts: look.parts, width }}
          parent={look.nameOf(target.row.parent)}
          x={target.x}
          y={target.row.y + TOP}
        />
      )}
    </div>
  );
}
