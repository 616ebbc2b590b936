/** The JSON Schemas of list responses: numbered pages, whole lists, cursor pages and summaries. */
import type { Schema } from "../../../declare/schema.ts";
import type { PageSizes } from "../../../query/paging.ts";
import { MOST_DELETED } from "../../../resource/parameters.ts";
import { API_ROOT, type View } from "../../../resource/resource.ts";
import type { Components, Ref } from "../components.ts";
import { ID_SCHEMA, PATH_SCHEMA, propertySchema } from "./properties.ts";

const COUNT: Schema = { type: "integer", minimum: 0 };

/** The links of a list, some of which are required. */
interface Links {
  readonly about: string;
  readonly names: readonly string[];
  readonly required: readonly string[];
}

const PAGE_LINKS: Links = {
  about: "`next` and `prev` are absent if there is no such page.",
  names: ["self", "first", "last", "next", "prev"],
  required: ["self", "first", "last"],
};
const CURSOR_LINKS: Links = {
  about: "`next` is absent on the last page.",
  names: ["self", "next"],
  required: ["self"],
};

function linksSchema({ about, names, required }: Links): Schema {
  return {
    type: "object",
    description: about,
    properties: Object.fromEntries(names.map((name) => [name, PATH_SCHEMA])),
    required,
    additionalProperties: false,
  };
}

/** The links of a page. */
export function pageLinksRef(components: Components): Ref {
  return components.refer("schemas", "PageLinks", () => linksSchema(PAGE_LINKS));
}

function cursorLinksRef(components: Components): Ref {
  return components.refer("schemas", "CursorPageLinks", () => linksSchema(CURSOR_LINKS));
}

/** Links of an unpaged list, which has one to its parent too. */
function linksBelow({ about, names }: Links, parent: string): Schema {
  return linksSchema({ about, names: [...names, parent], required: ["self", parent] });
}

/** What differs between envelopes: members before the items, and links. */
interface EnvelopeParts {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly links: Schema | Ref;
}

/** The members that name what was deleted, if records have a history. */
function deletedMembers(components: Components, { resource }: View): Record<string, Schema | Ref> {
  if (!resource.hasHistory) return {};
  const make = (): Schema => ({
    type: "array",
    description:
      "With `include_deleted=true`: the records deleted since `changed_since` that have not been created again, in the order of deletion.",
    items: {
      type: "object",
      properties: { id: ID_SCHEMA, deleted_at: { type: "string", format: "date-time" } },
      required: ["id", "deleted_at"],
      additionalProperties: false,
    },
    maxItems: MOST_DELETED,
  });
  const truncated: Schema = { const: true, description: "More were deleted." };
  return {
    deleted: components.refer("schemas", "Deleted", make),
    deleted_truncated: components.refer("schemas", "DeletedTruncated", () => truncated),
  };
}

function envelope(
  components: Components,
  view: View,
  item: Schema,
  { properties, required, links }: EnvelopeParts,
): Schema {
  const { plural, unpaged = {}, parent: parentRef } = view;
  const parent = view.unpaged && parentRef!.resource;
  const parentView = parent?.views[0];
  const parentProperties = Object.entries(unpaged).map(([name, field]) => [
    name,
    propertySchema(parentView!.properties.get(field)!, parent!),
  ]);
  const parentFields = parent ? { [parentRef!.column]: ID_SCHEMA, ...Object.fromEntries(parentProperties) } : {};
  return {
    type: "object",
    properties: {
      ...properties,
      ...parentFields,
      [plural]: { type: "array", items: item },
      ...deletedMembers(components, view),
      _links: links,
    },
    required: [...required, ...Object.keys(parentFields), plural, "_links"],
    additionalProperties: false,
  };
}

function limitUpTo(max: number): Schema {
  return { ...COUNT, minimum: 1, maximum: max };
}

/** A page; for an unpaged list, the whole list. */
export function pageSchema(components: Components, view: View, item: Schema, maxLimit: number): Schema {
  const members = ["page", "limit", "total_count"];
  const page = envelope(components, view, item, {
    properties: {
      page: { ...COUNT, minimum: 1 },
      limit: limitUpTo(maxLimit),
      total_count: { ...COUNT, description: "The number of items on all pages." },
    },
    required: view.unpaged ? ["total_count"] : members,
    links: view.unpaged ? linksBelow(PAGE_LINKS, view.parent!.resource.one) : pageLinksRef(components),
  });
  if (!view.unpaged) return page;
  const description = "The whole list; with `page` or `limit`, one page.";
  const dependentRequired = { page: ["limit"], limit: ["page"] };
  return { ...page, description, dependentRequired };
}

/** A page that was requested with `cursor`, without its number and the total. */
export function cursorPageSchema(components: Components, view: View, item: Schema, maxLimit: number): Schema {
  const schema = envelope(components, view, item, {
    properties: { limit: limitUpTo(maxLimit) },
    required: ["limit"],
    links: view.unpaged ? linksBelow(CURSOR_LINKS, view.parent!.resource.one) : cursorLinksRef(components),
  });
  return { ...schema, description: "With `cursor`." };
}

/** A page of groups: the response of any list with `group_by` or `measure`. */
export function groupPageSchema(components: Components, pageSizes: PageSizes): Schema {
  const only = `${API_ROOT}/records?measure=count&page=1`;
  const example = { page: 1, limit: pageSizes.default, total_count: 1, groups: [{ count: 42 }] };
  return {
    type: "object",
    description: "A summary: a page of groups, requested with `group_by` or `measure`.",
    properties: {
      page: { ...COUNT, minimum: 1 },
      limit: limitUpTo(pageSizes.max),
      total_count: { ...COUNT, description: "The number of groups on all pages." },
      groups: {
        type: "array",
        items: {
          type: "object",
          description:
            "The values of the grouped fields, by name; the number of records; and the measures as `<field>_<function>`.",
          properties: { count: COUNT },
          required: ["count"],
          additionalProperties: { type: ["string", "number", "boolean", "null"] },
        },
      },
      _links: pageLinksRef(components),
    },
    required: ["page", "limit", "total_count", "groups", "_links"],
    additionalProperties: false,
    examples: [{ ...example, _links: { self: only, first: only, last: only } }],
  };
}
