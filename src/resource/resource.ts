/** What the catalog makes of a declaration: a resource with its columns, relations and the views through which it is seen. */
import type { Collection, Declaration, Method } from "../declare/declare.ts";
import type { FieldSpec, Kind } from "../declare/field-spec.ts";
import type { Scopes } from "../declare/scopes.ts";
import type { Json } from "../declare/values.ts";

/** Where every resource lives. */
export const API_ROOT = "/api";

/**
 * Where a column's values come from: they were written (or count the children while they were not), or they are worked
 * out, and can be again: by the declaration, by counting, from another record, from what a reference names.
 */
export type Origin = "client" | "declared" | "either" | "derived" | "counted" | "copied" | "path";

/** A column of a resource's table. Text-like ones have a folded shadow beside them, named by `foldedColumn`. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly folded: boolean;
  readonly indexed: boolean;
  readonly origin: Origin;
  /** What a record that was there before the column has in it. */
  readonly fallback: Json;
}

/** The shadow of a text column, in the form that is compared without regard to case. */
export function foldedColumn(column: string): string {
  return `${column}__folded`;
}

/** Where the declared value of a declared-or-counted field is kept; the field's own column holds what is shown. */
export function declaredColumn(field: string): string {
  return `${field}__declared`;
}

/** Where the canonical path of what a reference names is kept, for links and for the delete rules. */
export function pathColumn(field: string): string {
  return `${field}__path`;
}

/** A number of child records that is kept on a parent: `by` is the child's column that names the parent. */
export interface ChildCount {
  readonly column: string;
  readonly parent: Resource;
  readonly child: Resource;
  readonly foreignKey: string;
}

/** A field of the owner or member that a membership's rows repeat, so that lists need no join. */
export interface Copy {
  readonly side: "owner" | "member";
  readonly field: string;
  readonly column: string;
  /** Whether the entry itself shows it, so that a change of it is a change of the entry. */
  readonly shown: boolean;
  readonly spec: FieldSpec;
}

/** A field of another resource that names records of this one. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: string;
  readonly spec: FieldSpec;
}

export interface Resource {
  readonly name: string;
  readonly kind: Declaration["kind"];
  readonly declaration: Declaration;
  readonly table: string;
  readonly one: string;
  readonly plural: string;
  /** The declared fields, in order. */
  readonly fields: ReadonlyMap<string, FieldSpec>;
  readonly columns: Column[];
  /** The column that identifies a record within its parent: `id`, the member's id, or the parent's for a one-to-one. */
  readonly key: string;
  readonly parent?: Resource;
  /** The column with the parent's id. */
  readonly parentKey?: string;
  readonly member?: Resource;
  /** Sub-collections, one-to-ones and memberships of this one. */
  readonly children: Resource[];
  /** Memberships in which records of this one are members. */
  readonly memberOf: Resource[];
  readonly referrers: Referrer[];
  /** The counts kept on this one, and those that records of this one add to. */
  readonly childCounts: ChildCount[];
  readonly countedIn: ChildCount[];
  readonly copies: Copy[];
  readonly lifecycle?: string;
  /** The name of the scopes that it is private under, its own or its parent's. */
  readonly private?: string;
  readonly scopes: Scopes;
  /** What DELETE does to records that are kept. */
  readonly softDelete?: NonNullable<Collection["softDelete"]>;
  /** The column with the name of the caller who alone sees a record, with the admin. */
  readonly ownedBy?: string;
  /** The column that names what a record asks of its readers: a scope, or to be its owner. */
  readonly rowScope?: string;
  /** The scope of those whom it is told to when something happens to its records; undefined where nobody is. */
  readonly eventScope?: string;
  /** Where it is told what happened to its records. */
  log?: Resource;
  /** A record's canonical path, over its columns: `/api/planets/{planet_id}/moons/{id}`. */
  readonly path: string;
  views: View[];
}

/** A field as one view shows it. */
export interface Property {
  readonly name: string;
  readonly column: string;
  readonly spec: FieldSpec;
  /** Part of the representation; hidden ones serve links, or can be filtered only. */
  readonly shown: boolean;
  readonly listed: boolean;
  readonly filterable: boolean;
  /** A hidden count: exact, `_min` and `_max` only. */
  readonly isHiddenCount?: boolean;
  /** Worked out from the property of this name when shown; it has no column of its own. */
  readonly computedFrom?: string;
  /** The same in every record; it has no column. */
  readonly constant?: Json;
}

/** One way in which a resource's records are seen: their own path, all parents' together, or the other side of a membership. */
export interface View {
  readonly resource: Resource;
  readonly role: "own" | "flat" | "reverse";
  /** The path of the list, or of the single; `{…}` is the parent's id. */
  readonly path: string;
  readonly aliases: readonly string[];
  /** Whose existence the path asks for, and the column that the path's id binds. */
  readonly parent?: { readonly resource: Resource; readonly column: string };
  /** The column that the last segment of an item's path binds. */
  readonly key: string;
  readonly plural: string;
  readonly properties: ReadonlyMap<string, Property>;
  /** Link name → template over property names; `summaryLinks` are those of an item in a list. */
  readonly links: Readonly<Record<string, string>>;
  readonly summaryLinks: Readonly<Record<string, string>>;
  /** The list is its parent's whole list and repeats fields of the parent, each under the name given. */
  readonly unpaged?: Readonly<Record<string, string>>;
  /** The methods that its paths take: those of records at an item's, `POST` at the list's. */
  readonly methods: readonly Method[];
  /** Those of the collection that its path begins with, unless it is private. */
  readonly scopes: Scopes;
  readonly private: boolean;
  /** Whether single records can be read under this path. */
  readonly hasItems: boolean;
}

/** Templates cut at their braces, texts and names in turn. There are as many as the declarations hold. */
const cut = new Map<string, readonly string[]>();

function pieces(template: string): readonly string[] {
  let known = cut.get(template);
  if (!known) {
    known = template.split(/[{}]/);
    cut.set(template, known);
  }
  return known;
}

/** Fills a template over a record; undefined when a value in it is missing. */
export function expandTemplate(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const parts = pieces(template);
  let filled = parts[0]!;
  for (let at = 1; at < parts.length; at += 2) {
    const value = values[parts[at]!];
    if (value === null || value === undefined) return undefined;
    filled += `${value}${parts[at + 1]}`;
  }
  return filled;
}

/** The canonical path of a record. */
export function recordPath({ path }: Pick<Resource, "path">, record: Readonly<Record<string, unknown>>): string {
  return expandTemplate(path, record)!;
}

/** The names in a template's braces. */
export function templateVariables(template: string): string[] {
  return pieces(template).filter((_, at) => at % 2 === 1);
}

/** The name of one record in a sentence: `space station`. */
export function nameInText({ one }: Pick<Resource, "one">): string {
  return one.replaceAll("_", " ");
}
