/** The numbers of the colors of categories: 1 to 10; 0 is "no value" and "other". */
import type { Field, View } from "../description/model.ts";

const HUES = 10;

/** The color of a value. */
export type HueOf = (value: unknown) => number;

/**
 * The colors of the values of a field: those that are declared, others of an enum in its order, other values in the given order.
 * @param values the values of a field that is no enum, the most frequent first
 */
export function huesOf(field: Field | undefined, values: readonly unknown[] = []): HueOf {
  const order: readonly unknown[] = field && field.values.length > 0 ? field.values : values;
  const declared = (field?.schema["x-hues"] ?? {}) as Readonly<Record<string, number>>;
  return (value) => {
    const own = declared[String(value)];
    if (own !== undefined) return own;
    const place = order.indexOf(value);
    return place >= 0 && place < HUES ? place + 1 : 0;
  };
}

/** The number of the color of an enum's value, if a picture of the list is colored by it. */
export function hueIn({ pictures }: View, field: Field, value: unknown): number | undefined {
  const isColored = field.kind === "enum" && pictures.some(({ colour }) => colour === field.name);
  return isColored ? huesOf(field)(value) : undefined;
}
