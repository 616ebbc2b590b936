/** Fields of a declaration. Each kind of field offers only the limits that fit its values. */

import type { Kind } from "../kinds/kinds.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Computation, FieldSpec, Presence, Reference, Tone } from "./field-spec.ts";
import type { Schema } from "./schema.ts";
import type { Json } from "./values.ts";

/** A field whose type says more: that lists show it, or to which resources (`To`) it refers. It exists for type inference alone. */
export interface Marked<Mark extends string, To extends string = string> {
  readonly marks: { readonly [M in Mark]: To };
}

/** The marks of a field's type. */
type Marks<F> = F extends { readonly marks: infer M } ? { readonly marks: M } : unknown;

/** An immutable field: every method returns a new one. `value`, `presence` and `kind` exist for type inference alone. */
export class Field<Value extends Json = Json, P extends Presence = Presence, K extends Kind = Kind> {
  declare readonly value: Value;
  declare readonly presence: P;
  declare readonly kind: K;
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
  listed(): this & Marked<"listed"> {
    return this.with({ listed: true }) as this & Marked<"listed">;
  }

  /** Explains it in the documentation. */
  about(sentence: string): this {
    return this.with({ about: sentence });
  }

  /** The name under which earlier versions declared it. A migration renames its column, so that its values stay. */
  formerly(name: string): this {
    return this.with({ formerName: name });
  }

  /** It will be removed: `Deprecation` and `Sunset` announce it to clients that read or write it. */
  deprecated(deprecation: Deprecation): this {
    return this.with({ deprecated: deprecation });
  }

  /** The value that the documentation shows. */
  example(value: Value): this {
    return this.with({ example: value });
  }

  /** Lists can be filtered and sorted by it, but representations do not show it. */
  filterOnly(): this & Marked<"filterOnly"> {
    return this.with({ filterOnly: true }) as this & Marked<"filterOnly">;
  }

  /** Representations show what `value` computes of some fields, instead of the stored value. */
  computed(from: readonly string[], value: Computation["value"]): this {
    return this.with({ computed: { from, value } });
  }

  /** Set by the service, and never lower than in an earlier record: its order is that of serial ids. */
  increasing(): this {
    return this.with({ increasing: true });
  }

  /** A text that the service writes, always in its folded form, so that it is stored once. */
  lowerCase(): this {
    return this.with({ lowerCase: true });
  }

  /** Must be present when a record is created or replaced. */
  required(): Field<Value, "required", K> & Marks<this> {
    return new Field<Value, "required", K>({ ...this.spec, presence: "required" }) as Field<Value, "required", K> &
      Marks<this>;
  }

  /** The value if the field is absent or null. */
  default(value: Value): Field<Value, "defaulted", K> & Marks<this> {
    return new Field<Value, "defaulted", K>({ ...this.spec, presence: "defaulted", fallback: value }) as Field<
      Value,
      "defaulted",
      K
    > &
      Marks<this>;
  }

  /** Set by the service, such as by the declaration's `derive`; read-only for clients. */
  derived(): Field<Value, "derived", K> & Marks<this> {
    return new Field<Value, "derived", K>({ ...this.spec, presence: "derived" }) as Field<Value, "derived", K> &
      Marks<this>;
  }

  /** For links and for the service itself: never shown, and not a query parameter. */
  hidden(): this & Marked<"hidden"> {
    return this.with({ hidden: true }) as this & Marked<"hidden">;
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

/** One of some words. */
export class EnumField<Word extends string, P extends Presence = "optional"> extends Field<Word, P, "enum"> {
  /** How each word looks on pages, if the words are states. */
  tones(tones: Readonly<Record<Word, Tone>>): this {
    return this.with({ tones });
  }

  /** The number of the color that words have in pictures, 1 to 10. Without one it is their place. */
  hues(hues: Readonly<Partial<Record<Word, number>>>): this {
    return this.with({ hues: hues as Readonly<Record<string, number>> });
  }
}

/** A calendar date. */
export class DateField extends Field<string, "optional", "date"> {
  /** The field `precision` says how much of the date is known: the day, or only its month or year. */
  precisionIn(precision: string): this {
    return this.with({ precision });
  }
}

/** A date-time that clients write. */
export class InstantField extends Field<string, "optional", "instant"> {
  /** Forms suggest a moment this many days ahead. The service itself sets nothing. */
  suggestedIn(days: number): this {
    return this.with({ suggestedDays: days });
  }
}

/** A text. */
export class TextField extends Field<string, "optional", "text"> {
  /** Limits the length in Unicode code points. */
  upTo(points: number): this {
    return this.limit({ maxLength: points });
  }

  /** The number of the color that texts have in pictures, 1 to 10. Others have the gray of "other"; without any, each has one by its letters. */
  hues(hues: Readonly<Record<string, number>>): this {
    return this.with({ hues });
  }
}

/** A number. */
export class NumberField<K extends "integer" | "decimal" = "decimal"> extends Field<number, "optional", K> {
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
export class IntegerField extends NumberField<"integer"> {
  /**
   * The declared number, or the count of `child` if none is declared. A declared number limits the count: one more is a
   * conflict with the code `overflowCode`.
   */
  orCount(child: string, overflowCode: string): this {
    return this.with({ count: child, overflowCode });
  }
}

/** The id of another record. */
export class ReferenceField extends Field<string, "optional", "reference"> {
  private refer(change: Partial<Reference>): this {
    return this.with({ reference: { ...this.spec.reference!, ...change } });
  }
  /** Following the reference never leads back to the record itself. */
  acyclic(): this {
    return this.refer({ acyclic: true });
  }
  /** The target has the same parent. */
  amongSiblings(): this & Marked<"sibling"> {
    return this.refer({ sibling: true }) as this & Marked<"sibling">;
  }
  /** The target counts the records that refer to it. */
  counted(): this & Marked<"counted"> {
    return this.refer({ counted: true }) as this & Marked<"counted">;
  }
}

/** An array. */
export class ListField<Item extends Json> extends Field<Item[], "defaulted", "array"> {
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
