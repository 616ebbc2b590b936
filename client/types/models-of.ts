/** The models of declared resources. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";
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
  ReverseIn,
} from "./records-of.ts";
import type { AnyMembership } from "./relations.ts";

/** The names of fields that lists show. */
export type Listed<F extends Fields> = { [K in keyof F]: F[K] extends Marked<"listed"> ? K : never }[keyof F] & string;

/** The kinds of the fields that a list can be filtered by. */
type Kinds<F extends Fields, Names = string> = {
  readonly [K in keyof F & Names as F[K] extends Marked<"hidden"> ? never : K]: F[K]["kind"];
};

interface TimeKinds {
  readonly created_at: "timestamp";
  readonly updated_at: "timestamp";
}

/** The model of a collection or a one-to-one. */
export interface RecordModel<D extends Declaration, All extends Declaration> {
  readonly record: RecordIn<D>;
  readonly listed: "id" | ParentKey<D> | Listed<D["fields"]>;
  readonly draft: Draft<D["fields"]> & { readonly id?: string };
  readonly replacement: Draft<D["fields"]>;
  readonly patch: Patch<D["fields"]>;
  readonly properties: Flatten<
    { readonly id: "id" } & { readonly [K in ParentKey<D>]: "id" } & Kinds<D["fields"]> &
      TimeKinds & { readonly [K in Exclude<CountNames<D, All>, keyof D["fields"]>]: "count" }
  >;
  readonly embeds: Embeds<D, All>;
}

/** The model of a membership's list below the owner. */
export interface EntryModel<D extends AnyMembership, All extends Declaration> {
  readonly record: EntryIn<D>;
  readonly listed: "id" | MemberShown<D> | Listed<D["fields"]>;
  readonly draft: Draft<D["fields"]> & { readonly [K in `${D["member"]["one"]}_id`]: string };
  readonly replacement: Draft<D["fields"]> & { readonly [K in `${D["member"]["one"]}_id`]?: string };
  readonly patch: Patch<D["fields"]>;
  readonly properties: Flatten<
    { readonly id: "id" } & Kinds<Member<D>, MemberShown<D>> & Kinds<D["fields"]> & TimeKinds
  >;
  readonly embeds: LinkEmbeds<NonNullable<D["links"]>, All>;
}

/** The model of a membership's list below the member. */
export interface ReverseModel<D extends AnyMembership, All extends Declaration> {
  readonly record: ReverseIn<D>;
  readonly listed: keyof ReverseIn<D> & string;
  readonly draft: never;
  readonly replacement: never;
  readonly patch: never;
  readonly properties: Flatten<
    { readonly id: "id" } & Kinds<Owner<D>, OwnerShown<D>> & Kinds<D["fields"], OwnShown<D>>
  >;
  readonly embeds: LinkEmbeds<D["reverse"]["links"], All>;
}
