/** Fields of a declaration. Each kind of field offers only the limits that fit its values. */
import type { FieldSpec, Presence, Reference, Schema } from "./field-spec.ts";
import type { Json } from "./values.ts";

/** An immutable field: every method returns a new one. `value` and `presence` exist for type inference alone. */
export class Field<Value extends Json = Json, P extends Presence = Presence> {
  declare readonly value: Value;
  declare readonly presence: P;
  readonly spec: FieldSpec;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  protected with(change: Partial<FieldSpec>): this {
    return new (this.constructor as new (spec: FieldSpec) => this)({ ...this.spec, ...change });
  }

  protected limit(keywords: Schema): this {
    return this.with({ schema: { ...this.spec.schema, ...keywords } });
  }

  /** Lists show it. */
  listed(): this {
    return this.with({ listed: true });
  }

  /** Explains it in the documentation. */
  about(sentence: string): this {
    return this.with({ about: sentence });
  }

  /** The name under which earlier versions declared it. A migration renames its column, so that its values stay. */
  formerly(name: string): this {
    return this.with({ formerName: name });
  }

  /** The value that the documentation shows. */
  example(value: Value): this {
    return this.with({ example: value });
  }

  /** Lists can be filtered and sorted by it, but representations do not show it. */
  filterOnly(): this {
    return this.with({ filterOnly: true });
  }

  /** Must be present when a record is created or replaced. */
  required(): Field<Value, "required"> {
    return new Field<Value, "required">({ ...this.spec, presence: "required" });
  }

  /** The value if the field is absent or null. */
  default(value: Value): Field<Value, "defaulted"> {
    return new Field<Value, "defaulted">({ ...this.spec, presence: "defaulted", fallback: value });
  }

  /** Set by the service, such as by the declaration's `derive`; read-only for clients. */
  derived(): Field<Value, "derived"> {
    return new Field<Value, "derived">({ ...this.spec, presence: "derived" });
  }

  /** For links and for the service itself: never shown, and not a query parameter. */
  hidden(): this {
    return this.with({ hidden: true });
  }

  /** Set by the declaration's `derive` if `field` has a value, else by the client. */
  derivedWith(field: string): this {
    return this.with({ derivedWith: field });
  }

  /**
   * The declaration's `writeThrough` writes the client's value to `resource`, which requires its scope; `derive` sets the
   * value that clients read.
   */
  writtenThrough(resource: string): this {
    return this.with({ writtenThrough: resource });
  }
}

/** A text. */
export class TextField extends Field<string, "optional"> {
  /** Limits the length in Unicode code points. */
  upTo(points: number): this {
    return this.limit({ maxLength: points });
  }
}

/** A number. */
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

/** A whole number. */
export class IntegerField extends NumberField {
  /**
   * The declared number, or the count of `child` if none is declared. A declared number limits the count: one more is a
   * conflict with the code `overflowCode`.
   */
  orCount(child: string, overflowCode: string): this {
    return this.with({ count: child, overflowCode });
  }
}

/** The id of another record. */
export class ReferenceField extends Field<string, "optional"> {
  private refer(change: Partial<Reference>): this {
    return this.with({ reference: { ...this.spec.reference!, ...change } });
  }
  /** Following the reference never leads back to the record itself. */
  acyclic(): this {
    return this.refer({ acyclic: true });
  }
  /** The target has the same parent. */
  amongSiblings(): this {
    return this.refer({ sibling: true });
  }
  /** The target counts the records that refer to it. */
  counted(): this {
    return this.refer({ counted: true });
  }
}

/** An array. */
export class ListField<Item extends Json> extends Field<Item[], "defaulted"> {
  /** Limits the number of elements. */
  upTo(items: number): this {
    return this.limit({ maxItems: items });
  }
  /** No two elements have the same value of `key`. */
  uniqueBy(key: string): this {
    return this.limit({ uniqueBy: key });
  }
  /** The sum of the elements' values of `key` is at most `total`. */
  sumAtMost(key: string, total: number): this {
    return this.limit({ sumAtMost: { key, total } });
  }
}
