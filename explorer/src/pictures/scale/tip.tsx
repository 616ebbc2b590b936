/** The facts of a body while it is pointed at or has the focus. */
import { words } from "../../../../kit/description/words.ts";
import { TipRows } from "../parts/tip-rows.tsx";
import type { Body, Disc } from "./bodies.ts";
import type { Captions } from "./captions.ts";

const WIDTH = 208;
const HEIGHT = 140;

/** A tip beside a point of a picture, on the side where there is room. */
export function BodyTip({
  body,
  x,
  y,
  r,
  width,
  captions,
}: {
  readonly body: Body;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly width: number;
  readonly captions: Captions;
}) {
  const reach = Math.min(r, 120) * 0.75 + 14;
  const left = x + reach + WIDTH > width ? Math.max(0, x - reach - WIDTH) : x + reach;
  const disc = body.radius === undefined ? undefined : (body as Disc);
  const rows = [
    ["radius", disc && captions.radius(disc)],
    ["size", disc && captions.times(disc)],
    ["distance", captions.distance(body)],
    ["period", captions.period(body)],
    ["kind", body.category && words(body.category)],
    ["direction", body.isRetrograde ? "retrograde" : undefined],
  ] as const;
  return (
    <div className="tip" style={{ left, top: Math.max(0, y - r * 0.75 - HEIGHT / 2) }}>
      <b dir="auto">{body.name}</b>
      <TipRows rows={rows} />
    </div>
  );
}
