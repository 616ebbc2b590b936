/** Exports of lists: CSV and NDJSON. */
import type { Components, JsonObject } from "../components.ts";

/** The contents of a list's response as an export. */
export function exportContent(components: Components): JsonObject {
  const csv = components.refer("schemas", "Csv", () => ({
    type: "string",
    description:
      "RFC 4180, in UTF-8. The first line has the names of the fields, `id` first. Declared objects have one column for each member (`object.member`); lists and free objects are JSON; a missing value is an empty cell. There are no links.",
    examples: ["id,name\r\nrecord-1,First\r\n"],
  }));
  const ndjson = components.refer("schemas", "Ndjson", () => ({
    type: "string",
    description: "One record as JSON per line, complete unless `fields` is given.",
    examples: ['{"id":"record-1","name":"First","_links":{"self":"/api/records/record-1"}}\n'],
  }));
  return { "text/csv": { schema: csv }, "application/x-ndjson": { schema: ndjson } };
}
