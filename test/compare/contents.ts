/** The records of a service before the first step: some of their paths, and values to filter its lists by. */
import { type Part, resolveRef } from "../support/documents/openapi-conformance.ts";
import type { Kind } from "../support/query/query-oracle.ts";
import type { Side } from "./side.ts";

export interface Contents {
  /** Paths of some records. */
  readonly paths: readonly string[];
  readonly lists: readonly {
    readonly path: string;
    /** The fields by which it can be filtered. */
    readonly kinds: Readonly<Record<string, Kind>>;
    /** Some values of each field, as text. */
    readonly values: Readonly<Record<string, readonly string[]>>;
  }[];
}

/** The number of paths from each collection. */
const PATHS_EACH = 3;
const SUFFIX = /_(?:min|max|after|before|contains|starts_with|ends_with|in|exists)$/;

export async function contentsOf(side: Side, document: Part): Promise<Contents> {
  const paths: string[] = [];
  const lists: Contents["lists"][number][] = [];
  const top = Object.keys(document.paths).filter((path) => /^\/api\/[^/]+$/.test(path));
  for (const path of top) {
    const { body } = await side.ask("GET", `${path}?fields=*&limit=100`);
    // Empty if the rate limit is exceeded.
    const items = itemsOf(body);
    const every = Math.ceil(items.length / PATHS_EACH);
    const some = items.filter((_, at) => at % every === 0);
    paths.push(...some.map((item) => item._links?.self).filter(Boolean));
    const kinds = kindsOf(document, path);
    // The caller and the search over all collections are no lists with fields.
    if (Object.keys(kinds).length > 0) lists.push({ path, kinds, values: valuesOf(items, Object.keys(kinds)) });
  }
  for (const path of [...paths]) {
    const { body } = await side.ask("GET", path);
    for (const link of Object.values<string>((body as Part)._links ?? {})) {
      const [first] = itemsOf((await side.ask("GET", link)).body);
      if (first?._links?.self) paths.push(first._links.self);
    }
  }
  return { paths: [...new Set(paths)], lists };
}

/** The items of a list; empty if the request was refused. */
function itemsOf(body: Part): Part[] {
  return Object.values<Part>(body?.errors ? {} : (body ?? {})).find(Array.isArray) ?? [];
}

/** The kinds of fields by which a list can be filtered, derived from its parameters. */
function kindsOf(document: Part, path: string): Record<string, Kind> {
  const parameters: Part[] = document.paths[path].get.parameters
    .map((parameter: Part) => resolveRef(document, parameter).part)
    .filter((each: Part) => each.in === "query");
  const names = new Set(parameters.map(({ name }) => name as string));
  const kinds: Record<string, Kind> = {};
  for (const { name, schema } of parameters) {
    const has = (operator: string) => names.has(`${name}_${operator}`);
    if (SUFFIX.test(name) || !(has("exists") || has("min"))) continue;
    const [{ type, format, enum: words }] = [resolveRef(document, (schema.anyOf ?? [schema])[0]).part];
    if (has("contains")) kinds[name] = "text";
    else if (has("min")) kinds[name] = has("exists") ? "number" : "count";
    else if (has("after")) kinds[name] = schema.anyOf ? "date-time" : format === "date" ? "date" : "date-time";
    else if (type === "boolean") kinds[name] = "boolean";
    else if (words ?? has("in")) kinds[name] = "enum";
  }
  return kinds;
}

/** Values of the records, and values that match no record. */
function valuesOf(items: readonly Part[], fields: readonly string[]): Record<string, string[]> {
  const valued = fields.map((field): [string, string[]] => {
    const values = items.map((item) => item[field]).filter((value) => value !== null && value !== undefined);
    return [field, [...new Set(values.map(String)), "0", "1"].slice(0, 40)];
  });
  return Object.fromEntries(valued);
}

/** The document without some of its paths. */
export function documentOf(document: Part, keep: (path: string) => boolean): Part {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => keep(path)));
  return { ...document, paths };
}
