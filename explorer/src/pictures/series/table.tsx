/** The table of a series. */

import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { Quantity } from "../../fields/show/value.tsx";
import type { Column, Table } from "../parts/columns.ts";
import { placeText, unitName } from "./captions.ts";
import type { Sample, SeriesParts } from "./samples.ts";

/** Returns the samples as rows. */
export function tableOf(
  samples: readonly Sample[],
  parts: SeriesParts,
  parentName: (id: string) => string,
): Table<Sample> {
  const { x, y, unit, by, uncertainty, mark, parent } = parts;
  const names = by.map(
    (field, index): Column<Sample> => ({
      ...{ name: field.name, label: field.label, value: (sample) => sample.by[index] },
      cell: (sample) =>
        index === by.length - 1 ? <Link to={pageOf(sample.path)}>{words(sample.by[index]!)}</Link> : sample.by[index],
    }),
  );
  const columns: (Column<Sample> | undefined)[] = [
    ...names.toReversed(),
    parent && {
      ...{ name: parent.name, label: parent.label, value: (sample) => sample.parent },
      cell: (sample) => parentName(sample.parent ?? ""),
    },
    {
      ...{ name: y.name, label: y.label, isNumber: true, value: (sample) => sample.y },
      cell: (sample) => <Quantity value={sample.y} unit={unitName(sample.unit)} />,
    },
    uncertainty && {
      ...{ name: uncertainty.name, label: uncertainty.label, isNumber: true },
      value: (sample) => sample.uncertainty,
      cell: (sample) => sample.uncertainty !== undefined && <Quantity value={sample.uncertainty} />,
    },
    unit && { name: unit.name, label: unit.label, value: (sample) => sample.unit },
    {
      ...{ name: x.name, label: x.label, value: (sample) => sample.given },
      cell: (sample) => placeText(sample, parts),
    },
    mark && {
      ...{ name: mark.name, label: mark.label, value: (sample) => sample.mark },
      cell: (sample) => sample.mark && words(sample.mark),
    },
  ];
  return { columns: columns.filter((column) => column !== undefined), rows: samples, keyOf: ({ path }) => path };
}
