/**
 * The language in which resources are declared: `collection`, `single` (one-to-one) and `membership`
 * (many-to-many). Everything else in the service is read off these values.
 */
import type { Fault } from "../problem.ts";
import type { Field } from "./field.ts";
import type { Presence } from "./field-spec.ts";
import type { RegistryReader, RegistryWriter } from "./hooks.ts";
import type { Draft, RecordOf } from "./record-types.ts";
import type { ADMIN } from "./scopes.ts";
import type { Values } from "./values.ts";

export type Fields = Record<string, Field>;

/**
 * Field → sentence → whether it holds on this day, at this moment (UTC, `…Z`), after the record as it was (null when it is
 * made). The sentence is the message of the 422 and stands in the documentation.
 */
export type Rules<F extends Fields> = {
  [K in keyof F]?: Record<
    string,
    (record: RecordOf<F>, today: string, now: string, before: RecordOf<F> | null) => boolean
  >;
};

/** What can be done to records. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Link name → path template over the record, such as `/api/planets/{id}/moons`; left out when a value is null. */
export type Links = Record<string, string>;

/** What a conflict rule sees: the record as it would be, as it was (null when new), and the rest of the registry. */
export interface ConflictContext<F extends Fields> {
  after: RecordOf<F> & Values;
  before: (RecordOf<F> & Values) | null;
  registry: RegistryReader;
}

/** Code → the sentence for the documentation, and a function that answers why the change is refused, or nothing. */
export type Conflicts<F extends Fields> = Record<
  string,
  { about: string; refuses: (situation: ConflictContext<F>) => Promise<string | undefined> }
>;

interface Common<F extends Fields> {
  /** The singular, as in `planet`; names the parent's id in children (`planet_id`) and the count (`planet_count`). */
  one: string;
  /** What it is, for the reference documentation. */
  about: string;
  fields: F;
  rules?: Rules<F>;
  conflicts?: Conflicts<F>;
  links?: Links;
  /** Values for fields that were left out, worked out when the record is written and then stored. */
  computeDefault?: {
    [K in keyof F]?: (draft: RecordOf<F> & Values, registry: RegistryReader) => Promise<RecordOf<F>[K]>;
  };
  /** The derived fields of a record, from itself and what it is a member of. */
  derive?: (
    record: RecordOf<F> & Values,
    registry: RegistryReader,
  ) => Promise<Partial<Record<keyof F, Values[string]>>>;
  /** Whether `derive` depends on the current day, so that midnight is a change too. */
  derivesDaily?: boolean;
  /** Carries out what a client wrote into fields that are `writtenThrough()`; called after the record itself is stored. */
  writeThrough?: (
    wanted: Partial<Draft<F>> & Values,
    record: RecordOf<F> & Values,
    writer: RegistryWriter,
  ) => Promise<void>;
}

/** A collection: of its own under `/api/<name>`, or of a parent under the parent's path. */
export interface Collection<F extends Fields = Fields> extends Common<F> {
  kind: "collection";
  name: string;
  of?: Declaration;
  /** Also listed across all parents, read-only, under `/api/<name>`. */
  flat?: boolean;
  /** Needs the scopes of this name, also to be read, and is never counted or embedded. `admin` is the admin's alone. */
  private?: string;
  /**
   * The field that holds the name of the caller whose record it is. Only they see it, with the admin; any credential will
   * do to ask.
   */
  ownedBy?: keyof F & string;
  /** What DELETE does to a record that is kept; its conflicts are asked as for any change. */
  softDelete?: { about: string; as: (record: RecordOf<F> & Values, now: string) => Values };
  /** How many seconds a reader of a record should wait before reading it again; undefined where nothing will happen. */
  retryAfter?: (record: Values) => number | undefined;
  /** The methods that its paths take, where it is not all of them. */
  methods?: readonly Method[];
  /** The name of its count on the parent, where it is not `<one>_count`. */
  countedAs?: string;
  /** POST takes an array of up to so many records, all or nothing. */
  bulk?: number;
  /** The internal field that names the scope which a record asks of its readers, besides that of the collection. */
  rowScope?: string;
  /** Whom it is told to when something happens to its records, where it is not whoever may read them. */
  eventScope?: typeof ADMIN | "nobody";
  /** Goes with its parent, and does not stand in the way of its deletion. */
  deletedWithParent?: true;
  /**
   * What speaks against a body's values that only others know, asked before the unit of work begins; at most the faults
   * of fields that the body has. Those of a field that stays as it was do not count.
   */
  asyncCheck?: (body: Values) => Promise<readonly Fault[]>;
  /** Holds what happened to all other records, each in an event; see `store/outbox.ts`. */
  eventLog?: true;
}

/** A one-to-one: at most one record of a parent, at a fixed path below it. */
export interface Single<F extends Fields = Fields> extends Common<F> {
  kind: "single";
  name: string;
  of: Declaration;
}

/** A many-to-many between an owner (`of`) and members, listed on both sides. */
export interface Membership<F extends Fields = Fields> extends Common<F> {
  kind: "membership";
  name: string;
  of: Declaration;
  member: Declaration;
  /** The last segment of the list's path below the owner, and its key in the listing. */
  segment: string;
  /** Other last segments that behave the same. */
  aliases?: string[];
  /** Fields of the member that each entry shows, in the entry's order before its own. */
  shows: string[];
  /** The listing is not a page but the owner's whole list, with fields of the owner, each under the name given. */
  unpaged?: Record<string, string>;
  /** The read-only list below the member: its last segment, its link's name, the owner's fields and links it shows. */
  reverse: { segment: string; link?: string; shows: string[]; showsOwn: string[]; links: Links };
}

export type Declaration =
  // biome-ignore lint/suspicious/noExplicitAny: a declaration of any fields; functions over its records are contravariant
  Collection<any> | Single<any> | Membership<any>;

type Spec<D> = Omit<D, "kind" | "name">;

export function collection<F extends Fields>(name: string, spec: Spec<Collection<F>>): Collection<F> {
  return { kind: "collection", name, ...spec };
}

export function single<F extends Fields>(name: string, spec: Spec<Single<F>>): Single<F> {
  return { kind: "single", name, ...spec };
}

export function membership<F extends Fields>(name: string, spec: Spec<Membership<F>>): Membership<F> {
  return { kind: "membership", name, ...spec };
}

export type { Field, Presence };
