/** Reads the OpenAPI document. The extension keywords are documented in docs/http.md. */
import { groupableOf, measuresOf, wordsOf } from "./array-parameters.ts";
import { parametersOf, recordSchema, resolve, responseSchema } from "./document.ts";
import { type FieldContext, fieldsOf } from "./fields.ts";
import { lazily } from "./lazily.ts";
import type { Description, Field, Filter, Place, View, ViewKind, WritableField } from "./model.ts";
import type { OpenApiDocument, Operation, PathItem, ViewKeyword } from "./openapi.ts";
import type { Page } from "./pages/declared.ts";
import { picturesOf } from "./pages/pictures.ts";
import { lastSegment, variablesIn } from "./paths.ts";
import { relationsOf } from "./relations.ts";
import type { Schema } from "./schema.ts";
import { sentenceCase, words } from "./words.ts";
import { writableOf } from "./writable.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Describes a service. */
export function describe(document: OpenApiDocument): Description {
  const list = (path: string) => views.find((view) => view.path === path);
  const views: View[] = Object.entries(document.paths).flatMap(([path, item]) =>
    item["x-view"] && item["x-view"].kind !== "item" ? [viewOf(document, path, item, item["x-view"], list)] : [],
  );
  const patterns = views.flatMap(patternsOf);
  return {
    title: document.info.title.replace(/ API$/, ""),
    about: document.info["x-about"]?.split("\n\n") ?? [],
    version: document.info.version,
    isPastPublic: document.info["x-public-history"] === true,
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
    list,
    home: (resource) => {
      const all = views.filter(
        (view) => view.resource === resource && view.kind !== "reverse" && view.kind !== "referring",
      );
      return all.find(({ kind }) => kind === "flat") ?? all[0];
    },
  };
}

/** Returns the patterns of the paths of a view and of its records. */
function patternsOf(view: View) {
  const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  const own: { pattern: RegExp; view: View; kind: Place["kind"] } = {
    pattern: pattern(view.path),
    view,
    kind: view.kind === "single" ? "record" : "list",
  };
  return view.itemPath === undefined
    ? [own]
    : [own, { pattern: pattern(view.itemPath), view, kind: "record" as const }];
}

/** Returns the path of one record of a list. */
function itemPathOf(path: string, paths: OpenApiDocument["paths"]): string | undefined {
  return Object.keys(paths).find((each) => each.startsWith(`${path}/{`) && !each.slice(path.length + 1).includes("/"));
}

/** Returns the first path of the same list, unless it is this one. */
function aliasedBy(path: string, { kind, resource }: ViewKeyword, paths: OpenApiDocument["paths"]): string | undefined {
  // Not aliases: a resource may refer to several others, or to one in several ways.
  if (kind === "referring") return undefined;
  const first = pathOf(kind, resource, paths);
  return first === path ? undefined : first;
}

function pathOf(kind: string, resource: string, paths: OpenApiDocument["paths"]): string {
  return Object.entries(paths).find(([, { "x-view": view }]) => view?.kind === kind && view.resource === resource)![0];
}

/** Returns how pages show the records of a resource, which its first path says. */
function pageOf(resource: string, paths: OpenApiDocument["paths"]): Page {
  return Object.values(paths).find(({ "x-view": view }) => view?.resource === resource)?.["x-page"] ?? {};
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What several members of a view are read off. */
interface Read {
  readonly parameters: ReadonlyMap<string, Schema>;
  readonly schema: Schema;
  readonly context: FieldContext;
  readonly fields: readonly Field[];
}

function viewOf(
  document: OpenApiDocument,
  path: string,
  item: PathItem,
  keyword: ViewKeyword,
  list: Description["list"],
): View {
  const { paths } = document;
  const itemPath = itemPathOf(path, paths);
  const below = paths[itemPath ?? ""];
  const plural = keyword.plural ?? keyword.one;
  const idName = itemPath === undefined ? undefined : variablesIn(itemPath).at(-1);
  const isSingle = keyword.kind === "single";
  const isSystem = keyword.system === true;
  const creation = isSingle ? item.put : item.post;
  const summary = keyword.summary ?? [];
  const read: Read = lazily<Read>({
    parameters: () => new Map(parametersOf(document, item.get).map(({ name, schema }) => [name, schema])),
    schema: () => {
      const recordPath = keyword.kind === "referring" ? pathOf("collection", keyword.resource, paths) : path;
      const record = { path: recordPath, itemPath: itemPathOf(recordPath, paths), plural };
      return resolve(document, recordSchema(document, record));
    },
    context: () => ({ document, relations: wordsOf(read.parameters.get("include")) }),
    fields: () => fieldsOf(read.schema, read.context),
  });
  const view: View = lazily<View>({
    kind: () => keyword.kind as ViewKind,
    path: () => path,
    itemPath: () => itemPath,
    aliasOf: () => aliasedBy(path, keyword, paths),
    resource: () => keyword.resource,
    one: () => keyword.one,
    plural: () => plural,
    noun: () => words(keyword.one),
    heading: () => sentenceCase(lastSegment(path)),
    about: () => read.schema.description,
    parent: () => keyword.parent,
    key: () => (keyword.kind === "membership" ? (idName ?? "id") : "id"),
    title: () => keyword.title,
    summary: () => summary,
    fields: () => read.fields.map((field) => withChoices(field, view.writable.create)),
    filters: () => filtersOf(document, item, read.schema),
    sortable: () => wordsOf(read.parameters.get("sort_by")),
    relations: () => relationsOf(document, item["x-relations"], list),
    groupable: () => groupableOf(read.parameters.get("group_by")),
    measures: () => measuresOf(read.parameters.get("measure")),
    pictures: () => {
      const { fields } = read;
      const settings = { title: keyword.title, fields, summary, sortable: view.sortable, itemPath, isSystem };
      return picturesOf(item["x-pictures"] ?? [], settings);
    },
    page: () => (keyword.kind === "reverse" ? {} : pageOf(keyword.resource, paths)),
    writable: () =>
      writableOf(
        { create: creation, update: (isSingle ? item : below)?.patch },
        // The path of a one-to-one says which it is, and a member says who.
        { fields: read.fields, idName, hasId: keyword.kind === "collection" },
        read.context,
      ),
    issued: () => issuedIn(document, creation, read.schema),
    methods: () => METHODS.filter((method) => item[method]).map((method) => method.toUpperCase()),
    itemMethods: () => METHODS.filter((method) => below?.[method]).map((method) => method.toUpperCase()),
    maxLimit: () => resolve(document, read.parameters.get("limit") ?? {}).maximum,
    bulk: () => keyword.bulk,
    isPrivate: () => keyword.private === true,
    isSystem: () => isSystem,
    log: () => keyword.log,
    hasPast: () => read.parameters.has("as_of"),
    scopes: () => ({ read: scopeOf(item.get), write: scopeOf(item.post ?? item.put ?? below?.patch) }),
  });
  return view;
}

/** Adds the choices of new records, which creation declares: those of earlier versions may have others. */
function withChoices(field: Field, create: readonly WritableField[]): Field {
  const { choices = [] } = create.find(({ name }) => name === field.name) ?? {};
  return choices.length > 0 ? { ...field, choices } : field;
}

/** Returns the member of the answer to a creation that no later answer has. */
function issuedIn(document: OpenApiDocument, creation: Operation | undefined, record: Schema): string | undefined {
  const created = resolve(document, responseSchema(document, creation, "201")).properties ?? {};
  return Object.keys(created).find((name) => !name.startsWith("_") && !(name in (record.properties ?? {})));
}

function scopeOf(operation: Operation | undefined): string | undefined {
  return operation?.["x-scopes"]?.[0];
}

/** Returns the filters of a list; or those of a one-to-one, which relations to it take. @param record its schema */
function filtersOf(document: OpenApiDocument, item: PathItem, record: Schema): Filter[] {
  const ofList = parametersOf(document, item.get).flatMap((each) => {
    const { name, description: about, "x-filter": filter } = each;
    return filter ? [{ parameter: name, ...filter, about, schema: resolve(document, each.schema) }] : [];
  });
  const ofSingle = Object.entries(item["x-filters"] ?? {}).map(([parameter, filter]) => {
    const schema = resolve(document, record.properties?.[filter.field] ?? {});
    return { parameter, ...filter, about: undefined, schema };
  });
  return [...ofList, ...ofSingle];
}
