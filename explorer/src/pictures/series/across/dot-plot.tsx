/** The records of one unit as rows of dots: each row is a link. */
import { useState } from "react";
import { pageOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import { NumberWords } from "../../layout/number-words.tsx";
import { useRoving } from "../../parts/use-roving.ts";
import { captionOf, unitName } from "../captions.ts";
import { MarkShape } from "../marks.tsx";
import type { Sample, SeriesParts } from "../samples.ts";
import { SampleTip } from "../tip.tsx";
import type { DotLayout } from "./dot-rows.ts";

const TOP = 20;
const BOTTOM = 24;
/** The shapes are drawn around this. */
const MIDDLE = 5;

/** Draws a comparison in one unit. */
export function DotPlot({
  layout,
  unit,
  label,
  parts,
  nameOf,
  shapeOf,
}: {
  readonly layout: DotLayout;
  readonly unit: string;
  readonly label: string;
  readonly parts: SeriesParts;
  readonly nameOf: (id: string) => string;
  readonly shapeOf: (mark: string | undefined) => number;
}) {
  const { width, height, left, zero, rows, ticks } = layout;
  const dots = rows.flatMap((row) => row.dots.map((dot) => ({ ...dot, row })));
  const roving = useRoving<SVGSVGElement>(dots.map(({ sample }) => sample.path));
  const [pointed, setPointed] = useState<{ readonly sample: Sample; readonly isFocus: boolean }>();
  const target = dots.find(({ sample }) => sample === pointed?.sample);
  return (
    <div className="figure">
      <svg
        className="pic series"
        {...{ role: "group", width, height: height + TOP + BOTTOM, ref: roving.ref }}
        {...{ onKeyDown: roving.onKeyDown, onFocus: roving.onFocus }}
        viewBox={`0 ${-TOP} ${width} ${height + TOP + BOTTOM}`}
        aria-label={label}
      >
        <g aria-hidden>
          <text className="unit-word" x={left} y={-8}>
            {unitName(unit) || "no unit"}
          </text>
          {ticks.map(({ x, value }) => (
            <g key={value}>
              <path className={value === 0 ? "grid" : "grid is-soft"} d={`M${Math.round(x) + 0.5} 0V${height}`} />
              <text className="tick" x={x} y={height + 16} textAnchor="middle">
                <NumberWords value={value} />
              </text>
            </g>
          ))}
          {rows.map(({ parent, name, y, stem, range, label }) => (
            <g key={parent}>
              <text className="series-name" x={left - 10} y={y + 4} textAnchor="end">
                {name}
              </text>
              <path className="stem s1" d={`M${zero} ${y}H${stem}`} />
              {range && <path className="range s1" d={`M${range[0]} ${y}H${range[1]}`} />}
              <text className="lane-count" x={label.x} y={y + 4} textAnchor={label.anchor}>
                <ValueWords sample={label.sample} />
              </text>
            </g>
          ))}
        </g>
        {dots.map(({ sample, x, whisker, row }) => (
          <Link
            key={sample.path}
            data-key={sample.path}
            to={pageOf(sample.path)}
            tabIndex={roving.tabIndexOf(sample.path)}
            aria-label={captionOf(sample, parts, nameOf(row.parent))}
            onMouseEnter={() => setPointed({ sample, isFocus: false })}
            onMouseLeave={() => setPointed(undefined)}
            onFocus={() => setPointed({ sample, isFocus: true })}
            onBlur={() => setPointed(undefined)}
          >
            <rect
              className="hit"
              x={row.dots.length > 1 ? x - 6 : 0}
              y={row.y - 12}
              width={row.dots.length > 1 ? 12 : width}
              height={24}
            />
            {whisker && (
              <path
                className="whisker s1"
                d={`M${whisker[0]} ${row.y}H${whisker[1]}M${whisker[0]} ${row.y - 2.5}v5M${whisker[1]} ${row.y - 2.5}v5`}
              />
            )}
            <g transform={`translate(${x - MIDDLE} ${row.y - MIDDLE})`}>
              <MarkShape shape={shapeOf(sample.mark)} />
            </g>
          </Link>
        ))}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.row.y} r={7} />}
      </svg>
      {pointed && target && (
        <SampleTip
          {...{ sample: target.sample, parts, width }}
          parent={nameOf(target.row.parent)}
          x={target.x}
          y={target.row.y + TOP}
        />
      )}
    </div>
  );
}

/** The value that was recorded; with its unit if the axis has another one. */
function ValueWords({ sample: { y, recorded } }: { readonly sample: Sample }) {
  return recorded ? <NumberWords value={recorded.y} unit={unitName(recorded.unit)} /> : <NumberWords value={y} />;
}
