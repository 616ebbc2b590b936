/** The face of a sample: its line, with the sample itself larger. */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import type { Data } from "../../../requests/data.ts";
import { quantity } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { conversionText } from "../../series/captions.ts";
import { shapesOf } from "../../series/marks.ts";
import { panelsOf } from "../../series/over-time/panels.ts";
import { fieldsOf, type SeriesParts, samplesOf } from "../../series/samples.ts";
import { inUnitOfQuantity } from "../../series/shared-units.ts";
import { aList, type Reading } from "../reading.ts";
import { titleOf } from "./below.ts";
import { drawSeries } from "./draw.ts";
import { heightOf } from "./plot.ts";

interface Own {
  readonly view: View;
  /** The path of the list that the sample is in. */
  readonly path: string;
  readonly record: Data;
  readonly parts: SeriesParts;
}

/** Reads the line of a sample. */
export function* sampleLine({ view, path, record, parts }: Own): Reading {
  const search = searchFor(view, record, parts);
  const [records] = yield [aList(pathOfRecords(path, search, { fields: fieldsOf(parts) }))];
  const samples = inUnitOfQuantity(samplesOf(records ?? [], parts).samples);
  const self = samples.find(({ id }) => id === record.id);
  const alike = samples.filter(({ unit, by }) => unit === self?.unit && by.join("\n") === self.by.join("\n"));
  const panels = panelsOf(alike.length > 1 ? alike : []);
  const [panel] = panels;
  if (!panel) return undefined;
  const shapeOf = shapesOf(parts.mark);
  const title = titleOf(panels, parts);
  return {
    title,
    more: { [`These ${midSentence(view.heading)} as a series`]: aspectOf(path + search, "series") },
    legend: [],
    draw: (width) => drawSeries({ panels, parts, shapeOf, label: title, self: record.id }, width),
    height: heightOf(panels, false),
    caption: `This one is the larger point of ${quantity(panel.count, "value")}; lines only join the points. ${conversionText(panel.lines.flatMap(({ samples: each }) => each))}`,
  };
}

/** Returns the query for the samples that belong to the same names. */
function searchFor(view: View, record: Data, { by }: SeriesParts): string {
  const parameters = by.flatMap(({ name }) => {
    const parameter = filterOf(view, name, "equals")?.parameter;
    return parameter === undefined || record[name] == null ? [] : [[parameter, String(record[name])]];
  });
  return withParameters("", Object.fromEntries(parameters));
}
