/**
 * Filters of related records. The names that a call gives are checked one by one: two relations deep, there are too many to list
 * them.
 */
import type { Filterable, Lead, Member, Related } from "./model.ts";
import type { PropertyFilters } from "./queries.ts";

/**
 * The filters of related records, such as `"astronauts.nationality"` and `"destination.planet_type_in"`, and alternatives, such as
 * `"any.1.status"`.
 * @template K the names of all parameters of a call
 */
export type RelatedFilters<M extends Filterable, K extends string> = {
  readonly [Path in K & `${string}.${string}`]?: NoInfer<OrRefused<Path, GivenValue<M, Path>>>;
};

/** What the compiler names where a list has no filter with a path. */
interface NoSuchFilter<Path> {
  readonly noSuchFilter: Path;
}

type OrRefused<Path, Value> = [Value] extends [never] ? NoSuchFilter<Path> : Value;

type GivenValue<M, Path> = Path extends `any.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}.${infer Alternative}`
  ? ValueAt<M, Alternative>
  : ValueAt<M, Path>;

/** The relations that a path may follow, one for each element. */
type Steps = readonly [1, 1];

/** The value of a filter of records; never if they have none with this path. */
type ValueAt<M, Path, Left = Steps> = M extends Filterable
  ? [Member<PropertyFilters<M>, Path>] extends [never]
    ? Left extends readonly [1, ...infer Fewer]
      ? ValueThrough<M, Path, Fewer>
      : never
    : Member<PropertyFilters<M>, Path>
  : never;

/** The same of a filter that begins with the name of a relation. */
type ValueThrough<M, Path, Left> = Path extends `${infer Head}.${infer Rest}`
  ? ValueBehind<Lead<M, RelationIn<M, Head>>, Rest, Left>
  : Path extends `${infer Name}_exists`
    ? Name extends keyof Related<M>
      ? boolean
      : never
    : never;

type RelationIn<M, Head> = Head extends keyof Related<M> ? Head : Head extends `${infer Name}_none` ? Name : never;

/** The same after a relation, where the fields of an entry of a membership are followed by others. */
type ValueBehind<M, Path, Left> = M extends Filterable
  ? [ValueAt<M, Path, Left>] extends [never]
    ? M extends { readonly next: infer Next }
      ? ValueBehind<Next, Path, Left>
      : never
    : ValueAt<M, Path, Left>
  : never;
