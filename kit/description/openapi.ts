/** The OpenAPI document, as far as it is read. */
import type { Picture, ViewKind } from "./model.ts";
import type { Page } from "./pages/declared.ts";
import type { Schema } from "./schema.ts";

/** The keyword `x-filter`. */
export interface FilterKeyword {
  readonly field: string;
  readonly operator: string;
}

/** A parameter or a reference to one. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
  readonly "x-filter"?: FilterKeyword;
  readonly $ref?: string;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** A method of a path. */
export interface Operation {
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly "x-scopes"?: readonly string[];
  readonly responses?: Readonly<Record<string, Response>>;
}

/** The keyword `x-view`. */
export interface ViewKeyword {
  readonly kind: ViewKind | "item";
  readonly resource: string;
  readonly one: string;
  readonly plural?: string;
  readonly parent?: string;
  readonly title: string;
  readonly summary?: readonly string[];
  readonly bulk?: number;
  readonly private?: boolean;
  readonly system?: boolean;
  readonly log?: string;
}

/** The path whose filters related records take; only those of some fields, if these are named. */
export interface RelatedPath {
  readonly path: string;
  readonly fields?: readonly string[];
}

/** What a relation leads to. */
export interface RelationKeyword {
  readonly many?: boolean;
  /** For each kind of related records, the paths whose filters they take; of those, the first that has a filter counts. */
  readonly kinds: readonly (readonly RelatedPath[])[];
}

/** The methods and the parameters of a path. */
export type PathItem = { readonly [method in "get" | "post" | "put" | "patch" | "delete"]?: Operation } & {
  readonly "x-view"?: ViewKeyword;
  readonly "x-relations"?: Readonly<Record<string, RelationKeyword>>;
  /** The filters of a one-to-one, by parameter. */
  readonly "x-filters"?: Readonly<Record<string, FilterKeyword>>;
  readonly "x-pictures"?: readonly Picture[];
  /** At the first path of a resource. */
  readonly "x-page"?: Page;
};

/** The document. */
export interface OpenApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly "x-about"?: string;
    readonly "x-public-history"?: boolean;
  };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}
