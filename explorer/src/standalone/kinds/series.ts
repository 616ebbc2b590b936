/** A series that stands alone: one quantity across records, or samples over time. */
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { countSearch } from "../../address/query.ts";
import { pathOfRecords } from "../../pictures/parts/picture-query.ts";
import { shapesOf } from "../../pictures/series/marks.ts";
import { valueNotes } from "../../pictures/series/notes.ts";
import { fieldsOf, partsOf, samplesOf } from "../../pictures/series/samples.ts";
import { inUnitOfQuantity, inUnitsOfAxes } from "../../pictures/series/shared-units.ts";
import { requestedIn } from "../../pictures/series/window.ts";
import { svg } from "../../pictures/svg/node.ts";
import { countText } from "../../units.ts";
import { stacked } from "../blocks.ts";
import { NO_VALUES, NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { type Source, sentencesOf, targetsFrom } from "../source.ts";
import { comparisons } from "./series/comparisons.ts";
import { markKey } from "./series/mark-key.ts";
import { overTime } from "./series/over-time.ts";

/** More samples than this are not drawn. */
const MOST_SAMPLES = 50_000;

/** Draws the samples of a list; `by=time` draws those of several records over time. */
export async function series(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, picture, path, search, settings, width, colorOf } = subject;
  const parts = picture && partsOf(source.description, view, picture);
  if (!parts) throw new NotDrawable("The list has no samples to draw.");
  const { total_count: total } = await source.get(path + countSearch(search));
  if (total > MOST_SAMPLES)
    throw new NotDrawable(`More than ${countText(MOST_SAMPLES)} samples are not drawn: add a filter.`);
  const { samples, empty } = samplesOf(
    await source.records(pathOfRecords(path, search, { fields: fieldsOf(parts) })),
    parts,
  );
  if (samples.length === 0) throw new NotDrawable(NO_VALUES);
  const { parent } = parts;
  const isAcross = parent !== undefined && settings.get("by") !== "time";
  const ids = [...new Set(samples.flatMap((sample) => sample.parent ?? []))];
  const targetOf = await targetsFrom(source, parent && isAcross ? [{ field: parent, ids }] : []);
  const nameOf = (id: string) => (parent && targetOf(parent, id)?.name) ?? id;
  const shared = { parts, width, shapeOf: shapesOf(parts.mark) };
  const drawn = (isAcross ? inUnitOfQuantity : inUnitsOfAxes)(samples);
  const { blocks, notes, count } = isAcross
    ? comparisons(drawn, { ...shared, nameOf, height: subject.height })
    : overTime(drawn, { ...shared, colorOf, requested: requestedIn(view, parts, search) });
  const { height, nodes } = stacked([...markKey(parts.mark, samples, shared.shapeOf), ...blocks]);
  const label = titleOf(picture, view);
  return {
    title: label,
    sentences: [...(await sentencesOf(source, view, search, count)), ...notes, ...valueNotes(drawn, isAcross, empty)],
    legend: [],
    drawing: { width, height, label, nodes: [svg("g", { class: "series" }, ...nodes)] },
  };
}
