/** A picture of groups that stands alone. */

import type { Group } from "../../address/groups.ts";
import { summaryTitle } from "../../components/summary/summary-text.ts";
import { barsOf, rowHeight } from "../../pictures/groups/draw/bars.ts";
import { columnsOf } from "../../pictures/groups/draw/columns.ts";
import { nodesOf } from "../../pictures/groups/draw/nodes.ts";
import { amountText } from "../../pictures/groups/numbers/amounts.ts";
import { type Drawn, drawnOf } from "../../pictures/groups/numbers/drawn.ts";
import { laterPath, partialOf, partialRow } from "../../pictures/groups/numbers/partial.ts";
import { notDrawnText, sayGroup } from "../../pictures/groups/numbers/say.ts";
import { isOverTime, shapeOf, type Way, waysOf } from "../../pictures/groups/numbers/shape.ts";
import { pageOfGroups, pagesNeeded, referencesIn } from "../../pictures/groups/requests.ts";
import { countText } from "../../units.ts";
import { NO_VALUES, NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { knownFrom, type Source, sentencesOf, targetsFrom } from "../source.ts";

/** The height of columns. */
const HEIGHT = 384;
/** The height of the words below columns and above bars. */
const AXIS = 40;

/** Draws a summary of one or two fields: `as` is `stacked`, `shares` or `beside`. */
export async function groups(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, path, search, settings, width } = subject;
  const shape = shapeOf(view, search);
  if (!shape) throw new NotDrawable("Groups are drawn by one or two fields (group_by) and one number (measure).");
  const read = { search, shape, groups: await readGroups(subject, source) };
  const [targetOf, { asOf, knownUntil }] = await Promise.all([
    targetsFrom(source, referencesIn(read)),
    knownFrom(source),
  ]);
  const drawn = drawnOf(read.groups, {
    ...{ view, shape, search },
    nameOf: (field, id) => targetOf(field, id)?.name,
    knownUntil: ({ updated_at_max: updated_at }) => knownUntil({ updated_at }),
  });
  if (drawn.rows.length === 0) throw new NotDrawable(NO_VALUES);
  const row = asOf === undefined ? undefined : partialRow(drawn, asOf);
  const later =
    row?.search === undefined ? undefined : await source.get(laterPath(path, row.search, shape.along, asOf!));
  const partial = row && partialOf(row, asOf!, later?.total_count ?? 0);
  const ways = waysOf(shape, drawn.hasNegative);
  const way = ways.find((each) => each === settings.get("as")) ?? ways[0]!;
  const shown = isOverTime(shape) ? drawn : firstRows(drawn, way, subject.height);
  const layout = isOverTime(shape)
    ? columnsOf(drawn, { width, way, partial, columnHeight: Math.min(HEIGHT, (subject.height ?? HEIGHT) - AXIS) })
    : barsOf(shown, { width, way });
  if (!layout) throw new NotDrawable("There are more columns than there is room for: choose longer periods.");
  const notDrawn = notDrawnText(drawn);
  const title = summaryTitle(view, search);
  return {
    title,
    sentences: [
      ...(await sentencesOf(source, view, search, drawn.all.count)),
      ...(notDrawn === undefined ? [] : [`${notDrawn}.`]),
      ...(shown === drawn ? [] : [`The first ${shown.rows.length} of ${countText(drawn.rows.length)} rows.`]),
    ],
    legend: drawn.categories
      .filter(({ isAll }) => !isAll)
      .map(({ name, hue, amount }) => ({
        hue,
        label: name,
        count: amount === undefined ? "" : amountText(shape, amount),
      })),
    drawing: {
      ...{ width, height: layout.height, label: title },
      nodes: nodesOf(layout, { path, say: (each, category) => sayGroup(drawn, view, each, category) }),
    },
  };
}

/** Returns as many rows as have room in a height. */
function firstRows(drawn: Drawn, way: Way, height: number | undefined): Drawn {
  const fits = height === undefined ? drawn.rows.length : Math.floor((height - AXIS) / rowHeight(drawn, way));
  return fits >= drawn.rows.length ? drawn : { ...drawn, rows: drawn.rows.slice(0, Math.max(1, fits)) };
}

async function readGroups({ view, path, search }: Subject, source: Source): Promise<Group[]> {
  const first = await source.get(pageOfGroups(view, path, search, 1));
  const pages = pagesNeeded(view, first.total_count);
  if (pages === undefined)
    throw new NotDrawable(
      `${countText(first.total_count)} groups are too many to draw: add a filter, or choose longer periods or fields with fewer values.`,
    );
  const rest = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    source.get(pageOfGroups(view, path, search, index + 2)),
  );
  return [first, ...(await Promise.all(rest))].flatMap((page) => page.groups as Group[]);
}
