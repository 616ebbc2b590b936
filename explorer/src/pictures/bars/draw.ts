/** Draws bars of one number: each is a link. */
import { words } from "../../../../kit/description/words.ts";
import { plainNumber, unitText } from "../../units.ts";
import { numberWords } from "../layout/number-words.ts";
import { type SvgNode, svg } from "../svg/node.ts";
import { BAR, type Bar, type BarLayout, type Item, ROW } from "./layout.ts";

/** The room for the unit above the bars, and for the marks of the axis below them. */
export const TOP = 22;
/** The room below the bars. */
export const BOTTOM = 24;

/** Draws the axis, the bars, and their words. @param tabIndexOf the `tabindex` of the link with a key */
export function drawBars(layout: BarLayout, unit: string | undefined, tabIndexOf?: (key: string) => number): SvgNode[] {
  const { width, height, left, base, isLog, bars, ticks } = layout;
  const unitWords = [unit && unitText(unit), isLog && "logarithmic"].filter(Boolean).join(", ");
  return [
    svg(
      "g",
      { "aria-hidden": "true" },
      svg("text", { class: "unit-word", x: left, y: -10 }, unitWords),
      ...ticks.flatMap(({ x, value }) => [
        svg("path", { class: x === base ? "grid" : "grid is-soft", d: `M${Math.round(x) + 0.5} 0V${height}` }),
        svg("text", { class: "tick", x, y: height + 16, "text-anchor": "middle" }, ...numberWords(value)),
      ]),
    ),
    ...bars.map(({ item, name, x, y, width: length }) =>
      svg(
        "a",
        {
          ...{ href: item.path, "data-key": item.path, tabindex: tabIndexOf?.(item.path) },
          "aria-label": say(item, unit),
        },
        ...(name === item.name ? [] : [svg("title", {}, item.name)]),
        svg("rect", { class: "hit", x: 0, y: y - ROW / 2, width, height: ROW }),
        svg("rect", { class: `bar f${item.hue}`, x, y: y - BAR / 2, width: length, height: BAR }),
      ),
    ),
    svg("g", { class: "words", "aria-hidden": "true" }, ...bars.flatMap((bar) => wordsOf(bar, left))),
  ];
}

function say({ name, text, value, category }: Item, unit: string | undefined): string {
  const number = text ?? `${plainNumber(value)} ${unit ? unitText(unit, value) : ""}`;
  return [`${name}: ${number}`.trim(), category && words(category)].filter(Boolean).join(", ");
}

function wordsOf({ item, name, y, label }: Bar, left: number): SvgNode[] {
  return [
    svg("text", { class: "series-name", x: left - 10, y: y + 4, "text-anchor": "end" }, name),
    svg(
      "text",
      { class: "lane-count", x: label.x, y: y + 4, "text-anchor": label.anchor },
      ...(item.text === undefined ? numberWords(item.value) : [item.text]),
    ),
  ];
}
