/** JSON Schemas of values. */

/** A JSON Schema (2020-12). Of a field, it describes a value that is not null. */
export type Schema = { readonly [keyword: string]: unknown };

/** A schema that also allows null. */
export function nullable(schema: Schema): Schema {
  const { enum: words, type = [] } = schema as { enum?: readonly unknown[]; type?: string | readonly string[] };
  const types = [type].flat();
  if (types.length === 0 || types.includes("null")) return schema;
  return { ...schema, type: [...types, "null"], ...(words ? { enum: [...words, null] } : {}) };
}

/** A schema that does not allow null. */
export function withoutNull(schema: Schema): Schema {
  const { enum: words, type = [] } = schema as { enum?: readonly unknown[]; type?: string | readonly string[] };
  const types = [type].flat().filter((each) => each !== "null");
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(words ? { enum: words.filter((each) => each !== null) } : {}),
  };
}

/** The schema of stored values, without `currentEnum`, which applies only to values that are written. */
export function storedSchema({ currentEnum: _, ...schema }: Schema): Schema {
  const { items, properties, oneOf } = schema as {
    items?: Schema;
    properties?: Record<string, Schema>;
    oneOf?: readonly Schema[];
  };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, storedSchema(part)]);
  return {
    ...schema,
    ...(items ? { items: storedSchema(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(parts) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(storedSchema) } : {}),
  };
}
