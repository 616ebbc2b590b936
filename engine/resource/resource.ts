/** The catalog's types: resources with their relations and views. */
import type { Declaration, Membership, Method } from "../declare/declaration.ts";
import type { Deprecation } from "../declare/deprecation.ts";
import type { Computation, FieldSpec, Member } from "../declare/field-spec.ts";
import type { Page } from "../declare/pages/page.ts";
import type { Picture } from "../declare/pages/pictures.ts";
import type { Scopes } from "../declare/scopes.ts";
import type { SystemCollection } from "../declare/system-collection.ts";
import type { Json } from "../declare/values.ts";
import type { Column } from "./column.ts";
import type { ResourceHooks } from "./hooks.ts";

/** The path of all resources. */
export const API_ROOT = "/api";

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

/** A field of a resource that refers to another: a reference, or an array whose elements do. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: string;
  readonly spec: FieldSpec;
}

/** A reference whose target lists the records that refer to it, at the target's path with this segment. */
export interface ListedBelow {
  readonly target: Resource;
  readonly field: string;
  readonly segment: string;
}

/** A declaration with its relations to the others. Absent options have their defaults. */
export interface Resource extends ResourceHooks {
  readonly name: string;
  readonly kind: Declaration["kind"];
  readonly one: string;
  readonly plural: string;
  readonly about: string;
  /** Where it is declared, for messages. */
  readonly declaredAt: string | undefined;
  readonly table: string;
  /** The declared fields, in order. */
  readonly fields: ReadonlyMap<string, FieldSpec>;
  readonly columns: Column[];
  /** The column that identifies a record within its parent: `id`, the member's id, or the parent's for a one-to-one. */
  readonly key: string;
  /** Whether it is a collection of the service itself, not of the domain. */
  readonly isSystem: boolean;
  /** Whether ids are the integer keys, and need no other index. */
  readonly serialIds: boolean;
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
  /** The references whose targets list its records. */
  readonly listedBelow: ListedBelow[];
  /** The paths of its references' targets, by field, as templates over its own columns. The other paths are stored in columns. */
  readonly targetPaths: Map<string, string>;
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
  /** Whether the earlier versions of its records are kept: not those of the service's own. */
  hasHistory: boolean;
  readonly softDelete: SystemCollection["softDelete"];
  readonly retryAfter: SystemCollection["retryAfter"];
  readonly asyncCheck: SystemCollection["asyncCheck"];
  readonly deletedWithParent: boolean;
  /** A record's canonical path, over its columns: `/api/planets/{planet_id}/moons/{id}`. */
  readonly path: string;
  /** The last segment of the path of its list or one-to-one, and others that mean the same. */
  readonly segment: string;
  readonly aliases: readonly string[];
  readonly pictures: readonly Picture[];
  readonly page: Page | undefined;
  readonly deprecated: Deprecation | undefined;
  readonly deprecatedParameters: Readonly<Record<string, Deprecation>>;
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
  /** Where its value is in a record, if that is within an object: the column of the object, and the member. */
  readonly within?: { readonly column: string; readonly member: Member };
  readonly spec: FieldSpec;
  /** Whether it is part of the representation; if not, it serves links, filters or sorting. */
  readonly shown: boolean;
  readonly listed: boolean;
  readonly filterable: boolean;
  /** A count that is not shown. */
  readonly isHiddenCount?: boolean;
  /** How representations compute it. */
  readonly computed?: Computation;
  /** The value in every record. */
  readonly constant?: Json;
  /** Of a field of the one record to which a relation leads: where it is. */
  readonly related?: RelatedField;
}

/** A field of the one record to which a relation leads. Of a reference with several kinds of targets, some may not have it. */
export interface RelatedField {
  readonly view: View;
  readonly relation: Relation;
  readonly sources: readonly { readonly target: RelationTarget; readonly property: Property }[];
}

/** The paths that show a resource's records in one way. */
export interface View {
  readonly resource: Resource;
  /**
   * `own`: below the parent; `flat`: the records of all parents; `reverse`: a membership's entries below the member;
   * `referring`: below a record, those that refer to it.
   */
  readonly role: "own" | "flat" | "reverse" | "referring";
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
  /** What `include` can embed in its records, by name. */
  relations: ReadonlyMap<string, Relation>;
  /** The names of links that lead to what has a history, so that they can lead to its past. */
  datedLinks: ReadonlySet<string>;
  /** Of the entries of a membership: what leads to the record on the other side, the member or, in a reverse view, the owner. */
  otherSide: Relation | undefined;
  /** Of a list that is not paged: the fields of the parent that it shows, by name. */
  readonly unpaged: Readonly<Record<string, string>> | undefined;
  readonly methods: readonly Method[];
  readonly scopes: Scopes;
  /** Whether reading requires a scope even with `PUBLIC_READ=true`. */
  readonly private: boolean;
  /** Whether single records have paths below this one. */
  readonly hasItems: boolean;
}

/** A view of related records, and the column by which it finds them. */
export interface RelationTarget {
  readonly view: View;
  readonly column: string;
}

/** What a link of a record leads to: a list of records, or one. */
export interface Relation {
  /** The name of the link, and the template of its path. */
  readonly name: string;
  readonly link: string;
  readonly isMany: boolean;
  /** The property of the record whose value `column` of a related record has. */
  readonly property: string;
  /** Where the related records may be: several views for a reference with several kinds of targets. */
  readonly targets: readonly RelationTarget[];
}
