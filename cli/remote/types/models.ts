/** The interfaces and the model of one resource, as text. */
import { bodySchema, recordSchema, referredName, resolve } from "../../../kit/description/document.ts";
import type { Filter, View } from "../../../kit/description/model.ts";
import type { OpenApiDocument, Operation, RelatedPath } from "../../../kit/description/openapi.ts";
import type { Schema } from "../../../kit/description/schema.ts";
import { pascalCase } from "../../../kit/description/words.ts";
import { comment, memberText, TypeWriter, union } from "./type-text.ts";

/** What follows the name of a record in the names of its types. */
const SUFFIXES = ["", "Summary", "Draft", "Replacement", "Patch", "Model"];

/**
 * The names of the interfaces of records. One that another type has gets a number: a draft of a team and a record of the
 * collection of team drafts would both be a `TeamDraft`.
 */
export class RecordNames {
  private readonly views: readonly View[];
  private readonly names = new Map<string, string>();

  constructor(views: readonly View[]) {
    this.views = views;
    const taken = new Set(["Api"]);
    for (const chosen of new Set(views.map((view) => this.chosen(view)))) {
      const typesOf = (name: string) => [...SUFFIXES.map((suffix) => `${name}${suffix}`), `Below${name}`];
      let name = chosen;
      for (let number = 2; typesOf(name).some((each) => taken.has(each)); number += 1) name = `${chosen}${number}`;
      for (const each of typesOf(name)) taken.add(each);
      this.names.set(chosen, name);
    }
  }

  /** The name for a view's records. Those of all parents are the same. */
  of(view: View): string {
    return this.names.get(this.chosen(view))!;
  }

  private chosen({ kind, one, plural, parent }: View): string {
    if (kind !== "reverse") return pascalCase(one);
    const member = this.views.find(({ resource }) => resource === parent)!;
    return `${pascalCase(member.one)}${pascalCase(plural)}Item`;
  }
}

/** The members of a record that are no fields. */
const isField = (name: string): boolean => !name.startsWith("_");

/** Writes the models of a document. */
export class ModelWriter {
  private readonly document: OpenApiDocument;
  private readonly names: RecordNames;
  private readonly types: TypeWriter;
  private readonly views: ReadonlyMap<string, View>;

  /** @param views those whose records have interfaces */
  constructor(document: OpenApiDocument, names: RecordNames, views: readonly View[]) {
    this.document = document;
    this.names = names;
    this.views = new Map(views.map((view) => [view.path, view]));
    const named = views.map((view) => [schemaName(document, view), names.of(view)] as const);
    this.types = new TypeWriter(document, new Map(named));
  }

  /** The declarations of a view's record, drafts and model. */
  lines(view: View): string[] {
    const name = this.names.of(view);
    const { kind, summary, one } = view;
    const record = resolve(this.document, recordSchema(this.document, view));
    const fields = Object.keys(record.properties ?? {}).filter(isField);
    const drafts = kind === "reverse" ? [] : this.drafts(name, view);
    const listed = kind === "single" ? "never" : union(summary.map((field) => JSON.stringify(field)));
    const members = [
      memberText("record", name, true),
      memberText("listed", listed, true),
      ...["draft", "replacement", "patch"].map((use) =>
        memberText(use, drafts.length > 0 ? `${name}${pascalCase(use)}` : "never", true),
      ),
      memberText("properties", this.propertyKinds(view), true),
      memberText("embeds", this.embeds(record), true),
      memberText("related", this.related(view), true),
      ...this.next(this.pathsBehind(view)).map((next) => memberText("next", next, true)),
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

  private drafts(name: string, { path, itemPath }: View): string[] {
    const { post } = this.document.paths[path]!;
    const { put, patch } = this.document.paths[itemPath ?? path]!;
    const bodyOf = (operation: Operation | undefined): Schema => bodySchema(this.document, operation) ?? {};
    return [
      ...this.draft(`${name}Draft`, "What creates a record.", bodyOf(post ?? put), ["id"]),
      ...this.draft(`${name}Replacement`, "What replaces a record.", bodyOf(put), []),
      ...this.draft(`${name}Patch`, "What changes a record.", { ...bodyOf(patch), required: [] }, []),
    ];
  }

  /** @param own the common members that a client may set */
  private draft(name: string, about: string, schema: Schema, own: readonly string[]): string[] {
    const { properties = {}, required = [] } = schema;
    const writable = Object.keys(properties).filter(
      (member) => !properties[member]!.readOnly && (member !== "id" || own.includes(member)),
    );
    return block([...comment(about), `export interface ${name}`], this.types.members(schema, writable, required));
  }

  /** The kinds of the properties by which records can be filtered: their operators tell them. */
  private propertyKinds({ filters }: View): string {
    const kinds = [...Map.groupBy(filters, ({ field }) => field)];
    return structure(kinds.map(([field, group]) => memberText(field, JSON.stringify(kindOf(group)), true)));
  }

  private embeds({ properties }: Schema): string {
    const { _embedded: embedded } = properties ?? {};
    if (!embedded) return "Record<never, never>";
    const relations = resolve(this.document, embedded);
    return this.types.text({ ...relations, required: Object.keys(relations.properties ?? {}) });
  }

  /** The models of related records, as an array where there may be several. */
  private related({ path }: View): string {
    const relations = Object.entries(this.document.paths[path]!["x-relations"] ?? {});
    const members = relations.map(([name, { many, kinds }]) => {
      const models = union(kinds.map(([first]) => this.model(first!)));
      return memberText(name, many ? `readonly ${models}[]` : models, true);
    });
    return structure(members);
  }

  private model({ path }: RelatedPath): string {
    return `${this.names.of(this.views.get(path)!)}Model`;
  }

  /** The paths whose filters records of a view take as well, after a relation. */
  private pathsBehind({ path }: View): readonly RelatedPath[] {
    const kinds = Object.values(this.document.paths)
      .flatMap((item) => Object.values(item["x-relations"] ?? {}))
      .flatMap((relation) => relation.kinds);
    return kinds.find(([first]) => first?.path === path)?.slice(1) ?? [];
  }

  /** The model whose filters follow; none if no more do. */
  private next([first, ...others]: readonly RelatedPath[]): string[] {
    if (!first) return [];
    const model = this.model(first);
    if (!first.fields) return [model];
    const fields = union(first.fields.map((field) => JSON.stringify(field)));
    const members = [
      memberText("record", `${model}["record"]`, true),
      memberText("properties", `Pick<${model}["properties"], ${fields}>`, true),
      ...this.next(others).map((next) => memberText("next", next, true)),
    ];
    return [structure(members)];
  }
}

/** The name of the schema of a view's complete records; for an entry that is no record, of that of the list's items. */
function schemaName(document: OpenApiDocument, view: View): string {
  const name = referredName(recordSchema(document, view).$ref ?? "");
  return view.kind === "reverse" ? name.replace(/Summary(?=\d*$)/, "") : name;
}

/** An object type. */
function structure(members: readonly string[]): string {
  return members.length === 0
    ? "Record<never, never>"
    : `{ ${members.map((member) => `readonly ${member}`).join(" ")} }`;
}

/** The kind of a property with these filters. */
function kindOf(filters: readonly Pick<Filter, "operator" | "schema">[]): string {
  const operators = filters.map(({ operator }) => operator);
  const equal = filters.find(({ operator }) => operator === "equals");
  if (!equal) return "array";
  const { schema } = equal;
  if (!operators.includes("exists")) return "key";
  if (schema.format === "duration") return "duration";
  if (operators.includes("min")) return "decimal";
  if (operators.includes("after")) return schema.format === "date" ? "date" : "instant";
  if (operators.includes("contains")) return "text";
  return operators.includes("in") ? "enum" : "boolean";
}

/** A declaration with members, indented. @param head its comment and its first line */
export function block(head: readonly string[], members: readonly string[]): string[] {
  return [...head.slice(0, -1), `${head.at(-1)} {`, ...members.map((member) => `  ${member}`), "}", ""];
}
