/** The interfaces and the model of one resource, as text. */
import { pascalCase } from "../../../engine/http/openapi/naming.ts";
import type { Part } from "../service/document.ts";
import type { DescribedPath, ResourceDocument } from "./document.ts";
import { comment, memberText, propertyName, TypeWriter, union } from "./type-text.ts";

/** What follows the name of a record in the names of its types. */
const SUFFIXES = ["", "Summary", "Draft", "Replacement", "Patch", "Model"];

/**
 * The names of the interfaces of records. One that another type has gets a number: a draft of a team and a record of the
 * collection of team drafts would both be a `TeamDraft`.
 */
export class RecordNames {
  private readonly document: ResourceDocument;
  private readonly names = new Map<string, string>();

  constructor(document: ResourceDocument, paths: readonly DescribedPath[]) {
    this.document = document;
    const taken = new Set(["Api"]);
    for (const chosen of new Set(paths.map((path) => this.chosen(path)))) {
      const typesOf = (name: string) => [...SUFFIXES.map((suffix) => `${name}${suffix}`), `Below${name}`];
      let name = chosen;
      for (let number = 2; typesOf(name).some((each) => taken.has(each)); number += 1) name = `${chosen}${number}`;
      for (const each of typesOf(name)) taken.add(each);
      this.names.set(chosen, name);
    }
  }

  /** The name for a view's records. Those of all parents are the same. */
  of(path: DescribedPath): string {
    return this.names.get(this.chosen(path))!;
  }

  private chosen({ path, view }: DescribedPath): string {
    if (view.kind !== "reverse") return pascalCase(view.one);
    const parent = this.document.views.find((each) => each.path === path.split("/").slice(0, 3).join("/"))!;
    return `${pascalCase(parent.view.one)}${pascalCase(view.plural!)}Item`;
  }
}

/** The members of a record that are no fields. */
const isField = (name: string): boolean => !name.startsWith("_");

/** Writes the models of a document. */
export class ModelWriter {
  private readonly document: ResourceDocument;
  private readonly names: RecordNames;
  private readonly types: TypeWriter;

  /** @param paths those whose records have interfaces */
  constructor(document: ResourceDocument, names: RecordNames, paths: readonly DescribedPath[]) {
    this.document = document;
    this.names = names;
    this.types = new TypeWriter(document, new Map(paths.map((path) => [this.schemaName(path), names.of(path)])));
  }

  /** The name of the schema of a view's complete records. */
  private schemaName(path: DescribedPath): string | undefined {
    const { kind, plural } = path.view;
    if (kind !== "reverse") {
      const item = kind === "single" ? path : this.document.itemOf(path);
      return nameIn(this.document.recordPart(item!.operations.get));
    }
    const { items } = this.document.recordSchema(path.operations.get).properties[plural!];
    return nameIn(items.anyOf?.[0] ?? items)?.replace(/Summary(?=\d*$)/, "");
  }

  /** The declarations of a view's record, drafts and model. */
  lines(path: DescribedPath): string[] {
    const name = this.names.of(path);
    const { kind, summary = [], one } = path.view;
    const item = kind === "single" ? path : this.document.itemOf(path);
    const record = this.recordSchema(path, item);
    const fields = Object.keys(record.properties).filter(isField);
    const drafts = kind === "reverse" ? [] : this.drafts(name, path, item!);
    const listed = kind === "single" ? "never" : union(summary.map((field) => JSON.stringify(field)));
    const members = [
      memberText("record", name, true),
      memberText("listed", listed, true),
      ...["draft", "replacement", "patch"].map((use) =>
        memberText(use, drafts.length > 0 ? `${name}${pascalCase(use)}` : "never", true),
      ),
      memberText("properties", this.propertyKinds(path), true),
      memberText("embeds", this.embeds(record), true),
    ];
    return [
      ...block(
        [...comment(record.description), `export interface ${name}`],
        [...this.types.members(record, fields, fields), memberText("_links", "client.Links", true)],
      ),
      ...(kind === "single"
        ? []
        : ["/** What lists show of it. */", `export type ${name}Summary = Pick<${name}, ${listed} | "_links">;`, ""]),
      ...drafts,
      ...block(
        [`/** The types of calls for ${one.replaceAll("_", " ")} records. */`, `export interface ${name}Model`],
        members.map((member) => `readonly ${member}`),
      ),
    ];
  }

  /** The schema of a complete record; of an entry that cannot be read by itself, that of the list's items. */
  private recordSchema({ operations, view }: DescribedPath, item: DescribedPath | undefined): Part {
    if (item && view.kind !== "reverse") return this.document.recordSchema(item.operations.get);
    const { items } = this.document.recordSchema(operations.get).properties[view.plural!];
    return this.document.resolve(items.anyOf?.[0] ?? items);
  }

  private drafts(name: string, { operations }: DescribedPath, item: DescribedPath): string[] {
    const { post, put = item.operations.put } = operations;
    const draftOf = (operation: Part): Part => {
      const schema = this.document.resolve(this.document.bodySchema(operation));
      return this.document.resolve(schema.oneOf?.[0] ?? schema);
    };
    const [replacement, patch] = [draftOf(put), draftOf(item.operations.patch)];
    return [
      ...this.draft(`${name}Draft`, "What creates a record.", post ? draftOf(post) : replacement, ["id"]),
      ...this.draft(`${name}Replacement`, "What replaces a record.", replacement, []),
      ...this.draft(`${name}Patch`, "What changes a record.", { ...patch, required: [] }, []),
    ];
  }

  /** @param own the common members that a client may set */
  private draft(name: string, about: string, schema: Part, own: readonly string[]): string[] {
    const writable = Object.keys(schema.properties).filter(
      (member) => !schema.properties[member].readOnly && (member !== "id" || own.includes(member)),
    );
    const members = this.types.members(schema, writable, schema.required ?? []);
    return block([...comment(about), `export interface ${name}`], members);
  }

  /** The kinds of the properties by which a list can be filtered: its operators tell them. */
  private propertyKinds({ operations }: DescribedPath): string {
    const parameters: Part[] = (operations.get.parameters ?? []).map((each: Part) => this.document.resolve(each));
    const filters = parameters.filter((parameter) => parameter["x-filter"]);
    const byField = Map.groupBy(filters, (parameter) => parameter["x-filter"].field as string);
    const members = [...byField].map(([field, group]) => `readonly ${propertyName(field)}: "${kindOf(group)}";`);
    return members.length === 0 ? "Record<never, never>" : `{ ${members.join(" ")} }`;
  }

  private embeds({ properties }: Part): string {
    return properties._embedded
      ? this.types.text({ ...this.document.resolve(properties._embedded), required: this.relations(properties) })
      : "Record<never, never>";
  }

  private relations(properties: Part): string[] {
    return Object.keys(this.document.resolve(properties._embedded).properties);
  }
}

/** The name in a reference to a schema. */
function nameIn({ $ref }: { $ref?: string }): string | undefined {
  return $ref?.split("/").at(-1);
}

/** The kind of a property with these filters. */
function kindOf(filters: readonly Part[]): string {
  const operators: string[] = filters.map((parameter) => parameter["x-filter"].operator);
  const { schema } = filters.find((parameter) => parameter["x-filter"].operator === "equals");
  if (schema.format === "duration") return "duration";
  if (operators.includes("min")) return operators.includes("exists") ? "decimal" : "count";
  if (operators.includes("after")) return schema.format === "date" ? "date" : "instant";
  if (operators.includes("contains")) return "text";
  return schema.type === "boolean" ? "boolean" : "enum";
}

/** A declaration with members, indented. @param head its comment and its first line */
export function block(head: readonly string[], members: readonly string[]): string[] {
  return [...head.slice(0, -1), `${head.at(-1)} {`, ...members.map((member) => `  ${member}`), "}", ""];
}
