/** The catalog's types: resources with their columns, relations and views. */
import type { Declaration, Membership, Method } from "../declare/declare.ts";
import type { FieldSpec, Kind } from "../declare/field-spec.ts";
import type { Scopes } from "../declare/scopes.ts";
import type { SystemCollection } from "../declare/system-collection.ts";
import type { Json } from "../declare/values.ts";
import type { ResourceHooks } from "./hooks.ts";

/** The path of all resources. */
export const API_ROOT = "/api";

/**
 * Where the values of a column come from. Clients write `client` and `declared` values; an `either` value is written by a
 * client, or else counts children. The others can be computed again: `derived` by the declaration, `counted` from children,
 * `copied` from another record, `path` from a reference. Stored layouts contain these words.
 */
export type Origin = "client" | "declared" | "either" | "derived" | "counted" | "copied" | "path";

/** A column of a resource's table. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Whether a second column, named by `foldedColumn`, holds the text in folded case. */
  readonly folded: boolean;
  readonly indexed: boolean;
  readonly origin: Origin;
  /** The value in records that are older than the column. */
  readonly fallback: Json;
}

/** The name of the column with the folded text of another, for case-insensitive comparisons. */
export function foldedColumn(column: string): string {
  return `${column}__folded`;
}

/** The name of the column with the declared value of a field that is declared or counted. The field's own column holds the value that is shown. */
export function declaredColumn(field: string): string {
  return `${field}__declared`;
}

/** The name of the column with the canonical path of a reference's target, for links and delete rules. */
export function pathColumn(field: string): string {
  return `${field}__path`;
}

/** A count of child records, stored with the parent. */
export interface ChildCount {
  /** The parent's column with the count. */
  readonly column: string;
  readonly parent: Resource;
  readonly child: Resource;
  /** The child's column with the parent's id. */
  readonly foreignKey: string;
}

/** A field of the owner or the member that is copied into the rows of a membership, so that lists need no join. */
export interface Copy {
  readonly side: "owner" | "member";
  readonly field: string;
  readonly column: string;
  /** Whether the entry's own representation shows it. Then a change of it is a change of the entry. */
  readonly shown: boolean;
  readonly spec: FieldSpec;
}

/** A field of a resource that refers to another. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: string;
  readonly spec: FieldSpec;
}

/** A declaration with its relations to the others. Absent options have their defaults. */
export interface Resource extends ResourceHooks {
  readonly name: string;
  readonly kind: Declaration["kind"];
  readonly one: string;
  readonly plural: string;
  readonly about: string;
  readonly table: string;
  /** The declared fields, in order. */
  readonly fields: ReadonlyMap<string, FieldSpec>;
  readonly columns: Column[];
  /** The column that identifies a record within its parent: `id`, the member's id, or the parent's for a one-to-one. */
  readonly key: string;
  /** The owner of a membership, or the parent of another resource. */
  readonly parent: Resource | undefined;
  /** The column with the parent's id. */
  readonly parentKey: string | undefined;
  readonly member: Resource | undefined;
  /** Its sub-collections, one-to-ones and memberships. */
  readonly children: Resource[];
  /** The memberships in which its records are members. */
  readonly memberOf: Resource[];
  readonly referrers: Referrer[];
  /** The counts that its records hold. */
  readonly childCounts: ChildCount[];
  /** The counts of other resources that include its records. */
  readonly countedIn: ChildCount[];
  readonly copies: Copy[];
  /** The field with the state. */
  readonly lifecycle: string | undefined;
  /** The name of the scopes that reading always requires; its own or its parent's. */
  readonly private: string | undefined;
  readonly scopes: Scopes;
  readonly methods: readonly Method[];
  /** The maximum number of records that an array may create; undefined if arrays are not accepted. */
  readonly bulk: number | undefined;
  /** The column with the name of the caller who, besides the admin, sees the record. */
  readonly ownedBy: string | undefined;
  /** The column with the row scope of a record: the scope that readers need, or the name of the one caller who may read. */
  readonly rowScope: string | undefined;
  /** The scope that the events of its records require; undefined if it has none. */
  readonly eventScope: string | undefined;
  /** The event log, if its records have events. */
  log: Resource | undefined;
  readonly softDelete: SystemCollection["softDelete"];
  readonly retryAfter: SystemCollection["retryAfter"];
  readonly asyncCheck: SystemCollection["asyncCheck"];
  readonly deletedWithParent: boolean;
  /** A record's canonical path, over its columns: `/api/planets/{planet_id}/moons/{id}`. */
  readonly path: string;
  /** The last segment of the path of its list or one-to-one, and others that mean the same. */
  readonly segment: string;
  readonly aliases: readonly string[];
  /** Whether the records of all parents are listed together. */
  readonly flat: boolean;
  /** The declared links: name → path template over a record's properties. */
  readonly links: Readonly<Record<string, string>>;
  /** Of a membership whose list is not paged: the fields of the owner that it shows, by name. */
  readonly unpaged: Readonly<Record<string, string>> | undefined;
  /** The list of a membership below the member. */
  readonly reverse: Membership["reverse"] | undefined;
  views: View[];
}

/** A field as one view shows it. */
export interface Property {
  readonly name: string;
  /** Empty if it has no column of its own. */
  readonly column: string;
  readonly spec: FieldSpec;
  /** Whether it is part of the representation; if not, it serves links, filters or sorting. */
  readonly shown: boolean;
  readonly listed: boolean;
  readonly filterable: boolean;
  /** A count that is not shown; it takes the operators equals, `_min` and `_max`. */
  readonly isHiddenCount?: boolean;
  /** The property from which a representation computes it. */
  readonly computedFrom?: string;
  /** The value in every record. */
  readonly constant?: Json;
}

/** The paths that show a resource's records in one way. */
export interface View {
  readonly resource: Resource;
  /** `own`: below the parent; `flat`: the records of all parents; `reverse`: a membership's entries below the member. */
  readonly role: "own" | "flat" | "reverse";
  /** The path of the list, or of the one-to-one; `{…}` is the parent's id. */
  readonly path: string;
  readonly aliases: readonly string[];
  /** The resource whose id is in the path, and the column with that id. */
  readonly parent: { readonly resource: Resource; readonly column: string } | undefined;
  /** The column with the id in an item's path. */
  readonly key: string;
  readonly plural: string;
  readonly properties: ReadonlyMap<string, Property>;
  /** Link name → path template over property names, of a record by itself. */
  readonly links: Readonly<Record<string, string>>;
  /** The same of an item in a list. */
  readonly summaryLinks: Readonly<Record<string, string>>;
  /** Of a list that is not paged: the fields of the parent that it shows, by name. */
  readonly unpaged: Readonly<Record<string, string>> | undefined;
  readonly methods: readonly Method[];
  readonly scopes: Scopes;
  /** Whether reading requires a scope even with `PUBLIC_READ=true`. */
  readonly private: boolean;
  /** Whether single records have paths below this one. */
  readonly hasItems: boolean;
}

/** The name of one record in a sentence: `space station`. */
export function nameInText({ one }: Pick<Resource, "one">): string {
  return one.replaceAll("_", " ").replace(/^api\b/, "API");
}
