/**
 * Narrows an OpenAPI document to what responses must be. It leaves some of that open, because it would repeat it in many
 * places.
 */
import type { Part } from "./openapi-conformance.ts";

const EMBEDDED = ["_embedded", "_embedded_truncated"];

/** The name of the schema of a partial record, as a reference to it ends; a number keeps equal names apart. */
const SELECTION = /Selection\d*$/;

/** The names of the links that a record may have, by the reference to its selection, which all its schemas extend. */
function linkNames(document: Part): Map<string, ReadonlySet<string>> {
  const extensions = Object.values<Part>(document.components.schemas).filter(({ allOf }) =>
    SELECTION.test(allOf?.[0].$ref),
  );
  const selections = Map.groupBy(extensions, ({ allOf }) => String(allOf[0].$ref));
  return new Map(
    [...selections].map(([$ref, schemas]) => [
      $ref,
      new Set(["self", ...schemas.flatMap(({ properties }) => Object.keys(properties?._links?.properties ?? {}))]),
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
    const open = own ?? (isSummary(name, schema) && !schema.properties?._links ? ["self"] : undefined);
    return [name, open ? { ...schema, allOf: [...(schema.allOf ?? []), onlyNames(open)] } : schema];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/** Whether a schema is that of records in lists. */
function isSummary(name: string, { allOf }: Part): boolean {
  return /Summary\d*$/.test(name) && SELECTION.test(allOf?.[0].$ref);
}

/**
 * The document for requests without `fields`: where it allows a whole or a partial record, only the whole one, and in lists
 * exactly the fields of summaries.
 */
export function withoutSelections(document: Part): Part {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    const alternatives = value?.anyOf as Part[] | undefined;
    const rest = alternatives?.filter(({ $ref }) => !SELECTION.test($ref));
    if (rest && rest.length < alternatives!.length) return rest[0];
    return isSummary(key, value ?? {})
      ? { ...value, propertyNames: { enum: [...value.required, ...EMBEDDED] } }
      : value;
  });
}
