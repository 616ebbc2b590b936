/** The id of a record: lower case, so that it is compared as it is. */
import type { KindSpec, QuerySpec } from "./kind.ts";
import { TEXT_QUERY } from "./text.ts";

export const ID_QUERY = { ...TEXT_QUERY, parse: (text: string) => text.toLowerCase() } satisfies QuerySpec;

export const id = {
  schema: { type: "string", format: "id" },
  title: "identifier",
  column: "text",
  isIndexed: true,
  isPlain: true,
  query: ID_QUERY,
} satisfies KindSpec;
