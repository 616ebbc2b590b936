/** How declarations belong together. */
import type { Declaration, Membership } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";

/**
 * What the types of a service are derived from. Types that are derived from a named interface are written with its name: in
 * editors, and in the declaration files of programs.
 */
export interface Domain {
  readonly declarations: readonly Declaration[];
  /** Interfaces of records, by the singulars of their resources; the others have no names. */
  readonly records: object;
}

/** The declarations of a domain. */
export type Declared<D extends Domain> = D["declarations"][number];

/** The declaration with a name. */
export type Named<D extends Domain, Name> = Extract<Declared<D>, { readonly name: Name }>;

/** A name with underscores. */
export type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${Snake<Tail>}` : Name;

// biome-ignore lint/suspicious/noExplicitAny: any membership
export type AnyMembership = Membership<any, any, any, any, any, any>;

/** The declaration that another one is below; never for a top-level collection. */
export type ParentOf<D> = D extends { readonly of?: infer P } ? NonNullable<P> : never;

/** The name of that declaration. */
type ParentName<D> = [ParentOf<D>] extends [never] ? never : ParentOf<D> extends { readonly name: infer N } ? N : never;

/** The collections at the top. */
export type TopLevel<All extends Declaration> = All extends { readonly kind: "collection" }
  ? [ParentOf<All>] extends [never]
    ? All
    : never
  : never;

/** The declarations of a kind that are below another one. */
export type Below<All extends Declaration, Name extends string, Kind extends string> = All extends {
  readonly kind: Kind;
}
  ? [ParentOf<All>] extends [never]
    ? never
    : ParentName<All> extends Name
      ? All
      : never
  : never;

/** The collections whose records of all parents are listed too. */
export type Flat<All extends Declaration> = All extends { readonly flat?: infer F }
  ? true extends F
    ? All
    : never
  : never;

/** The memberships in which records of a resource are the members. */
export type MemberOf<All extends Declaration, Name extends string> = All extends AnyMembership
  ? All["member"]["name"] extends Name
    ? All
    : never
  : never;

/** The segments under which the records of a declaration are listed below the records they refer to. */
export type ListedAs<C extends Declaration, Name extends string> = C extends Declaration
  ? {
      [K in keyof C["fields"]]: C["fields"][K] extends Marked<"reference", infer To> & Marked<"listedAs", infer Segment>
        ? Name extends To
          ? Segment
          : never
        : never;
    }[keyof C["fields"]]
  : never;

/** The declarations whose records are listed below the records they refer to. */
export type ListedBelow<All extends Declaration, Name extends string> = All extends Declaration
  ? [ListedAs<All, Name>] extends [never]
    ? never
    : All
  : never;

/** Whether reading records of a declaration needs a scope of their own, or of those that they are below. */
type IsPrivate<D> = D extends { readonly private?: infer S }
  ? [NonNullable<S>] extends [never]
    ? IsBelowPrivate<D>
    : true
  : IsBelowPrivate<D>;

type IsBelowPrivate<D> = [ParentOf<D>] extends [never] ? false : IsPrivate<ParentOf<D>>;

/** The declarations to whose records relations may lead. */
export type Public<D> = D extends unknown ? (IsPrivate<D> extends true ? never : D) : never;
