/** A column of a table, and the names of columns that a record or another column implies. */
import { type FieldSpec, isFolded } from "../declare/field-spec.ts";
import type { Json } from "../declare/values.ts";
import type { Kind } from "../kinds/kinds.ts";

/**
 * Where the values of a column come from. Clients write `client` and `declared` values; an `either` value is written by a
 * client, or else counts children. The others can be computed again: `derived` by the declaration, `counted` from children,
 * `copied` from another record, `path` from a reference. Stored layouts contain these words.
 */
export type Origin = "client" | "declared" | "either" | "derived" | "counted" | "copied" | "path";

/** A column of a resource's table. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Whether a second column, named by `foldedColumn`, holds the folded form of a text that clients can filter. */
  readonly folded: boolean;
  readonly indexed: boolean;
  readonly origin: Origin;
  /** The value in records that are older than the column. */
  readonly fallback: Json;
}

/** The name of the column that holds the key of a record. */
export function keyColumn({ key, serialIds }: { readonly key: string; readonly serialIds: boolean }): string {
  return serialIds ? "n" : key;
}

/** The name of the column with the folded form of a text, by which it is compared and sorted. */
export function foldedColumn(column: string): string {
  return `${column}__folded`;
}

/** The column by which a property is filtered and sorted. */
export function comparedColumn({ column, spec }: { readonly column: string; readonly spec: FieldSpec }): string {
  return isFolded(spec) ? foldedColumn(column) : column;
}

/** The name of the column with the declared value of a field that is declared or counted. The field's own column holds the value that is shown. */
export function declaredColumn(field: string): string {
  return `${field}__declared`;
}

/** The name of the column with the canonical path of a reference's target, if nothing else in the record implies it. */
export function pathColumn(field: string): string {
  return `${field}__path`;
}
