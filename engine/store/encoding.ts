/** The form in which columns hold JSON values. */
import type { Kind } from "../declare/field-spec.ts";
import { type Json, keyOfSerialId, serialId } from "../declare/values.ts";
import { parseJson } from "../runtime/json.ts";

/**
 * Encodes a value for its column. An instant loses its `Z`, so that it sorts as text with fractions of any length; a
 * timestamp becomes the number of milliseconds since 1970.
 */
export function encode(kind: Kind, value: Json | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value ? 1 : 0;
  if (kind === "instant") return (value as string).slice(0, -1);
  // No record has the key null.
  if (kind === "serial") return keyOfSerialId(value as string) ?? null;
  if (kind === "timestamp") return Date.parse(value as string);
  if (kind === "array" || kind === "object") return JSON.stringify(value);
  return value;
}

/** Decodes the value of a column. */
export function decode(kind: Kind, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (kind === "boolean") return value === 1 || value === true;
  if (kind === "instant") return `${value}Z`;
  if (kind === "serial") return serialId(Number(value));
  if (kind === "timestamp") return new Date(value as number).toISOString();
  if (kind === "array" || kind === "object") return parseJson(value as string) as Json;
  return value as Json;
}

/** The kinds whose columns hold an encoded form of the JSON value. */
export const ENCODED_KINDS: readonly Kind[] = ["boolean", "instant", "timestamp", "serial", "array", "object"];

/** The length of a date-time with milliseconds: `2026-01-31T12:00:00.000Z`. */
const MILLISECONDS_LENGTH = 24;

/** The lowest value of a column that is not before a date-time, which may be more precise than the column. */
export function encodeCeiling(kind: Kind, instant: string): unknown {
  const isBetween = kind === "timestamp" && instant.length > MILLISECONDS_LENGTH;
  return isBetween ? Date.parse(instant) + 1 : encode(kind, instant);
}
