/** The face of a record from the samples of a list below it: those of which there are most. */
import { type ReactNode, useMemo } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence, sentenceCase } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { countSearch } from "../../../address/query.ts";
import { useGet } from "../../../requests/queries.ts";
import { useRecords } from "../../../requests/records.ts";
import { countText, quantity } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { conversionText } from "../../series/captions.ts";
import { Marks } from "../../series/mark-key.tsx";
import { shapesOf } from "../../series/marks.ts";
import { type Panel, panelsOf } from "../../series/over-time/panels.ts";
import { fieldsOf, type SeriesParts, samplesOf } from "../../series/samples.ts";
import { inUnitsOfAxes } from "../../series/shared-units.ts";
import { yearsText } from "../../time/days.ts";
import { FEWEST_IN_SERIES } from "../choose.ts";
import { FaceFigure } from "../figure.tsx";
import { FaceSkeleton } from "../skeleton.tsx";
import { drawSeries } from "./draw.ts";
import { heightOf, largest } from "./plot.ts";

/** Of more samples, the last ones are drawn. */
const MOST_SAMPLES = 10_000;
const MOST_PANELS = 3;
const MOST_LINES = 3;
const DAY_S = 86_400;
/** The height that is kept free before the samples are there. */
const USUAL_HEIGHT = 300;

/** Props of `SamplesBelow`. */
export interface SamplesBelowProps {
  readonly view: View;
  readonly path: string;
  readonly parts: SeriesParts;
  /** The name of the record above. */
  readonly name: string;
  /** Shown if there are too few samples for lines. */
  readonly instead: ReactNode;
}

/** The samples below a record. */
export function SamplesBelow({ view, path, parts, name, instead }: SamplesBelowProps) {
  const counted = useGet(path + countSearch(""), { poll: false });
  const count: number | undefined = counted.data?.data.total_count;
  const isCut = count !== undefined && count > MOST_SAMPLES;
  const latest =
    isCut && view.sortable.includes(parts.x.name) ? `&sort=${parts.x.name}:desc&limit=${view.maxLimit}` : "";
  const isEnough = count !== undefined && count >= FEWEST_IN_SERIES;
  const loaded = useRecords(isEnough ? pathOfRecords(path, "", { fields: fieldsOf(parts) }) + latest : undefined);
  const { samples } = useMemo(() => samplesOf(loaded.records, parts), [loaded.records, parts]);
  const panels = useMemo(() => panelsOf(largest(panelsOf(inUnitsOfAxes(samples)), MOST_PANELS, MOST_LINES)), [samples]);
  const shapeOf = useMemo(() => shapesOf(parts.mark), [parts.mark]);
  if (counted.error || loaded.error || (count !== undefined && !isEnough)) return instead;
  if (loaded.isComplete && panels.length === 0) return instead;
  // Before it is known whether there are enough, nothing says that there will be lines.
  if (!isEnough) return <FaceSkeleton />;
  const title = titleOf(panels, parts);
  const drawn = panels.reduce((sum, panel) => sum + panel.count, 0);
  const groups = new Set(samples.map(({ by }) => by.join("\n"))).size;
  const by = parts.by.at(-1);
  const hasMarks = panels.some(({ lines }) => lines.some((line) => line.samples.some(({ mark }) => shapeOf(mark) > 0)));
  return (
    <FaceFigure
      title={loaded.isComplete ? title : view.heading}
      more={{ "All series": aspectOf(path, "series") }}
      legend={hasMarks && parts.mark && <Marks field={parts.mark} />}
      draw={
        loaded.isComplete
          ? (width) => drawSeries({ panels, parts, shapeOf, label: `${name}: ${title}` }, width)
          : undefined
      }
      height={loaded.isComplete ? heightOf(panels, false) : USUAL_HEIGHT}
      caption={
        loaded.isComplete && (
          <>
            {isCut && `The last ${countText(samples.length)} of ${countText(count)} values: `}
            {quantity(samples.length, "value")}
            {by && ` of ${quantity(groups, midSentence(by.label))}`}; lines only join the points.
            {drawn < samples.length &&
              ` Drawn: the ${countText(drawn)} values of the longest lines, with a panel for each unit.`}{" "}
            {conversionText(panels.flatMap(({ lines }) => lines.flatMap((line) => line.samples)))}
          </>
        )
      }
    />
  );
}

/** Returns what a face is about: the first line of each panel, and when. */
export function titleOf(panels: readonly Panel[], { isTime }: SeriesParts): string {
  const names = panels.map(({ lines: [line] }) => line!.name).join(", ");
  const lines = panels.flatMap((panel) => panel.lines);
  const first = Math.min(...lines.map(({ samples }) => samples[0]!.x));
  const last = Math.max(...lines.map(({ samples }) => samples.at(-1)!.x));
  return [sentenceCase(names), isTime && yearsText(first / DAY_S, last / DAY_S)].filter(Boolean).join(", ");
}
