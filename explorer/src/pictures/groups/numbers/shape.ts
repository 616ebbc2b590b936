/** Reads what a summary can be drawn as: along one field, in the colors of another, as high as a number. */
import { isNumeric, isTemporal } from "../../../../../kit/description/kinds.ts";
import { fieldNamed } from "../../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { type Grouping, groupingsIn, measuresIn } from "../../../address/groups.ts";

/** A field by which records are grouped. */
export interface Part {
  readonly field: Field;
  readonly grouping: Grouping;
  /** The length of each group in time; undefined if each value is a group. */
  readonly period: string | undefined;
}

/** A measure besides the count. */
export interface Measure {
  readonly field: Field;
  readonly of: string;
  /** Its name in groups: `crew_size_avg`. */
  readonly member: string;
}

/** The parts of a picture of groups. */
export interface Shape {
  readonly along: Part;
  readonly color: Part | undefined;
  /** Undefined: the number of records. */
  readonly measure: Measure | undefined;
}

/** The name of pictures of groups, as files have it. */
export const GROUPS = "groups";

/** The ways to draw the pieces of a group. */
export type Way = "stacked" | "shares" | "beside";

/** Returns the shape of a summary of one or two fields and of one number; undefined for others. */
export function shapeOf(view: View, search: string): Shape | undefined {
  const [along, color, ...others] = groupingsIn(search);
  const [measure, ...more] = measuresIn(search);
  if (!along || others.length > 0 || more.length > 0) return undefined;
  const measured = measure && { ...measure, field: fieldNamed(view, measure.field) };
  if (measured && !isNumeric(measured.field)) return undefined;
  return { along: partOf(view, along), color: color && partOf(view, color), measure: measured };
}

function partOf(view: View, grouping: Grouping): Part {
  const field = fieldNamed(view, grouping.field);
  // A date is a day.
  return { field, grouping, period: grouping.period ?? (field.kind === "date" ? "day" : undefined) };
}

/** Returns whether groups lie along time. */
export function isOverTime({ along: { field, period } }: Shape): boolean {
  return isTemporal(field) && period !== undefined;
}

/** Returns whether the numbers of the pieces add up to that of their group. */
export function isAdditive({ measure }: Shape): boolean {
  return measure === undefined || measure.of === "sum";
}

/** Returns the ways to draw a shape. Without colors, groups have no pieces. */
export function waysOf(shape: Shape, hasNegative: boolean): readonly Way[] {
  if (!shape.color) return ["stacked"];
  if (!isAdditive(shape)) return ["beside"];
  return hasNegative ? ["stacked", "beside"] : ["stacked", "shares", "beside"];
}
