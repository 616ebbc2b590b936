/** What a kind of field is. */
import type { Schema } from "../declare/schema.ts";
import type { Json } from "../declare/values.ts";

/** How values of a kind compare with each other, which decides the operators, measures and periods that take them. */
export type Comparison = OrderedComparison | "key" | "array";

/** The ways that put values in an order. */
export type OrderedComparison = "text" | "word" | "flag" | "number" | "duration" | "date" | "moment";

/** What a column holds, in words that each database translates into a type. */
export type ColumnType = "text" | "integer" | "double" | "flag";

/**
 * A value in a query to compare with; texts are folded, ids are lower case. On a date-time, a date means its whole UTC day with
 * `equals` and `in`, and its midnight with other operators.
 */
export type FilterValue = string | number | boolean;

/** Everything that the service has to know about the values of a kind. None of them is null. */
export interface KindSpec {
  /** The JSON Schema (2020-12) of a value, without the limits of a field. */
  readonly schema: Schema;
  /** The name for readers; by default that of the kind. */
  readonly title?: string;
  readonly column: ColumnType;
  /** The form in which the column holds a value; by default the JSON value itself. */
  readonly stored?: {
    encode(value: Json): unknown;
    decode(stored: unknown): Json;
  };
  /** Whether lists are usually filtered and sorted by it, so that its columns have an index. */
  readonly isIndexed?: true;
  /** Whether JSON never escapes its texts. */
  readonly isPlain?: true;
  /** The form in which a value that a client writes is kept. */
  normalize?(written: Json): Json;
  /** How lists are filtered by it; absent if they cannot be. */
  readonly query?: QuerySpec;
}

/** How lists are filtered by a kind, and sorted if its comparison puts values in an order. */
export interface QuerySpec {
  readonly compares: Comparison;
  /** Reads a value of a parameter; undefined if it is malformed. @param schema of the field */
  parse(text: string, schema: Schema): FilterValue | undefined;
  /** What a parameter takes, as in "… must be a number". @param schema of the field */
  expected(schema: Schema): string;
  /** The schema of a parameter, which is less strict than that of the field, and a name that fields share for it. */
  parameter(schema: Schema): { readonly name?: string; readonly schema: Schema };
  /** The form of a JSON value in which the operators of JavaScript compare as the database does; by default the value. */
  comparable?(value: Json): unknown;
  /** Whether a cursor may hold this as the value of a column. */
  isKey(value: unknown): boolean;
}
