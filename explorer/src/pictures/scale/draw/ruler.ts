/** Draws a length of the scale. */
import { unitText } from "../../../units.ts";
import { numberWords } from "../../layout/number-words.ts";
import { px, type SvgNode, svg } from "../../svg/node.ts";
import type { Ruler } from "../layout/placed.ts";

/** Draws a ruler. */
export function drawRuler({ x, y, length, value, parts }: Ruler, unit: string): SvgNode {
  const marks = Array.from(
    { length: parts - 1 },
    (_, index) => `M${px(x + (length * (index + 1)) / parts)} ${px(y - 3)}v3`,
  );
  return svg(
    "g",
    { class: "ruler", "aria-hidden": "true" },
    svg("path", { d: `M${px(x)} ${px(y - 4)}v4h${px(length)}v-4${marks.join("")}` }),
    svg("text", { x: px(x + length + 8), y: px(y + 1) }, ...numberWords(value, unitText(unit))),
  );
}
