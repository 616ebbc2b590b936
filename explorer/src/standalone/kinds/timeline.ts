/** A timeline that stands alone. */
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { countSearch } from "../../address/query.ts";
import { huesOf } from "../../fields/hues.ts";
import { textWidth } from "../../pictures/layout/text-width.ts";
import { pathOfRecords } from "../../pictures/parts/picture-query.ts";
import { SvgContext } from "../../pictures/svg/context.ts";
import { clamp } from "../../pictures/time/days.ts";
import { spanBetween } from "../../pictures/time/span.ts";
import { timeScale } from "../../pictures/time/ticks.ts";
import {
  type Drawing,
  drawKnown,
  drawLane,
  drawTime,
  drawTimeline,
  GUTTER,
  SIDE,
} from "../../pictures/timeline/draw/timeline.ts";
import { binsOf, itemsOf, wholeOf } from "../../pictures/timeline/items.ts";
import { type Lane, lanesOf, referencesOf } from "../../pictures/timeline/lanes.ts";
import { layoutOf, MOST_RECORDS, TOP } from "../../pictures/timeline/layout.ts";
import { drawPeriods } from "../../pictures/timeline/narrow/counts.ts";
import { foldedLayoutOf } from "../../pictures/timeline/narrow/layout.ts";
import { fieldsOf, partsOf } from "../../pictures/timeline/parts.ts";
import { countText } from "../../units.ts";
import { moved } from "../blocks.ts";
import { legendOf } from "../legend.ts";
import { NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { knownFrom, type Source, sentencesOf, targetsFrom } from "../source.ts";

/** Draws records as bars over time, in lanes: by `by`, between `from` and `to`. */
export async function timeline(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, picture, path, search, settings, width, colorOf } = subject;
  const parts = picture && partsOf(view, picture);
  if (!parts) throw new NotDrawable("The list has no date to draw.");
  const { total_count: total } = await source.get(path + countSearch(search));
  if (total > MOST_RECORDS)
    throw new NotDrawable(`More than ${countText(MOST_RECORDS)} records are not drawn: add a filter.`);
  const [records, known] = await Promise.all([
    source.records(pathOfRecords(path, search, { fields: fieldsOf(parts) })),
    knownFrom(source),
  ]);
  const { now } = source;
  const { items, undated } = itemsOf(records, parts, huesOf(parts.color), { now, knownUntil: known.knownUntil });
  const by = parts.lanes.find(({ name }) => name === settings.get("by")) ?? parts.lanes[0];
  const targetOf = await targetsFrom(source, referencesOf(items, parts));
  const lanes = lanesOf(items, by, { targetOf, everything: view.heading });
  const span = spanBetween(settings.get("from"), settings.get("to"), wholeOf(items, now));
  const x = timeScale(span, SIDE, width - GUTTER);
  const layout = layoutOf(lanes, x, textWidth);
  const context = new SvgContext();
  const drawing = { x, width, now, isPast: false, colorOf };
  const isWhole = subject.height === undefined || layout.height <= subject.height;
  const counts = isWhole ? undefined : countsOf(lanes, subject.height, drawing);
  if (!counts) drawTimeline(context, layout, drawing);
  const label = titleOf(picture, view);
  const undatedText = `${countText(undated)} without ${parts.from.label.toLowerCase()} ${undated === 1 ? "is" : "are"} not drawn.`;
  return {
    title: label,
    sentences: [
      ...(await sentencesOf(source, view, search, layout.inView.length)),
      ...(counts ? [`Columns count what begins in each ${counts.unit}.`] : []),
      ...(undated > 0 ? [undatedText] : []),
    ],
    legend: await legendOf(
      subject,
      source,
      parts.color,
      layout.inView.map(({ record }) => parts.color && record[parts.color.name]),
    ),
    drawing: { width, height: layout.height, label, nodes: context.nodes, ...counts?.block },
  };
}

/** The least and the greatest height of a lane of columns. */
const LEAST_LANE = 34;
const MOST_LANE = 64;

/** Draws lanes as columns, where there is no room for bars. */
function countsOf(lanes: readonly Lane[], height: number, drawing: Drawing) {
  const { x } = drawing;
  const layout = foldedLayoutOf(lanes, x);
  const each = clamp((height - TOP) / layout.lanes.length, LEAST_LANE, MOST_LANE);
  const bottom = TOP + each * layout.lanes.length;
  const context = new SvgContext();
  const head = { hasUnknown: false, bottom };
  drawTime(context, head, drawing);
  const columns = layout.lanes.map((lane, index) => {
    const y = TOP + index * each;
    drawLane(context, { ...lane, y }, drawing);
    return moved({ height: each, nodes: drawPeriods(lane, x, layout.most, each - 8) }, 0, y + 4);
  });
  drawKnown(context, head, drawing);
  const { unit } = binsOf(
    lanes.flatMap(({ items }) => items),
    x.span,
  );
  return { unit, block: { height: bottom + 4, nodes: [...context.nodes, ...columns] } };
}
