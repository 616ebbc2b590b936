/** Fields of a declaration: what all of them offer. */

import type { Kind } from "../kinds/kinds.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Computation, FieldSpec, Presence } from "./field-spec.ts";
import type { Schema } from "./schema.ts";
import type { Json } from "./values.ts";

/** A field whose type says more: that lists show it, or to which resources (`To`) it refers. It exists for type inference alone. */
export interface Marked<Mark extends string, To extends string = string> {
  readonly marks: { readonly [M in Mark]: To };
}

/** The marks of a field's type. */
type Marks<F> = F extends { readonly marks: infer M } ? { readonly marks: M } : unknown;

/** A field whose type says the kinds of the members of its objects, by path. It exists for type inference alone. */
export interface WithMembers<Kinds> {
  readonly marks: { readonly members: Kinds };
}

/** Pairs of path and kind: of fields, of the members of their objects, and of the keys of arrays. */
type KindPairs<F extends Record<string, Field>> = {
  [K in keyof F & string]:
    | readonly [path: K, kind: F[K]["kind"]]
    | (F[K] extends Marked<"keyed", infer Parameter> ? readonly [path: Parameter, kind: "key"] : never)
    | (F[K] extends WithMembers<infer M>
        ? { [P in keyof M & string]: readonly [path: `${K}.${P}`, kind: M[P]] }[keyof M & string]
        : never);
}[keyof F & string];

/** The kinds of fields by name, of the members of their objects by path, as `location.body`, and of keys by parameter. */
export type KindsByPath<F extends Record<string, Field>> = { readonly [P in KindPairs<F> as P[0]]: P[1] };

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

  /** Set by the service, such as by the declaration's `derive`; read-only for clients. Null without a value or default. */
  derived(): Field<P extends "defaulted" ? Value : Value | null, "derived", K> & Marks<this> {
    return new Field({ ...this.spec, presence: "derived" }) as Field<
      P extends "defaulted" ? Value : Value | null,
      "derived",
      K
    > &
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
