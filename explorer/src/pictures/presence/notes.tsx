/** Explains how to read a presence, and its limits. */
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { AsOf } from "../../components/as-of.tsx";
import { countText } from "../../units.ts";
import type { Span } from "../time/days.ts";
import type { PresenceParts } from "./parts.ts";
import type { Presence } from "./stays.ts";

/** The words below the picture. */
export function Notes({
  parts,
  presence,
  view,
  span,
}: {
  readonly parts: PresenceParts;
  readonly presence: Presence;
  readonly view: View;
  readonly span: Span;
}) {
  const { records, include, from, to, joined, left } = parts;
  const { members, absent, withoutEnd, withoutStart, cut } = presence;
  const entries = (count: number) => `${countText(count)} ${count === 1 ? "entry" : "entries"}`;
  const isUnknown = members.some(({ stays }) => stays.some(({ known, to }) => known < to));
  const isFar = span.to - span.from > 4_000;
  return (
    <p className="caption">
      As recorded
      <AsOf />: the {include} of {records.heading.toLowerCase()}, from {from.label.toLowerCase()} to{" "}
      {to ? to.label.toLowerCase() : "the same day"}, inclusive.{" "}
      {joined === undefined && left === undefined
        ? "Everyone counts on all of these days, even those who joined later or left earlier. "
        : "Those who joined or left on another day count on their own days. "}
      Going from one to another without a break is one stay. Thin lines join the stays in a row.{" "}
      {isFar && "Each pixel column shows its fullest day; stays shorter than 4 px are drawn 4 px wide. "}
      {isUnknown &&
        "A stay without a recorded end is counted until the day of the built-in data or of the record's last edit, whichever is later; the days after that are hatched: not known. "}
      {withoutEnd > 0 &&
        `${entries(withoutEnd)} without ${to?.label.toLowerCase() ?? "an end"} are dots, and not counted on any day. `}
      {withoutStart > 0 && `${entries(withoutStart)} without ${from.label.toLowerCase()} are not drawn. `}
      {absent > 0 &&
        `${countText(absent)} of ${countText(members.length + absent)} ${midSentence(view.heading)} took part in none that can be drawn, so the legend does not count them. `}
      {cut > 0 && `Of ${countText(cut)} ${records.heading.toLowerCase()} only the first ${include} are shown. `}
      Days are UTC. Click to choose a day; drag to move, zoom with Ctrl and the wheel or with the buttons.
    </p>
  );
}
