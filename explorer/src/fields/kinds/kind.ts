/** The facts of a kind apart from how it is drawn, which is in `fields/show` and `forms/controls`. */
import type { Field, Operator, WritableField } from "../../../../kit/description/model.ts";
import type { Notation } from "../notation.ts";

/** The name of a record by its field and id, where it is known. */
export type NameOf = (field: Field, id: string) => string | undefined;

/** The alignment, comparison and notation of the values of a kind. */
export interface KindSpec {
  /** The class of the cells of its columns: numbers on the right, days as wide as the widest, texts cut off. */
  readonly column?: "r" | "day" | "clip";
  /** The control in which one value of a filter is given. */
  readonly control: "text" | "number" | "typed" | "choices" | "boolean" | "record";
  /** The operator that is offered first, where a field has it; otherwise the first that it has. */
  readonly operator?: Operator;
  /** The notation of a filter's values, if it is not that of the API. */
  readonly notation?: Notation;
  /** Writes a value of a filter, which is a text in the query, as people read it; as it is without this. */
  readonly text?: (value: string, field: Field, nameOf: NameOf) => string;
  /** Returns the size of a value, where people compare values by it. */
  // biome-ignore lint/suspicious/noExplicitAny: a value of the kind
  readonly size?: (value: any) => number;
  /** Returns a value for people to replace. */
  readonly example: (field: WritableField, exampleOf: (field: WritableField) => unknown) => unknown;
  /** The value that a control shows before anything is entered; undefined if it shows none. */
  readonly empty?: unknown;
  /** Returns whether a value takes the whole width of a record's page. */
  readonly isWide?: (value: unknown, field: Field) => boolean;
}
