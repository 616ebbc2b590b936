/** The key to the shapes of samples. */
import type { Field } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { textWidth } from "../../../pictures/layout/text-width.ts";
import { drawMark } from "../../../pictures/series/marks.ts";
import type { Sample } from "../../../pictures/series/samples.ts";
import { svg } from "../../../pictures/svg/node.ts";
import type { Block } from "../../blocks.ts";

const SIZE = 12;
const HEIGHT = 26;
const WORD = 12;
const APART = 22;

/** Draws the shapes that samples have, with their words; nothing if all are plain discs. */
export function markKey(
  field: Field | undefined,
  samples: readonly Sample[],
  shapeOf: (mark: string | undefined) => number,
): Block[] {
  const used = (field?.values ?? []).filter((value) => samples.some(({ mark }) => mark === value));
  if (used.every((value) => shapeOf(value) === 0)) return [];
  let x = 0;
  const nodes = used.flatMap((value) => {
    const at = x;
    x += WORD + textWidth(words(value), SIZE) * 1.05 + APART;
    return [
      drawMark({ x: at + 4, y: 5 }, shapeOf(value)),
      svg("text", { class: "lbl", x: Math.round(at + WORD), y: 9 }, words(value)),
    ];
  });
  return [{ height: HEIGHT, nodes }];
}
