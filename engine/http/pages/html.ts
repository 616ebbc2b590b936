/** HTML for the reference and problem pages. */
import { hash } from "node:crypto";
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

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #2563eb; }
@media (prefers-color-scheme: dark) { :root { --link: #7aa7ff; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 2.5rem auto 6rem; padding: 0 1.25rem; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { margin-bottom: .3rem; } a { color: var(--link); }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--soft); padding: .9rem 1.1rem; border-radius: 8px; overflow-x: auto; } pre code { background: none; padding: 0; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 1.4rem; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; white-space: nowrap; } nav { columns: 3 12rem; } nav a { display: block; }
`;

/** A complete page. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
${body}
</body>
</html>
`;
}

/** Pages load, run, frame and submit nothing. Their one style sheet is allowed by its hash (CSP Level 3). */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
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
