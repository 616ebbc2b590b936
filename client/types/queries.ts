/** Query parameters of lists, from the kinds of their properties. */
import type { Kind } from "../../engine/kinds/kinds.ts";
import type { FieldName, Model, PropertyKind, Relation } from "./model.ts";

type Numbers = "integer" | "decimal";
type Times = "date" | "instant" | "timestamp";
type Texts = "id" | "serial" | "text" | "reference";
type Scalars = Exclude<Kind, "array" | "object">;

/** The names of the properties of some kinds. */
type Of<M extends Model, K extends PropertyKind> = {
  [Name in keyof M["properties"]]: M["properties"][Name] extends K ? Name : never;
}[keyof M["properties"]] &
  string;

/** The value that a filter compares with. */
type Value<M extends Model, Name extends string> =
  Name extends Of<M, Numbers | "count">
    ? number
    : Name extends keyof M["record"]
      ? NonNullable<M["record"][Name]>
      : string;

/** The filters of a list. All of them must match. Dates and times are texts: `2026-11-22`, `2026-11-22T10:00:00Z`. */
export type Filters<M extends Model> = {
  readonly [P in Of<M, Scalars | "count">]?: Value<M, P>;
} & {
  readonly [P in Of<M, Numbers | "count"> as `${P}_min` | `${P}_max`]?: number;
} & {
  readonly [P in Of<M, Times> as `${P}_after` | `${P}_before`]?: string;
} & {
  readonly [P in Of<M, Texts> as `${P}_contains` | `${P}_starts_with` | `${P}_ends_with`]?: string;
} & {
  readonly [P in Of<M, Exclude<Scalars, "boolean">> as `${P}_in`]?: readonly Value<M, P>[];
} & {
  readonly [P in Of<M, Scalars> as `${P}_exists`]?: boolean;
} & {
  /** Words that must all occur in the texts of a record. */
  readonly search?: string;
};

type Sortable<M extends Model> = Of<M, Scalars | "count">;
type Directed<Name extends string> = Name | `${Name}:asc` | `${Name}:desc`;

/** Order and selection of a list. */
export type ListQuery<M extends Model, F extends string, I extends string> = Filters<M> & {
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
  readonly page?: number;
  /** A position that a link named; empty for the beginning. */
  readonly cursor?: string;
};

/** What to export. */
export type ExportOf<M extends Model> = Omit<PageQuery<M, FieldName<M> | "*", never>, "cursor" | "include"> & {
  /** Newline-delimited JSON by default. */
  readonly format?: "csv" | "ndjson";
};

type DatePeriod = "year" | "quarter" | "month" | "day";
type TimePeriod = DatePeriod | "hour" | "minute";

/** A field whose values tell groups apart, with the period to which times are truncated. */
export type GroupKey<M extends Model> =
  | Sortable<M>
  | `${Of<M, "date">}:${DatePeriod}`
  | `${Of<M, "instant" | "timestamp">}:${TimePeriod}`;

/** A function of the records in a group. */
export type Measure<M extends Model> =
  | "count"
  | `${"min" | "max"}:${Of<M, Numbers | Times | "count">}`
  | `${"sum" | "avg"}:${Of<M, Numbers | "count">}`;

/** The distribution of a list. */
export type SummaryQuery<M extends Model, G extends string, E extends string> = Filters<M> & {
  readonly group_by?: readonly (G & GroupKey<M>)[];
  readonly measure?: readonly (E & Measure<M>)[];
  /** Names of grouped fields and measures, with `:asc` or `:desc`. */
  readonly sort?: string | readonly string[];
};

/** One group: its keys, the number of its records, its measures; null for a missing value. */
export type Group<M extends Model, G extends string, E extends string> = {
  [K in G as K extends `${infer Name}:${string}` ? Name : K]: K extends `${string}:${string}`
    ? string | null
    : Value<M, K> | null;
} & { count: number } & {
  [K in Exclude<E, "count"> as K extends `${infer Function}:${infer Name}` ? `${Name}_${Function}` : never]:
    | (K extends `${string}:${Of<M, Times>}` ? string : number)
    | null;
};
