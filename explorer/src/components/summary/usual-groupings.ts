/** The groups in which a list is shown first, read off its declaration. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import type { Field, View } from "../../../../kit/description/model.ts";

/** The parts of a view that decide on its groups. */
type Grouped = Pick<View, "fields" | "groupable" | "pictures">;

/** Returns the fields that are known to have few values: they color the pieces of groups. */
export function fewValued({ fields, groupable }: Grouped): Field[] {
  const isFew = ({ kind, values, schema }: Field) => values.length > 0 || kind === "boolean" || schema["x-hues"];
  return fields.filter((field) => groupable.includes(field.name) && isFew(field));
}

/** Returns the name of the date of a list's timeline, if records can be grouped by it. */
function timelineDate({ groupable, pictures }: Grouped): string | undefined {
  const date = pictures.find(({ kind }) => kind === "timeline")?.from;
  return groupable.includes(`${date}:year`) ? String(date) : undefined;
}

/** Returns the name of the date that says when records are: that of a declared timeline. */
export function ownDate({ pictures, ...view }: Grouped): string | undefined {
  return timelineDate({ ...view, pictures: pictures.filter(({ origin }) => origin === undefined) });
}

/**
 * Returns the groupings in which a list is shown first: the year of its timeline and the category that colors it; or
 * else a category, or a date. None if no field makes groups.
 */
export function usualGroupings(view: Grouped): string[] {
  const { fields, groupable, pictures } = view;
  const isCompanion = ({ name }: Field) => fields.some(({ precision }) => precision === name);
  const few = fewValued(view).filter((field) => !isCompanion(field));
  const colors = pictures.toSorted((one, other) => rankOf(one.kind) - rankOf(other.kind)).map(({ colour }) => colour);
  const color = colors.map((name) => few.find((field) => field.name === name)).find(Boolean) ?? few[0];
  const date = timelineDate(view);
  const names = [...(date ? [`${date}:year`] : []), ...(color ? [color.name] : [])];
  if (names.length > 0) return names;
  const dates = fields.filter((field) => isTemporal(field) && groupable.includes(`${field.name}:year`));
  const other = dates.find(({ derived }) => !derived) ?? dates[0];
  return other ? [`${other.name}:year`] : [];
}

function rankOf(kind: string): number {
  return kind === "timeline" ? 0 : 1;
}
