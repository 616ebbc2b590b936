/** Says how the neighbors of a record were chosen, and how to read their bars. */
import { midSentence } from "../../../../../kit/description/words.ts";
import { dateText } from "../../../units.ts";
import { isoOf } from "../../time/days.ts";
import type { Item } from "../../timeline/items.ts";
import type { TimelineParts } from "../../timeline/parts.ts";
import { endOfItem, isPlanned, type Neighbors } from "./neighbors.ts";

/** Writes the caption of a face. @param heading the list: `Missions` */
export function captionOf(
  own: Item,
  { others, span }: Neighbors,
  { heading, parts, known }: { readonly heading: string; readonly parts: TimelineParts; readonly known: number },
): string {
  const shown = [own, ...others];
  const isOutlined = (item: Item) => isPlanned(item, known) || item.isRough;
  const isOpen = (item: Item) => item.to === undefined && !isOutlined(item);
  const fields = listed(parts.lanes.map(({ label }) => midSentence(label)));
  const sentences = [
    others.length > 0 &&
      `${heading} near it in time, ${fields && `those most alike in ${fields} first, then `}the nearest.`,
    shown.some(isOutlined) && "A dashed outline is as long as the date is uncertain.",
    shown.some((item) => item.isGoing && endOfItem(item, known) <= span.to) && "A bar that fades goes on.",
    others.some(isOpen) && "A dot has no end on record.",
    known < span.to && `Known until ${dateText(isoOf(known - 1))}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

/** Lists words as a sentence has them: `a, b and c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
