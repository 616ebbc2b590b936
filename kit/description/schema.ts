/** The schemas of the OpenAPI document, as far as they are read. */

/** A JSON Schema. docs/http.md describes the extension keywords. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly description?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
  readonly $ref?: string;
  readonly readOnly?: boolean;
  readonly "x-derived"?: boolean;
  readonly "x-reference"?: Reference;
  readonly "x-transitions"?: Readonly<Record<string, readonly string[]>>;
  readonly "x-tones"?: Readonly<Record<string, Tone>>;
  readonly "x-hues"?: Readonly<Record<string, number>>;
  readonly "x-unit"?: string;
  readonly "x-precision"?: string;
  readonly "x-suggested-days"?: number;
  /** The usual values of a text, in the order in which lists show them; forms suggest them. */
  readonly "x-usual"?: readonly string[];
  /** How lists are filtered by the elements of an array. */
  readonly "x-element-key"?: ElementKey;
  /** The list whose records a field counts, unless it has a value of its own. */
  readonly "x-counts"?: string;
  /** The field that must have no value, so that this one can be written. */
  readonly "x-set-while"?: string;
  /** The resource that holds the value. */
  readonly "x-written-through"?: { readonly resource: string; readonly scope: string };
  readonly [keyword: string]: unknown;
}

/** The lists in which the targets of a reference are. */
export interface Reference {
  /** Path templates: `/api/planets`, `/api/missions/{mission_id}/spacecraft`. */
  readonly to: readonly string[];
  /** The targets are below the same parent. */
  readonly amongSiblings?: boolean;
}

/** The keys of an array's elements. */
export interface ElementKey {
  /** The query parameter that takes one. */
  readonly parameter: string;
  /** The members of an element whose texts, joined by colons, are its key. */
  readonly members: readonly string[];
  /** No two records have an element with the same key. */
  readonly unique?: boolean;
  /** The member with an array of names of the record's fields. */
  readonly fieldsIn?: string;
}

/** The look of a state. */
export type Tone = "plan" | "hold" | "go" | "done" | "fault" | "off";
