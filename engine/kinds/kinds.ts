/** Every kind of field, and the form in which columns hold its values. To add one, write its file and add it here. */
import type { Json } from "../declare/values.ts";
import { array } from "./array.ts";
import { boolean } from "./boolean.ts";
import { date } from "./date.ts";
import { decimal } from "./decimal.ts";
import { duration } from "./duration.ts";
import { enumeration } from "./enum.ts";
import { id } from "./id.ts";
import { instant } from "./instant.ts";
import { integer } from "./integer.ts";
import { key } from "./key.ts";
import type { Comparison, KindSpec } from "./kind.ts";
import { object } from "./object.ts";
import { reference } from "./reference.ts";
import { serial } from "./serial.ts";
import { text } from "./text.ts";
import { timestamp } from "./timestamp.ts";

/** The kinds by their names, which stored layouts contain. */
export const KINDS = {
  id,
  serial,
  text,
  reference,
  enum: enumeration,
  integer,
  decimal,
  duration,
  boolean,
  date,
  instant,
  timestamp,
  array,
  key,
  object,
} satisfies Record<string, KindSpec>;

/** The kind of a field's values. */
export type Kind = keyof typeof KINDS;

/** The kinds whose values compare in one of these ways. */
export type KindsComparedAs<C extends Comparison> = {
  [K in Kind]: (typeof KINDS)[K] extends { query: { compares: C } } ? K : never;
}[Kind];

/** What a kind is. */
export function kindOf(kind: Kind): KindSpec {
  return KINDS[kind];
}

/** Whether the values of a kind compare in one of these ways. */
export function comparesAs(kind: Kind, ...comparisons: readonly Comparison[]): boolean {
  const compares = kindOf(kind).query?.compares;
  return compares !== undefined && comparisons.includes(compares);
}

/** Whether lists can be sorted by the values of a kind. */
export function isOrdered(kind: Kind): boolean {
  return kindOf(kind).query !== undefined && !comparesAs(kind, "key", "array");
}

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
