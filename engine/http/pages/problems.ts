/** `/problems` and `/problems/<slug>`: the explanation of each problem type. */
import type { Catalog } from "../../resource/catalog.ts";
import { problemTypes, titleOf } from "../problem-types.ts";
import { escapeHtml, inline, type PageParts, table } from "./html.ts";
import { REFERENCE } from "./reference/addresses.ts";

/** The address of the list of problem types. */
export const PROBLEMS = "/problems";
const CRUMBS = [[REFERENCE, "Reference"]] as const;

/** The page of one problem type; undefined if the slug is unknown. */
export function problemPage(catalog: Catalog, slug: string): PageParts | undefined {
  const problem = problemTypes(catalog).get(slug);
  if (!problem) return undefined;
  const title = titleOf(slug);
  const body = `<h1>${escapeHtml(title)}</h1>
<p>Status <code>${problem.status}</code>, type <code>/problems/${slug}</code></p><p>${inline(problem.about)}</p>
<p>Every problem document (RFC 9457) has <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>,
<code>instance</code> (the path of the request), <code>code</code> and <code>request_id</code>. <code>errors</code> lists each
fault with its location (a <code>pointer</code> into the body, a <code>parameter</code> or a <code>header</code>), a
<code>code</code> and a <code>message</code>.</p>`;
  return { title, body, crumbs: [...CRUMBS, [PROBLEMS, "Problems"]] };
}

/** The list of all problem types, by status. */
export function problemsPage(catalog: Catalog): PageParts {
  const byStatus = [...problemTypes(catalog)].sort(([, one], [, other]) => one.status - other.status);
  const rows = byStatus.map(([slug, { status, about }]) => [
    `<code>${status}</code>`,
    `<a href="/problems/${slug}">${escapeHtml(titleOf(slug))}</a>`,
    inline(about),
  ]);
  const body = `<h1>Problems</h1>${table(["Status", "Problem", "Meaning"], rows)}`;
  return { title: "Problems", body, crumbs: CRUMBS };
}
