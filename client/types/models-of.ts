/** The models of declared resources. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { KindsByPath, Marked } from "../../engine/declare/field.ts";
import type { Draft, Fields, Patch, RecordOf } from "../../engine/declare/record-types.ts";
import type { CountNames } from "./counts.ts";
import type {
  EntryIn,
  Flatten,
  Member,
  MemberShown,
  Owner,
  OwnerShown,
  OwnShown,
  ParentKey,
  RecordIn,
  RecordNamed,
  ReverseIn,
  ReverseName,
} from "./records-of.ts";
import type {
  AnyMembership,
  Below,
  Declared,
  Domain,
  Flat,
  ListedAs,
  ListedBelow,
  MemberOf,
  Named,
  ParentOf,
  Public,
  Snake,
  TopLevel,
} from "./relations.ts";

/** The names of fields that lists show. */
type Listed<F extends Fields> = { [K in keyof F]: F[K] extends Marked<"listed"> ? K : never }[keyof F] & string;

/** The kinds of the fields that a list can be filtered by, and of the members of their objects. */
type Kinds<F extends Fields, Names = string> = KindsByPath<{
  readonly [K in keyof F & Names as F[K] extends Marked<"hidden"> ? never : K]: F[K];
}>;

interface TimeKinds {
  readonly created_at: "timestamp";
  readonly updated_at: "timestamp";
}

interface ModelOf<D extends Domain, C extends Declaration> {
  readonly record: RecordNamed<D, C["one"], RecordIn<C>>;
  readonly listed: "id" | ParentKey<C> | Listed<C["fields"]>;
  readonly draft: Draft<C["fields"]> & { readonly id?: string };
  readonly replacement: Draft<C["fields"]>;
  readonly patch: Patch<C["fields"]>;
  readonly properties: Flatten<
    { readonly id: "id" } & { readonly [K in ParentKey<C>]: "id" } & Kinds<C["fields"]> &
      TimeKinds & { readonly [K in Exclude<CountNames<C, Declared<D>>, keyof C["fields"]>]: "count" }
  >;
  readonly embeds: Embedded<Relations<D, C>>;
  readonly related: Relations<D, C>;
}

interface EntryModelOf<D extends Domain, C extends AnyMembership> {
  readonly record: RecordNamed<D, C["one"], EntryIn<C>>;
  readonly listed: "id" | MemberShown<C> | Listed<C["fields"]>;
  readonly draft: Draft<C["fields"]> & { readonly [K in `${C["member"]["one"]}_id`]: string };
  readonly replacement: Draft<C["fields"]> & { readonly [K in `${C["member"]["one"]}_id`]?: string };
  readonly patch: Patch<C["fields"]>;
  readonly properties: Flatten<
    { readonly id: "id" } & Kinds<Member<C>, MemberShown<C>> & Kinds<C["fields"]> & TimeKinds
  >;
  readonly embeds: Embedded<LinkRelations<D, NonNullable<C["links"]>>>;
  readonly related: LinkRelations<D, NonNullable<C["links"]>>;
  readonly next: Models<D, Public<C["member"]>>;
}

interface ReverseModelOf<D extends Domain, C extends AnyMembership> {
  readonly record: RecordNamed<D, ReverseName<C>, ReverseIn<C>>;
  readonly listed: keyof ReverseIn<C> & string;
  readonly draft: never;
  readonly replacement: never;
  readonly patch: never;
  readonly properties: Flatten<
    { readonly id: "id" } & Kinds<Owner<C>, OwnerShown<C>> & Kinds<C["fields"], OwnShown<C>>
  >;
  readonly embeds: Embedded<LinkRelations<D, C["reverse"]["links"]>>;
  readonly related: LinkRelations<D, C["reverse"]["links"]>;
  readonly next: OwnFields<D, C>;
}

/** All fields that are an entry's own. */
interface OwnFields<D extends Domain, C extends AnyMembership> {
  readonly record: RecordOf<C["fields"]>;
  readonly properties: Flatten<Kinds<C["fields"]> & TimeKinds>;
  readonly next: Models<D, Public<C["of"]>>;
}

/** The model of a collection or a one-to-one. */
export interface RecordModel<D extends Domain, Name extends string> extends ModelOf<D, Named<D, Name>> {}

type Entries<D extends Domain, Name extends string> = Extract<Named<D, Name>, AnyMembership>;

/** The model of a membership's list below the owner. */
export interface EntryModel<D extends Domain, Name extends string> extends EntryModelOf<D, Entries<D, Name>> {}

/** The model of a membership's list below the member. */
export interface ReverseModel<D extends Domain, Name extends string> extends ReverseModelOf<D, Entries<D, Name>> {}

/** The models of declarations, by what these have in common. */
type Models<D extends Domain, C> = C extends { readonly name: infer Name extends string }
  ? RecordModel<D, Name>
  : never;

/** The fields that refer to records. The path of an entry of a membership has two ids, so that it is no relation. */
type References<D extends Domain, C extends Declaration> = {
  [K in keyof C["fields"]]: C["fields"][K] extends Marked<"reference", infer To>
    ? Named<D, To> extends Exclude<Public<Named<D, To>>, AnyMembership>
      ? K
      : never
    : never;
}[keyof C["fields"]] &
  string;

type TargetNames<F> = F extends Marked<"reference", infer To> ? To : never;

/** The name of a reference's relation: `department` for `department_id`. */
type RelationName<Field extends string> = Field extends `${infer Name}_id` ? Name : Field;

/** What is below the records of a declaration, by the segments of the paths. */
type BelowRecords<D extends Domain, Name extends string> = {
  [C in Public<Below<Declared<D>, Name, "collection">> as Snake<C["name"]>]: RecordModel<D, C["name"]>[];
} & {
  [C in Public<Below<Declared<D>, Name, "single">> as Snake<C["name"]>]: RecordModel<D, C["name"]> | null;
} & {
  [C in Public<Below<Declared<D>, Name, "membership">> as Snake<
    C["segment"] | NonNullable<C["aliases"]>[number]
  >]: EntryModel<D, C["name"]>[];
};

/** The lists of records that refer to those of a declaration. */
type ReferringRecords<D extends Domain, Name extends string> = {
  [C in ListedBelow<Declared<D>, Name> as Snake<ListedAs<C, Name>>]: RecordModel<D, C["name"]>[];
};

/** The same with the lists of memberships in which the records are members, and of records that refer to them. */
type AllBelow<D extends Domain, Name extends string> = BelowRecords<D, Name> &
  ReferringRecords<D, Name> & {
    [C in MemberOf<Declared<D>, Name> as Snake<C["reverse"]["segment"]>]: ReverseModel<D, C["name"]>[];
  };

/** What a declared link leads to: `missions/{id}` to a record, `missions/{id}/astronauts` to what is below it. */
type LinkTarget<D extends Domain, Link> = Link extends `/api/${infer Rest}`
  ? LinkTarget<D, Rest>
  : Link extends `${infer Name}/{${string}}/${infer Segment}`
    ? AllBelow<D, Name> extends { readonly [S in Snake<Segment>]: infer Target }
      ? Target
      : never
    : Link extends `${infer Name}/{${string}}`
      ? OrNull<Models<D, Public<Extract<TopLevel<Declared<D>> | Flat<Declared<D>>, { readonly name: Name }>>>>
      : never;

type OrNull<M> = [M] extends [never] ? never : M | null;

/** What declared links lead to, by their names. */
type LinkRelations<D extends Domain, L> = {
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

/** The models of related records, by the names of relations: an array for several records, with null for one that may be missing. */
type Relations<D extends Domain, C extends Declaration> = BelowRecords<D, C["name"]> &
  ReferringRecords<D, C["name"]> & {
    [M in MemberOf<Declared<D>, C["name"]> as Snake<ReverseLink<M>>]: ReverseModel<D, M["name"]>[];
  } & {
    [F in References<D, C> as RelationName<F>]: Models<D, Named<D, TargetNames<C["fields"][F]>>> | null;
  } & {
    [P in ParentOf<C> as P["one"]]: RecordModel<D, P["name"]>;
  } & LinkRelations<D, NonNullable<C["links"]>>;

/** What `include` embeds of related records with these models. */
type Embedded<R> = {
  [Name in keyof R]: R[Name] extends readonly (infer M)[] ? EmbeddedRecord<M>[] : EmbeddedRecord<R[Name]>;
};

type EmbeddedRecord<M> = M extends { readonly record: infer R } ? R : M;

/** The models of a domain, by the singulars of their records. */
export type ModelsIn<D extends Domain> = {
  [C in Declared<D> as C["one"]]: C extends AnyMembership ? EntryModel<D, C["name"]> : RecordModel<D, C["name"]>;
} & {
  [C in Extract<Declared<D>, AnyMembership> as ReverseName<C>]: ReverseModel<D, C["name"]>;
};
