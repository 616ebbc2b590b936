/** The API of declared resources, inferred from their declarations. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { EntryModel, RecordModel, ReverseModel } from "./models-of.ts";
import type {
  Below,
  Declared,
  Domain,
  Flat,
  ListedAs,
  ListedBelow,
  MemberOf,
  Named,
  Snake,
  TopLevel,
} from "./relations.ts";
import type { BulkCollection, Collection, ReadCollection, ReadList, Single } from "./resources.ts";

/** The collections of declared resources. */
export type ApiOf<D extends readonly Declaration[]> = ApiIn<{
  readonly declarations: D;
  readonly records: Record<never, never>;
}>;

/** The collections of a service by the names of their properties: `space-stations` is `space_stations`. */
export type ApiIn<D extends Domain> = {
  readonly [C in TopLevel<Declared<D>> as Snake<C["name"]>]: CollectionOf<D, C["name"]>;
} & {
  readonly [C in Flat<Declared<D>> as Snake<C["name"]>]: ReadCollection<RecordModel<D, C["name"]>>;
};

/** A collection; called with an id, what is below that record. */
type CollectionOf<D extends Domain, Name extends string> = Creating<D, Name> & ((id: string) => BelowOf<D, Name>);

type Creating<D extends Domain, Name extends string> = [
  NonNullable<Named<D, Name> extends { bulk?: infer B } ? B : never>,
] extends [never]
  ? Collection<RecordModel<D, Name>>
  : BulkCollection<RecordModel<D, Name>>;

/** What is below a record. */
type BelowOf<D extends Domain, Name extends string> = {
  readonly [C in Below<Declared<D>, Name, "collection"> as Snake<C["name"]>]: CollectionOf<D, C["name"]>;
} & {
  readonly [C in Below<Declared<D>, Name, "single"> as Snake<C["name"]>]: Single<RecordModel<D, C["name"]>>;
} & {
  readonly [C in Below<Declared<D>, Name, "membership"> as Snake<
    C["segment"] | NonNullable<C["aliases"]>[number]
  >]: Collection<EntryModel<D, C["name"]>>;
} & {
  readonly [C in MemberOf<Declared<D>, Name> as Snake<C["reverse"]["segment"]>]: ReadList<ReverseModel<D, C["name"]>>;
} & {
  readonly [C in ListedBelow<Declared<D>, Name> as Snake<ListedAs<C, Name>>]: ReadList<RecordModel<D, C["name"]>>;
};
