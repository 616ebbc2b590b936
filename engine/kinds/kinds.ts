/** Every kind of field. To add one, write its file and add it here. */
import { array } from "./array.ts";
import { boolean } from "./boolean.ts";
import { date } from "./date.ts";
import { decimal } from "./decimal.ts";
import { duration } from "./duration.ts";
import { enumeration } from "./enum.ts";
import { id } from "./id.ts";
import { instant } from "./instant.ts";
import { integer } from "./integer.ts";
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
