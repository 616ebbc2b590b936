/** What the records of a declaration lead to: counts of related records, and what `include` embeds. */
import type { Declaration } from "../../src/declare/declaration.ts";
import type { Marked } from "../../src/declare/field.ts";
import type { Links } from "./model.ts";
import type { EntryIn, RecordIn, ReverseIn } from "./records-of.ts";
import type { Below, IsPrivate, MemberOf, ParentOf, Snake } from "./relations.ts";

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

/** The fields that refer to records of other parents. */
type References<D extends Declaration> = {
  [K in keyof D["fields"]]: D["fields"][K] extends Marked<"sibling">
    ? never
    : D["fields"][K] extends Marked<"reference">
      ? K
      : never;
}[keyof D["fields"]] &
  string;

type TargetNames<F> = F extends Marked<"reference", infer To> ? To : never;
type Named<All extends Declaration, Name> = All extends { readonly name: Name } ? All : never;

/** The name of a reference's relation: `department` for `department_id`. */
type RelationName<Field extends string> = Field extends `${infer Name}_id` ? Name : Field;

/** What `include` embeds, by the names of relations. */
export type Embeds<D extends Declaration, All extends Declaration> = {
  [C in Public<Below<All, D["name"], "collection">> as Snake<C["name"]>]: Linked<RecordIn<C>>[];
} & {
  [C in Public<Below<All, D["name"], "single">> as Snake<C["name"]>]: Linked<RecordIn<C>> | null;
} & {
  [C in Below<All, D["name"], "membership"> as Snake<C["segment"] | NonNullable<C["aliases"]>[number]>]: Linked<
    EntryIn<C>
  >[];
} & {
  [C in MemberOf<All, D["name"]> as Snake<NonNullable<C["reverse"]["link"]> | C["reverse"]["segment"]>]: Linked<
    ReverseIn<C>
  >[];
} & {
  [F in References<D> as RelationName<F>]: TargetRecord<Named<All, TargetNames<D["fields"][F]>>> | null;
} & {
  [P in ParentOf<D> as P["one"]]: Linked<RecordIn<P>>;
};

type TargetRecord<D extends Declaration> = D extends Declaration ? Linked<RecordIn<D>> : never;
