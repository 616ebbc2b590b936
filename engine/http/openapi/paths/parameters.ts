/** Path and query parameters. */

import { CURSOR_PATTERN } from "../../../query/cursor.ts";
import type { PageSizes } from "../../../query/paging.ts";
import { FORMATS } from "../../../query/selection.ts";
import { isSortable } from "../../../resource/parameters.ts";
import type { View } from "../../../resource/resource.ts";
import { MAX_EMBEDDED } from "../../../store/read/embedded.ts";
import type { Components, JsonObject, Ref } from "../components.ts";
import { schemaName, toWords } from "../naming.ts";
import { ID_SCHEMA } from "../schemas/properties.ts";
import { COMMA_SEPARATED, filterRefs } from "./filters.ts";
import {
  ABOUT_GROUP_BY,
  ABOUT_MEASURE,
  groupingSchemas,
  MEASURE_NAMES,
  relatedPattern,
} from "./grouping-parameters.ts";
import { asOfParameter, changeParameters } from "./history-parameters.ts";

/** An id in a path. */
export function pathParameter(components: Components, name: string): Ref {
  return components.refer("parameters", `path.${name}`, () => ({
    name,
    in: "path",
    required: true,
    description: `The id of one ${toWords(name.replace(/_id$/, ""))}.`,
    schema: ID_SCHEMA,
    example: `${name.replace(/_id$/, "").replaceAll("_", "-")}-1`,
  }));
}

/** A query parameter. @param view whose lists and records have it; undefined if it means the same for all */
function query(components: Components, view: View | undefined, name: string, description: string, rest: JsonObject) {
  const make = (): JsonObject => ({ name, in: "query", description, ...rest });
  if (!view) return components.refer("parameters", `any.${name}`, make);
  return components.refer("parameters", `${schemaName(view)}.${name}`, make, view.resource.name);
}

const CURSOR_DESCRIPTION =
  "Cursor pagination. Start with an empty cursor and follow `_links.next`. The cost of a page does not depend on its position, and every item that exists throughout the traversal is returned exactly once. Cannot be combined with `page`.";

const SEARCH_DESCRIPTION =
  "Words that must all occur in the texts of a record, in any order and case, also inside words. Everything but letters and digits separates words; a search without a word finds nothing.";

/** The query parameters of a list. */
export function listParameters(components: Components, view: View, sizes: PageSizes): Ref[] {
  const sortable = [...view.properties.values()].filter(isSortable).map(({ name }) => name);
  const measureName = components.refer("schemas", "MeasureName", () => ({
    type: "string",
    description: "A measure of a summary.",
    pattern: `^(?:${MEASURE_NAMES})$`,
    examples: ["count", "created_at_max"],
  }));
  const pattern = relatedPattern(view);
  const related = pattern === undefined ? [] : [{ pattern: `^${pattern}$` }];
  const { groupBy, measure } = groupingSchemas(view);
  const own = (parameter: string, description: string, rest: JsonObject) =>
    query(components, view, parameter, description, rest);
  const shared = (parameter: string, description: string, rest: JsonObject) =>
    query(components, undefined, parameter, description, rest);
  const unpagedNote = view.unpaged ? UNPAGED : "";
  return [
    ...pagingParameters(components, sizes, view),
    (view.unpaged ? own : shared)("cursor", `${CURSOR_DESCRIPTION}${unpagedNote}`, {
      schema: { type: "string", pattern: CURSOR_PATTERN.source },
    }),
    own(
      "sort_by",
      "Fields to sort by, or measures of a summary; `id` is always the last one. Cannot be combined with `sort`.",
      {
        ...COMMA_SEPARATED,
        schema: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { type: "string", anyOf: [{ enum: sortable }, measureName, ...related] },
        },
      },
    ),
    shared(
      "order",
      "The directions of `sort_by`, case-insensitive; missing ones are `asc`. Cannot be combined with `sort`.",
      {
        ...COMMA_SEPARATED,
        schema: { type: "array", minItems: 1, items: { type: "string", enum: ["asc", "desc"] } },
      },
    ),
    shared(
      "sort",
      "The compact form of `sort_by` and `order`: `field:asc`, `field:desc` or just `field`; each field once.",
      {
        ...COMMA_SEPARATED,
        schema: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { type: "string", pattern: "^[a-z0-9_.]+(?::(?:asc|desc))?$" },
        },
      },
    ),
    shared("filter", "The compact form of exact matches, `field:value`. It may be repeated.", {
      schema: { type: "array", items: { type: "string", pattern: "^[a-z0-9_.]+:" } },
    }),
    shared("search", SEARCH_DESCRIPTION, { schema: { type: "string", minLength: 1 } }),
    ...selectionParameters(components, view),
    own("group_by", ABOUT_GROUP_BY, { ...COMMA_SEPARATED, schema: groupBy }),
    own("measure", ABOUT_MEASURE, { ...COMMA_SEPARATED, schema: measure }),
    shared(
      "format",
      "The format of the response; takes precedence over `Accept`. `csv` and `ndjson` export the whole list, or one page if `page` or `limit` is given; they cannot be combined with `cursor`.",
      { schema: { type: "string", enum: FORMATS, default: "json" } },
    ),
    ...asOfParameter(components, view),
    ...changeParameters(components, view),
    ...filterRefs(components, view),
    relatedParameter(components),
  ];
}

const RELATED_DESCRIPTION =
  "Filters of related records, and alternatives, each a parameter of its own: `<relation>.<filter>`, `<relation>_none.<filter>`, `<relation>_exists`, `any.<n>.<filter>`. The relations of a list are in its `x-relations`.";

/** The filters of related records, which are too many to list: a parameter for each member of an object. */
function relatedParameter(components: Components): Ref {
  const schema = components.refer("schemas", "RelatedFilters", () => ({
    type: "object",
    propertyNames: { pattern: "^(?:any\\.[1-9]\\.[a-z0-9_.]+|[a-z0-9_]+\\.[a-z0-9_.]+|[a-z0-9_]+_exists)$" },
    additionalProperties: { type: "string" },
  }));
  return query(components, undefined, "related", RELATED_DESCRIPTION, { style: "form", explode: true, schema });
}

const UNPAGED = " Without `page`, `limit` and `cursor`, the whole list is returned.";

/** `page` and `limit`. @param view a list that may not be paged */
export function pagingParameters(components: Components, sizes: PageSizes, view?: View): Ref[] {
  const [owner, note] = view?.unpaged ? [view, UNPAGED] : [undefined, ""];
  const own = (name: string, description: string, schema: JsonObject) =>
    query(components, owner, name, `${description}${note}`, {
      schema: { type: "integer", minimum: 1, ...schema },
    });
  const maximum = Math.floor(Number.MAX_SAFE_INTEGER / sizes.max);
  return [
    own("page", "The number of the page, from 1. A page past the end is empty.", { maximum, default: 1 }),
    own("limit", "Items per page.", { maximum: sizes.max, default: sizes.default }),
  ];
}

/** `fields` and, if there are relations, `include`: for lists and single records. */
export function selectionParameters(components: Components, view: View): Ref[] {
  return [fieldsParameter(components, view), ...includeParameter(components, view)];
}

function includeParameter(components: Components, view: View): Ref[] {
  const names = [...view.relations.keys()];
  if (names.length === 0) return [];
  const about = `Related records to embed, as \`_embedded\`: at most ${MAX_EMBEDDED} of each relation.`;
  const schema = { type: "array", minItems: 1, items: { type: "string", enum: names } };
  return [query(components, view, "include", about, { ...COMMA_SEPARATED, schema })];
}

function fieldsParameter(components: Components, view: View): Ref {
  const shown = [...view.properties.values()].filter((property) => property.shown).map((property) => property.name);
  const about =
    "The fields to return, always with `id` and `_links`; `*`, alone, returns all. Without it, a record has all, and a record in a list those of its summary.";
  return query(components, view, "fields", about, {
    ...COMMA_SEPARATED,
    schema: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: [...shown, "_links", "*"] },
      // Not as two alternatives, of which generators make no list of names.
      if: { contains: { const: "*" } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { maxItems: 1 },
    },
  });
}

/** `cascade`, for DELETE. */
export function cascadeParameter(components: Components): Ref {
  const about = "`true` also deletes the sub-resources that the record owns, never independent resources.";
  return query(components, undefined, "cascade", about, { schema: { type: "boolean", default: false } });
}

/** The names of a path's parameters. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
