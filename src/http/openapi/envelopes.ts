/** The JSON Schemas of list responses: numbered pages, whole lists and cursor pages. */
import type { Schema } from "../../declare/field-spec.ts";
import type { View } from "../../resource/resource.ts";
import { ID_SCHEMA, PATH_SCHEMA, propertySchema } from "./schemas.ts";

const COUNT: Schema = { type: "integer", minimum: 0 };

/** What differs between envelopes: members before the items, and links, of which some are always there. */
interface Around {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly links: readonly string[];
  readonly certain: readonly string[];
  readonly aboutLinks: string;
}

function envelope(view: View, item: Schema, { properties, required, links, certain, aboutLinks }: Around): Schema {
  const { plural, unpaged = {}, parent: of } = view;
  const parent = view.unpaged && of!.resource;
  const parentView = parent?.views[0];
  const repeated = Object.entries(unpaged).map(([name, field]) => [
    name,
    propertySchema(parentView!.properties.get(field)!, parent!),
  ]);
  const own = parent ? { [of!.column]: ID_SCHEMA, ...Object.fromEntries(repeated) } : {};
  const home = parent ? [parent.one] : [];
  return {
    type: "object",
    properties: {
      ...properties,
      ...own,
      [plural]: { type: "array", items: item },
      _links: {
        type: "object",
        description: aboutLinks,
        properties: Object.fromEntries([...links, ...home].map((name) => [name, PATH_SCHEMA])),
        required: [...certain, ...home],
        additionalProperties: false,
      },
    },
    required: [...required, ...Object.keys(own), plural, "_links"],
    additionalProperties: false,
  };
}

function limitUpTo(most: number): Schema {
  return { ...COUNT, minimum: 1, maximum: most };
}

/** A page, or where the list is its parent's, all of it. */
export function pageSchema(view: View, item: Schema, mostOnPage: number): Schema {
  const members = ["page", "limit", "total_count"];
  const page = envelope(view, item, {
    properties: {
      page: { ...COUNT, minimum: 1 },
      limit: limitUpTo(mostOnPage),
      total_count: { ...COUNT, description: "How many there are on all pages." },
    },
    required: view.unpaged ? [] : members,
    links: ["self", "first", "last", "next", "prev"],
    certain: view.unpaged ? ["self"] : ["self", "first", "last"],
    aboutLinks: "`next` and `prev` only where there is such a page.",
  });
  if (!view.unpaged) return page;
  const description = "The whole list; with `page` or `limit` it is paged and counted.";
  const dependentRequired = { page: ["limit", "total_count"], limit: ["page", "total_count"] };
  return { ...page, description, dependentRequired };
}

/** A page that was requested with `cursor`, without its number and the total. */
export function cursorPageSchema(view: View, item: Schema, mostOnPage: number): Schema {
  const next = envelope(view, item, {
    properties: { limit: limitUpTo(mostOnPage) },
    required: ["limit"],
    links: ["self", "next"],
    certain: ["self"],
    aboutLinks: "`next` is left out on the last page.",
  });
  return { ...next, description: "A page that was requested with `cursor`." };
}
