/** An item in words. */
import { words } from "../../../../kit/description/words.ts";
import { dateText } from "../../units.ts";
import { type Item, knownDay } from "./items.ts";
import type { TimelineParts } from "./parts.ts";

/** Writes an item as a sentence: its title, category, start, end, and state. */
export function sayItem(item: Item, parts: TimelineParts, parent?: string): string {
  return `${item.title}, ${sayFacts(item, parts, parent)}`;
}

/** Writes what is known of an item besides its title. */
export function sayFacts(item: Item, parts: TimelineParts, parent?: string): string {
  const { record, isGoing } = item;
  const known = knownDay(item);
  const from = dateText(record[parts.from.name], parts.precision && (record[parts.precision] ?? undefined));
  const end = parts.to && record[parts.to.name];
  const until = end
    ? `to ${dateText(end)}`
    : isGoing
      ? `ongoing${known === undefined ? "" : ` on ${dateText(known)}, later not known`}`
      : parts.to
        ? "end unknown"
        : undefined;
  const color = parts.color && record[parts.color.name];
  const state = parts.state && record[parts.state.name];
  return [color && words(String(color)), from, until, state && words(state), parent && `part of ${parent}`]
    .filter(Boolean)
    .join(", ");
}
