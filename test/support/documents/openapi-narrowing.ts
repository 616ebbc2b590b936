/**
 * Narrows an OpenAPI document to what responses must be. It leaves some of that open, because it would repeat it in many
 * places, or because a schema cannot depend on a parameter.
 */
import type { Part } from "./openapi-conformance.ts";

const EMBEDDED = ["_embedded", "_embedded_truncated"];

/** The keyword of a record's schema that refers to the one in its place with `fields`: that of a partial record. */
const WITH_FIELDS = "x-with-fields";

/** The names of the links that a record may have, by the reference to its selection, which all its schemas extend. */
function linkNames(document: Part): Map<string, ReadonlySet<string>> {
  const extensions = Object.values<Part>(document.components.schemas).filter((schema) => schema[WITH_FIELDS]);
  const selections = Map.groupBy(extensions, (schema) => String(schema[WITH_FIELDS].$ref));
  return new Map(
    [...selections].map(([$ref, schemas]) => [
      $ref,
      new Set(["self", ...schemas.flatMap(({ properties }) => Object.keys(properties._links.properties ?? {}))]),
    ]),
  );
}

/**
 * The document with the links that it leaves open: a partial record has no other links than the whole one, and a record in a
 * list has only `self` unless its summary declares others.
 */
export function withKnownLinks(document: Part): Part {
  const names = linkNames(document);
  const onlyNames = (all: Iterable<string>) => ({ properties: { _links: { propertyNames: { enum: [...all] } } } });
  const schemas = Object.entries<Part>(document.components.schemas).map(([name, schema]) => {
    const own = names.get(`#/components/schemas/${name}`);
    const open = own ?? (isSummary(name, schema) && schema.properties._links.$ref ? ["self"] : undefined);
    return [name, open ? { ...schema, allOf: [...(schema.allOf ?? []), onlyNames(open)] } : schema];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** Whether a schema is that of records in lists. */
function isSummary(name: string, schema: Part): boolean {
  return /Summary\d*$/.test(name) && schema[WITH_FIELDS] !== undefined;
}

/** The document for requests without `fields`: in lists, exactly the fields of summaries. */
export function withoutSelections(document: Part): Part {
  const schemas = Object.entries<Part>(document.components.schemas).map(([name, schema]) => [
    name,
    isSummary(name, schema) ? { ...schema, propertyNames: { enum: [...schema.required, ...EMBEDDED] } } : schema,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** The document for requests with `fields`: partial records in place of whole ones, except those that are embedded. */
export function withSelections(document: Part): Part {
  const schemas: Record<string, Part> = document.components.schemas;
  const embedded = new Set(Object.values(schemas).map(({ properties }) => properties?._embedded?.$ref));
  const select = (part: Part) =>
    JSON.parse(
      JSON.stringify(part, (_, value) => schemas[value?.$ref?.split("/").at(-1) ?? ""]?.[WITH_FIELDS] ?? value),
    );
  const selected = Object.entries(schemas).map(([name, schema]) => [
    name,
    embedded.has(`#/components/schemas/${name}`) ? schema : select(schema),
  ]);
  return {
    ...document,
    paths: select(document.paths),
    components: {
      ...document.components,
      responses: select(document.components.responses),
      schemas: Object.fromEntries(selected),
    },
  };
}
