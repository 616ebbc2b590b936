/** The choices of how groups are made, and the queries that they lead to. */
import { isNumeric } from "../../../../kit/description/kinds.ts";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { summarySearch } from "../../address/groups.ts";
import { measureText } from "../../components/summary/summary-text.ts";
import { fewValued } from "../../components/summary/usual-groupings.ts";
import { recordsText } from "./numbers/say.ts";
import type { Measure, Part, Shape } from "./numbers/shape.ts";

/** An entry of a menu. */
export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** The period of a date that becomes a color: longer ones are fewer. */
const COLOR_PERIOD = "decade";
const USUAL_PERIOD = "year";
const NONE = "";
const COUNT = "count";

/** Returns the fields along which records can be grouped: that of now, and the others besides that of the colors. */
export function alongChoices(view: View, { along, color }: Shape): Choice[] {
  return withOwn(fieldsIn(view), along.field.name, along.field.label).filter(({ id }) => id !== color?.field.name);
}

/** Returns the periods of the field along which records are grouped; none if it has none. */
export function periodChoices({ groupable }: View, { along }: Shape): Choice[] {
  const { field } = along.grouping;
  return groupable
    .filter((name) => name.startsWith(`${field}:`))
    .map((name) => ({ id: name, label: `by ${name.slice(field.length + 1)}` }));
}

/** Returns the fields that can color pieces: those with few values, that of now, and none. */
export function colorChoices(view: View, { along, color }: Shape): Choice[] {
  const few = fewValued(view).map(({ name, label }) => ({ id: name, label }));
  const all = color ? withOwn(few, color.grouping.name, color.field.label) : few;
  return [...all.filter(({ id }) => id !== along.field.name), { id: NONE, label: "none" }];
}

/** Adds what is chosen: an address may have more than a menu offers. */
function withOwn(choices: readonly Choice[], id: string, label: string): Choice[] {
  return [...choices, ...(choices.some((each) => each.id === id) ? [] : [{ id, label }])];
}

/** Returns the numbers that a picture can be as high as. */
export function heightChoices(view: View): Choice[] {
  const numbers = view.measures.filter((name) => isNumeric(fieldNamed(view, name.split(":")[1] ?? "")));
  return [{ id: COUNT, label: countLabel(view) }, ...numbers.map((id) => ({ id, label: measureText(view, id) }))];
}

/** Writes the choice of the number of records: `Number of missions`. */
function countLabel(view: View): string {
  return `Number of ${recordsText(view, 2).replace(/^\S+ /, "")}`;
}

/** Returns the name of the measure of a shape among the choices. */
export function heightOf({ measure }: Shape): string {
  return measure ? nameOfMeasure(measure) : COUNT;
}

function nameOfMeasure({ of, field }: Measure): string {
  return `${of}:${field.name}`;
}

/** Groups along another field; dates by year, unless a period is chosen. */
export function withAlong(view: View, search: string, shape: Shape, name: string): string {
  const along = view.groupable.includes(`${name}:${USUAL_PERIOD}`) ? `${name}:${USUAL_PERIOD}` : name;
  return withParts(search, shape, { along });
}

/** Groups by these; what is not given stays. An empty color is none. */
export function withParts(
  search: string,
  shape: Shape,
  {
    along = shape.along.grouping.name,
    color = shape.color?.grouping.name ?? NONE,
    height = heightOf(shape),
  }: { readonly along?: string; readonly color?: string; readonly height?: string },
): string {
  return summarySearch(search, color === NONE ? [along] : [along, color], height === COUNT ? [] : [height]);
}

/** Exchanges both fields; undefined if there is only one. Dates in color are decades. */
export function swapped(view: View, search: string, shape: Shape): string | undefined {
  const { along, color } = shape;
  if (!color) return undefined;
  return withParts(search, shape, { along: color.grouping.name, color: asColor(view, along) });
}

function asColor({ groupable }: View, { grouping }: Part): string {
  const decade = `${grouping.field}:${COLOR_PERIOD}`;
  return grouping.period !== undefined && groupable.includes(decade) ? decade : grouping.name;
}

function fieldsIn(view: View): Choice[] {
  const names = view.groupable.filter((name) => !name.includes(":") && name !== "id");
  return names.map((name) => ({ id: name, label: fieldNamed(view, name).label }));
}
