/** What the types of a resource's calls are derived from. Declarations yield models, and so does the command `types`. */
import type { Kind } from "../../engine/kinds/kinds.ts";

/** The links of a record by name, each a path. */
export interface Links {
  readonly self: string;
  readonly [name: string]: string;
}

/** Records as filters see them. */
export interface Filterable {
  /** A complete record, with or without its links. */
  readonly record: object;
  /** What lists can be filtered and sorted by, each with its kind (`PropertyKind`). */
  readonly properties: object;
  /** The models of related records, by the names of relations: an array for several records, a union for several kinds. */
  readonly related?: object;
  /** Of an entry of a membership: the model of the record on its other side, whose fields follow its own after a relation. */
  readonly next?: Filterable;
}

/** A resource. */
export interface Model extends Filterable {
  /** The names of the fields that lists show. */
  readonly listed: string;
  /** What creates a record. */
  readonly draft: object;
  /** What replaces a record whose id the path names. */
  readonly replacement: object;
  /** What changes a record (RFC 7396). */
  readonly patch: object;
  /** What `include` embeds, by the names of relations. */
  readonly embeds: object;
  /** Set if its past cannot be read. */
  readonly undated?: true;
}

/** What reads the past. */
export type Dated<M> = M extends { readonly undated: true }
  ? unknown
  : {
      /** The moment of the past to read: a date, which means its end, or a date-time. */
      readonly as_of?: string | undefined;
    };

/** What reads the past of a list, and what has changed in it. */
export type DatedList<M> = M extends { readonly undated: true }
  ? unknown
  : Dated<M> & {
      /** Only records that were created or changed after this moment: a date, which means its beginning, or a date-time. */
      readonly changed_since?: string | undefined;
    };

/** The kind of a property; `count` is a number of related records that records do not show. */
export type PropertyKind = Kind | "count";

/** The names of a model's fields. */
export type FieldName<M extends Model> = Exclude<keyof M["record"] & string, "_links">;

/** The type of a member; never if there is none. */
export type Member<T, Name> = Name extends keyof T ? T[Name] : never;

/** The models of related records, by the names of relations. */
export type Related<M> = M extends { readonly related: infer R } ? R : Record<never, never>;

/** The model of the records to which a relation leads. */
export type Lead<M, Name> = EachOf<Member<Related<M>, Name>>;

type EachOf<T> = T extends readonly (infer Each)[] ? Each : NonNullable<T>;

/** The names of a model's relations. */
export type Relation<M extends Model> = keyof M["embeds"] & string;

/** A record with its links. */
export type Linked<R> = R extends { _links: Links } ? R : R & { _links: Links };

/** A complete record. */
export type Whole<M extends Model> = Linked<M["record"]>;

/** A record with some of its fields; `*` for all. */
type Selected<M extends Model, F extends string> = "*" extends F
  ? Whole<M>
  : Pick<Whole<M>, ("id" | "_links" | F) & keyof Whole<M>>;

/** What `fields` and `include` choose of a record. @template Default the fields without `fields` */
export type Chosen<M extends Model, F extends string, I extends string, Default extends string> = Selected<
  M,
  [F] extends [never] ? Default : F
> &
  ([I] extends [never]
    ? unknown
    : {
        _embedded: Pick<M["embeds"], I & keyof M["embeds"]>;
        /** The relations of which there are more than 100 records. */
        _embedded_truncated?: I[];
      });
