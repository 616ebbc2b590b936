/** The API of declared resources, inferred from their declarations. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { EntryModel, RecordModel, ReverseModel } from "./models-of.ts";
import type { Below, Flat, MemberOf, Snake, TopLevel } from "./relations.ts";
import type { BulkCollection, Collection, ReadCollection, ReadList, Single } from "./resources.ts";

/** The collections of a service by the names of their properties: `space-stations` is `space_stations`. */
export type ApiOf<D extends readonly Declaration[]> = {
  readonly [C in TopLevel<D[number]> as Snake<C["name"]>]: CollectionOf<C, D[number]>;
} & {
  readonly [C in Flat<D[number]> as Snake<C["name"]>]: ReadCollection<RecordModel<C, D[number]>>;
};

/** A collection; called with an id, what is below that record. */
type CollectionOf<C extends Declaration, All extends Declaration> = Creating<C, All> &
  ((id: string) => BelowOf<C, All>);

type Creating<C extends Declaration, All extends Declaration> = [
  NonNullable<C extends { bulk?: infer B } ? B : never>,
] extends [never]
  ? Collection<RecordModel<C, All>>
  : BulkCollection<RecordModel<C, All>>;

/** What is below a record. */
type BelowOf<C extends Declaration, All extends Declaration> = {
  readonly [D in Below<All, C["name"], "collection"> as Snake<D["name"]>]: CollectionOf<D, All>;
} & {
  readonly [D in Below<All, C["name"], "single"> as Snake<D["name"]>]: Single<RecordModel<D, All>>;
} & {
  readonly [D in Below<All, C["name"], "membership"> as Snake<
    D["segment"] | NonNullable<D["aliases"]>[number]
  >]: Collection<EntryModel<D, All>>;
} & {
  readonly [D in MemberOf<All, C["name"]> as Snake<D["reverse"]["segment"]>]: ReadList<ReverseModel<D, All>>;
};
