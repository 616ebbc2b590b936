/** The TypeScript types of a declaration's records, inferred from its fields. */

import type { Field } from "./field.ts";
import type { Presence } from "./field-spec.ts";
import type { Json } from "./values.ts";

type Fields = Record<string, Field>;
type ValueOf<F> = F extends Field<infer V, Presence> ? V : never;
type PresenceOf<F> = F extends Field<Json, infer P> ? P : never;
type Named<F extends Fields, P extends Presence> = {
  [K in keyof F]: PresenceOf<F[K]> extends P ? K : never;
}[keyof F];

/** What a record is made of once stored: every field present, null where it has no value. */
export type RecordOf<F extends Fields> = {
  [K in keyof F]: PresenceOf<F[K]> extends "optional" ? ValueOf<F[K]> | null : ValueOf<F[K]>;
};

/** What a client may write to create or replace a record. */
export type Draft<F extends Fields> = { [K in Named<F, "required">]: ValueOf<F[K]> } & {
  [K in Named<F, "optional" | "defaulted">]?: ValueOf<F[K]> | null;
};

/** A JSON Merge Patch (RFC 7396) of a record. */
export type Patch<F extends Fields> = {
  [K in Exclude<keyof F, Named<F, "derived">>]?: ValueOf<F[K]> | null;
};

/** What a client reads: the record with its identifier, times and links. */
export type Representation<F extends Fields> = RecordOf<F> & {
  id: string;
  created_at: string;
  updated_at: string;
  _links: Record<string, string>;
};
