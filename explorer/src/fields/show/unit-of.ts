/** Units that each record has of its own. */
import type { Field, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";

/**
 * Returns the unit of a number: declared with the field, or in another field of the record, as a picture of the list
 * says.
 */
export function unitOf({ name, unit }: Field, record: Data, { pictures }: View): string | undefined {
  if (unit !== undefined) return unit;
  const picture = pictures.find((each) => each.y === name || each.uncertainty === name);
  const own = picture?.unit === undefined ? undefined : record[String(picture.unit)];
  return own ?? undefined;
}
