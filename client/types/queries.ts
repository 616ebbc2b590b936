/** Query parameters of lists, from the kinds of their properties. */
import type { OrderedComparison } from "../../engine/kinds/kind.ts";
import type { KindsComparedAs } from "../../engine/kinds/kinds.ts";
import type { OPERATORS, Operator } from "../../engine/kinds/operators.ts";
import type {
  DatedList,
  FieldName,
  Filterable,
  Lead,
  Member,
  Model,
  PropertyKind,
  Related,
  Relation,
} from "./model.ts";

type Numbers = KindsComparedAs<"number">;
type Durations = KindsComparedAs<"duration">;
type Moments = KindsComparedAs<"moment">;
type Times = KindsComparedAs<"date"> | Moments;
type Scalars = KindsComparedAs<OrderedComparison>;

/** The names of the properties of some kinds. */
type Of<M extends Filterable, K extends PropertyKind> = {
  [Name in keyof M["properties"]]: M["properties"][Name] extends K ? Name : never;
}[keyof M["properties"]] &
  string;

/** The value of a property of a record, or within an object of it. */
type ValueAt<R, Path extends string> = Path extends keyof R
  ? NonNullable<R[Path]>
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof R
      ? ValueAt<NonNullable<R[Name]>, Rest>
      : string
    : string;

/** The value that a filter compares with. */
type Value<M extends Filterable, Name extends string> =
  Name extends Of<M, Numbers | "count"> ? number : ValueAt<M["record"], Name>;

/** The kinds of the properties that an operator applies to. */
type KindsFor<O extends Operator> =
  | KindsComparedAs<(typeof OPERATORS)[O]["compares"][number]>
  | ("number" extends (typeof OPERATORS)[O]["compares"][number] ? "count" : never);

/** The properties and operators of a list, in every combination that it has. */
type Filter<M extends Filterable> = {
  [O in Operator]: { [P in Of<M, KindsFor<O>>]: readonly [property: P, operator: O] }[Of<M, KindsFor<O>>];
}[Operator];

/** The query parameter of a filter. */
type Parameter<F> = F extends readonly [infer P extends string, infer O extends string]
  ? O extends "equals"
    ? P
    : `${P}_${O}`
  : never;

/** The value of the query parameter of a filter. */
type FilterValue<M extends Filterable, F> = F extends readonly [infer P extends string, infer O]
  ? O extends "exists"
    ? boolean
    : O extends "in" | "not_in"
      ? readonly Value<M, P>[]
      : Value<M, P>
  : never;

/** The filters of records by their own properties. */
export type PropertyFilters<M extends Filterable> = {
  readonly [F in Filter<M> as Parameter<F>]?: FilterValue<M, F>;
};

/** The filters of a list. All of them must match. Dates and times are texts: `2026-11-22`, `2026-11-22T10:00:00Z`. */
export type Filters<M extends Model> = PropertyFilters<M> & {
  /** Whether there are related records. */
  readonly [Name in keyof Related<M> & string as `${Name}_exists`]?: boolean;
} & {
  /** Words that must all occur in the texts of a record. */
  readonly search?: string;
};

/** The relations that lead to one record. */
type ToOne<M> = {
  [Name in keyof Related<M>]: Related<M>[Name] extends readonly unknown[] ? never : Name;
}[keyof Related<M>] &
  string;

/** The kinds of the properties of records, which may be of several models. */
type KindsIn<M> = {
  [Name in M extends Filterable ? keyof M["properties"] : never]: M extends Filterable
    ? Member<M["properties"], Name>
    : never;
};

/** The names of the properties of some kinds. One that is not of the same kind in all models has no order. */
type OfOneKind<P, K> = {
  [Name in keyof P]: P[Name] extends K & One<P[Name]> ? Name : never;
}[keyof P] &
  string;

/** A type, unless it is a union of several. */
type One<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;

/** The same with those of the one record to which a relation leads, by path. */
type At<M extends Filterable, K extends PropertyKind> =
  | Of<M, K>
  | { [Name in ToOne<M>]: `${Name}.${OfOneKind<KindsIn<Lead<M, Name>>, K>}` }[ToOne<M>];

type Sortable<M extends Model> = At<M, Scalars | "count">;
type Directed<Name extends string> = Name | `${Name}:asc` | `${Name}:desc`;

/** Order and selection of a list. */
export type ListQuery<M extends Model, F extends string, I extends string> = Filters<M> &
  DatedList<M> & {
    readonly sort?: Directed<Sortable<M>> | readonly Directed<Sortable<M>>[];
    /** The fields of the items besides `id`; `*` for all. */
    readonly fields?: readonly (F & (FieldName<M> | "*"))[];
    /** The relations whose records are embedded under `_embedded`. */
    readonly include?: readonly (I & Relation<M>)[];
    /** The number of items on a page, at most 100. */
    readonly limit?: number;
  };

/** A page of a list. */
export type PageQuery<M extends Model, F extends string, I extends string> = ListQuery<M, F, I> & {
  /** With `changed_since`: the page also names the records that were deleted since then. */
  readonly include_deleted?: M extends { readonly undated: true } ? never : boolean;
  readonly page?: number;
  /** A position that a link named; empty for the beginning. */
  readonly cursor?: string;
};

/** What to export. */
export type ExportOf<M extends Model> = Omit<
  PageQuery<M, FieldName<M> | "*", never>,
  "cursor" | "include" | "include_deleted"
> & {
  /** Newline-delimited JSON by default. */
  readonly format?: "csv" | "ndjson";
};

type DatePeriod = "decade" | "year" | "quarter" | "month" | "day";
type TimePeriod = DatePeriod | "hour" | "minute";

/** A field whose values tell groups apart, with the period to which times are truncated. */
export type GroupKey<M extends Model> =
  | Sortable<M>
  | `${At<M, KindsComparedAs<"date">>}:${DatePeriod}`
  | `${At<M, Moments>}:${TimePeriod}`;

/** A function of the records in a group. */
export type Measure<M extends Model> =
  | "count"
  | `${"min" | "max"}:${At<M, Numbers | Durations | Times | "count">}`
  | `${"sum" | "avg"}:${At<M, Numbers | Durations | "count">}`;

/** The distribution of a list. */
export type SummaryQuery<M extends Model, G extends string, E extends string> = Filters<M> &
  DatedList<M> & {
    readonly group_by?: readonly (G & GroupKey<M>)[];
    readonly measure?: readonly (E & Measure<M>)[];
    /** Names of grouped fields and measures, with `:asc` or `:desc`. */
    readonly sort?: string | readonly string[];
  };

/** The value of a grouped field. */
type KeyValue<M extends Filterable, Path extends string> = Path extends `${infer Name extends ToOne<M>}.${infer Field}`
  ? FieldValue<Lead<M, Name>, Field>
  : Value<M, Path>;

type FieldValue<M, Field extends string> = M extends Filterable
  ? Field extends keyof M["properties"]
    ? Value<M, Field>
    : never
  : never;

/** One group: its keys, the number of its records, its measures; null for a missing value. */
export type Group<M extends Model, G extends string, E extends string> = {
  [K in G as K extends `${infer Name}:${string}` ? Name : K]: K extends `${string}:${string}`
    ? string | null
    : KeyValue<M, K> | null;
} & { count: number } & {
  [K in Exclude<E, "count"> as K extends `${infer Function}:${infer Name}` ? `${Name}_${Function}` : never]:
    | (K extends `${string}:${At<M, Durations | Times>}` ? string : number)
    | null;
};
