/** The records with a number, in the order of it. */
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Field, Picture, View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { filtersIn, searchOf } from "../../address/query.ts";
import { huesOf } from "../../fields/hues.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import type { Data } from "../../requests/data.ts";
import { durationText, spanOf } from "../../units.ts";
import type { Item } from "./layout.ts";

/** The number that is drawn, and how: a way to look at a list. */
export interface BarParts {
  readonly view: View;
  readonly field: Field;
  /** All fields that may be drawn. */
  readonly fields: readonly Field[];
  readonly isAscending: boolean;
  /** The field that colors the other pictures of the list. */
  readonly colour: Field | undefined;
}

/** The most bars: one page of the list. */
const MOST = 100;
/** The number of bars drawn before a person asks for more. */
export const FIRST = 40;
/** All bars have one color where no field is declared that colors a picture. */
const PLAIN = 1;

/** Returns what settings ask for (`field=mass&order=smallest`); undefined if there is no field to draw. */
export function partsOf(view: View, picture: Picture, settings: URLSearchParams): BarParts | undefined {
  const names = [picture.fields ?? []].flat();
  const fields = names.flatMap((name) => view.fields.find((field) => field.name === name) ?? []);
  const field = fields.find(({ name }) => name === settings.get("field")) ?? fields[0];
  return field && { view, field, fields, isAscending: settings.get("order") === "smallest", colour: colourOf(view) };
}

function colourOf({ pictures, fields }: View): Field | undefined {
  const name = pictures.find(({ colour }) => typeof colour === "string")?.colour;
  return fields.find((field) => field.name === name && field.values.length > 0);
}

/** Says what the bars are: `Mass of rockets`. */
export function titleOf({ field, view }: BarParts): string {
  return `${field.label} of ${midSentence(view.heading)}`;
}

/** Writes the order of the bars as the list takes it. */
export function sortOf({ field, isAscending }: BarParts): string {
  return `${field.name}:${isAscending ? "asc" : "desc"}`;
}

/** Makes the request of the records with a value, in the order of it. */
export function requestOf(parts: BarParts, path: string, search: string): string {
  const { view, field, colour } = parts;
  const exists = filterOf(view, field.name, "exists");
  const parameters = new URLSearchParams([
    ...filtersIn(search),
    ...(exists ? [[exists.parameter, "true"]] : []),
    ["sort", sortOf(parts)],
    ["limit", String(MOST)],
    ["fields", [view.title, field.name, colour?.name].filter((name) => name && name !== "id").join(",")],
  ]);
  return `${path}${searchOf(parameters)}`;
}

/** Returns the records with a value. Durations are measured in the largest unit that the middle one reaches. */
export function itemsOf(
  records: readonly Data[],
  { view, field, colour }: BarParts,
): { readonly items: readonly Item[]; readonly unit: string | undefined } {
  const hueOf = huesOf(colour);
  const measured = records.filter((record) => record[field.name] != null);
  const sizes = measured.map((record) => specOf(field).size!(record[field.name]));
  const isDuration = field.kind === "duration";
  const { unit, size } = isDuration ? spanOf(sizes[Math.floor(sizes.length / 2)] ?? 0) : { unit: field.unit, size: 1 };
  const items = measured.map((record, index): Item => {
    const category = colour && record[colour.name];
    return {
      id: record.id,
      path: record._links.self,
      name: record[view.title] ?? record.id,
      value: sizes[index]! / size,
      text: isDuration ? durationText(sizes[index]!, "short") : undefined,
      exact: record[field.name],
      hue: colour ? hueOf(category) : PLAIN,
      category: category ?? undefined,
    };
  });
  return { items, unit };
}

/** The note of a logarithmic axis. */
export const LOG_NOTE = "The axis is logarithmic: the largest is more than 1,000 times the smallest.";
