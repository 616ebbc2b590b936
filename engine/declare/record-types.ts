/** The TypeScript types of a declaration's records, inferred from its fields. */

import type { Field } from "./field.ts";
import type { Presence } from "./field-spec.ts";
import type { Json } from "./values.ts";

/** The fields of a declaration, by name. */
export type Fields = Record<string, Field>;

type ValueOf<F> = F extends Field<infer V, Presence> ? V : never;
type PresenceOf<F> = F extends Field<Json, infer P> ? P : never;
type Named<F extends Fields, P extends Presence> = {
  [K in keyof F]: PresenceOf<F[K]> extends P ? K : never;
}[keyof F];

/** `any` in a declaration of any fields, so that every declaration is assignable to it. */
// biome-ignore lint/suspicious/noExplicitAny: as said above
type UnlessAny<F, R> = 0 extends 1 & F ? any : R;

/** A stored record: every field is present, null if it has no value. */
export type RecordOf<F extends Fields> = UnlessAny<
  F,
  { [K in keyof F]: PresenceOf<F[K]> extends "optional" ? ValueOf<F[K]> | null : ValueOf<F[K]> }
>;

/** What a client may write to create or replace a record. */
export type Draft<F extends Fields> = { [K in Named<F, "required">]: ValueOf<F[K]> } & {
  [K in Named<F, "optional" | "defaulted">]?: ValueOf<F[K]> | null;
};

/** A JSON Merge Patch (RFC 7396) of a record. */
export type Patch<F extends Fields> = Partial<Draft<F>>;

/** What a client reads: the record with its id, times and links. */
export type Representation<F extends Fields> = RecordOf<F> & {
  id: string;
  created_at: string;
  updated_at: string;
  _links: Record<string, string>;
};

/** The part of a declaration from which the types of its records are inferred. */
export interface Shape<F extends Fields = Fields, One extends string = string> {
  readonly name: string;
  readonly one: One;
  readonly fields: F;
}

/** The parent's id, such as `planet_id`. */
type ParentId<P> = [P] extends [never]
  ? unknown
  : P extends Shape<Fields, infer One>
    ? Record<`${One}_id`, string>
    : unknown;

/** The record of a one-to-one as hooks read it. */
export type SingleRecord<F extends Fields, P> = RecordOf<F> & ParentId<P>;

/** A collection's record as hooks read it. */
export type CollectionRecord<F extends Fields, P> = SingleRecord<F, P> & { readonly id: string };

/** The id of an entry's owner or member, and the fields that the membership copies from it. */
type Side<S, Copied> = { readonly id: string } & (S extends Shape<infer F>
  ? Pick<RecordOf<F>, Copied & keyof F>
  : unknown);

/** An entry of a membership as hooks read it: its own fields, and `owner` and `member`. */
export type Entry<F extends Fields, O, M, OwnerCopies, MemberCopies> = RecordOf<F> & {
  readonly owner: Side<O, OwnerCopies>;
  readonly member: Side<M, MemberCopies>;
};

/** The part of a membership from which the type of its entries is inferred. */
export interface EntryShape<F extends Fields = Fields> extends Shape<F> {
  readonly kind: "membership";
  readonly of: Shape;
  readonly member: Shape;
  readonly copies?: { readonly owner?: readonly PropertyKey[]; readonly member?: readonly PropertyKey[] };
}

type Copied<D, S extends "owner" | "member"> = D extends { copies?: infer C }
  ? NonNullable<C> extends { [K in S]?: infer Names }
    ? NonNullable<Names> extends readonly (infer Name)[]
      ? Name
      : never
    : never
  : never;

type ParentOf<D> = D extends { of?: infer P } ? NonNullable<P> : never;

/** A record of a declaration as hooks read it. */
export type HookRecord<D> =
  D extends EntryShape<infer F>
    ? Entry<F, D["of"], D["member"], Copied<D, "owner">, Copied<D, "member">>
    : D extends Shape<infer F>
      ? D extends { kind: "single" }
        ? SingleRecord<F, ParentOf<D>>
        : CollectionRecord<F, ParentOf<D>>
      : never;
