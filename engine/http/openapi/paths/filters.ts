/** The query parameters that filter a list. */

import { deprecationNote } from "../../../declare/deprecation.ts";
import { comparesAs, kindOf } from "../../../kinds/kinds.ts";
import { OPERATORS, type Operator, takesList } from "../../../kinds/operators.ts";
import { filterParameters, MAX_FILTER_VALUES } from "../../../query/filters.ts";
import type { Property, View } from "../../../resource/resource.ts";
import type { Components, JsonObject, Ref } from "../components.ts";
import { schemaName, toWords } from "../naming.ts";
import { filterExtension } from "../schemas/extensions.ts";

/** A comma-separated list in one parameter. */
export const COMMA_SEPARATED = { explode: false } as const;

/** Filters, shared by all lists for which they mean the same. */
export function filterRefs(components: Components, view: View): Ref[] {
  return [...filterParameters(view)].map(([name, { property, operator }]) => {
    const { about } = property.spec;
    const subject = property.isHiddenCount
      ? `The number of ${toWords(property.name.replace(/_count$/, ""))} records.`
      : operator === "equals" && about;
    const effect = operator === "equals" ? aboutEqual(property) : OPERATORS[operator].about;
    const deprecation = view.resource.deprecatedParameters[name] ?? property.spec.deprecated;
    const parameter = {
      name,
      in: "query",
      description: [subject, effect, deprecation && deprecationNote(deprecation)].filter(Boolean).join(" "),
      ...(deprecation ? { deprecated: true } : {}),
      ...filterSchema(components, property, operator),
      ...filterExtension(property.name, operator),
    };
    return components.share("parameters", parameter, name, `${schemaName(view)}.${name}`);
  });
}

/** What an exact match compares. */
function aboutEqual({ spec: { kind } }: Property): string {
  if (comparesAs(kind, "text")) return "Equals this text, in any case.";
  if (comparesAs(kind, "moment")) return "At this time; a date means that whole UTC day.";
  return "Equals this value.";
}

function filterSchema(components: Components, property: Property, operator: Operator): JsonObject {
  if (operator === "exists") return { schema: { type: "boolean" } };
  const { kind, schema } = property.spec;
  const { name, schema: value } = kindOf(kind).query!.parameter(schema);
  const shared = (suffix: string, make: () => JsonObject) =>
    name === undefined ? make() : components.refer("schemas", `${name}${suffix}`, make);
  if (!takesList(operator)) return { schema: shared("Filter", () => value) };
  const items = { type: "array", minItems: 1, maxItems: MAX_FILTER_VALUES, items: value };
  return { ...COMMA_SEPARATED, schema: shared("Filters", () => items) };
}
