/** Bars of one number that stand alone. */
import { countSearch } from "../../address/query.ts";
import { BOTTOM, drawBars, TOP } from "../../pictures/bars/draw.ts";
import { FIRST, itemsOf, LOG_NOTE, partsOf, requestOf, titleOf } from "../../pictures/bars/items.ts";
import { barLayout, ROW } from "../../pictures/bars/layout.ts";
import { svg } from "../../pictures/svg/node.ts";
import { countText } from "../../units.ts";
import { legendOf } from "../legend.ts";
import { NO_VALUES, NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { type Source, sentencesOf } from "../source.ts";

/** Draws the records with the largest numbers of a `field`, or with the smallest (`order=smallest`). */
export async function bars(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, picture, path, search, settings, width } = subject;
  const parts = picture && partsOf(view, picture, settings);
  if (!parts) throw new NotDrawable("The list has no number to draw.");
  const { colour, isAscending } = parts;
  const [read, { total_count: total }] = await Promise.all([
    source.get(requestOf(parts, path, search)),
    source.get(path + countSearch(search)),
  ]);
  const { items, unit } = itemsOf(read[view.plural], parts);
  if (items.length === 0) throw new NotDrawable(NO_VALUES);
  const rows = subject.height === undefined ? FIRST : Math.floor((subject.height - TOP - BOTTOM) / ROW);
  const shown = items.slice(0, rows);
  const layout = barLayout(shown, width);
  const counted: number = read.total_count;
  const label = titleOf(parts);
  const isColored = colour && view.groupable.includes(colour.name);
  return {
    title: label,
    sentences: [
      ...(await sentencesOf(source, view, search, shown.length)),
      ...(counted > shown.length
        ? [`The ${isAscending ? "smallest" : "largest"} of ${countText(counted)} are drawn.`]
        : []),
      ...(total > counted ? [`${countText(total - counted)} without a value.`] : []),
      ...(layout.isLog ? [LOG_NOTE] : []),
    ],
    legend: isColored
      ? await legendOf(
          subject,
          source,
          colour,
          shown.map(({ category }) => category),
        )
      : [],
    drawing: {
      ...{ width, height: TOP + layout.height + BOTTOM, label },
      nodes: [svg("g", { class: "bars", transform: `translate(0 ${TOP})` }, ...drawBars(layout, unit))],
    },
  };
}
