/** The samples of a series, read off the records of a list. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import type { Description, Field, Picture, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import type { Data } from "../../requests/data.ts";

/** A value at a time, or at another number. */
export interface Sample {
  readonly id: string;
  /** The path of its record. */
  readonly path: string;
  /** Seconds since 1970, or the number. */
  readonly x: number;
  /** As it is in the record. */
  readonly given: string | number;
  readonly y: number;
  readonly unit: string;
  /** The names that it belongs to: `["REMS", "air_temperature"]`. */
  readonly by: readonly string[];
  readonly uncertainty: number | undefined;
  readonly mark: string | undefined;
  /** The id of the record that it is below. */
  readonly parent: string | undefined;
  /** As it was recorded, if `y`, `uncertainty` and `unit` are converted for an axis. */
  readonly recorded?: Sample;
}

/** The fields that play the parts of a series. */
export interface SeriesParts {
  readonly x: Field;
  readonly y: Field;
  readonly unit: Field | undefined;
  readonly by: readonly Field[];
  readonly uncertainty: Field | undefined;
  readonly mark: Field | undefined;
  /** The reference to the record that a sample is below; undefined if all are below the same. */
  readonly parent: Field | undefined;
  readonly isTime: boolean;
}

/** Samples, and how many records have no value. */
export interface Samples {
  readonly samples: readonly Sample[];
  readonly empty: number;
}

/** Returns the parts of a series; undefined if its list lacks one. */
export function partsOf(description: Description, view: View, picture: Picture): SeriesParts | undefined {
  const named = (name: unknown) => view.fields.find((field) => field.name === name);
  const [x, y] = [named(picture.x), named(picture.y)];
  if (!x || !y) return undefined;
  return {
    ...{ x, y, unit: named(picture.unit), uncertainty: named(picture.uncertainty), mark: named(picture.mark) },
    by: [picture.by ?? []].flat().flatMap((name) => named(name) ?? []),
    parent: view.kind === "flat" ? named(parentIn(description, view)) : undefined,
    isTime: isTemporal(x),
  };
}

/**
 * Returns the name of the field with the id of the record that each record of a list is below: it is in the path of
 * another list.
 */
function parentIn({ views }: Description, { resource }: View): string | undefined {
  const paths = views.filter((each) => each.resource === resource && each.kind === "collection");
  return paths.flatMap(({ path }) => path.match(/\w+(?=\})/g) ?? []).at(-1);
}

/** Returns the names of the fields that a series reads. */
export function fieldsOf({ x, y, unit, by, uncertainty, mark, parent }: SeriesParts): string[] {
  return [x, y, unit, ...by, uncertainty, mark, parent].flatMap((field) => field?.name ?? []);
}

/** Returns the samples among records, in the order of x. */
export function samplesOf(records: readonly Data[], parts: SeriesParts): Samples {
  const { x, y, unit, by, uncertainty, mark, parent, isTime } = parts;
  const samples: Sample[] = [];
  for (const record of records) {
    const [given, value] = [record[x.name], record[y.name]];
    if (given == null || typeof value !== "number") continue;
    samples.push({
      ...{ id: record.id, path: record._links.self, given, y: value },
      x: isTime ? Date.parse(given) / 1_000 : given,
      unit: (unit ? record[unit.name] : y.unit) ?? "",
      by: by.map(({ name }) => record[name] ?? ""),
      uncertainty: (uncertainty && record[uncertainty.name]) ?? undefined,
      mark: (mark && record[mark.name]) ?? undefined,
      parent: (parent && record[parent.name]) ?? undefined,
    });
  }
  return { samples: samples.sort((a, b) => a.x - b.x), empty: records.length - samples.length };
}

/** Returns the names that a sample belongs to: first the measured thing, then the instrument. */
export function namesOf({ by }: Sample): readonly [name: string, detail: string] {
  return [words(by.at(-1) ?? ""), by.slice(0, -1).filter(Boolean).join(" · ")];
}

/** Returns the measured thing: the panels of a comparison differ in it. */
export function subjectOf({ by }: Sample): string {
  return by.at(-1) ?? "";
}
