/** The query parameters that filter a list. */
import { deprecationNote } from "../../../declare/deprecation.ts";
import { INSTANT_KINDS, type Kind, type Schema, TEXT_KINDS } from "../../../declare/field-spec.ts";
import { MAX_FILTER_VALUES } from "../../../query/filters.ts";
import { filterParameters } from "../../../query/list-query.ts";
import { OPERATORS, type Operator } from "../../../resource/operators.ts";
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
  if (TEXT_KINDS.includes(kind)) return "Equals this text, in any case.";
  if (INSTANT_KINDS.includes(kind)) return "At this time; a date means that whole UTC day.";
  return "Equals this value.";
}

function filterSchema(components: Components, property: Property, operator: Operator): JsonObject {
  if (operator === "exists") return { schema: { type: "boolean" } };
  const { kind, schema } = property.spec;
  const [name, value] = kind === "enum" ? [undefined, { type: "string", enum: schema.enum }] : valueSchema(kind);
  const shared = (suffix: string, make: () => JsonObject) =>
    name === undefined ? make() : components.refer("schemas", `${name}${suffix}`, make);
  if (operator !== "in") return { schema: shared("Filter", () => value) };
  const items = { type: "array", minItems: 1, maxItems: MAX_FILTER_VALUES, items: value };
  return { ...COMMA_SEPARATED, schema: shared("Filters", () => items) };
}

/** The schema of a filter's value, with a name for it. It is less strict than that of the field. */
function valueSchema(kind: Exclude<Kind, "enum">): [name: string, schema: Schema] {
  switch (kind) {
    case "boolean":
      return ["Boolean", { type: "boolean" }];
    case "integer":
      return ["Integer", { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }];
    case "decimal":
      return ["Number", { type: "number", format: "double" }];
    case "date":
      return ["Date", { type: "string", format: "date" }];
    case "instant":
    case "timestamp":
      return [
        "Time",
        {
          anyOf: [
            { type: "string", format: "date" },
            { type: "string", format: "date-time" },
          ],
        },
      ];
    default:
      return ["Text", { type: "string" }];
  }
}
