/** The JSON Schemas of list responses: numbered pages, whole lists and cursor pages. */
import type { Schema } from "../../declare/field-spec.ts";
import type { View } from "../../resource/resource.ts";
import { ID_SCHEMA, PATH_SCHEMA, propertySchema } from "./schemas.ts";

const COUNT: Schema = { type: "integer", minimum: 0 };

/** What differs between envelopes: members before the items, and links, some of which are required. */
interface EnvelopeParts {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly links: readonly string[];
  readonly requiredLinks: readonly string[];
  readonly aboutLinks: string;
}

function envelope(
  view: View,
  item: Schema,
  { properties, required, links, requiredLinks, aboutLinks }: EnvelopeParts,
): Schema {
  const { plural, unpaged = {}, parent: parentRef } = view;
  const parent = view.unpaged && parentRef!.resource;
  const parentView = parent?.views[0];
  const parentProperties = Object.entries(unpaged).map(([name, field]) => [
    name,
    propertySchema(parentView!.properties.get(field)!, parent!),
  ]);
  const parentFields = parent ? { [parentRef!.column]: ID_SCHEMA, ...Object.fromEntries(parentProperties) } : {};
  const parentLink = parent ? [parent.one] : [];
  return {
    type: "object",
    properties: {
      ...properties,
      ...parentFields,
      [plural]: { type: "array", items: item },
      _links: {
        type: "object",
        description: aboutLinks,
        properties: Object.fromEntries([...links, ...parentLink].map((name) => [name, PATH_SCHEMA])),
        required: [...requiredLinks, ...parentLink],
        additionalProperties: false,
      },
    },
    required: [...required, ...Object.keys(parentFields), plural, "_links"],
    additionalProperties: false,
  };
}

function limitUpTo(max: number): Schema {
  return { ...COUNT, minimum: 1, maximum: max };
}

/** A page; for an unpaged list, the whole list. */
export function pageSchema(view: View, item: Schema, maxLimit: number): Schema {
  const members = ["page", "limit", "total_count"];
  const page = envelope(view, item, {
    properties: {
      page: { ...COUNT, minimum: 1 },
      limit: limitUpTo(maxLimit),
      total_count: { ...COUNT, description: "The number of items on all pages." },
    },
    required: view.unpaged ? [] : members,
    links: ["self", "first", "last", "next", "prev"],
    requiredLinks: view.unpaged ? ["self"] : ["self", "first", "last"],
    aboutLinks: "`next` and `prev` are absent if there is no such page.",
  });
  if (!view.unpaged) return page;
  const description = "The whole list; with `page` or `limit`, one page with the total.";
  const dependentRequired = { page: ["limit", "total_count"], limit: ["page", "total_count"] };
  return { ...page, description, dependentRequired };
}

/** A page that was requested with `cursor`, without its number and the total. */
export function cursorPageSchema(view: View, item: Schema, maxLimit: number): Schema {
  const schema = envelope(view, item, {
    properties: { limit: limitUpTo(maxLimit) },
    required: ["limit"],
    links: ["self", "next"],
    requiredLinks: ["self"],
    aboutLinks: "`next` is absent on the last page.",
  });
  return { ...schema, description: "A page that was requested with `cursor`." };
}
