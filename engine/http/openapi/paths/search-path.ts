/** The path of the search over all collections. */
import { READ_ACCESS } from "../../../access/requirements.ts";
import { uniqueKeys } from "../../../query/name-search.ts";
import type { PageSizes } from "../../../query/paging.ts";
import { namedResources } from "../../../resource/named.ts";
import { SEARCH } from "../../handlers/search.ts";
import type { Components, JsonObject } from "../components.ts";
import { pageLinksRef } from "../schemas/envelopes.ts";
import { ID_SCHEMA, PATH_SCHEMA } from "../schemas/properties.ts";
import { cachingHeaders, responseHeaders } from "./headers.ts";
import { type OperationContext, pathItem } from "./operations.ts";
import { pagingParameters } from "./parameters.ts";

/** The search, with its operation. @param tag of the operation */
export function searchPath(context: OperationContext, tag: string): [path: string, item: JsonObject] {
  const { components, catalog, pageSizes } = context;
  const named = namedResources(catalog.resources);
  const kinds = named.map(({ one }) => one);
  const keys = [...uniqueKeys(named)].map(([name, properties]) => ({ name, property: [...properties.values()][0]! }));
  const caching = cachingHeaders(components, READ_ACCESS);
  const parameter = (name: string, description: string, rest: JsonObject) =>
    components.refer("parameters", `search.${name}`, () => ({ name, in: "query", description, ...rest }));
  const item = pathItem(context, {
    id: "search",
    tag,
    summary: "Search all collections for records by name",
    description:
      "The records of every public collection, and of sub-resources with a name, whose names contain all words, in any order and case: first those whose name is the text of `q`, then those whose name begins with it, those with each word as a whole word, and the others; then by kind and id. A record whose id is `q` is found even if its name lacks these words, and then comes first. If there are none, names may have similar words instead, in which one letter differs, or two if the word of `q` has more than five: those with the fewest changes come first. Collections that need a scope are searched for callers who have it. A key instead of `q` finds the records that have it.",
    method: "GET",
    path: SEARCH,
    requirement: READ_ACCESS,
    parameters: [
      parameter("q", "The words to find, with at least one letter or digit.", {
        required: keys.length === 0,
        schema: { type: "string", pattern: "[\\p{L}\\p{N}]" },
      }),
      ...keys.map(({ name, property }) =>
        parameter(name, `${property.spec.about} Instead of \`q\`.`, { schema: { type: "string" } }),
      ),
      parameter("kind", "The kinds of records to find; all by default.", {
        explode: false,
        schema: { type: "array", minItems: 1, items: { type: "string", enum: kinds } },
      }),
      ...pagingParameters(components, pageSizes),
    ],
    headers: ["If-Match", "If-None-Match"],
    responses: {
      304: {
        description: "The client's copy is current.",
        headers: { ...responseHeaders(components, ["ETag"]), ...caching },
      },
      200: {
        description: "A page of the records that were found, and how many there are of each kind.",
        headers: { ...responseHeaders(components, ["ETag"], ["Link"]), ...caching },
        content: { "application/json": { schema: searchSchema(components, kinds, pageSizes) } },
      },
    },
  });
  return [SEARCH, item];
}

/** A record with its name. */
function recordSchema(kinds: readonly string[], more: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      id: ID_SCHEMA,
      name: { type: "string" },
      kind: { type: "string", enum: kinds },
      ...more,
      _links: {
        type: "object",
        properties: { self: PATH_SCHEMA },
        required: ["self"],
        additionalProperties: false,
      },
    },
    required: ["id", "name", "kind", "_links"],
    additionalProperties: false,
  };
}

function searchSchema(
  components: Components,
  kinds: readonly string[],
  { default: limit, max }: PageSizes,
): JsonObject {
  const count = { type: "integer", minimum: 0 };
  const kind = kinds[0] ?? "record";
  const first = `${SEARCH}?q=name&page=1`;
  const result = { id: `${kind}-1`, name: "Name", kind, _links: { self: `/api/${kind}s/${kind}-1` } };
  const links = { self: first, first, last: first };
  return {
    type: "object",
    properties: {
      page: { ...count, minimum: 1 },
      limit: { ...count, minimum: 1, maximum: max },
      total_count: { ...count, description: "The number of results on all pages." },
      approximate: {
        const: true,
        description: "No name contains all words of `q`; the results have similar ones. Absent otherwise.",
      },
      results: {
        type: "array",
        items: recordSchema(kinds, {
          matched: {
            type: "array",
            description: "If `approximate`: the words of the name that match those of `q`.",
            minItems: 1,
            items: { type: "string" },
          },
          parent: {
            ...recordSchema(kinds, {}),
            description: "The record that it is below, if that has a name.",
          },
        }),
      },
      kinds: {
        type: "object",
        description: "The number of results of each kind that was searched.",
        properties: Object.fromEntries(kinds.map((each) => [each, count])),
        additionalProperties: false,
      },
      _links: pageLinksRef(components),
    },
    required: ["page", "limit", "total_count", "results", "kinds", "_links"],
    additionalProperties: false,
    examples: [{ page: 1, limit, total_count: 1, results: [result], kinds: { [kind]: 1 }, _links: links }],
  };
}
