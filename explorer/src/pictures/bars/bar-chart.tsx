/** Bars of one number: each is a link. */
import { useState } from "react";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { plainNumber, unitText } from "../../units.ts";
import { NumberWords } from "../layout/number-words.tsx";
import { useRoving } from "../parts/use-roving.ts";
import { BAR, type BarLayout, ROW } from "./layout.ts";

const TOP = 22;
const BOTTOM = 24;
const OFF = 3;

/** Draws bars. */
export function BarChart({
  layout,
  unit,
  label,
}: {
  readonly layout: BarLayout;
  readonly unit: string | undefined;
  readonly label: string;
}) {
  const { width, height, left, base, isLog, bars, ticks } = layout;
  const roving = useRoving<SVGSVGElement>(bars.map(({ item }) => item.path));
  const [focused, setFocused] = useState<string>();
  const ring = bars.find(({ item }) => item.path === focused);
  const unitWord = unit ? unitText(unit) : "";
  return (
    <svg
      className="pic bars"
      {...{ role: "group", width, height: height + TOP + BOTTOM, ref: roving.ref }}
      {...{ onKeyDown: roving.onKeyDown, onFocus: roving.onFocus }}
      viewBox={`0 ${-TOP} ${width} ${height + TOP + BOTTOM}`}
      aria-label={label}
    >
      <g aria-hidden>
        <text className="unit-word" x={left} y={-10}>
          {[unitWord, isLog && "logarithmic"].filter(Boolean).join(", ")}
        </text>
        {ticks.map(({ x, value }) => (
          <g key={value}>
            <path className={x === base ? "grid" : "grid is-soft"} d={`M${Math.round(x) + 0.5} 0V${height}`} />
            <text className="tick" x={x} y={height + 16} textAnchor="middle">
              <NumberWords value={value} />
            </text>
          </g>
        ))}
      </g>
      {bars.map(({ item, name, x, y, width: length }) => (
        <Link
          key={item.path}
          data-key={item.path}
          to={pageOf(item.path)}
          tabIndex={roving.tabIndexOf(item.path)}
          aria-label={[
            `${item.name}: ${item.text ?? `${plainNumber(item.value)} ${unit ? unitText(unit, item.value) : ""}`}`.trim(),
            item.category && words(item.category),
          ]
            .filter(Boolean)
            .join(", ")}
          onFocus={() => setFocused(item.path)}
          onBlur={() => setFocused(undefined)}
        >
          {name !== item.name && <title>{item.name}</title>}
          <rect className="hit" x={0} y={y - ROW / 2} width={width} height={ROW} />
          <rect className={`bar f${item.hue}`} x={x} y={y - BAR / 2} width={length} height={BAR} />
        </Link>
      ))}
      <g className="words" aria-hidden>
        {bars.map(({ item, name, y, label: { x, anchor } }) => (
          <g key={item.path}>
            <text className="series-name" x={left - 10} y={y + 4} textAnchor="end">
              {name}
            </text>
            <text className="lane-count" x={x} y={y + 4} textAnchor={anchor}>
              {item.text ?? <NumberWords value={item.value} />}
            </text>
          </g>
        ))}
      </g>
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
