/** A presence that stands alone: how many were there on each day. */
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { huesOf } from "../../fields/hues.ts";
import { pathOfRecords } from "../../pictures/parts/picture-query.ts";
import { drawArea } from "../../pictures/presence/draw/area.ts";
import { headsOf, lastDay, unknownFrom, wholeOf } from "../../pictures/presence/heads.ts";
import { areaOf } from "../../pictures/presence/layout.ts";
import { partsOf, recordFieldsOf } from "../../pictures/presence/parts.ts";
import { seenIn } from "../../pictures/presence/rows.ts";
import { presenceOf } from "../../pictures/presence/stays.ts";
import { SvgContext } from "../../pictures/svg/context.ts";
import { drawAxis } from "../../pictures/time/axis.ts";
import { isoOf } from "../../pictures/time/days.ts";
import { spanBetween } from "../../pictures/time/span.ts";
import { timeScale } from "../../pictures/time/ticks.ts";
import { dateText } from "../../units.ts";
import { legendOf } from "../legend.ts";
import { NO_VALUES, NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { knownFrom, type Source, sentencesOf } from "../source.ts";

/** The height of the area, in pixels. */
const AREA = 360;
const TOP = 24;
const LEFT = 26;
const BOTTOM = 30;

/** Draws how many members were there on each day, between `from` and `to`. */
export async function presence(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, picture, path, search, settings, width, colorOf } = subject;
  const room = Math.min(AREA, (subject.height ?? Number.POSITIVE_INFINITY) - TOP - BOTTOM);
  const parts = picture && partsOf(source.description, view, picture);
  if (!parts) throw new NotDrawable("The list has no presence to draw.");
  const lasting = { fields: recordFieldsOf(parts), include: parts.include };
  const [people, records, { knownUntil }] = await Promise.all([
    source.records(pathOfRecords(path, search, { fields: [view.title, parts.color?.name] })),
    source.records(pathOfRecords(parts.records.path, `?${parts.include}_exists=true`, lasting)),
    knownFrom(source),
  ]);
  const { now } = source;
  const { members } = presenceOf(people, records, {
    ...{ parts, title: view.title, hueOf: huesOf(parts.color), now, knownUntil },
  });
  const last = lastDay(members);
  if (last === undefined) throw new NotDrawable(NO_VALUES);
  const whole = wholeOf(members, now);
  const span = spanBetween(settings.get("from"), settings.get("to"), whole);
  const x = timeScale(span, LEFT, width - 2);
  const heads = headsOf(members, whole);
  const area = areaOf(heads, x, { top: TOP, height: room });
  const height = TOP + room + BOTTOM;
  const context = new SvgContext();
  drawAxis(context, x, colorOf, { top: TOP, bottom: area.base + 6, words: area.base + 20, width });
  drawArea(context, { heads, unknownFrom: unknownFrom(members) }, area, colorOf);
  const seen = seenIn(members, span);
  const label = titleOf(picture, view);
  return {
    title: label,
    sentences: [
      ...(await sentencesOf(source, view, search, seen.length)),
      `How many were there on each day, as far as ${dateText(isoOf(last))} is known; each column shows its fullest day.`,
    ],
    legend: await legendOf(
      subject,
      source,
      parts.color,
      seen.map(({ category }) => category),
    ),
    drawing: { width, height, label, nodes: context.nodes },
  };
}
