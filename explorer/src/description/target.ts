/** The records that references lead to. */
import type { Field } from "../../../kit/description/model.ts";

/** A record to which a reference leads, as far as it is known. */
export interface Target {
  readonly name: string;
  /** In the API. */
  readonly path: string;
}

/** The target of a field with a value; undefined if it is not known, or not yet. */
export type TargetOf = (field: Field, id: string) => Target | undefined;
