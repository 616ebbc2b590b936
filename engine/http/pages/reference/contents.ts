/** The contents beside each page of the reference, and what a search in it finds. */
import type { Catalog } from "../../../resource/catalog.ts";
import { SERVICE_TAG } from "../../openapi/paths/service-paths.ts";
import { problemTypes, titleOf } from "../../problem-types.ts";
import { escapeHtml } from "../html.ts";
import { headingOf, REFERENCE, SERVICE } from "./addresses.ts";
import type { DescribedOperation } from "./described.ts";

/** A section of a page. Its title is HTML. */
interface Section {
  readonly id: string;
  readonly title: string;
  /** That of the operation which it is about. */
  readonly method?: string | undefined;
}

/** Reads the sections of a page of operations off its headings. */
export function sectionsOf(body: string, operations: readonly DescribedOperation[]): Section[] {
  return [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, id = "", title = ""]) => ({
    id,
    title,
    method: operations.find((operation) => operation.id === id)?.method,
  }));
}

/** The pages that are about no resource. */
const START = [
  [REFERENCE, "Overview"],
  [`${REFERENCE}#queries`, "Filters, sorting, pages"],
  [`${REFERENCE}#related-records`, "Related records"],
  ["/problems", "Problems"],
  [`${REFERENCE}/${SERVICE}`, SERVICE_TAG.name],
] as const;

/**
 * The HTML of the contents.
 * @param current the address of the page
 * @param sections what it has, for pages of operations
 */
export function contentsOf(
  { title, catalog }: { readonly title: string; readonly catalog: Catalog },
  current: string,
  sections: readonly Section[] = [],
): string {
  const within = sections.map(({ id, title: shown, method = "" }) => {
    const verb = method.replace("DELETE", "DEL");
    return `<li><a href="#${id}"><span class="verb ${method}">${verb}</span>${shown}</a></li>`;
  });
  const below = within.length > 0 ? `<ul>${within.join("")}</ul>` : "";
  const entry = (href: string, label: string) =>
    `<li><a href="${href}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>${href === current ? below : ""}</li>`;
  const resources = catalog.resources.map((resource) => entry(`${REFERENCE}/${resource.name}`, headingOf(resource)));
  return `<a class="mark" href="/">${escapeHtml(title)}</a><div><h2>Start here</h2><ul>${START.map(([href, label]) => entry(href, label)).join("")}</ul>
<h2>Resources</h2><ul>${resources.join("\n")}</ul></div>`;
}

/** What the search finds: for each page its title, its address, and the label, note and anchor of each entry. */
export function searchIndex(catalog: Catalog, operationsOf: (name: string) => readonly DescribedOperation[]): string {
  const operations = (name: string) =>
    operationsOf(name).map(({ id, method, path, summary }) => [summary, `${method} ${path}`, `#${id}`]);
  const pages = catalog.resources.map((resource) => {
    const fields = [...(resource.views[0]?.properties.values() ?? [])].filter(
      ({ shown, filterable }) => shown || filterable,
    );
    const entries = fields.map(({ name }) => [name, "", `#field-${name}`]);
    return [headingOf(resource), `${REFERENCE}/${resource.name}`, [...operations(resource.name), ...entries]];
  });
  const problems = [...problemTypes(catalog)].map(([slug, { status }]) => [titleOf(slug), `${status} ${slug}`, slug]);
  const start = START.map(([href, label]) => [label, "Reference", href]);
  return JSON.stringify([
    ["", "", start],
    ...pages,
    [SERVICE_TAG.name, `${REFERENCE}/${SERVICE}`, operations(SERVICE)],
    ["Problems", "/problems/", problems],
  ]);
}
