/** The fields of a record, read off its schema. */
import { resolve } from "./document.ts";
import { isNullable, kindOf } from "./kinds.ts";
import type { Field } from "./model.ts";
import type { OpenApiDocument } from "./openapi.ts";
import type { Schema } from "./schema.ts";
import { sentenceCase } from "./words.ts";

/** The context that the fields of a record depend on besides its schema. */
export interface FieldContext {
  readonly document: OpenApiDocument;
  /** The relations that `include` embeds. */
  readonly relations: readonly string[];
}

/** The suffixes that a label leaves out, because the unit is shown beside the value. */
const UNIT_SUFFIX = /_(?:km_s|m_s2|kg_m3|m_s|km|kg|pa|deg|days|years|minutes|k|m|s|t|w)$/;
/** That of a measured duration. What is counted in hours is called so: `Total space hours`. */
const HOURS_SUFFIX = /_hours$/;

/** Returns the fields of a schema with properties. */
export function fieldsOf(schema: Schema, context: FieldContext): Field[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !name.startsWith("_"))
    .map(([name, part]) => fieldOf(name, resolve(context.document, part), context));
}

function fieldOf(name: string, schema: Schema, context: FieldContext): Field {
  const { document, relations } = context;
  const reference = schema["x-reference"];
  const kind = reference ? "reference" : kindOf(name, schema);
  const unit = schema["x-unit"];
  const label = name === "id" ? "Id" : sentenceCase(labelOf(name, kind, unit));
  const nested = kind === "objects" ? resolve(document, schema.items!) : schema;
  return {
    name,
    label,
    kind,
    about: schema.description,
    // Where the label says it, the value does not.
    unit: /\bhours$/i.test(label) ? undefined : unit,
    nullable: isNullable(schema),
    derived: schema["x-derived"] === true || schema.readOnly === true,
    values: (schema.enum ?? []).filter((value) => value !== null),
    choices: kind === "texts" ? wordsIn(resolve(document, schema.items!)) : [],
    transitions: schema["x-transitions"],
    tones: schema["x-tones"] ?? {},
    reference,
    relation: kind === "reference" ? relationOf(name, relations) : undefined,
    precision: schema["x-precision"],
    fields: kind === "object" || kind === "objects" ? fieldsOf(nested, { ...context, relations: [] }) : [],
    schema,
  };
}

function wordsIn({ enum: all = [] }: Schema): string[] {
  return all.filter((word): word is string => word !== null);
}

function labelOf(name: string, kind: string, unit: string | undefined): string {
  if (unit !== undefined) {
    const label = name.replace(UNIT_SUFFIX, "");
    return kind === "decimal" ? label.replace(HOURS_SUFFIX, "") : label;
  }
  return kind === "reference" ? name.replace(/_id$/, "") : name;
}

/** Returns the relation that embeds the target of a reference: `destination`, or `mission` for `mission_id`. */
function relationOf(name: string, relations: readonly string[]): string | undefined {
  return [name, name.replace(/_id$/, "")].find((each) => relations.includes(each));
}
