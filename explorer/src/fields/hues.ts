/** The numbers of the colors of categories: 1 to 10; 0 is "no value" and "other". */
import type { Field, View } from "../../../kit/description/model.ts";

const HUES = 10;

/** The color of a value. */
export type HueOf = (value: unknown) => number;

/**
 * Returns the colors of the values of a field: those that are declared, the other words of an enum in its order. A
 * field of any values that declares none has them by the letters of each value. None depends on what else is in a list,
 * so that nothing changes its color.
 */
export function huesOf(field: Field | undefined): HueOf {
  const declared = field?.schema["x-hues"];
  return (value) => {
    if (!field || value === null || value === undefined) return 0;
    const name = String(value);
    const own = declared && Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (own !== undefined) return own;
    if (field.values.length > 0) return placeOf(field.values.indexOf(name));
    return declared ? 0 : hueOfLetters(name);
  };
}

function placeOf(place: number): number {
  return place >= 0 && place < HUES ? place + 1 : 0;
}

/** Hashes a name (FNV-1a, 32 bits): similar names have different colors. */
function hueOfLetters(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  return (hash % HUES) + 1;
}

/** Returns the number of the color of an enum's value, if a picture of the list is colored by it. */
export function hueIn({ pictures }: View, field: Field, value: unknown): number | undefined {
  const isColored = field.kind === "enum" && pictures.some(({ colour }) => colour === field.name);
  return isColored ? huesOf(field)(value) : undefined;
}
