/** The parameters of paths and queries. */

import type { Schema } from "../../declare/field-spec.ts";
import { CURSOR_PATTERN } from "../../query/cursor.ts";
import { filterParameters } from "../../query/list-query.ts";
import type { PageSizes } from "../../query/paging.ts";
import { OPERATORS, type Operator } from "../../resource/operators.ts";
import type { Property, View } from "../../resource/resource.ts";
import type { Components, Part, Ref } from "./components.ts";
import { schemaName, words } from "./naming.ts";
import { ID_SCHEMA } from "./schemas.ts";

/** A comma-separated list in one parameter. */
const LISTED = { style: "form", explode: false } as const;
const U0000 = "^[^\\x00]*$";

/** An id in a path. */
export function pathParameter(components: Components, name: string): Ref {
  return components.refer("parameters", `path.${name}`, () => ({
    name,
    in: "path",
    required: true,
    description: `The id of one ${words(name.replace(/_id$/, ""))}.`,
    schema: ID_SCHEMA,
    example: `${name.replace(/_id$/, "").replaceAll("_", "-")}-1`,
  }));
}

function query(components: Components, key: string, name: string, description: string, rest: Part): Ref {
  return components.refer("parameters", key, () => ({ name, in: "query", description, ...rest }));
}

const CURSOR_DESCRIPTION =
  "Cursor pagination. Start with an empty cursor and follow `_links.next`. The cost of a page does not depend on its position, and every item that exists throughout is returned exactly once. Cannot be combined with `page`.";

/** Everything that a list can be asked. */
export function listParameters(components: Components, view: View, sizes: PageSizes): Ref[] {
  const name = schemaName(view);
  const sortable = [...view.properties.values()].filter((property) => property.filterable).map((each) => each.name);
  const one = `(?:${sortable.join("|")})`;
  const furthest = Math.floor(Number.MAX_SAFE_INTEGER / sizes.max);
  const own = (parameter: string, description: string, rest: Part) =>
    query(components, `${name}.${parameter}`, parameter, description, rest);
  const shared = (parameter: string, description: string, rest: Part) =>
    query(components, `any.${parameter}`, parameter, description, rest);
  const whole = view.unpaged ? " Without `page`, `limit` and `cursor` this list is whole." : "";
  return [
    (view.unpaged ? own : shared)("page", `The page, from 1. One past the end is empty.${whole}`, {
      schema: { type: "integer", minimum: 1, maximum: furthest, default: 1 },
    }),
    (view.unpaged ? own : shared)("limit", `Items on a page.${whole}`, {
      schema: { type: "integer", minimum: 1, maximum: sizes.max, default: sizes.default },
    }),
    (view.unpaged ? own : shared)("cursor", `${CURSOR_DESCRIPTION}${whole}`, {
      schema: { type: "string", pattern: CURSOR_PATTERN.source },
    }),
    own("sort_by", "Fields to sort by; `id` is always the last. Not together with `sort`.", {
      ...LISTED,
      schema: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", enum: sortable } },
    }),
    shared("order", "The directions of `sort_by`, in any case; missing ones are `asc`. Not together with `sort`.", {
      ...LISTED,
      schema: { type: "array", minItems: 1, items: { type: "string", enum: ["asc", "desc"] } },
    }),
    own("sort", "`sort_by` and `order` in short: `field:asc` or `field:desc`, or only `field`; each field once.", {
      ...LISTED,
      schema: {
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { type: "string", pattern: `^${one}(?::(?:asc|desc))?$` },
      },
    }),
    own("filter", "An exact match in short, `field:value`; may be given more than once.", {
      style: "form",
      explode: true,
      schema: { type: "array", items: { type: "string", pattern: `^${one}:` } },
    }),
    fieldsParameter(components, view),
    ...filters(components, view),
  ];
}

/** `fields`, of a list or of a single record. */
export function fieldsParameter(components: Components, view: View): Ref {
  const shown = [...view.properties.values()].filter((property) => property.shown).map((property) => property.name);
  const about = "The fields to show, always with `id` and `_links`; `*` alone shows all.";
  return query(components, `${schemaName(view)}.fields`, "fields", about, {
    ...LISTED,
    schema: {
      type: "array",
      minItems: 1,
      items: { type: "string" },
      anyOf: [{ items: { enum: [...shown, "_links"] } }, { items: { const: "*" }, maxItems: 1 }],
    },
  });
}

/** Properties that every record has, and whose filters are therefore the same everywhere. */
const EVERYWHERE = ["id", "created_at", "updated_at"];

function filters(components: Components, view: View): Ref[] {
  return [...filterParameters(view)].map(([name, { property, operator }]) => {
    const key = `${EVERYWHERE.includes(property.name) ? "any" : schemaName(view)}.${name}`;
    const { about } = property.spec;
    const subject = property.isHiddenCount
      ? `The number of ${words(property.name.replace(/_count$/, ""))} records.`
      : about;
    const description = [`\`${property.name}\`: ${OPERATORS[operator].about}`, subject].filter(Boolean).join(" ");
    return query(components, key, name, description, filterSchema(property, operator));
  });
}

function filterSchema(property: Property, operator: Operator): Part {
  if (operator === "exists") return { schema: { type: "boolean" } };
  const value = valueSchema(property);
  if (operator !== "in") return { schema: value };
  return { ...LISTED, schema: { type: "array", minItems: 1, maxItems: 100, items: value } };
}

/** What a filter's value looks like in a query; less is asked of it than of a field's value. */
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

/** `cascade`, of DELETE. */
export function cascadeParameter(components: Components): Ref {
  const about = "`true` deletes what the record owns with it, never what is independent of it.";
  return query(components, "any.cascade", "cascade", about, { schema: { type: "boolean", default: false } });
}

/** The names in a path's braces. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
