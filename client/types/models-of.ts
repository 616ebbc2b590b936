/** The models of declared resources. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { KindsByPath, Marked } from "../../engine/declare/field.ts";
import type { Draft, Fields, Patch } from "../../engine/declare/record-types.ts";
import type { CountNames, Embeds, LinkEmbeds } from "./embeds.ts";
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
import type { AnyMembership, Declared, Domain, Named } from "./relations.ts";

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
  readonly embeds: Embeds<D, C>;
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
  readonly embeds: LinkEmbeds<D, NonNullable<C["links"]>>;
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
  readonly embeds: LinkEmbeds<D, C["reverse"]["links"]>;
}

/** The model of a collection or a one-to-one. */
export interface RecordModel<D extends Domain, Name extends string> extends ModelOf<D, Named<D, Name>> {}

type Entries<D extends Domain, Name extends string> = Extract<Named<D, Name>, AnyMembership>;

/** The model of a membership's list below the owner. */
export interface EntryModel<D extends Domain, Name extends string> extends EntryModelOf<D, Entries<D, Name>> {}

/** The model of a membership's list below the member. */
export interface ReverseModel<D extends Domain, Name extends string> extends ReverseModelOf<D, Entries<D, Name>> {}

/** The models of a domain, by the singulars of their records. */
export type ModelsIn<D extends Domain> = {
  [C in Declared<D> as C["one"]]: C extends AnyMembership ? EntryModel<D, C["name"]> : RecordModel<D, C["name"]>;
} & {
  [C in Extract<Declared<D>, AnyMembership> as ReverseName<C>]: ReverseModel<D, C["name"]>;
};
