/** Words that other declarations make, such as the scopes of what there is: new values are held against them. */

import { Field } from "./field.ts";
import type { Schema } from "./field-spec.ts";
import { text } from "./fields.ts";

/** The words that a new value is one of, and the sentence that says so. */
export interface Among {
  readonly words: readonly string[];
  readonly form: string;
}

/**
 * A word that other declarations make. It is checked when it is written, and stays what it is when they make it no more.
 * @param form the sentence that says what is allowed: the words, or what they look like where there are many
 */
export function word(words: readonly string[], form: string): Field<string, "optional"> {
  const among: Among = { words, form };
  return new Field<string, "optional">({ ...text().spec, schema: { type: "string", among } });
}

/** A schema without what is asked of new values alone: it holds of what was written at any time. */
export function lasting({ among: _, ...schema }: Schema): Schema {
  const { items, properties } = schema as { items?: Schema; properties?: Record<string, Schema> };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, lasting(part)]);
  return {
    ...schema,
    ...(items ? { items: lasting(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(parts) } : {}),
  };
}
