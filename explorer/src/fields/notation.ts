/** Notations: how values are typed into inputs of one line, and shown there. */
import type { Reading } from "../../../kit/values/duration.ts";

/** A way to type values, other than that of the API. */
export interface Notation<R extends Reading = Reading> {
  readonly read: (text: string) => R;
  /** Writes a value of the API, or a typed text, as an input shows it; what cannot be read stays as it is. */
  readonly write: (text: string) => string;
  /** Returns the value some steps later; a first one for none. */
  readonly step: (value: string | undefined, count: number) => string;
  /** Examples, as a part of a sentence: `such as 1969-07-20`. */
  readonly suchAs: string;
  /** The help at an input. */
  readonly hint: string;
}
