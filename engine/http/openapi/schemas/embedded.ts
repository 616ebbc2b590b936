/** The JSON Schemas of embedded records. */
import type { Schema } from "../../../declare/schema.ts";
import type { View } from "../../../resource/resource.ts";
import { MAX_EMBEDDED } from "../../../store/read/embedded.ts";
import type { Ref } from "../components.ts";

/** What `_embedded` may contain. @param recordRef refers to the schema of a view's complete record */
export function embeddedSchema({ relations }: View, recordRef: (view: View) => Ref): Schema {
  const properties = [...relations.values()].map(({ name, isMany, targets }): [string, Schema] => {
    const records = targets.map(({ view }) => recordRef(view));
    return [
      name,
      isMany ? { type: "array", items: records[0], maxItems: MAX_EMBEDDED } : { anyOf: [...records, { type: "null" }] },
    ];
  });
  return {
    type: "object",
    description: "The related records that `include` names, in full.",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** The properties of a representation with embedded records. @param names of the relations */
export function embeddedProperties(names: readonly string[], embedded: Ref): Record<string, unknown> {
  return {
    _embedded: embedded,
    _embedded_truncated: {
      type: "array",
      description: `The relations with more than ${MAX_EMBEDDED} records, of which the first are embedded.`,
      items: { enum: names },
      minItems: 1,
    },
  };
}
