/** Draws samples in panels: their lines, marks, names, and the least and the greatest value of each panel. */
import { plainNumber } from "../../../units.ts";
import { shorten, textWidth } from "../../layout/text-width.ts";
import { captionOf, unitName, valueText } from "../../series/captions.ts";
import { drawMark } from "../../series/marks.ts";
import { columnsOf } from "../../series/over-time/columns.ts";
import type { Line, Panel } from "../../series/over-time/panels.ts";
import type { Sample, SeriesParts } from "../../series/samples.ts";
import { type Drawing, px, type SvgNode, svg } from "../../svg/node.ts";
import { type Box, touch } from "../../svg/unknown-time.ts";
import { clamp } from "../../time/days.ts";
import { NAME_LINE, NAME_ROW, nameOf, type PlacedPanel, type Plot, plotOf, UNIT_LINE } from "./plot.ts";

/** The panels, and how they are drawn. */
export interface SeriesDrawing {
  readonly panels: readonly Panel[];
  readonly parts: SeriesParts;
  /** Returns the number of the shape of a mark. */
  readonly shapeOf: (mark: string | undefined) => number;
  readonly label: string;
  /** The id of the sample that is larger, if one is. */
  readonly self?: string;
}

/** A line of more samples has no marks, and of each column of pixels its least and greatest value. */
export const MOST_MARKS = 200;
const SELF_SIZE = 6;
const NAME_HEIGHT = 15;
const NAME_SIZE = 12;
/** The distances of the base line of a value from its point: above, and below. */
const ABOVE = 9;
const BELOW = 17;

/** Words, centered, and the room that they take. */
export interface Words {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

/** Draws panels. */
export function drawSeries(drawn: SeriesDrawing, width: number): Drawing {
  const { panels, parts, label } = drawn;
  const plot = plotOf(panels, parts.isTime, width);
  return {
    width,
    height: plot.height,
    label,
    nodes: [
      svg("g", { class: "series" }, ...plot.axis, ...plot.panels.flatMap((placed) => panelNodes(placed, plot, drawn))),
    ],
  };
}

function panelNodes(placed: PlacedPanel, plot: Plot, drawn: SeriesDrawing): SvgNode[] {
  const { panel, y, head } = placed;
  const names = namesIn(placed, plot);
  const self = panel.lines.flatMap(({ samples }) => samples).find(({ id }) => id === drawn.self);
  return [
    svg("text", { class: "unit-word", x: plot.left, y: head + UNIT_LINE }, unitName(panel.unit) || "no unit"),
    ...panel.ticks.flatMap((tick) => [
      svg("path", { class: "grid is-soft", d: `M${plot.left} ${px(y(tick))}H${px(plot.right)}` }),
      svg("text", { class: "tick", x: plot.left - 6, y: px(y(tick) + 4), "text-anchor": "end" }, plainNumber(tick)),
    ]),
    ...panel.lines.flatMap((line) => lineNodes(line, placed, plot, drawn)),
    ...names.map(({ text, x, y }) => svg("text", { class: "lbl is-name", x: px(x), y: px(y) }, text)),
    ...(plot.isNarrow ? keysOf(placed, plot) : []),
    ...valuesIn(
      placed,
      plot,
      self,
      names.map(({ box }) => box),
    ).map(({ text, x, y }) => svg("text", { class: `lbl is-name`, x: px(x), y: px(y), "text-anchor": "middle" }, text)),
  ];
}

function lineNodes({ samples, hue, breaks }: Line, { y }: PlacedPanel, plot: Plot, drawn: SeriesDrawing): SvgNode[] {
  const isDense = samples.length > MOST_MARKS;
  const at = (sample: Sample): Point => ({ x: plot.x(sample.x), y: y(sample.y) });
  const line = (d: string) => svg("path", { class: `s${hue} series-line`, d });
  if (isDense) {
    const { x, y: values } = columnsOf(samples, samples[0]!.x, samples.at(-1)!.x, plot.right - plot.left);
    return [
      line(x.map((each, index) => `${index === 0 ? "M" : "L"}${px(plot.x(each))} ${px(y(values[index]!))}`).join("")),
    ];
  }
  return [
    line(
      samples
        .map(
          (sample, index) => `${index === 0 || breaks.has(index) ? "M" : "L"}${px(at(sample).x)} ${px(at(sample).y)}`,
        )
        .join(""),
    ),
    ...samples.flatMap((sample) => whisker(sample, plot, y, hue)),
    ...samples.map((sample) =>
      svg(
        "g",
        {},
        svg("title", {}, captionOf(sample, drawn.parts)),
        drawMark(at(sample), drawn.shapeOf(sample.mark), {
          hue,
          size: sample.id === drawn.self ? SELF_SIZE : undefined,
        }),
      ),
    ),
  ];
}

/** A place in a drawing. */
interface Point {
  readonly x: number;
  readonly y: number;
}

function whisker({ x, y: value, uncertainty }: Sample, plot: Plot, y: Plot["x"], hue: number): SvgNode[] {
  if (!uncertainty) return [];
  return [
    svg("path", {
      class: `s${hue} whisker`,
      d: `M${px(plot.x(x))} ${px(y(value - uncertainty))}V${px(y(value + uncertainty))}`,
    }),
  ];
}

/** Returns the names at the last points; those that would touch move apart. */
export function namesIn({ panel: { lines }, y, top, bottom }: PlacedPanel, plot: Plot): Words[] {
  if (plot.isNarrow) return [];
  const names = lines
    .map((line) => ({ line, last: line.samples.at(-1)! }))
    .map(({ line, last }) => ({ text: nameOf(line, lines), x: plot.x(last.x) + 10, y: y(last.y) + 4 }))
    .sort((a, b) => a.y - b.y);
  let free = top;
  for (const name of names) {
    name.y = Math.max(name.y, free);
    free = name.y + NAME_HEIGHT;
  }
  free = bottom + 4;
  for (const name of names.toReversed()) {
    name.y = Math.min(name.y, free);
    free = name.y - NAME_HEIGHT;
  }
  return names.map(({ text, x, y }) => {
    const short = shorten(text, plot.width - x, NAME_SIZE);
    const box = { left: x, right: x + textWidth(short, NAME_SIZE), top: y - 11, bottom: y + 3 };
    return { text: short, x, y, box };
  });
}

/** Draws the names with their colors above a panel, one below the other. */
function keysOf({ panel: { lines }, head }: PlacedPanel, plot: Plot): SvgNode[] {
  return lines.flatMap((line, index) => {
    const y = head + NAME_LINE + index * NAME_ROW;
    return [
      svg("rect", { class: `f${line.hue}`, x: plot.left, y: y - 9, width: 9, height: 9 }),
      svg(
        "text",
        { class: "lbl", x: plot.left + 15, y },
        shorten(nameOf(line, lines), plot.right - plot.left - 15, NAME_SIZE),
      ),
    ];
  });
}

/** Returns the values that are written: of the sample itself, the greatest and the least, as far as they have room. */
export function valuesIn(
  { panel, y }: PlacedPanel,
  plot: Plot,
  self: Sample | undefined,
  taken: readonly Box[],
): Words[] {
  const samples = panel.lines.flatMap((line) => line.samples);
  const most = samples.reduce((greatest, sample) => (sample.y > greatest.y ? sample : greatest));
  const least = samples.reduce((lowest, sample) => (sample.y < lowest.y ? sample : lowest));
  const own =
    self && self !== least
      ? wordsAt(self, valueText(self), -ABOVE - 3)
      : self && wordsAt(self, valueText(self), BELOW + 3);
  const wanted = [
    own,
    most === self ? undefined : wordsAt(most, plainNumber(most.y), -ABOVE),
    least === self || least.y === most.y ? undefined : wordsAt(least, plainNumber(least.y), BELOW),
  ];
  const placed: Words[] = [];
  for (const words of wanted)
    if (words && ![...taken, ...placed.map(({ box }) => box)].some((box) => touch(box, words.box))) placed.push(words);
  return placed;

  function wordsAt(sample: Sample, text: string, rise: number): Words {
    const half = textWidth(text, NAME_SIZE) / 2;
    const at = { x: clamp(plot.x(sample.x), half, plot.width - half), y: y(sample.y) + rise };
    return { ...at, text, box: { left: at.x - half, right: at.x + half, top: at.y - 11, bottom: at.y + 3 } };
  }
}
