/** What the records of a declaration lead to: counts of related records, and what `include` embeds. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";
import type { Links } from "./model.ts";
import type { EntryIn, RecordIn, ReverseIn } from "./records-of.ts";
import type { AnyMembership, Below, Flat, IsPrivate, MemberOf, ParentOf, Snake, TopLevel } from "./relations.ts";

type Linked<R> = R & { _links: Links };

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
type References<D extends Declaration, All extends Declaration> = {
  [K in keyof D["fields"]]: D["fields"][K] extends Marked<"reference", infer To>
    ? Named<All, To> extends AnyMembership
      ? never
      : K
    : never;
}[keyof D["fields"]] &
  string;

type TargetNames<F> = F extends Marked<"reference", infer To> ? To : never;
type Named<All extends Declaration, Name> = All extends { readonly name: Name } ? All : never;

/** The name of a reference's relation: `department` for `department_id`. */
type RelationName<Field extends string> = Field extends `${infer Name}_id` ? Name : Field;

/** What is below the records of a declaration, by the segments of the paths. */
type BelowRecords<Name extends string, All extends Declaration> = {
  [C in Public<Below<All, Name, "collection">> as Snake<C["name"]>]: Linked<RecordIn<C>>[];
} & {
  [C in Public<Below<All, Name, "single">> as Snake<C["name"]>]: Linked<RecordIn<C>> | null;
} & {
  [C in Below<All, Name, "membership"> as Snake<C["segment"] | NonNullable<C["aliases"]>[number]>]: Linked<
    EntryIn<C>
  >[];
};

/** The same with the lists of the memberships in which the records are members. */
type AllBelow<Name extends string, All extends Declaration> = BelowRecords<Name, All> & {
  [C in MemberOf<All, Name> as Snake<C["reverse"]["segment"]>]: Linked<ReverseIn<C>>[];
};

/** What a declared link leads to: `missions/{id}` to a record, `missions/{id}/astronauts` to what is below it. */
type LinkTarget<Link, All extends Declaration> = Link extends `/api/${infer Rest}`
  ? LinkTarget<Rest, All>
  : Link extends `${infer Name}/{${string}}/${infer Segment}`
    ? AllBelow<Name, All> extends { readonly [S in Snake<Segment>]: infer Target }
      ? Target
      : never
    : Link extends `${infer Name}/{${string}}`
      ? OrNull<TargetRecord<Public<Named<TopLevel<All> | Flat<All>, Name>>>>
      : never;

type OrNull<R> = [R] extends [never] ? never : R | null;

/** What declared links lead to, by their names. */
export type LinkEmbeds<L, All extends Declaration> = {
  [K in keyof L as string extends K
    ? never
    : [LinkTarget<L[K], All>] extends [never]
      ? never
      : Exclude<K, "self">]: LinkTarget<L[K], All>;
};

/** The name of a member's link to the list of its owners. */
type ReverseLink<C extends AnyMembership> = [NonNullable<C["reverse"]["link"]>] extends [never]
  ? C["reverse"]["segment"]
  : NonNullable<C["reverse"]["link"]>;

/** What `include` embeds, by the names of relations. */
export type Embeds<D extends Declaration, All extends Declaration> = BelowRecords<D["name"], All> & {
  [C in MemberOf<All, D["name"]> as Snake<ReverseLink<C>>]: Linked<ReverseIn<C>>[];
} & {
  [F in References<D, All> as RelationName<F>]: TargetRecord<Named<All, TargetNames<D["fields"][F]>>> | null;
} & {
  [P in ParentOf<D> as P["one"]]: Linked<RecordIn<P>>;
} & LinkEmbeds<NonNullable<D["links"]>, All>;

type TargetRecord<D extends Declaration> = D extends Declaration ? Linked<RecordIn<D>> : never;
