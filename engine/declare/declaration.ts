/** Declarations: what a collection, a one-to-one and a membership say. The rest of the service derives from them. */
import type { Fault } from "../problem.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Affected, RegistryReader, RegistryWriter } from "./hooks.ts";
import type { Page } from "./pages/page.ts";
import type { Picture } from "./pages/pictures.ts";
import type { CollectionRecord, Draft, Entry, Fields, RecordOf, Shape, SingleRecord } from "./record-types.ts";

/** What a rule may read besides the record. */
export interface RuleContext<F extends Fields> {
  /** The current day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current time: RFC 3339, UTC. */
  readonly now: string;
  /** The record before the change; null if it is new. */
  readonly before: RecordOf<F> | null;
}

/** Field → sentence → whether it holds. The sentence is the message of the 422 and part of the documentation. */
export type Rules<F extends Fields> = {
  readonly [K in keyof F]?: Readonly<Record<string, (record: RecordOf<F>, context: RuleContext<F>) => boolean>>;
};

/** The methods of resources. HEAD and OPTIONS are derived. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Link name → path template over the record, relative to the API's root: `astronauts/{id}/training`. A link is omitted
 * if a value in it is null.
 */
export type Links = Readonly<Record<string, string>>;

/** A change that a conflict may refuse. */
export interface ConflictContext<R> {
  /** The record after the change. */
  readonly after: R;
  /** The record before the change; null if it is new. */
  readonly before: R | null;
  readonly registry: RegistryReader;
}

/** Code → its explanation, and a function that returns why the change is refused, or undefined. */
export type Conflicts<R> = Readonly<
  Record<string, { readonly about: string; refuses(context: ConflictContext<R>): Promise<string | undefined> }>
>;

/** What `derive` returns: values of derived fields, null for no value. */
export type DerivedValues<F extends Fields> = { [K in keyof F]?: RecordOf<F>[K] | null };

/** The functions of a declaration that read or write other records. `R` is the record as they read it. */
export interface Hooks<F extends Fields, R> {
  readonly conflicts?: Conflicts<R>;
  /** Computes and stores the values of fields that a client omits. */
  readonly computeDefault?: {
    readonly [K in keyof F]?: (draft: R, registry: RegistryReader) => Promise<RecordOf<F>[K]>;
  };
  /** Computes the derived fields of a record from itself and its memberships. */
  readonly derive?: (record: R, registry: RegistryReader) => Promise<DerivedValues<F>>;
  /** The records whose derived fields a change affects, besides those that share a membership with the record. */
  readonly affects?: (change: {
    readonly before: R;
    readonly after: R;
    readonly registry: RegistryReader;
  }) => Promise<readonly Affected[]>;
  /** Whether `derive` depends on the current day, so that it runs at midnight too. */
  readonly derivesDaily?: boolean;
  /**
   * The faults of what a client wrote into fields that are `writtenThrough()`, before anything is stored.
   * @param before null for a new record
   */
  readonly checkWriteThrough?: (
    wanted: Partial<Draft<F>>,
    before: R | null,
    registry: RegistryReader,
  ) => Promise<readonly Fault[]>;
  /** Applies what `checkWriteThrough` has found no fault with, after the record itself is stored. */
  readonly writeThrough?: (wanted: Partial<Draft<F>>, record: R, writer: RegistryWriter) => Promise<void>;
}

/** The options of every kind of declaration. */
interface CommonOptions<F extends Fields, One extends string, R> extends Shape<F, One>, Hooks<F, R> {
  /** Lowercase words joined by hyphens; the path of a collection or one-to-one ends in it. */
  readonly name: string;
  /** The singular, as in `planet`: the parent's id in children is `planet_id`, its count `planet_count`. */
  readonly one: One;
  /** What it is, for the documentation. */
  readonly about: string;
  readonly rules?: Rules<F>;
  readonly links?: Links;
  /** If it will be removed: since when it is deprecated, and until when it works. */
  readonly deprecated?: Deprecation;
  /** The query parameters of its lists that will be removed, by name. Those of a deprecated field are deprecated with it. */
  readonly deprecatedParameters?: Readonly<Record<string, Deprecation>>;
  /** What a page may draw of its records. */
  readonly pictures?: readonly Picture[];
  /** How pages show its records. */
  readonly page?: Page;
  /** Where it is declared, such as `registry.ts:12`, for messages. */
  readonly declaredAt?: string;
}

/** A declaration that others refer to, as their parent, owner or member. */
export interface Parent extends Shape {
  readonly of?: Parent;
  readonly private?: string;
}

/** Records with ids, under `/api/<name>` or below a parent. */
export interface Collection<F extends Fields = Fields, One extends string = string, P extends Parent = Parent>
  extends CommonOptions<F, One, CollectionRecord<F, P>> {
  readonly kind: "collection";
  readonly of?: P;
  /** Also lists the records of all parents, read-only, under `/api/<name>`. */
  readonly flat?: boolean;
  /** The name of the scopes that even reading requires. The records are never counted or embedded. `admin` means the admin alone. */
  readonly private?: string;
  /** The name of its count on the parent, if it is not `<one>_count`. */
  readonly countedAs?: string;
  /** POST accepts an array of at most this many records, all or nothing. */
  readonly bulk?: number;
}

/** A one-to-one: at most one record of a parent, at a fixed path below it. */
export interface Single<F extends Fields = Fields, One extends string = string, P extends Parent = Parent>
  extends CommonOptions<F, One, SingleRecord<F, P>> {
  readonly kind: "single";
  readonly of: P;
}

/** The name of a field of a declaration. */
export type FieldOf<D extends Shape> = keyof D["fields"] & string;

/** A many-to-many between owners (`of`) and members, listed on both sides. */
export interface Membership<
  F extends Fields = Fields,
  One extends string = string,
  O extends Parent = Parent,
  M extends Parent = Parent,
  OwnerCopies extends string = string,
  MemberCopies extends string = string,
> extends CommonOptions<F, One, Entry<F, O, M, OwnerCopies, MemberCopies>> {
  readonly kind: "membership";
  readonly of: O;
  readonly member: M;
  /** The last segment of the list's path below the owner, and its key in the response. */
  readonly segment: string;
  /** Other last segments of the same list. */
  readonly aliases?: readonly string[];
  /** Fields that entries copy from either side for hooks. The fields that a list shows are copied as well. */
  readonly copies?: { readonly owner?: readonly OwnerCopies[]; readonly member?: readonly MemberCopies[] };
  /** Fields of the member that each entry shows, before its own. */
  readonly shows: readonly FieldOf<M>[];
  /** If set, the list is not paged, and shows these fields of the owner, by the names that they have in the list. */
  readonly unpaged?: Readonly<Record<string, FieldOf<O>>>;
  /** The read-only list below the member. */
  readonly reverse: {
    readonly segment: string;
    /** The name of the member's link to it, if it is not `segment`. */
    readonly link?: string;
    /** Fields of the owner that it shows. */
    readonly shows: readonly FieldOf<O>[];
    /** The entry's own fields that it shows. */
    readonly showsOwn: readonly (keyof F & string)[];
    readonly links: Links;
  };
}

/** Any declaration. */
export type Declaration =
  // biome-ignore-start lint/suspicious/noExplicitAny: functions over records are contravariant
  Collection<any, any, any> | Single<any, any, any> | Membership<any, any, any, any, any, any>;
// biome-ignore-end lint/suspicious/noExplicitAny: functions over records are contravariant
