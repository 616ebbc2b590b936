/** Notations: how values are typed into inputs of one line, and shown there. */

/** The value of a typed text as the API takes it, or a sentence why it is none. */
export type Reading = { readonly value: string } | { readonly reason: string; readonly value?: undefined };

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
