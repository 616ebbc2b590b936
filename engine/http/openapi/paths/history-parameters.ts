/** The query parameters that ask about the past of records, and what has changed. */
import { AS_OF, CHANGED_SINCE, INCLUDE_DELETED } from "../../../resource/parameters.ts";
import type { View } from "../../../resource/resource.ts";
import type { Components, JsonObject, Ref } from "../components.ts";

const AS_OF_DESCRIPTION =
  "The response as it would have been at this moment, not later than now. A date means its end in UTC. Links lead to the same moment. Also needs the scope `events:read`, unless the operator has opened the past (`PUBLIC_HISTORY`).";

/** `as_of`, if the records have a history: for lists and single records. */
export function asOfParameter(components: Components, { resource }: View): Ref[] {
  return resource.hasHistory ? [momentParameter(components, AS_OF, AS_OF_DESCRIPTION)] : [];
}

const CHANGED_SINCE_DESCRIPTION =
  "Only records that were created or changed after this moment, not later than now or `as_of`. A date means its beginning in UTC.";
const INCLUDE_DELETED_DESCRIPTION =
  "`true`, with `changed_since`: `deleted` names the records that were deleted since then, whatever the filters; with `cursor`, on the first page.";

/** What asks for changes, if the records have a history. */
export function changeParameters(components: Components, { resource }: View): Ref[] {
  if (!resource.hasHistory) return [];
  const schema = { type: "boolean", default: false };
  return [
    momentParameter(components, CHANGED_SINCE, CHANGED_SINCE_DESCRIPTION),
    shared(components, INCLUDE_DELETED, INCLUDE_DELETED_DESCRIPTION, { schema }),
  ];
}

function momentParameter(components: Components, name: string, about: string): Ref {
  const schema = components.refer("schemas", "Moment", () => ({
    anyOf: [
      { type: "string", format: "date" },
      { type: "string", format: "date-time" },
    ],
  }));
  return shared(components, name, about, { schema, example: "2020-07-20" });
}

/** A query parameter that means the same for all records. */
function shared(components: Components, name: string, description: string, rest: JsonObject): Ref {
  return components.refer("parameters", `any.${name}`, () => ({ name, in: "query", description, ...rest }));
}
