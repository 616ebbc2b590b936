/** A length of the scale. */
import { unitText } from "../../units.ts";
import { NumberWords } from "../layout/number-words.tsx";
import type { Ruler } from "./layout/placed.ts";

/** Draws a ruler. */
export function RulerShape({
  ruler: { x, y, length, value, parts },
  unit,
}: {
  readonly ruler: Ruler;
  readonly unit: string;
}) {
  const marks = Array.from({ length: parts - 1 }, (_, index) => `M${x + (length * (index + 1)) / parts} ${y - 3}v3`);
  return (
    <g className="ruler" aria-hidden>
      <path d={`M${x} ${y - 4}v4h${length}v-4${marks.join("")}`} />
      <text x={x + length + 8} y={y + 1}>
        <NumberWords value={value} unit={unitText(unit)} />
      </text>
    </g>
  );
}
