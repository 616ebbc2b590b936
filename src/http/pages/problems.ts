/** `/problems/<slug>`: what each problem means. */
import type { Catalog } from "../../resource/catalog.ts";
import { problemTypes, titleOf } from "../problem-types.ts";
import { escapeHtml, inline, page, table } from "./html.ts";

/** The page of one problem; undefined when there is none of this name. */
export function problemPage(catalog: Catalog, slug: string): string | undefined {
  const problem = problemTypes(catalog).get(slug);
  if (!problem) return undefined;
  const title = titleOf(slug);
  const body = `<p><a href="/problems">Problems</a></p><h1>${escapeHtml(title)}</h1>
<p>Status <code>${problem.status}</code>, type <code>/problems/${slug}</code></p><p>${inline(problem.about)}</p>
<p>Every problem document (RFC 9457) has <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>,
<code>instance</code> (the request's path), <code>code</code> and <code>request_id</code>; <code>errors</code> lists each fault
with its place (<code>pointer</code> into the body, <code>parameter</code> or <code>header</code>), <code>code</code> and
<code>message</code>.</p>`;
  return page(title, body);
}

/** All problems on one page. */
export function problemsPage(catalog: Catalog): string {
  const rows = [...problemTypes(catalog)].map(([slug, { status, about }]) => [
    `<code>${status}</code>`,
    `<a href="/problems/${slug}">${escapeHtml(titleOf(slug))}</a>`,
    inline(about),
  ]);
  return page(
    "Problems",
    `<p><a href="/docs">Reference</a></p><h1>Problems</h1>${table(["Status", "Problem", "What it means"], rows)}`,
  );
}
