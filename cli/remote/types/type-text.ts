/** JSON Schemas as TypeScript. */
import { referredName, resolve } from "../../../kit/description/document.ts";
import type { OpenApiDocument } from "../../../kit/description/openapi.ts";
import type { Schema } from "../../../kit/description/schema.ts";

const NAMES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** Writes types. @param named the names of types, by those of their schemas */
export class TypeWriter {
  private readonly document: OpenApiDocument;
  private readonly named: ReadonlyMap<string, string>;

  constructor(document: OpenApiDocument, named: ReadonlyMap<string, string>) {
    this.document = document;
    this.named = named;
  }

  /** The type of a schema's values. */
  text(schema: Schema): string {
    const name = schema.$ref === undefined ? undefined : this.named.get(referredName(schema.$ref));
    if (name !== undefined) return name;
    const whole = resolve(this.document, schema);
    const { const: constant, enum: words, oneOf, anyOf = oneOf, type } = whole;
    if (constant !== undefined) return JSON.stringify(constant);
    if (words) return union(words.map((word) => JSON.stringify(word)));
    if (anyOf) return union(anyOf.map((each) => this.text(each)));
    if (type === undefined) return "unknown";
    return union([type].flat().map((each) => NAMES[each] ?? this.structure(each, whole)));
  }

  private structure(type: string, { items = {}, properties = {}, additionalProperties, required }: Schema): string {
    if (type === "array") {
      const item = this.text(items);
      return /[ |&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    const members = Object.entries(properties);
    if (members.length === 0 && additionalProperties !== false) return "{ [name: string]: unknown }";
    const texts = members.map(([name, each]) => memberText(name, this.text(each), (required ?? []).includes(name)));
    return texts.length === 0 ? "Record<never, never>" : `{ ${texts.join(" ")} }`;
  }

  /**
   * The members of an interface, one line each, with their descriptions.
   * @param names those of the schema's properties that it has; all are present unless `required` says otherwise
   */
  members({ properties = {} }: Schema, names: readonly string[], required: readonly string[]): string[] {
    return names.flatMap((name) => [
      ...comment(properties[name]!.description),
      memberText(name, this.text(properties[name]!), required.includes(name)),
    ]);
  }
}

/** A comment on a declaration; empty if there is nothing to say. */
export function comment(sentence: string | undefined): string[] {
  return sentence ? [`/** ${sentence.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ").trim()} */`] : [];
}

/** A member of an object type. */
export function memberText(name: string, type: string, isRequired: boolean): string {
  return `${propertyName(name)}${isRequired ? "" : "?"}: ${type};`;
}

/** A name as the key of an object type. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Either of these types. */
export function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ") || "never";
}
