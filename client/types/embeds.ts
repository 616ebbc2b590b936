/** What the records of a declaration lead to: counts of related records, and what `include` embeds. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";
import type { EntryIn, RecordIn, RecordNamed, ReverseIn, ReverseName } from "./records-of.ts";
import type {
  AnyMembership,
  Below,
  Declared,
  Domain,
  Flat,
  IsPrivate,
  MemberOf,
  Named,
  ParentOf,
  Snake,
  TopLevel,
} from "./relations.ts";

/** The declarations that reading needs no scope of their own for. */
type Public<D> = D extends unknown ? (IsPrivate<D> extends true ? never : D) : never;

/** The name of a child's count on its parent. */
type ChildCount<D extends Declaration> = D extends {
  readonly countedAs?: infer N;
  readonly one: infer One extends string;
}
  ? [NonNullable<N>] extends [never]
    ? `${One}_count`
    : NonNullable<N>
  : never;

/** The declarations with a reference that its targets count. */
type Counting<All extends Declaration, Name extends string> = All extends Declaration
  ? true extends {
      [K in keyof All["fields"]]: All["fields"][K] extends Marked<"counted"> & Marked<"reference", infer To>
        ? Name extends To
          ? true
          : false
        : false;
    }[keyof All["fields"]]
    ? All
    : never
  : never;

/** The names of the counts of related records. */
export type CountNames<D extends Declaration, All extends Declaration> =
  | ChildCount<Public<Below<All, D["name"], "collection">>>
  | `${Below<All, D["name"], "membership">["member"]["one"]}_count`
  | `${MemberOf<All, D["name"]>["of"]["one"]}_count`
  | `${Counting<All, D["name"]>["one"]}_count`;

/** The fields that refer to records. The path of an entry of a membership has two ids, so that it is not embedded. */
type References<D extends Domain, C extends Declaration> = {
  [K in keyof C["fields"]]: C["fields"][K] extends Marked<"reference", infer To>
    ? Named<D, To> extends AnyMembership
      ? never
      : K
    : never;
}[keyof C["fields"]] &
  string;

type TargetNames<F> = F extends Marked<"reference", infer To> ? To : never;

/** The name of a reference's relation: `department` for `department_id`. */
type RelationName<Field extends string> = Field extends `${infer Name}_id` ? Name : Field;

type Shown<D extends Domain, C extends Declaration> = C extends Declaration
  ? RecordNamed<D, C["one"], RecordIn<C>>
  : never;

type ShownReverse<D extends Domain, C extends AnyMembership> = RecordNamed<D, ReverseName<C>, ReverseIn<C>>;

/** What is below the records of a declaration, by the segments of the paths. */
type BelowRecords<D extends Domain, Name extends string> = {
  [C in Public<Below<Declared<D>, Name, "collection">> as Snake<C["name"]>]: Shown<D, C>[];
} & {
  [C in Public<Below<Declared<D>, Name, "single">> as Snake<C["name"]>]: Shown<D, C> | null;
} & {
  [C in Below<Declared<D>, Name, "membership"> as Snake<C["segment"] | NonNullable<C["aliases"]>[number]>]: RecordNamed<
    D,
    C["one"],
    EntryIn<C>
  >[];
};

/** The same with the lists of the memberships in which the records are members. */
type AllBelow<D extends Domain, Name extends string> = BelowRecords<D, Name> & {
  [C in MemberOf<Declared<D>, Name> as Snake<C["reverse"]["segment"]>]: ShownReverse<D, C>[];
};

/** What a declared link leads to: `missions/{id}` to a record, `missions/{id}/astronauts` to what is below it. */
type LinkTarget<D extends Domain, Link> = Link extends `/api/${infer Rest}`
  ? LinkTarget<D, Rest>
  : Link extends `${infer Name}/{${string}}/${infer Segment}`
    ? AllBelow<D, Name> extends { readonly [S in Snake<Segment>]: infer Target }
      ? Target
      : never
    : Link extends `${infer Name}/{${string}}`
      ? OrNull<Shown<D, Public<Extract<TopLevel<Declared<D>> | Flat<Declared<D>>, { readonly name: Name }>>>>
      : never;

type OrNull<R> = [R] extends [never] ? never : R | null;

/** What declared links lead to, by their names. */
export type LinkEmbeds<D extends Domain, L> = {
  [K in keyof L as string extends K
    ? never
    : [LinkTarget<D, L[K]>] extends [never]
      ? never
      : Exclude<K, "self">]: LinkTarget<D, L[K]>;
};

/** The name of a member's link to the list of its owners. */
type ReverseLink<C extends AnyMembership> = [NonNullable<C["reverse"]["link"]>] extends [never]
  ? C["reverse"]["segment"]
  : NonNullable<C["reverse"]["link"]>;

/** What `include` embeds, by the names of relations. */
export type Embeds<D extends Domain, C extends Declaration> = BelowRecords<D, C["name"]> & {
  [M in MemberOf<Declared<D>, C["name"]> as Snake<ReverseLink<M>>]: ShownReverse<D, M>[];
} & {
  [F in References<D, C> as RelationName<F>]: Shown<D, Named<D, TargetNames<C["fields"][F]>>> | null;
} & {
  [P in ParentOf<C> as P["one"]]: Shown<D, P>;
} & LinkEmbeds<D, NonNullable<C["links"]>>;
