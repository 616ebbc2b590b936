/** Reads the parts of an OpenAPI document that refer to others. Nothing else follows references. */

import type { View } from "./model.ts";
import type { OpenApiDocument, Operation, Parameter } from "./openapi.ts";
import { lastSegment } from "./paths.ts";
import type { Schema } from "./schema.ts";

/** Returns the name at the end of a reference: `Planet` of `#/components/schemas/Planet`. */
export function referredName($ref: string): string {
  return lastSegment($ref);
}

/** Returns a schema with what its `$ref` and its `allOf` say. Its properties and items may still refer to others. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return resolve(document, { ...document.components.schemas[referredName($ref)], ...own });
  }
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  const parts = [...allOf.map((part) => resolve(document, part)), own];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  });
}

/** Returns the alternatives of a schema; a schema without any is the only one. */
function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

/** Returns the parameters of an operation. */
export function parametersOf({ components }: OpenApiDocument, operation: Operation | undefined): Parameter[] {
  return (operation?.parameters ?? []).map((each) =>
    each.$ref === undefined ? each : components.parameters[referredName(each.$ref)]!,
  );
}

/** Returns the schema of one record in the body of a request; undefined if it takes none. */
export function bodySchema(document: OpenApiDocument, operation: Operation | undefined): Schema | undefined {
  const schema = operation?.requestBody?.content?.["application/json"]?.schema;
  // Where a body may be an array, one of the alternatives is its element.
  const alternatives = schema ? alternativesOf(resolve(document, schema)) : [];
  return alternatives.map((each) => resolve(document, each)).find(({ properties }) => properties);
}

/** Returns the schema of a response, as the document refers to it; of its alternatives, the first. */
export function responseSchema(
  { components }: OpenApiDocument,
  operation: Operation | undefined,
  status: string,
): Schema {
  const response = operation?.responses?.[status];
  const { content } =
    response?.$ref === undefined ? (response ?? {}) : components.responses[referredName(response.$ref)]!;
  return alternativesOf(content?.["application/json"]?.schema ?? {})[0]!;
}

/**
 * Returns the schema of a complete record of a view, as the document refers to it. Where records have no path of their
 * own, it is that of the items of a list.
 */
export function recordSchema(
  document: OpenApiDocument,
  { path, itemPath, plural }: Pick<View, "path" | "itemPath" | "plural">,
): Schema {
  const schema = responseSchema(document, document.paths[itemPath ?? path]?.get, "200");
  if (itemPath !== undefined) return schema;
  const { properties } = resolve(document, schema);
  const { items } = properties?.page ? (properties[plural] ?? {}) : {};
  return items ? alternativesOf(items)[0]! : schema;
}
