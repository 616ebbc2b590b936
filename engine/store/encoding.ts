/** The form in which columns hold JSON values. */

import type { Json } from "../declare/values.ts";
import { type Kind, kindOf } from "../kinds/kinds.ts";

/** Encodes a value for its column. */
export function encode(kind: Kind, value: Json | undefined): unknown {
  if (value === null || value === undefined) return null;
  const { stored } = kindOf(kind);
  return stored ? stored.encode(value) : value;
}

/** Decodes the value of a column. */
export function decode(kind: Kind, value: unknown): Json {
  if (value === null || value === undefined) return null;
  const { stored } = kindOf(kind);
  return stored ? stored.decode(value) : (value as Json);
}

/** The length of a date-time with milliseconds: `2026-01-31T12:00:00.000Z`. */
const MILLISECONDS_LENGTH = 24;

/** The lowest value of a column that is not before a date-time, which may be more precise than the column. */
export function encodeCeiling(kind: Kind, instant: string): unknown {
  const isBetween = kind === "timestamp" && instant.length > MILLISECONDS_LENGTH;
  return isBetween ? Date.parse(instant) + 1 : encode(kind, instant);
}
