/** The OpenAPI document of a service: what the commands know about its resources. */
import type { Connection } from "../../../client/index.ts";
import type { Schema } from "../../../engine/declare/schema.ts";

/** Any part of the document. */
// biome-ignore lint/suspicious/noExplicitAny: a document of another process
export type Part = any;

/** For a document without lists. */
const DEFAULT_PAGE_SIZE = 20;

/** A document whose references can be followed. */
export class ServiceDocument {
  private readonly root: Part;

  /** @param root the parsed `/openapi.json` */
  constructor(root: unknown) {
    this.root = root;
  }

  /** Path items by template, in the order of the document: parents before their sub-resources. */
  get paths(): ReadonlyMap<string, Part> {
    return new Map(Object.entries(this.root.paths ?? {}));
  }

  /** A part, or the one to which its `$ref` leads; a schema with the parts of its `allOf`. */
  resolve(part: Part): Part {
    if (Array.isArray(part?.allOf)) return this.merge(part);
    if (typeof part?.$ref !== "string") return part;
    const names = part.$ref.slice(2).split("/") as string[];
    const target = names.reduce((at: Part, name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], this.root);
    return this.resolve(target);
  }

  /** A schema of objects as one: drafts extend patches, and records the records with some of their fields. */
  private merge({ allOf, ...own }: Part): Part {
    const parts: Part[] = [...allOf.map((each: Part) => this.resolve(each)), own];
    const properties: Record<string, Part> = {};
    for (const [name, property] of parts.flatMap((part) => Object.entries<Part>(part.properties ?? {})))
      properties[name] = { ...properties[name], ...this.resolve(property) };
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    return { ...Object.assign({}, ...parts), properties, required: [...required] };
  }

  /** A schema in which no reference is left. Records refer to no schema that contains them. */
  expand(schema: Part): Schema {
    const found = this.resolve(schema);
    if (Array.isArray(found)) return found.map((each) => this.expand(each)) as unknown as Schema;
    if (typeof found !== "object" || found === null) return found;
    return Object.fromEntries(Object.entries(found).map(([name, part]) => [name, this.expand(part)]));
  }

  /** The greatest page size of lists. */
  get maxPageSize(): number {
    for (const { get } of this.paths.values())
      for (const parameter of get?.parameters ?? []) {
        const { name, schema } = this.resolve(parameter);
        if (name === "limit") return this.resolve(schema).maximum;
      }
    return DEFAULT_PAGE_SIZE;
  }

  /** The schema of the JSON body that a request takes; undefined if it takes none. */
  bodySchema(operation: Part): Part | undefined {
    return this.resolve(operation?.requestBody)?.content?.["application/json"]?.schema;
  }

  /** The schema of a complete record in a 200 response: the first of its alternatives. */
  recordSchema(operation: Part): Part | undefined {
    return this.resolve(this.recordPart(operation));
  }

  /** The same as it is in the document: usually a reference. */
  recordPart(operation: Part): Part | undefined {
    const schema = this.resolve(operation?.responses?.["200"])?.content?.["application/json"]?.schema;
    return (schema?.anyOf ?? schema?.oneOf)?.[0] ?? schema;
  }
}

/** The OpenAPI document of a service. */
export async function readDocument(api: Connection): Promise<ServiceDocument> {
  return new ServiceDocument((await api.send("GET", "/openapi.json")).body);
}
