/** HTML for the reference and problem pages. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { FixedBody } from "../response/fixed-body.ts";
import type { HttpResponse } from "../response/response.ts";

/** Escapes text for elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes text, and turns backticks into `code` elements. */
export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Reads a file of the look of pages, beside this module. */
export function readLook(name: string): string {
  return readFileSync(new URL(`look/${name}`, import.meta.url), "utf8");
}

const STYLE = readLook("page.css")
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/\n\s*/g, "\n");

/** The parts of a page. */
export interface PageParts {
  readonly title: string;
  readonly body: string;
  /** The links that lead to the page, from the reference on; none if it stands alone. */
  readonly crumbs?: readonly (readonly [href: string, label: string])[];
  /** What it is called after these links. */
  readonly label?: string;
  /** The HTML of the contents, beside the page. */
  readonly contents?: string;
  /** The address of its script. */
  readonly script?: string;
}

/** A complete page. */
export function page({ title, body, crumbs = [], label = title, contents, script }: PageParts): string {
  const links = crumbs.map(([href, text]) => `<a href="${href}">${escapeHtml(text)}</a>`).join("");
  const frame = contents
    ? `<div class="frame"><header class="bar">${links}<span>${escapeHtml(label)}</span><button class="open" popovertarget="contents">Contents</button></header>
<nav class="contents" id="contents" popover aria-label="Contents">${contents}</nav>
<main>${body}</main></div>`
    : `<main>${body}</main>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style>${script ? `<script src="${script}" defer></script>` : ""}</head>
<body>
${frame}
</body>
</html>
`;
}

/**
 * Pages frame and submit nothing, and load only fonts and the script of the reference, which requests nothing. Their one style
 * sheet is allowed by its hash (CSP Level 3).
 */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "script-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
};

/** A page as a response. */
export function htmlResponse(body: string): HttpResponse {
  return { status: 200, headers: HEADERS, body };
}

/** A page that stays the same as long as the process runs. */
export function fixedPage(body: string): FixedBody {
  return new FixedBody(body, { headers: HEADERS });
}

/** A table. Its cells are HTML. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table>${row("th", head)}${rows.map((cells) => row("td", cells)).join("")}</table>`;
}

/** An entry of a list of names and their meanings. Its parts are HTML. */
export interface Term {
  readonly id?: string;
  readonly name: string;
  readonly kind?: string;
  readonly about: string;
  /** What belongs to it, such as operators. */
  readonly tags?: readonly string[];
}

/** A list of names and their meanings; empty without any. */
export function termList(terms: readonly Term[]): string {
  if (terms.length === 0) return "";
  const items = terms.map(({ id, name, kind, about, tags = [] }) => {
    const small = kind ? `<small>${kind}</small>` : "";
    const row = tags.length > 0 ? `<div class="tags">${tags.join("")}</div>` : "";
    return `<li${id ? ` id="${id}"` : ""}><div>${name}${small}</div><div><p>${about}</p>${row}</div></li>`;
  });
  return `<ul class="params">${items.join("\n")}</ul>`;
}
