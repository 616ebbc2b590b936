/** The language in which resources are declared: `collection`, `single` (one-to-one) and `membership` (many-to-many). */

import type { Collection, Declaration, FieldOf, Hooks, Links, Membership, Parent, Single } from "./declaration.ts";
import type { Fields, HookRecord } from "./record-types.ts";
import { alreadyDeclared, callerPlace, placeText, refuseContradictions } from "./registry/contradictions.ts";
import { mergeHooks } from "./registry/merge-hooks.ts";

type Spec<D> = Omit<D, "kind" | "name" | "declaredAt">;

/** What the type of any declaration says besides its fields: where its links lead. */
export interface LinkTraits<L extends Links> {
  readonly links?: L;
}

/** What the type of a collection says besides its fields: the words and choices that decide its paths. */
export interface CollectionTraits<
  Flat extends boolean,
  Private extends string,
  Counted extends string,
  Bulk extends number,
> {
  readonly flat?: Flat;
  readonly private?: Private;
  readonly countedAs?: Counted;
  readonly bulk?: Bulk;
}

/**
 * Declares a collection.
 * @example
 * const engines = collection("engines", {
 *   one: "engine",
 *   of: rockets,
 *   about: "The engines of a rocket.",
 *   fields: { name: fields.text().required().listed(), thrust_kn: fields.decimal().above(0) },
 *   rules: { thrust_kn: { "A tested engine has a thrust.": (e) => e.thrust_kn !== null || e.name === "mock-up" } },
 * });
 */
export function collection<
  F extends Fields,
  const One extends string,
  const Name extends string,
  P extends Parent = never,
  const Flat extends boolean = never,
  const Private extends string = never,
  const Counted extends string = never,
  const Bulk extends number = never,
  const L extends Links = Record<never, never>,
>(
  name: Name,
  spec: Spec<Collection<F, One, P>> & CollectionTraits<Flat, Private, Counted, Bulk> & LinkTraits<L>,
): Collection<F, One, P> & CollectionTraits<Flat, Private, Counted, Bulk> & LinkTraits<L> & { readonly name: Name } {
  return { kind: "collection", name, declaredAt: placeText(callerPlace()), ...spec };
}

/**
 * Declares a one-to-one.
 * @example
 * const insurance = single("insurance", {
 *   one: "insurance",
 *   of: rockets,
 *   about: "The insurance of a rocket.",
 *   fields: { insurer: fields.text().required() },
 * });
 */
export function single<
  F extends Fields,
  const One extends string,
  const Name extends string,
  P extends Parent,
  const L extends Links = Record<never, never>,
>(
  name: Name,
  spec: Spec<Single<F, One, P>> & LinkTraits<L>,
): Single<F, One, P> & LinkTraits<L> & { readonly name: Name } {
  return { kind: "single", name, declaredAt: placeText(callerPlace()), ...spec };
}

/** What the type of a membership says besides its fields: the words of its paths, and what its lists show. */
export interface MembershipTraits<
  Segment extends string,
  Alias extends string,
  Shows extends string,
  Back extends string,
  BackLink extends string,
  BackShows extends string,
  BackLinks extends Links,
> {
  readonly segment: Segment;
  readonly aliases?: readonly Alias[];
  readonly shows: readonly Shows[];
  readonly reverse: {
    readonly segment: Back;
    readonly link?: BackLink;
    /** Fields of the owner. */
    readonly shows: readonly BackShows[];
    readonly links: BackLinks;
  };
}

/**
 * Declares a many-to-many.
 * @example
 * const launches = membership("launches", {
 *   one: "launch",
 *   of: builtIn.missions,
 *   member: rockets,
 *   segment: "rockets",
 *   about: "The rockets that a mission flies on.",
 *   fields: { launched_at: fields.instant().listed() },
 *   shows: ["name"],
 *   reverse: { segment: "missions", shows: ["name"], showsOwn: [], links: { self: "missions/{id}" } },
 * });
 */
export function membership<
  F extends Fields,
  const One extends string,
  const Name extends string,
  O extends Parent,
  M extends Parent,
  const Segment extends string,
  const Shows extends FieldOf<M>,
  const Back extends string,
  const BackShows extends FieldOf<O>,
  const BackOwn extends keyof F & string,
  const OwnerCopies extends FieldOf<O> = never,
  const MemberCopies extends FieldOf<M> = never,
  const Alias extends string = never,
  const BackLink extends string = never,
  const BackLinks extends Links = Record<never, never>,
  const L extends Links = Record<never, never>,
>(
  name: Name,
  spec: Spec<Membership<F, One, O, M, OwnerCopies, MemberCopies>> &
    MembershipTraits<Segment, Alias, Shows, Back, BackLink, BackShows, BackLinks> &
    LinkTraits<L> & {
      readonly reverse: { readonly showsOwn: readonly BackOwn[] };
    },
): Membership<F, One, O, M, OwnerCopies, MemberCopies> &
  MembershipTraits<Segment, Alias, Shows, Back, BackLink, BackShows, BackLinks> &
  LinkTraits<L> & {
    readonly name: Name;
    readonly reverse: { readonly showsOwn: readonly BackOwn[] };
  } {
  return { kind: "membership", name, declaredAt: placeText(callerPlace()), ...spec };
}

/** Hooks of one declaration, by its name. */
export interface HookedDeclaration {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: functions over records are contravariant
  readonly hooks: Hooks<any, any>;
}

/**
 * Declares hooks apart from their declaration: because they refer to declarations that come after it, or because the
 * declaration is built in.
 * @example
 * hooks(builtIn.missions, {
 *   conflicts: {
 *     no_rocket: {
 *       about: "A mission begins with a rocket.",
 *       refuses: async ({ after, registry }) =>
 *         after.status === "active" && (await registry.entries(launches, { owner: after.id })).length === 0
 *           ? "Assign a rocket first."
 *           : undefined,
 *     },
 *   },
 * });
 */
export function declareHooks<D extends Declaration>(
  declaration: D,
  functions: Hooks<D["fields"], HookRecord<D>>,
): HookedDeclaration {
  return { name: declaration.name, hooks: functions };
}

/**
 * Adds hooks to their declarations, which keep those that they have.
 * @throws Contradictions as of `hookFaults`
 */
export function withHooks<const D extends readonly Declaration[]>(
  declarations: D,
  hooked: readonly HookedDeclaration[],
): D {
  refuseContradictions(hookFaults(declarations, hooked));
  return addHooks(declarations, hooked) as D;
}

/** Adds hooks without checking them. */
export function addHooks(
  declarations: readonly Declaration[],
  hooked: readonly HookedDeclaration[],
): readonly Declaration[] {
  return declarations.map((declaration) => {
    const added = hooked.filter(({ name }) => name === declaration.name).map(({ hooks }) => hooks);
    return added.length === 0 ? declaration : { ...declaration, ...added.reduce(mergeHooks, declaration) };
  });
}

/** One sentence for each of the hooks whose declaration is missing, or that would replace another one. */
export function hookFaults(declarations: readonly Declaration[], hooked: readonly HookedDeclaration[]): string[] {
  const known = new Map(declarations.map((declaration) => [declaration.name, hookNames(declaration)]));
  return hooked.flatMap(({ name, hooks }) => {
    const names = known.get(name);
    if (!names) return [`There are hooks for ${name}, which is not declared.`];
    const added = hookNames(hooks);
    known.set(name, [...names, ...added]);
    return added.filter((each) => names.includes(each)).map((each) => alreadyDeclared(`${name}: ${each}`));
  });
}

/** The hooks that have names of their own. */
// biome-ignore lint/suspicious/noExplicitAny: functions over records are contravariant
function hookNames({ conflicts = {}, computeDefault = {} }: Hooks<any, any>): string[] {
  return [
    ...Object.keys(conflicts).map((code) => `the conflict ${code}`),
    ...Object.keys(computeDefault).map((field) => `the default of ${field}`),
  ];
}
