/** Requests that get a real answer: of the records that declarations name as examples. */
import type { Catalog } from "../../../resource/catalog.ts";
import { API_ROOT, type Resource } from "../../../resource/resource.ts";
import { escapeHtml } from "../html.ts";
import type { DescribedOperation } from "./described.ts";

/** Returns the path of a GET with its query; undefined if the declarations do not name all records on the way. */
export function realRequest(
  { method, path, access, isList, answer }: DescribedOperation,
  { views, page }: Resource,
  { resources }: Catalog,
): string | undefined {
  if (method !== "GET" || access !== "public" || answer.isText || page?.example === undefined) return undefined;
  const examples = new Map(resources.map(({ one, page: each }) => [`${one}_id`, each?.example]));
  const at = path.replace(/\{(\w+)\}/g, (whole, name: string) => examples.get(name) ?? whole);
  if (at.includes("{")) return undefined;
  const [question] = page.questions?.filter((each) => /^\?(?!group_by)/.test(each.at)) ?? [];
  return isList && path === views[0]!.path && question ? at + question.at : at;
}

/** Links to the answer to a request, and to the page of the explorer that sends it. */
export function realRequestLinks(path: string, hasExplorer: boolean): string {
  const page = `<a href="${escapeHtml(path.slice(API_ROOT.length))}">Open in the explorer</a>`;
  const sent = `<a href="${escapeHtml(path)}"><code>${escapeHtml(path)}</code></a>`;
  return `<h3>With real data</h3><p class="links">${sent}${hasExplorer ? page : ""}</p>`;
}
