/** An operation in the reference: its meaning, and beside it what to send and what comes back. */
import { LANGUAGES } from "../../../runtime/as-code/languages.ts";
import { PACKAGE } from "../../../runtime/package.ts";
import { escapeHtml, inline, type Term, termList } from "../html.ts";
import type { DescribedOperation, DescribedParameter } from "./described.ts";
import type { OperationExample } from "./examples.ts";

/** A text in the middle, and what stands beside it. */
export function pair(text: string, beside = "", id = ""): string {
  return `<section class="pair"${id ? ` role="group" aria-labelledby="${id}"` : ""}><div>${text}</div><div>${beside && `<div class="in">${beside}</div>`}</div></section>`;
}

/** Code, which scrolls if it is long. @param language the language of the choice that shows it; always shown without */
export function codeBlock(code: string, language?: string): string {
  const mark = language ? ` data-language="${language}"` : "";
  return `<div class="code"${mark}><pre tabindex="0">${escapeHtml(code)}</pre></div>`;
}

/** The choice of the language of all examples of the page, which style sheets can read. */
export function languageChoice(): string {
  const choices = LANGUAGES.map(
    ({ id, label }, index) =>
      `<label><input class="sr" type="radio" name="language" value="${id}"${index === 0 ? " checked" : ""}>${label}</label>`,
  );
  return `<fieldset class="languages"><legend class="sr">Language of the examples</legend>${choices.join("")}</fieldset>`;
}

/** The section of an operation. @param links what leads to a real answer, beside the example */
export function operationSection(operation: DescribedOperation, example: OperationExample, links = ""): string {
  const { id, method, path, summary, about, responses } = operation;
  const problems = responses
    .filter(({ status }) => status !== "default")
    .flatMap((response) => response.problems.map((slug) => problemLink(slug, response.status)));
  const answers: Term[] = responses
    .filter((response) => response.problems.length === 0)
    .map(({ status, about: text }) => ({ name: `<code>${status}</code>`, about: inline(text) }));
  const errors = {
    name: "Problems",
    about: `In addition to <a href="/problems">those that any request can get</a>:`,
    tags: problems,
  };
  return pair(
    `<h2 id="${id}">${escapeHtml(summary)}</h2>
<p class="path"><span class="verb ${method}">${method}</span><span>${escapeHtml(path)}</span></p>
${paragraphs(about)}<p class="faint">${accessOf(operation)}</p>${parameterLists(operation)}
<h3>Responses</h3>${termList([...answers, ...(problems.length > 0 ? [errors] : [])])}`,
    links + exampleHtml(example),
    id,
  );
}

/** The paragraphs of a description. The page shows rules and states once, for all operations. */
function paragraphs(about: string): string {
  const shown = about.split("\n\n").filter((each) => !/^(?:Rules:|- |\|)/.test(each));
  return shown.map((each) => `<p>${inline(each)}</p>`).join("");
}

function accessOf({ access, scopes }: DescribedOperation): string {
  if (access === "open") return "Needs no credential.";
  const names = scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(" and ");
  if (access === "credential") return names ? `Needs ${names}.` : "Needs any credential.";
  return names ? `Needs ${names} unless reading is public.` : "Needs no credential unless the operator requires one.";
}

/** The parameters and headers, folded: those of all lists are alike. */
function parameterLists({ parameters }: DescribedOperation): string {
  const query = parameters.filter((each) => each.in === "query" && each.filter === undefined);
  const hasFilters = parameters.some(({ filter }) => filter !== undefined);
  const filters = hasFilters
    ? `<p>Filters: the names of <a href="#fields">fields</a> with their operators, and <a href="/docs#related-records">related records</a>.</p>`
    : "";
  const headers = parameters.filter((each) => each.in === "header");
  return `${filters}${folded("Parameters", query)}${folded("Request headers", headers)}`;
}

function folded(title: string, parameters: readonly DescribedParameter[]): string {
  if (parameters.length === 0) return "";
  const terms = parameters.map(({ name, about }) => ({ name: `<code>${name}</code>`, about: inline(about) }));
  return `<details><summary>${title} (${parameters.length})</summary>${termList(terms)}</details>`;
}

function problemLink(slug: string, status: string): string {
  return `<a href="/problems/${slug}">${status} ${slug}</a>`;
}

function exampleHtml({ request, status, answer, target }: OperationExample): string {
  const context = { name: PACKAGE, target };
  const codes = LANGUAGES.map(({ id, write }) => codeBlock(write(request, context), id));
  return `<h3>Request</h3>${codes.join("\n")}<h3>Response: ${status}</h3>${answer ? codeBlock(answer) : `<p class="faint">${status.startsWith("204") ? "No body." : "See the description."}</p>`}`;
}
