/** The facts of a sample while it is pointed at or has the focus. */
import { words } from "../../../../kit/description/words.ts";
import { TipRows } from "../parts/tip-rows.tsx";
import { placeText, valueText } from "./captions.ts";
import { namesOf, type Sample, type SeriesParts } from "./samples.ts";

const WIDTH = 220;
const AWAY = 14;

/** A tip beside a sample, on the side where there is room. */
export function SampleTip({
  sample,
  parts,
  parent,
  x,
  y,
  width,
}: {
  readonly sample: Sample;
  readonly parts: SeriesParts;
  readonly parent?: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const [name, detail] = namesOf(sample);
  const rows = [
    ["value", valueText(sample)],
    [parts.x.label.toLowerCase(), placeText(sample, parts)],
    [parts.by.at(-2)?.label.toLowerCase() ?? "", detail],
    [parts.mark?.label.toLowerCase() ?? "", sample.mark && words(sample.mark)],
  ] as const;
  const isLeft = x + AWAY + WIDTH > width;
  return (
    <div
      className="tip"
      style={{ left: isLeft ? Math.max(0, x - AWAY - WIDTH) : x + AWAY, top: y + AWAY, width: WIDTH }}
    >
      <b>{parent ?? name}</b>
      <TipRows rows={rows} />
    </div>
  );
}
