/** Path and query parameters. */

import type { Schema } from "../../declare/field-spec.ts";
import { CURSOR_PATTERN } from "../../query/cursor.ts";
import { filterParameters } from "../../query/list-query.ts";
import type { PageSizes } from "../../query/paging.ts";
import { OPERATORS, type Operator } from "../../resource/operators.ts";
import type { Property, View } from "../../resource/resource.ts";
import type { Components, JsonObject, Ref } from "./components.ts";
import { schemaName, toWords } from "./naming.ts";
import { ID_SCHEMA } from "./schemas.ts";

/** A comma-separated list in one parameter. */
const COMMA_SEPARATED = { style: "form", explode: false } as const;
const U0000 = "^[^\\x00]*$";

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

function query(components: Components, key: string, name: string, description: string, rest: JsonObject): Ref {
  return components.refer("parameters", key, () => ({ name, in: "query", description, ...rest }));
}

const CURSOR_DESCRIPTION =
  "Cursor pagination. Start with an empty cursor and follow `_links.next`. The cost of a page does not depend on its position, and every item that exists throughout the traversal is returned exactly once. Cannot be combined with `page`.";

/** The query parameters of a list. */
export function listParameters(components: Components, view: View, sizes: PageSizes): Ref[] {
  const name = schemaName(view);
  const sortable = [...view.properties.values()].filter((property) => property.filterable).map((each) => each.name);
  const sortableField = `(?:${sortable.join("|")})`;
  const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / sizes.max);
  const own = (parameter: string, description: string, rest: JsonObject) =>
    query(components, `${name}.${parameter}`, parameter, description, rest);
  const shared = (parameter: string, description: string, rest: JsonObject) =>
    query(components, `any.${parameter}`, parameter, description, rest);
  const unpagedNote = view.unpaged ? " Without `page`, `limit` and `cursor`, the whole list is returned." : "";
  return [
    (view.unpaged ? own : shared)(
      "page",
      `The number of the page, from 1. A page past the end is empty.${unpagedNote}`,
      {
        schema: { type: "integer", minimum: 1, maximum: maxPage, default: 1 },
      },
    ),
    (view.unpaged ? own : shared)("limit", `Items per page.${unpagedNote}`, {
      schema: { type: "integer", minimum: 1, maximum: sizes.max, default: sizes.default },
    }),
    (view.unpaged ? own : shared)("cursor", `${CURSOR_DESCRIPTION}${unpagedNote}`, {
      schema: { type: "string", pattern: CURSOR_PATTERN.source },
    }),
    own("sort_by", "Fields to sort by; `id` is always the last. Cannot be combined with `sort`.", {
      ...COMMA_SEPARATED,
      schema: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", enum: sortable } },
    }),
    shared(
      "order",
      "The directions of `sort_by`, case-insensitive; missing ones are `asc`. Cannot be combined with `sort`.",
      {
        ...COMMA_SEPARATED,
        schema: { type: "array", minItems: 1, items: { type: "string", enum: ["asc", "desc"] } },
      },
    ),
    own(
      "sort",
      "The compact form of `sort_by` and `order`: `field:asc`, `field:desc` or just `field`; each field once.",
      {
        ...COMMA_SEPARATED,
        schema: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { type: "string", pattern: `^${sortableField}(?::(?:asc|desc))?$` },
        },
      },
    ),
    own("filter", "The compact form of an exact match, `field:value`. It may be repeated.", {
      style: "form",
      explode: true,
      schema: { type: "array", items: { type: "string", pattern: `^${sortableField}:` } },
    }),
    fieldsParameter(components, view),
    ...filters(components, view),
  ];
}

/** `fields`, for lists and single records. */
export function fieldsParameter(components: Components, view: View): Ref {
  const shown = [...view.properties.values()].filter((property) => property.shown).map((property) => property.name);
  const about = "The fields to return, always with `id` and `_links`; `*` returns all.";
  return query(components, `${schemaName(view)}.fields`, "fields", about, {
    ...COMMA_SEPARATED,
    schema: {
      type: "array",
      minItems: 1,
      items: { type: "string" },
      anyOf: [{ items: { enum: [...shown, "_links"] } }, { items: { const: "*" }, maxItems: 1 }],
    },
  });
}

/** Properties of every record, whose filters are shared by all lists. */
const COMMON_PROPERTIES = ["id", "created_at", "updated_at"];

function filters(components: Components, view: View): Ref[] {
  return [...filterParameters(view)].map(([name, { property, operator }]) => {
    const key = `${COMMON_PROPERTIES.includes(property.name) ? "any" : schemaName(view)}.${name}`;
    const { about } = property.spec;
    const subject = property.isHiddenCount
      ? `The number of ${toWords(property.name.replace(/_count$/, ""))} records.`
      : about;
    const description = [`\`${property.name}\`: ${OPERATORS[operator].about}`, subject].filter(Boolean).join(" ");
    return query(components, key, name, description, filterSchema(property, operator));
  });
}

function filterSchema(property: Property, operator: Operator): JsonObject {
  if (operator === "exists") return { schema: { type: "boolean" } };
  const value = valueSchema(property);
  if (operator !== "in") return { schema: value };
  return { ...COMMA_SEPARATED, schema: { type: "array", minItems: 1, maxItems: 100, items: value } };
}

/** The schema of a filter value. It is less strict than that of the field. */
function valueSchema({ spec: { kind, schema } }: Property): Schema {
  switch (kind) {
    case "enum":
      return { type: "string", enum: schema.enum };
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case "decimal":
      return { type: "number", format: "double" };
    case "date":
      return { type: "string", format: "date" };
    case "instant":
      return {
        anyOf: [
          { type: "string", format: "date" },
          { type: "string", format: "date-time" },
        ],
      };
    default:
      return { type: "string", pattern: U0000 };
  }
}

/** `cascade`, for DELETE. */
export function cascadeParameter(components: Components): Ref {
  const about = "`true` also deletes the sub-resources that the record owns, never independent resources.";
  return query(components, "any.cascade", "cascade", about, { schema: { type: "boolean", default: false } });
}

/** The names of a path's parameters. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
