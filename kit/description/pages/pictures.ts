/**
 * The pictures of a list: those that are declared, those that its fields allow by themselves, and what they are called.
 */
import { isNumeric, isTemporal } from "../kinds.ts";
import type { Field, Picture, View } from "../model.ts";

/** The kinds of pictures as words. */
export const PICTURE_NAMES: Readonly<Record<Picture["kind"], string>> = {
  timeline: "Timeline",
  presence: "Presence",
  scale: "Scale",
  series: "Series",
  bars: "Columns as bars",
};

const TITLES: Readonly<Record<Picture["kind"], (heading: string) => string>> = {
  timeline: (heading) => `${heading} over time`,
  presence: (heading) => `${heading} by day`,
  scale: (heading) => `${heading} to scale`,
  series: (heading) => `${heading} as charts`,
  bars: (heading) => `${heading} as bars`,
};

/** Returns what a picture of a list is called: `Missions over time`. */
export function titleOf({ kind, title }: Picture, { heading }: Pick<View, "heading">): string {
  return title ?? TITLES[kind](heading);
}

/** The parts of a view that decide on the pictures of a list. */
type Drawn = Pick<View, "title" | "fields" | "summary" | "sortable" | "itemPath" | "isSystem">;

/** Returns the pictures of a list. */
export function picturesOf(declared: readonly Picture[], view: Drawn): Picture[] {
  if (view.isSystem || view.itemPath === undefined) return [...declared];
  const numbers = comparableIn(declared, view);
  const bars: Picture[] = numbers.length > 0 ? [{ kind: "bars", fields: numbers, origin: "fields" }] : [];
  return [...declared, ...timelineOf(declared, view), ...bars];
}

/** The most ways of making lanes that a derived timeline has. */
const MOST_LANES = 3;

/** Returns the timeline of the first date that a list has; none if another picture already shows time. */
function timelineOf(declared: readonly Picture[], { title, fields, summary }: Drawn): Picture[] {
  const date = fields.find((field) => isTemporal(field) && !field.derived);
  if (!date || declared.some(({ kind }) => kind === "timeline" || kind === "series")) return [];
  const isShown = ({ name, derived }: Field) => name !== title && !derived && summary.includes(name);
  const categories = fields.filter(({ kind }) => kind === "enum" || kind === "lifecycle");
  const others = fields.filter((field) => isShown(field) && (field.kind === "text" || field.kind === "reference"));
  const lanes = [...categories, ...others].slice(0, MOST_LANES).map(({ name }) => name);
  const colour = (categories.find(({ kind }) => kind === "enum") ?? others.find(({ kind }) => kind === "text"))?.name;
  return [{ kind: "timeline", from: date.name, colour, lanes, origin: "fields" }];
}

/** Returns the numbers by which records can be compared. Those of a series have units of their own in each record. */
function comparableIn(declared: readonly Picture[], { fields, sortable }: Drawn): string[] {
  const series = declared.filter(({ kind }) => kind === "series").flatMap(({ y, uncertainty }) => [y, uncertainty]);
  return fields
    .filter((field) => isNumeric(field) && sortable.includes(field.name) && !series.includes(field.name))
    .map(({ name }) => name);
}
