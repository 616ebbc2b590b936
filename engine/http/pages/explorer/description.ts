/** The OpenAPI document as far as the explorer reads it, as an asset that pages load beside their scripts, and once. */
import { hash } from "node:crypto";
import { FixedBody } from "../../response/fixed-body.ts";
import { ASSETS, assetHeaders, type Explorer } from "./build.ts";

interface Part {
  readonly $ref?: string;
  readonly [name: string]: unknown;
}

interface Content extends Part {
  readonly content?: Readonly<Record<string, { readonly schema?: Part }>>;
}

interface Operation extends Part {
  readonly parameters?: readonly Part[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

type Components = Readonly<Record<string, Readonly<Record<string, Part>>>>;

interface Document {
  readonly info: Part;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Components;
}

const METHODS: readonly string[] = ["get", "post", "put", "patch", "delete"];
/** The parameters, besides filters, that say what a list can do. */
const ABOUT_LISTS: readonly string[] = ["as_of", "group_by", "include", "limit", "measure", "sort_by"];
/** The statuses of answers with records. */
const WITH_RECORDS: readonly string[] = ["200", "201"];

/** A build whose pages name the description. */
export interface DescribedExplorer extends Explorer {
  /** The document, as a body. */
  readonly shell: FixedBody;
}

/** What precedes the hash in the name of the asset. */
const STEM = "description-";

/**
 * Adds the description to a build: an asset, which every page names. Both are written at the first request of a page, as the
 * OpenAPI document is.
 * @param openApi returns the text of that document
 */
export function withDescription(explorer: Explorer, openApi: () => string): DescribedExplorer {
  let written: ReturnType<typeof writePages> | undefined;
  const pages = () => {
    written ??= writePages(explorer, openApi());
    return written;
  };
  return {
    ...explorer,
    get document() {
      return pages().document;
    },
    get shell() {
      return pages().shell;
    },
    asset(name) {
      if (!name.startsWith(STEM)) return explorer.asset(name);
      return name === pages().name ? pages().description : undefined;
    },
  };
}

function writePages({ document, headers }: Explorer, openApi: string) {
  const text = JSON.stringify(forExplorer(JSON.parse(openApi)));
  const name = `${STEM}${hash("sha1", text).slice(0, 8)}.json`;
  const link = `<link rel="preload" as="fetch" crossorigin href="/${ASSETS}/${name}">`;
  const naming = document.replace("</title>", `$&${link}`);
  return {
    name,
    description: new FixedBody(text, { headers: assetHeaders(name) }),
    document: naming,
    shell: new FixedBody(naming, { headers }),
  };
}

/** Returns a document without what no page of the explorer reads: a third of it. */
export function forExplorer({ info, paths, components }: Document): object {
  const kept = Object.entries(paths).flatMap(([path, item]) =>
    item["x-view"] === undefined ? [] : [[path, pathItem(item, components)] as const],
  );
  const read = Object.fromEntries(kept);
  return { info, paths: read, components: referred(read, components) };
}

function pathItem(item: Readonly<Record<string, unknown>>, components: Components): object {
  const members = Object.entries(item).flatMap(([name, member]) => {
    if (METHODS.includes(name)) return [[name, operation(member as Operation, components)]];
    return name.startsWith("x-") ? [[name, member]] : [];
  });
  return Object.fromEntries(members);
}

function operation({ parameters = [], requestBody, responses = {}, ...own }: Operation, components: Components) {
  const isRead = (parameter: Part) => {
    const { name, "x-filter": filter } = find(parameter, components);
    return filter !== undefined || ABOUT_LISTS.includes(String(name));
  };
  const answers = Object.entries(responses).filter(([status]) => WITH_RECORDS.includes(status));
  return {
    "x-scopes": own["x-scopes"],
    parameters: parameters.filter(isRead),
    requestBody: requestBody && jsonOf(requestBody),
    responses: Object.fromEntries(answers.map(([status, answer]) => [status, jsonOf(find(answer, components))])),
  };
}

function find<T extends Part>(part: T, components: Components): T {
  if (part.$ref === undefined) return part;
  const [, , kind, name] = part.$ref.split("/");
  return components[kind!]![name!] as T;
}

/** The schema of a body as JSON, without its examples and the other media types. */
function jsonOf({ content = {} }: Content): Content {
  const { schema } = content["application/json"] ?? {};
  return schema ? { content: { "application/json": { schema } } } : {};
}

/** Returns the components that a part refers to, and those to which they refer. */
function referred(part: unknown, components: Components): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = { schemas: {}, parameters: {}, responses: {} };
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Part;
    if ($ref !== undefined) {
      const [, , kind, name] = $ref.split("/") as [string, string, string, string];
      if (name in found[kind]!) return;
      const { examples, ...component } = components[kind]![name]!;
      found[kind]![name] = component;
      visit(component);
      return;
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(part);
  return found;
}
