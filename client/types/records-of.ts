/** The records of declared resources, as the service shows them. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";
import type { Fields, RecordOf } from "../../engine/declare/record-types.ts";
import type { Linked } from "./model.ts";
import type { AnyMembership, Domain, ParentOf, Snake } from "./relations.ts";

/** One object type for several, so that editors show its members. */
export type Flatten<T> = { [K in keyof T]: T[K] };

/** A record with its links: by its name, if the domain has one for it. @template Otherwise the record without links */
export type RecordNamed<D extends Domain, Name extends string, Otherwise> = D["records"] extends {
  readonly [K in Name]: infer R extends object;
}
  ? R
  : Linked<Otherwise>;

/** The name of what is listed below a member, as `astronaut_missions_item`. */
export type ReverseName<C extends AnyMembership> = `${C["member"]["one"]}_${Snake<C["reverse"]["segment"]>}_item`;

/** The names of fields that records show. */
type Shown<F extends Fields> = {
  [K in keyof F]: F[K] extends Marked<"hidden"> | Marked<"filterOnly"> ? never : K;
}[keyof F];

interface Times {
  created_at: string;
  updated_at: string;
}

/** The id of the parent, such as `planet_id`. */
export type ParentKey<D> = [ParentOf<D>] extends [never]
  ? never
  : ParentOf<D> extends { readonly one: infer One extends string }
    ? `${One}_id`
    : never;

/** The states that a record may change to, if it has a lifecycle. */
type Transitions<F extends Fields> = {
  [K in keyof F as F[K] extends Marked<"lifecycle"> ? "allowed_transitions" : never]: F[K]["value"][];
};

/** A complete record of a collection or a one-to-one. */
export type RecordIn<D extends Declaration> = Flatten<
  { id: string } & { [K in ParentKey<D>]: string } & Pick<RecordOf<D["fields"]>, Shown<D["fields"]>> &
    Transitions<D["fields"]> &
    Times
>;

/** The fields of a membership's member. */
export type Member<D extends AnyMembership> = D["member"]["fields"];
/** Those that entries show. */
export type MemberShown<D extends AnyMembership> = D["shows"][number];

/** An entry of a membership, below its owner. */
export type EntryIn<D extends AnyMembership> = Flatten<
  { id: string } & Pick<RecordOf<Member<D>>, MemberShown<D>> & RecordOf<D["fields"]> & Times
>;

/** The fields of a membership's owner. */
export type Owner<D extends AnyMembership> = D["of"]["fields"];
/** Those that entries below the member show. */
export type OwnerShown<D extends AnyMembership> = D["reverse"]["shows"][number];
/** The entry's own fields that they show. */
export type OwnShown<D extends AnyMembership> = D["reverse"]["showsOwn"][number];

/** An entry of a membership, below its member: the owner. */
export type ReverseIn<D extends AnyMembership> = Flatten<
  { id: string } & Pick<RecordOf<Owner<D>>, OwnerShown<D>> & Pick<RecordOf<D["fields"]>, OwnShown<D>>
>;
