/** Fields of declarations as plain data. */
import { joinKeys } from "../kinds/key.ts";
import { type Kind, kindOf } from "../kinds/kinds.ts";
import type { Deprecation } from "./deprecation.ts";
import { nullable, type Schema } from "./schema.ts";
import type { Json, Values } from "./values.ts";

/** Whether a client must send a value, may omit it, gets a default instead, or cannot set it. */
export type Presence = "required" | "optional" | "defaulted" | "derived";

/** A reference to a record by its id. */
export interface Reference {
  /** The resources that are searched, in this order. */
  readonly to: readonly string[];
  /** The target has the same parent. */
  readonly sibling?: boolean;
  /** Following the reference never leads back to the record itself. */
  readonly acyclic?: boolean;
  /** The target counts the records that refer to it. */
  readonly counted?: boolean;
  /** The last segment of the path at which the target lists the records that refer to it, read-only. */
  readonly listedAs?: string;
}

/** How lists find records by the elements of an array. */
export interface ElementKey {
  /** The query parameter. */
  readonly parameter: string;
  /** What the parameter takes, for documentation. */
  readonly about: string;
  /** The members of an element whose texts, joined by colons, are its key. */
  readonly members: readonly string[];
  /** The collection whose records the keys are the ids of; such a record cannot be deleted. */
  readonly to?: string;
  /** No two records of the resource have an element with the same key. */
  readonly unique?: true;
  /** The member with an array of names of the record's fields. */
  readonly fieldsIn?: string;
}

/** How a secret is generated, and in which form it is stored. */
export interface SecretSpec {
  generate(): string;
  toStored(secret: string): string;
}

/** How representations show a value that is stored in another form. */
export interface Computation {
  /** The fields on which it depends. */
  readonly from: readonly string[];
  value(values: Values): Json;
}

/** The caller who writes a record. */
export interface Author {
  readonly name: string;
  readonly scopes: Iterable<string>;
}

/** A write by a caller: the record as it was, null for a new one, and as it will be. */
export interface AuthoredWrite {
  readonly before: Values | null;
  readonly after: Values;
}

/** The states that a record may go to from each state. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

/** How a state looks: a plan, on hold, under way, done, at fault, called off. */
export const TONES = ["plan", "hold", "go", "done", "fault", "off"] as const;
export type Tone = (typeof TONES)[number];

/** A field as plain data. */
export interface FieldSpec {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly presence: Presence;
  readonly listed: boolean;
  /** The value if the field is absent. */
  readonly fallback: Json;
  /** The name under which earlier versions declared it. */
  readonly formerName?: string;
  readonly about?: string;
  /** The example in the documentation, if one that is generated from the schema would be wrong. */
  readonly example?: Json;
  readonly reference?: Reference;
  readonly transitions?: Transitions;
  /** How each word of an enum looks on pages. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** If it will be removed. */
  readonly deprecated?: Deprecation;
  /** The colors of the words, or of the best-known texts, in pictures. */
  readonly hues?: Readonly<Record<string, number>>;
  /** The usual values of a text, in the order in which lists show them. */
  readonly usual?: readonly string[];
  /** The field that says how much of this date is known. */
  readonly precision?: string;
  /** Forms suggest a moment that is this many days ahead. */
  readonly suggestedDays?: number;
  /** The child resource that this field counts. */
  readonly count?: string;
  /** The conflict code if the count would exceed the declared number. Only numbers that are declared or counted have it. */
  readonly overflowCode?: string;
  /** Derived if this other field has a value, else written by clients. */
  readonly derivedWith?: string;
  /** The resource to which the declaration's `writeThrough` writes the value. */
  readonly writtenThrough?: string;
  /** For links and for the service itself: never shown, and not a query parameter. */
  readonly hidden?: true;
  /** A text that the service writes, always in its folded form. */
  readonly lowerCase?: true;
  /** Never lower than in a record with a lower integer key. The column has an index. */
  readonly increasing?: true;
  /** A secret: generated with the record, and shown only in the response that creates it. */
  readonly secret?: SecretSpec;
  /** Returns the value after `author` has written the record. */
  readonly byAuthor?: (before: Json, author: Author, write: AuthoredWrite) => Json;
  /** The value in every record; it is not stored. */
  readonly constant?: Json;
  /** How representations show the stored value, whose form differs from the schema. */
  readonly computed?: Computation;
  /** Lists can be filtered and sorted by it, but representations do not show it. */
  readonly filterOnly?: true;
  /** The fields of an object. */
  readonly members?: Readonly<Record<string, FieldSpec>>;
  /** How lists are filtered by the elements of an array. */
  readonly elementKey?: ElementKey;
}

/** The names of the resources to whose records the values of a field refer. */
export function targetsOf({ reference, elementKey }: FieldSpec): readonly string[] {
  return reference?.to ?? (elementKey?.to === undefined ? [] : [elementKey.to]);
}

/** The names of fields, and of single records. */
export const FIELD_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Whether a field is only computed of others, so that nothing is stored for it. */
export function isVirtual(name: string, { constant, computed }: FieldSpec): boolean {
  return constant !== undefined || (computed !== undefined && !computed.from.includes(name));
}

/** Whether the folded form of a text is stored too, because clients compare it and it may differ. */
export function isFolded({ kind, hidden, secret, lowerCase }: FieldSpec): boolean {
  return kind === "text" && !hidden && !secret && !lowerCase;
}

/** A value within another one: the names that lead to it, and what applies to it there. */
export interface Member {
  readonly path: readonly string[];
  readonly spec: FieldSpec;
  /** Of an array: the value is the keys of its elements. */
  readonly elementKey?: ElementKey;
}

/**
 * The members of a field's objects, and of objects within them, by which lists can be filtered; of an array, the keys of its
 * elements. Those with names that no field may have are left out.
 */
export function membersOf({ members = {}, elementKey, hidden, computed, deprecated }: FieldSpec): Member[] {
  if (hidden || computed) return [];
  if (elementKey) return [keysMember(elementKey)];
  const named = Object.entries(members).filter(([name]) => FIELD_NAME.test(name));
  return named.flatMap(([name, { kind, schema, about, members: inner }]): Member[] => {
    const spec: FieldSpec = {
      ...{ kind, schema, presence: "optional", listed: false, fallback: null },
      ...(about === undefined ? {} : { about }),
      ...(deprecated ? { deprecated } : {}),
    };
    if (kind !== "array" && kindOf(kind).query) return [{ path: [name], spec }];
    const within = membersOf(inner ? { ...spec, members: inner } : spec);
    return within.map((member) => ({ ...member, path: [name, ...member.path] }));
  });
}

function keysMember(elementKey: ElementKey): Member {
  const { parameter, members, about } = elementKey;
  // Only the last member may contain a colon.
  const pattern = `^${"[^:]+:".repeat(members.length - 1)}[\\s\\S]`;
  const form = members.length > 1 ? { pattern, title: members.join(":") } : {};
  const schema = { ...kindOf("key").schema, ...form };
  const spec: FieldSpec = { kind: "key", schema, presence: "optional", listed: false, fallback: null, about };
  return { path: [parameter], spec, elementKey };
}

/** The keys of an array's elements. */
export function keysIn(elements: Json | undefined, { members }: ElementKey): string[] {
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => members.map((name) => (element as Values)[name]).join(":"));
}

/** The value of a member, as that of a field would be stored; null if the object lacks it, or the array has no elements. */
export function memberIn(object: Json | undefined, { path, spec, elementKey }: Member): Json {
  if (elementKey) return joinKeys(keysIn(object, elementKey));
  let value = object ?? null;
  for (const name of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return null;
    value = (value as Values)[name] ?? null;
  }
  return value === null ? null : (kindOf(spec.kind).normalize?.(value) ?? value);
}

/** The schema keyword for values that are checked only when they are written; stored values may differ. */
export interface CurrentEnum {
  readonly values: readonly string[];
  /** The message of a fault: what is allowed. */
  readonly message: string;
  /** The OpenAPI document does not list them: the record's own properties do. */
  readonly isImplied?: true;
}

/** The schema of a field's values, null included unless it is required. */
export function valueSchema(spec: FieldSpec): Schema {
  return spec.presence === "required" ? spec.schema : nullable(spec.schema);
}
