/** `/problems/<slug>`: what each problem means. */
import type { Catalog } from "../../resource/catalog.ts";
import { titleOf } from "../response/problem.ts";
import { PROBLEM_TYPES, type ProblemType } from "../response/problem-types.ts";
import { escapeHtml, inline, page, table } from "./html.ts";

/** Every problem that can be answered: the service's own, and the conflicts that the declarations name. */
export function explainedProblems(catalog: Catalog): Map<string, ProblemType> {
  const all = new Map<string, ProblemType>(Object.entries(PROBLEM_TYPES));
  const { status } = PROBLEM_TYPES.conflict;
  for (const { declaration, fields, one } of catalog.resources) {
    for (const [code, { about }] of Object.entries<{ about: string }>(declaration.conflicts ?? {})) {
      all.set(code.replaceAll("_", "-"), { status, about });
    }
    for (const [name, spec] of fields) {
      if (!spec.full) continue;
      const about = `A ${one} that declares its \`${name}\` takes no more than that many, and cannot declare fewer than it has.`;
      all.set(spec.full.replaceAll("_", "-"), { status, about });
    }
  }
  return all;
}

/** The page of one problem; undefined when there is none of this name. */
export function problemPage(catalog: Catalog, slug: string): string | undefined {
  const problem = explainedProblems(catalog).get(slug);
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
  const rows = [...explainedProblems(catalog)].map(([slug, { status, about }]) => [
    `<code>${status}</code>`,
    `<a href="/problems/${slug}">${escapeHtml(titleOf(slug))}</a>`,
    inline(about),
  ]);
  return page(
    "Problems",
    `<p><a href="/docs">Reference</a></p><h1>Problems</h1>${table(["Status", "Problem", "What it means"], rows)}`,
  );
}
