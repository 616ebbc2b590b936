/** A disc of a scale: flat; hollow if it goes backward; a ring marks the spot of one that is too small to see. */
import type { Body } from "./bodies.ts";
import { ringRadius } from "./layout/placed.ts";

const SMALLEST = 1;
const SPOT = 2.5;
/** From here on, rings keep their proportion to the disc. */
const LARGE = 12;

/** The disc of a body, with its rings. */
export function DiscShape({
  body,
  x,
  y,
  r,
}: {
  readonly body: Body;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}) {
  const { hue, hasRings, isRetrograde } = body;
  const fill = hue === undefined ? "plain" : `f${hue}`;
  if (r < SMALLEST)
    return (
      <>
        <circle className={isRetrograde ? "spot is-back" : "spot"} cx={x} cy={y} r={SPOT} />
        {!isRetrograde && <circle className={fill} cx={x} cy={y} r={Math.max(r, 0.4)} />}
      </>
    );
  if (isRetrograde)
    return (
      <circle className={hue === undefined ? "hollow" : `hollow s${hue}`} cx={x} cy={y} r={Math.max(1, r - 0.6)} />
    );
  if (!hasRings) return <circle className={fill} cx={x} cy={y} r={r} />;
  return <Ringed body={body} x={x} y={y} r={r} fill={fill} />;
}

/** Rings are one ellipse, leaning as the axis does, behind the disc and before it. Their width means nothing. */
function Ringed({ body, x, y, r, fill }: { body: Body; x: number; y: number; r: number; fill: string }) {
  const isLarge = r > LARGE;
  const rx = ringRadius(r);
  const ry = isLarge ? r * 0.17 : 1.6;
  const width = isLarge ? Math.max(1.25, r / 70) : 1;
  const stroke = body.hue === undefined ? "hoop hollow" : `hoop s${body.hue}`;
  const back = `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`;
  const front = `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0`;
  return (
    <g transform={`translate(${x} ${y}) rotate(${body.tilt})`}>
      <path className={stroke} strokeWidth={width} d={back} />
      <circle className={fill} r={r} />
      <path className="hoop-in" strokeWidth={width + 2.5} d={front} />
      <path className={stroke} strokeWidth={width} d={front} />
    </g>
  );
}
