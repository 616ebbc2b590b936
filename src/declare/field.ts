/** What can be said of a field of a declaration: each kind of value offers only the limits that fit it. */
import type { FieldSpec, Presence, Reference, Schema } from "./field-spec.ts";
import type { Json } from "./values.ts";

/** One field, immutable: every method answers a new one. `Value` and `P` exist for inference alone. */
export class Field<Value extends Json = Json, P extends Presence = Presence> {
  declare readonly value: Value;
  declare readonly presence: P;
  readonly spec: FieldSpec;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  protected but(change: Partial<FieldSpec>): this {
    return new (this.constructor as new (spec: FieldSpec) => this)({ ...this.spec, ...change });
  }

  protected limit(keywords: Schema): this {
    return this.but({ schema: { ...this.spec.schema, ...keywords } });
  }

  /** Shown in lists. */
  listed(): this {
    return this.but({ listed: true });
  }

  /** A sentence for the reference documentation. */
  about(sentence: string): this {
    return this.but({ about: sentence });
  }

  /** The name under which earlier versions declared it. A migration renames its column, so that its values stay. */
  formerly(name: string): this {
    return this.but({ formerName: name });
  }

  /** What the documentation shows as a value. */
  example(value: Value): this {
    return this.but({ example: value });
  }

  /** Lists may be filtered and sorted by it; it is not shown under this name. */
  filterOnly(): this {
    return this.but({ filterOnly: true });
  }

  /** Must be given when the record is created or replaced. */
  required(): Field<Value, "required"> {
    return new Field<Value, "required">({ ...this.spec, presence: "required" });
  }

  /** What an absent value, and a null, become. */
  default(value: Value): Field<Value, "defaulted"> {
    return new Field<Value, "defaulted">({ ...this.spec, presence: "defaulted", fallback: value });
  }

  /** Set by the declaration's `derive`, never by a client. */
  derived(): Field<Value, "derived"> {
    return new Field<Value, "derived">({ ...this.spec, presence: "derived" });
  }

  /** Kept for links and for the service itself: never shown, and no parameter. */
  hidden(): this {
    return this.but({ hidden: true });
  }

  /** Set by the declaration's `derive` while `field` has a value, by the client while it has none. */
  derivedWith(field: string): this {
    return this.but({ derivedWith: field });
  }

  /**
   * What the client writes goes to `resource`, by the declaration's `writeThrough`, and needs its scope; what it reads
   * comes from `derive`.
   */
  writtenThrough(resource: string): this {
    return this.but({ writtenThrough: resource });
  }
}

export class TextField extends Field<string, "optional"> {
  /** The maximum length in Unicode code points. */
  upTo(points: number): this {
    return this.limit({ maxLength: points });
  }
}

export class NumberField extends Field<number, "optional"> {
  above(bound: number): this {
    return this.limit({ exclusiveMinimum: bound });
  }
  atLeast(bound: number): this {
    return this.limit({ minimum: bound });
  }
  below(bound: number): this {
    return this.limit({ exclusiveMaximum: bound });
  }
  atMost(bound: number): this {
    return this.limit({ maximum: bound });
  }
}

export class IntegerField extends NumberField {
  /**
   * The declared number, or the count of `child` while none is declared. A declared number caps the children:
   * one more is a conflict with the code `full`.
   */
  orCount(child: string, full: string): this {
    return this.but({ count: child, overflowCode: full });
  }
}

export class ReferenceField extends Field<string, "optional"> {
  private refer(change: Partial<Reference>): this {
    return this.but({ reference: { ...this.spec.reference!, ...change } });
  }
  acyclic(): this {
    return this.refer({ acyclic: true });
  }
  amongSiblings(): this {
    return this.refer({ sibling: true });
  }
  counted(): this {
    return this.refer({ counted: true });
  }
}

export class ListField<Item extends Json> extends Field<Item[], "defaulted"> {
  /** The maximum number of elements. */
  upTo(items: number): this {
    return this.limit({ maxItems: items });
  }
  /** No two elements with the same value of `key`. */
  uniqueBy(key: string): this {
    return this.limit({ uniqueBy: key });
  }
  /** The elements' values of `key` together are at most `total`. */
  sumAtMost(key: string, total: number): this {
    return this.limit({ sumAtMost: { key, total } });
  }
}
