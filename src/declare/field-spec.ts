/** What a declaration says of one field, as plain data. */
import type { Json } from "./values.ts";

/** A JSON Schema (2020-12) of one value that is present; `null` is added where a field may be empty. */
export type Schema = { readonly [keyword: string]: unknown };

export type Kind =
  | "id"
  | "text"
  | "enum"
  | "reference"
  | "integer"
  | "decimal"
  | "boolean"
  | "date"
  | "instant"
  | "array"
  | "object";

/** What is compared without regard to case, by its folded form. */
export const TEXT_KINDS: readonly Kind[] = ["id", "text", "reference"];

/** Whether a value must be given, may be missing, falls back to a default, or is the server's to set. */
export type Presence = "required" | "optional" | "defaulted" | "derived";

/** Which resources an identifier may name; looked up in this order. */
export interface Reference {
  readonly to: readonly string[];
  /** The target belongs to the same parent, as a crew member's vehicle belongs to the mission. */
  readonly sibling?: boolean;
  /** Following the reference never leads back to the record itself. */
  readonly acyclic?: boolean;
  /** The target is a parent: it can be filtered and sorted by how many refer to it. */
  readonly counted?: boolean;
}

/** How a secret is made, and in which form it is kept. */
export interface SecretSpec {
  generate(): string;
  toStored(secret: string): string;
}

/** Who writes a record. */
export interface Author {
  readonly name: string;
  readonly scopes: Iterable<string>;
}

/** From each state, the states that a record may go to. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

/** All that a declaration says of one field. */
export interface FieldSpec {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly presence: Presence;
  readonly listed: boolean;
  /** What an absent value becomes. */
  readonly fallback: Json;
  /** The name under which earlier versions declared it. */
  readonly formerName?: string;
  readonly about?: string;
  /** What the documentation shows, where a value made from the schema would not do. */
  readonly example?: Json;
  readonly reference?: Reference;
  readonly transitions?: Transitions;
  /** The child resource that this field counts. */
  readonly count?: string;
  /** The refusal's code when a declared number would be exceeded by the counted one. */
  readonly overflowCode?: string;
  /** Derived while this other field has a value, declared while it has none. */
  readonly derivedWith?: string;
  /** The resource that it is written to, through the declaration's `writeThrough`, instead of being stored. */
  readonly writtenThrough?: string;
  /** Kept for links and for the service itself, and shown nowhere. */
  readonly hidden?: true;
  /** A secret: generated with the record, shown only in the response that creates it. */
  readonly secret?: SecretSpec;
  /** Set by the service from who writes the record: its value after that. */
  readonly byAuthor?: (before: Json, author: Author) => Json;
  /** The same in every record: shown, and not kept. */
  readonly constant?: Json;
  /** Lists may be filtered and sorted by it; it is not shown under this name. */
  readonly filterOnly?: true;
}

/** The words that a new value is one of, and the sentence that says so. */
export interface AllowedWords {
  readonly words: readonly string[];
  readonly form: string;
}

/** A field's schema with `null` added where it may be empty. */
export function valueSchema(spec: FieldSpec): Schema {
  return spec.presence === "required" ? spec.schema : nullable(spec.schema);
}

/** The same values, and null. */
export function nullable(schema: Schema): Schema {
  const { enum: words, type = [] } = schema as { enum?: readonly unknown[]; type?: string | readonly string[] };
  const types = [type].flat();
  if (types.length === 0 || types.includes("null")) return schema;
  return { ...schema, type: [...types, "null"], ...(words ? { enum: [...words, null] } : {}) };
}

/** A schema without what is asked of new values alone: it holds of what was written at any time. */
export function storedSchema({ among: _, ...schema }: Schema): Schema {
  const { items, properties } = schema as { items?: Schema; properties?: Record<string, Schema> };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, storedSchema(part)]);
  return {
    ...schema,
    ...(items ? { items: storedSchema(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(parts) } : {}),
  };
}
