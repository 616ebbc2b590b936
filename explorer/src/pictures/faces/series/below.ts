/** The face of a record from the samples of a list below it: those of which there are most. */
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence, sentenceCase } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { countSearch } from "../../../address/query.ts";
import { countText, quantity } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { conversionText } from "../../series/captions.ts";
import { markEntries, shapesOf } from "../../series/marks.ts";
import { type Panel, panelsOf } from "../../series/over-time/panels.ts";
import { fieldsOf, type SeriesParts, samplesOf } from "../../series/samples.ts";
import { inUnitsOfAxes } from "../../series/shared-units.ts";
import { yearsText } from "../../time/days.ts";
import { FEWEST_IN_SERIES } from "../choose.ts";
import { aGet, aList, type Reading } from "../reading.ts";
import { drawSeries } from "./draw.ts";
import { heightOf, largest } from "./plot.ts";

/** Of more samples, the last ones are drawn. */
const MOST_SAMPLES = 10_000;
const MOST_PANELS = 3;
const MOST_LINES = 3;
const DAY_S = 86_400;

interface Below {
  readonly view: View;
  readonly path: string;
  readonly parts: SeriesParts;
  /** The name of the record above. */
  readonly name: string;
}

/** Reads the samples below a record. */
export function* samplesBelow({ view, path, parts, name }: Below): Reading {
  const [counted] = yield [aGet(path + countSearch(""))];
  const count: number = counted?.total_count ?? 0;
  if (count < FEWEST_IN_SERIES) return undefined;
  const isCut = count > MOST_SAMPLES;
  const latest =
    isCut && view.sortable.includes(parts.x.name) ? `&sort=${parts.x.name}:desc&limit=${view.maxLimit}` : "";
  const [records] = yield [aList(pathOfRecords(path, "", { fields: fieldsOf(parts) }) + latest)];
  const { samples } = samplesOf(records ?? [], parts);
  const panels = panelsOf(largest(panelsOf(inUnitsOfAxes(samples)), MOST_PANELS, MOST_LINES));
  if (panels.length === 0) return undefined;
  const shapeOf = shapesOf(parts.mark);
  const title = titleOf(panels, parts);
  const drawn = panels.flatMap(({ lines }) => lines.flatMap((line) => line.samples));
  const groups = new Set(samples.map(({ by }) => by.join("\n"))).size;
  const by = parts.by.at(-1);
  return {
    title,
    more: { "All series": aspectOf(path, "series") },
    legend: drawn.some(({ mark }) => shapeOf(mark) > 0) ? markEntries(parts.mark) : [],
    draw: (width) => drawSeries({ panels, parts, shapeOf, label: `${name}: ${title}` }, width),
    height: heightOf(panels, false),
    caption: [
      isCut ? `The last ${countText(samples.length)} of ${countText(count)} values: ` : "",
      quantity(samples.length, "value"),
      by ? ` of ${quantity(groups, midSentence(by.label))}` : "",
      "; lines only join the points.",
      drawn.length < samples.length
        ? ` Drawn: the ${countText(drawn.length)} values of the longest lines, with a panel for each unit.`
        : "",
      ` ${conversionText(drawn)}`,
    ].join(""),
  };
}

/** Returns what a face is about: the first line of each panel, and when. */
export function titleOf(panels: readonly Panel[], { isTime }: SeriesParts): string {
  const names = panels.map(({ lines: [line] }) => line!.name).join(", ");
  const lines = panels.flatMap((panel) => panel.lines);
  const first = Math.min(...lines.map(({ samples }) => samples[0]!.x));
  const last = Math.max(...lines.map(({ samples }) => samples.at(-1)!.x));
  return [sentenceCase(names), isTime && yearsText(first / DAY_S, last / DAY_S)].filter(Boolean).join(", ");
}
