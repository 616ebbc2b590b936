/** Fields of one kind, each with the limits that fit its values. */
import { Field, type Marked } from "./field.ts";
import type { ElementKey, Presence, Reference, Tone } from "./field-spec.ts";
import type { Json } from "./values.ts";

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

  /**
   * The usual values, in the order in which lists show them; others follow. Forms suggest them.
   * @example role: text().usual("commander", "pilot")
   */
  usual(...values: readonly string[]): this {
    return this.with({ usual: values });
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
  /**
   * Lists the records that refer to a target below it, read-only.
   * @example station: reference("space-stations").listedAs("modules")
   */
  listedAs<const Segment extends string>(segment: Segment): this & Marked<"listedAs", Segment> {
    return this.refer({ listedAs: segment }) as this & Marked<"listedAs", Segment>;
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
  /** Lists are filtered by the keys of the elements. */
  keyed<const Parameter extends string>(
    key: ElementKey & { readonly parameter: Parameter },
  ): this & Marked<"keyed", Parameter> {
    return this.with({ elementKey: key }) as this & Marked<"keyed", Parameter>;
  }
  /** The sum of the elements' values of `key` is at most `total`. */
  sumAtMost(key: string, total: number): this {
    return this.limit({ sumAtMost: { key, total } });
  }
}
