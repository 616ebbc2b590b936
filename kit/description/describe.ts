/** Reads the OpenAPI document. The extension keywords are documented in docs/http.md. */
import { type FieldContext, fieldsOf, type Resolve } from "./fields.ts";
import type { Description, Field, Filter, Place, Schema, View, ViewKind, WritableField } from "./model.ts";
import type { OpenApiDocument, Operation, Parameter, PathItem, ViewKeyword } from "./openapi.ts";
import { picturesOf } from "./pictures.ts";
import { sentenceCase, words } from "./words.ts";
import { writableOf } from "./writable.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Describes a service. */
export function describe(document: OpenApiDocument): Description {
  const views = Object.entries(document.paths).flatMap(([path, item]) =>
    item["x-view"] && item["x-view"].kind !== "item" ? [viewOf(document, path, item, item["x-view"])] : [],
  );
  const patterns = views.flatMap((view) => patternsOf(view, document));
  return {
    title: document.info.title.replace(/ API$/, ""),
    version: document.info.version,
    views,
    collections: views.filter((view) => view.parent === undefined && view.kind !== "single"),
    at: (path) => {
      const plain = path.replace(/[?#].*$/s, "").replace(/(.)\/+$/, "$1");
      for (const { pattern, view, kind } of patterns) {
        const match = pattern.exec(plain);
        if (match) return { view, kind, ids: match.slice(1).map(decoded) };
      }
      return undefined;
    },
    list: (path) => views.find((view) => view.path === path),
    home: (resource) => {
      const all = views.filter((view) => view.resource === resource && view.kind !== "reverse");
      return all.find(({ kind }) => kind === "flat") ?? all[0];
    },
  };
}

/** Returns the patterns of the paths of a view and of its records. */
function patternsOf(view: View, { paths }: OpenApiDocument) {
  const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  const isSingle = view.kind === "single";
  const own: { pattern: RegExp; view: View; kind: Place["kind"] } = {
    pattern: pattern(view.path),
    view,
    kind: isSingle ? "record" : "list",
  };
  const item = itemPath(view.path, paths);
  return item === undefined ? [own] : [own, { pattern: pattern(item), view, kind: "record" as const }];
}

/** Returns the path of one record of a list. */
function itemPath(path: string, paths: OpenApiDocument["paths"]): string | undefined {
  return Object.keys(paths).find((each) => each.startsWith(`${path}/{`) && !each.slice(path.length + 1).includes("/"));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function viewOf(document: OpenApiDocument, path: string, item: PathItem, keyword: ViewKeyword): View {
  const resolve = resolver(document);
  const parameters = (item.get?.parameters ?? []).map(
    (each): Parameter => (each.$ref ? document.components.parameters[lastOf(each.$ref)]! : each),
  );
  const named = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
  const relations = wordsOf(named("include"));
  const below = document.paths[itemPath(path, document.paths) ?? ""];
  const record = keyword.kind === "single" ? item : below;
  const schema = recordSchema(document, record?.get ?? item.get, keyword.plural, resolve);
  const plural = keyword.plural ?? keyword.one;
  const idName = /\{(\w+)\}$/.exec(itemPath(path, document.paths) ?? "")?.[1];
  const context: FieldContext = { resolve, relations };
  const fields = fieldsOf(schema, context);
  const sortable = wordsOf(named("sort_by"));
  const creation = keyword.kind === "single" ? item.put : item.post;
  const writable = writableOf(
    { create: creation, update: record?.patch },
    // The path of a one-to-one says which it is, and a member says who.
    { fields, idName, hasId: keyword.kind === "collection" },
    context,
  );
  const [hasItems, isSystem] = [below !== undefined, keyword.system === true];
  const summary = keyword.summary ?? [];
  return {
    kind: keyword.kind as ViewKind,
    path,
    resource: keyword.resource,
    one: keyword.one,
    plural,
    noun: words(keyword.one),
    heading: sentenceCase(lastOf(path)),
    about: schema.description,
    parent: keyword.parent,
    key: keyword.kind === "membership" ? (idName ?? "id") : "id",
    title: keyword.title,
    summary,
    fields: fields.map((field) => withChoices(field, writable.create)),
    filters: parameters.flatMap((parameter) => filterOf(parameter, resolve)),
    sortable,
    relations,
    groupable: alternativesOf(named("group_by")),
    measures: measuresOf(named("measure")),
    pictures: picturesOf(item["x-pictures"] ?? [], {
      title: keyword.title,
      fields,
      summary,
      sortable,
      hasItems,
      isSystem,
    }),
    writable,
    issued: issuedIn(document, creation, schema, resolve),
    methods: METHODS.filter((method) => item[method]).map((method) => method.toUpperCase()),
    itemMethods: METHODS.filter((method) => below?.[method]).map((method) => method.toUpperCase()),
    hasItems,
    bulk: keyword.bulk,
    isPrivate: keyword.private === true,
    isSystem,
    log: keyword.log,
    scopes: { read: scopeOf(item.get), write: scopeOf(item.post ?? item.put ?? below?.patch) },
  };
}

/** Adds the choices of new records, which creation declares: those of earlier versions may have others. */
function withChoices(field: Field, create: readonly WritableField[]): Field {
  const { choices = [] } = create.find(({ name }) => name === field.name) ?? {};
  return choices.length > 0 ? { ...field, choices } : field;
}

/** Returns the member of the answer to a creation that no later answer has. */
function issuedIn(
  { components }: OpenApiDocument,
  creation: Operation | undefined,
  record: Schema,
  resolve: Resolve,
): string | undefined {
  const response = creation?.responses?.["201"];
  const { content } = response?.$ref ? components.responses[lastOf(response.$ref)]! : (response ?? {});
  const schema = content?.["application/json"]?.schema;
  const created = schema ? resolve(schema).properties : undefined;
  return Object.keys(created ?? {}).find((name) => !name.startsWith("_") && !(name in (record.properties ?? {})));
}

function scopeOf(operation: Operation | undefined): string | undefined {
  return operation?.["x-scopes"]?.[0];
}

function filterOf({ name, description, schema, "x-filter": filter }: Parameter, resolve: Resolve): Filter[] {
  return filter ? [{ parameter: name, ...filter, about: description, schema: resolve(schema) }] : [];
}

/** Resolves a schema once, with the properties of all its parts. */
function resolver({ components }: OpenApiDocument): Resolve {
  const resolve: Resolve = (schema) => {
    if (schema.$ref) {
      const { $ref, ...own } = schema;
      return resolve({ ...components.schemas[lastOf($ref)]!, ...own });
    }
    if (!schema.allOf) return schema;
    const { allOf, ...own } = schema;
    const parts = [...allOf.map(resolve), own];
    return Object.assign({}, ...parts, { properties: Object.assign({}, ...parts.map(({ properties }) => properties)) });
  };
  return resolve;
}

/**
 * Returns the schema of a complete record: the first one that the response of a GET names, or that of the items of a
 * list.
 */
function recordSchema(
  { components }: OpenApiDocument,
  operation: Operation | undefined,
  plural: string | undefined,
  resolve: Resolve,
): Schema {
  const response = operation?.responses?.["200"];
  const { content } = response?.$ref ? components.responses[lastOf(response.$ref)]! : (response ?? {});
  const schema = content?.["application/json"]?.schema ?? {};
  const first = resolve((schema.anyOf ?? (schema.oneOf as Schema[] | undefined))?.[0] ?? schema);
  const items = first.properties?.[plural ?? ""]?.items;
  return items && first.properties?.page ? resolve(items.anyOf?.[0] ?? items) : first;
}

/** Returns the words that the elements of an array parameter may be. */
function wordsOf(schema: Schema | undefined): string[] {
  const { items } = schema ?? {};
  const all = [items?.enum, ...(items?.anyOf ?? []).map((each) => each.enum)].flat();
  return all.filter((word): word is string => typeof word === "string");
}

/** Returns the alternatives of a pattern of names: `^(?:(?:id|name)|(?:launch_date)(?::(?:year|day))?)$`. */
function alternativesOf(schema: Schema | undefined): string[] {
  const pattern = String(schema?.items?.pattern ?? "").replace(/^\^\(\?:|\)\$$/g, "");
  return [...pattern.matchAll(/\(\?:([\w|]+)\)(?:\(\?::\(\?:([\w|]+)\)\)\?)?/g)].flatMap(([, names, periods]) => {
    const bare = names!.split("|");
    return bare.flatMap((name) => [name, ...(periods?.split("|") ?? []).map((period) => `${name}:${period}`)]);
  });
}

/** Returns the measures of a pattern: `^(?:count|(?:min|max):(?:value)|(?:sum|avg):(?:value))$`. */
function measuresOf(schema: Schema | undefined): string[] {
  const pattern = String(schema?.items?.pattern ?? "");
  return [...pattern.matchAll(/\(\?:([a-z|]+)\):\(\?:([\w|]+)\)/g)].flatMap(([, functions, names]) =>
    names!.split("|").flatMap((name) => functions!.split("|").map((each) => `${each}:${name}`)),
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
