/** A timeline that stands alone. */
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { countSearch } from "../../address/query.ts";
import { huesOf } from "../../fields/hues.ts";
import { textWidth } from "../../pictures/layout/text-width.ts";
import { pathOfRecords } from "../../pictures/parts/picture-query.ts";
import { SvgContext } from "../../pictures/svg/context.ts";
import { spanBetween } from "../../pictures/time/span.ts";
import { timeScale } from "../../pictures/time/ticks.ts";
import { drawTimeline, GUTTER, SIDE } from "../../pictures/timeline/draw/timeline.ts";
import { itemsOf, wholeOf } from "../../pictures/timeline/items.ts";
import { lanesOf, referencesOf } from "../../pictures/timeline/lanes.ts";
import { layoutOf, MOST_RECORDS } from "../../pictures/timeline/layout.ts";
import { fieldsOf, partsOf } from "../../pictures/timeline/parts.ts";
import { countText } from "../../units.ts";
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
  const layout = layoutOf(lanes, x, textWidth, { isNarrow: false });
  const context = new SvgContext();
  drawTimeline(context, layout, { x, width, now, isPast: false, isNarrow: false, colorOf });
  const label = titleOf(picture, view);
  const undatedText = `${countText(undated)} without ${parts.from.label.toLowerCase()} ${undated === 1 ? "is" : "are"} not drawn.`;
  return {
    title: label,
    sentences: [
      ...(await sentencesOf(source, view, search, layout.inView.length)),
      ...(undated > 0 ? [undatedText] : []),
    ],
    legend: await legendOf(
      subject,
      source,
      parts.color,
      layout.inView.map(({ record }) => parts.color && record[parts.color.name]),
    ),
    drawing: { width, height: layout.height, label, nodes: context.nodes },
  };
}
