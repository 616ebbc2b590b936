/** Bodies on an axis of distance: each is a link. */
import { useState } from "react";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { unitText } from "../../units.ts";
import { NumberWords } from "../layout/number-words.tsx";
import { textWidth } from "../layout/text-width.ts";
import { useRoving } from "../parts/use-roving.ts";
import type { Body } from "./bodies.ts";
import type { Captions } from "./captions.ts";
import { type DistanceLayout, DOT, type PlacedDot } from "./layout/distances.ts";
import { BodyTip } from "./tip.tsx";

/** The unit stands at the end of the axis. */
const ROOM_FOR_UNIT = 44;
/** A number nearer to the start of the axis than this begins there, so that it does not reach beyond. */
const HALF_A_NUMBER = 20;

/** Draws bodies by distance. */
export function DistanceAxis({
  layout,
  label,
  unit,
  captions,
}: {
  readonly layout: DistanceLayout;
  readonly label: string;
  readonly unit: string;
  readonly captions: Captions;
}) {
  const { width, height, y, dots, ticks } = layout;
  const inOrder = [...dots].sort((a, b) => a.x - b.x);
  const roving = useRoving<SVGSVGElement>(inOrder.map(({ body }) => body.id));
  const [pointed, setPointed] = useState<{ readonly body: Body; readonly isFocus: boolean }>();
  const target = dots.find(({ body }) => body === pointed?.body);
  return (
    <>
      <svg
        className="pic scale is-long"
        {...{ role: "group", width, height, ref: roving.ref, onKeyDown: roving.onKeyDown, onFocus: roving.onFocus }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        <g aria-hidden>
          {ticks.map((tick) => (
            <g key={tick.value}>
              <path
                className={tick.isMajor ? "grid" : "grid is-soft"}
                d={tick.isMajor ? `M${tick.x} 0V${y + 9}` : `M${tick.x} ${y - 5}V${y + 5}`}
              />
              {tick.hasLabel && tick.x < width - ROOM_FOR_UNIT && (
                <text
                  className="tick"
                  x={tick.x < HALF_A_NUMBER ? 0 : tick.x}
                  y={y + 26}
                  textAnchor={tick.x < HALF_A_NUMBER ? "start" : "middle"}
                >
                  <NumberWords value={tick.value} />
                </text>
              )}
            </g>
          ))}
          <text className="tick" x={width} y={y + 26} textAnchor="end">
            {unitText(unit)}
          </text>
          <path className="axis" d={`M8 ${y + 0.5}H${width - 8}`} />
        </g>
        {inOrder.map((dot) => (
          <Link
            key={dot.body.id}
            data-key={dot.body.id}
            to={pageOf(dot.body.path)}
            tabIndex={roving.tabIndexOf(dot.body.id)}
            aria-label={[dot.body.name, captions.distance(dot.body), dot.body.isRetrograde && "retrograde"]
              .filter(Boolean)
              .join(", ")}
            onMouseEnter={() => setPointed({ body: dot.body, isFocus: false })}
            onMouseLeave={() => setPointed(undefined)}
            onFocus={() => setPointed({ body: dot.body, isFocus: true })}
            onBlur={() => setPointed(undefined)}
          >
            <Dot {...dot} />
          </Link>
        ))}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.y} r={DOT + 3} />}
      </svg>
      {pointed && target && <BodyTip {...target} r={DOT} width={width} captions={captions} />}
    </>
  );
}

function Dot({ body, x, y, nameY }: PlacedDot) {
  const { hue, isRetrograde } = body;
  const filled = hue === undefined ? "plain" : `f${hue}`;
  const hollow = hue === undefined ? "hollow" : `hollow s${hue}`;
  return (
    <>
      <circle className={isRetrograde ? hollow : filled} cx={x} cy={y} r={isRetrograde ? DOT - 0.5 : DOT} />
      {nameY !== undefined && y - nameY > 14 && <path className="tie" d={`M${x} ${y - DOT - 1}V${nameY + 3}`} />}
      {nameY !== undefined && (
        <text className="lbl" x={Math.max(x, textWidth(body.name) / 2)} y={nameY} textAnchor="middle">
          {body.name}
        </text>
      )}
    </>
  );
}
