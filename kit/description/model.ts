/** The model of a service: its OpenAPI document, reduced to lists, records and fields. */
import type { Page } from "./pages/declared.ts";
import type { Reference, Schema, Tone } from "./schema.ts";

/** The way in which a field is shown and edited. */
export type Kind =
  | "id"
  | "text"
  | "multiline"
  | "uri"
  | "integer"
  | "decimal"
  | "boolean"
  | "date"
  | "instant"
  | "duration"
  | "enum"
  | "lifecycle"
  | "reference"
  | "texts"
  | "objects"
  | "object"
  | "json";

/** A property of a record, or of a value nested in one. */
export interface Field {
  readonly name: string;
  /** The name as words: `Launch date`. */
  readonly label: string;
  readonly kind: Kind;
  readonly about: string | undefined;
  readonly unit: string | undefined;
  readonly nullable: boolean;
  /** Set by the service. */
  readonly derived: boolean;
  /** The words of an enum or a lifecycle. */
  readonly values: readonly string[];
  /** The words that a list of texts may have; none if it may have any. */
  readonly choices: readonly string[];
  /** The states that may follow each state. */
  readonly transitions: Readonly<Record<string, readonly string[]>> | undefined;
  /** The tone of each state; `done` if it has none. */
  readonly tones: Readonly<Record<string, Tone>>;
  readonly reference: Reference | undefined;
  /** The relation of `include` that embeds the target of a reference. */
  readonly relation: string | undefined;
  /** The field that says how much of a date is known. */
  readonly precision: string | undefined;
  /** The fields of an object, or of each of several objects. */
  readonly fields: readonly Field[];
  readonly schema: Schema;
}

/** A field that callers may send. */
export interface WritableField extends Field {
  /** A new record must have it. */
  readonly required: boolean;
  /** The value that the service sets if none is sent; undefined if it sets nothing. */
  readonly initial: unknown;
  /** The value of a new record, unless the person who creates it enters another or none; undefined if there is none. */
  readonly suggested?: unknown;
  /** The words for how much of a date may be known. */
  readonly precisions: readonly string[];
  /** The fields of an object, or of each of several objects. */
  readonly fields: readonly WritableField[];
}

/** The comparison of a filter. */
export type Operator =
  | "equals"
  | "contains"
  | "starts_with"
  | "ends_with"
  | "in"
  | "not"
  | "not_in"
  | "exists"
  | "min"
  | "max"
  | "after"
  | "before"
  | (string & {});

/** A query parameter that filters a list. */
export interface Filter {
  readonly parameter: string;
  readonly field: string;
  readonly operator: Operator;
  readonly about: string | undefined;
  readonly schema: Schema;
}

/** What can be asked of records: by their own fields, and by those of related records. */
export interface Queryable {
  /** Every field of a complete record. */
  readonly fields: readonly Field[];
  readonly filters: readonly Filter[];
  /** What `include` embeds, and filters follow. */
  readonly relations: readonly Relation[];
}

/** What leads from a record to others. */
export interface Relation {
  readonly name: string;
  /** Whether it leads to a list, not to one record. */
  readonly isMany: boolean;
  /** What one related record is called: `crew member`; what leads to one record gives it its name: `destination`. */
  readonly noun: string;
  /** The same for relations that are one, under several names. */
  readonly identity: string;
  /** The path templates of the related records; those of an entry begin with its own. */
  readonly paths: readonly string[];
  /** What can be asked of the related records; an entry also has the fields of the record on its other side. */
  readonly records: Queryable;
}

/** A picture of a list: its kind, and the field that plays each part. */
export interface Picture {
  readonly kind: "timeline" | "presence" | "scale" | "series" | "bars";
  /** Nobody declared it: the fields of the list allow it. */
  readonly origin?: "fields";
  /** What it is called, if that is declared. */
  readonly title?: string;
  /** Of a presence: what pages say of days in a row. */
  readonly run?: RunWords;
  readonly [part: string]: string | readonly string[] | undefined;
}

/** What follows a number of days in a row with any member present, of one day and of more. */
export type RunWords = readonly [one: string, more: string];

/** The relation of the records of a path to those above them; `reverse` and `referring` lists are read-only. */
export type ViewKind = "collection" | "flat" | "membership" | "reverse" | "referring" | "single";

/** A list or a one-to-one, and the records in it. */
export interface View extends Queryable {
  readonly kind: ViewKind;
  /** `/api/planets/{planet_id}/moons`. */
  readonly path: string;
  /** The path of one record: `/api/planets/{planet_id}/moons/{moon_id}`; undefined where records have none below the list. */
  readonly itemPath: string | undefined;
  /** The path by which the list is known, if this is another one. */
  readonly aliasOf: string | undefined;
  readonly resource: string;
  /** Its names in bodies: `training_record`, `space_stations`. */
  readonly one: string;
  readonly plural: string;
  /** Its names as words: `training record`, `Space stations`. */
  readonly noun: string;
  readonly heading: string;
  readonly about: string | undefined;
  /** The resource above it. */
  readonly parent: string | undefined;
  /** The field that ends the path of a record: `id`; in a list of members, the id of the member. */
  readonly key: string;
  /** The field by which people know a record. */
  readonly title: string;
  /** The fields that the list shows if none are requested. */
  readonly summary: readonly string[];
  readonly sortable: readonly string[];
  /** `group_by` takes these fields; dates also by period, as `launch_date:year`. */
  readonly groupable: readonly string[];
  /** `measure` takes these: `max:value`. */
  readonly measures: readonly string[];
  readonly pictures: readonly Picture[];
  readonly page: Page;
  /** The fields of a new record, and those that a change may name; empty where callers may not write. */
  readonly writable: { readonly create: readonly WritableField[]; readonly update: readonly WritableField[] };
  /** The member that only the answer to a creation has: a secret, shown once. */
  readonly issued: string | undefined;
  readonly methods: readonly string[];
  readonly itemMethods: readonly string[];
  /** The most records that a page may have. */
  readonly maxLimit: number | undefined;
  /** The most records that one array may create. */
  readonly bulk: number | undefined;
  readonly isPrivate: boolean;
  /** One of the service's own: keys, events, operations, webhooks. */
  readonly isSystem: boolean;
  /** The list of its events. */
  readonly log: string | undefined;
  /** Whether its records and lists can be read as they were at a moment. */
  readonly hasPast: boolean;
  /** The scope that reading and writing take. */
  readonly scopes: { readonly read: string | undefined; readonly write: string | undefined };
}

/** The target of an API path. */
export interface Place {
  readonly view: View;
  readonly kind: "list" | "record";
  /** The values of the path's parameters, in their order. */
  readonly ids: readonly string[];
}

/** The whole service. */
export interface Description {
  readonly title: string;
  /** The paragraphs that say what it is; none if it does not say. */
  readonly about: readonly string[];
  readonly version: string;
  /** Whether the past of what is public can be read without a key. */
  readonly isPastPublic: boolean;
  readonly views: readonly View[];
  /** The lists that the entry point links to, in its order. */
  readonly collections: readonly View[];
  /** Returns the place at a path: `/api/planets/saturn/moons`. A query is ignored. */
  at(path: string): Place | undefined;
  /** The list with this path template. */
  list(path: string): View | undefined;
  /** The list in which records of a resource are found, of all parents if there is one. */
  home(resource: string): View | undefined;
}

/**
 * The relations of `include` that embed what fields refer to, each once. Those that lead to records that the caller may
 * not read are left out, because the service would refuse the whole request.
 */
export type ReadableRelations = (fields: readonly Field[]) => string[];
