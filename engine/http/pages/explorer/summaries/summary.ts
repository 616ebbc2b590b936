/** Pages as HTML that says what they are about before any script runs: to readers, search engines and link previews. */
import { escapeHtml } from "../../html.ts";

/** What a page is about. */
export interface Summary {
  readonly title: string;
  readonly description: string;
  /** The address of the page: `/rockets/ariane-6`. */
  readonly path: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly (readonly [label: string, path: string])[];
  /** The address of its picture, for previews of links. */
  readonly image?: string | undefined;
  /** The address of the page with its query, if it is that of a picture; `/oembed` says how other sites may show it. */
  readonly picture?: string | undefined;
}

/** The service whose page it is. */
export interface Site {
  readonly title: string;
  /** Where people reach it: `https://registry.example.org`. */
  readonly origin: string;
}

/** About what previews of links show of a description, in characters. */
const MOST_CHARACTERS = 200;

/** Writes a summary into the document of all pages, which has a title, and a `noscript` element for readers without scripts. */
export function withSummary(document: string, summary: Summary, site: Site): string {
  return document
    .replace(/<title>[^<]*<\/title>/, () => headOf(summary, site))
    .replace("<noscript>", () => `<noscript>${bodyOf(summary)}`);
}

/** The title, the description, and the properties of Open Graph (ogp.me). */
function headOf({ title, description, path, image, picture }: Summary, site: Site): string {
  const text = shorten(description.replace(/`/g, ""));
  const whole = title === site.title ? title : `${title} · ${site.title}`;
  const properties = {
    "og:title": title,
    "og:description": text,
    "og:site_name": site.title,
    "og:type": "website",
    "og:url": site.origin + (picture ?? path),
    ...(image === undefined ? {} : { "og:image": site.origin + image, "og:image:alt": title }),
  };
  const metas = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
  );
  return [
    `<title>${escapeHtml(whole)}</title>`,
    `<meta name="description" content="${escapeHtml(text)}">`,
    `<link rel="canonical" href="${escapeHtml(path)}">`,
    ...metas,
    ...(image === undefined ? [] : [`<meta name="twitter:card" content="summary_large_image">`]),
    ...(picture === undefined ? [] : [oembedLink(site.origin + picture)]),
  ].join("");
}

function oembedLink(address: string): string {
  const href = `/oembed?url=${encodeURIComponent(address)}`;
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}">`;
}

function bodyOf({ title, description, facts, links }: Summary): string {
  const terms = facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  const items = links.map(([label, path]) => `<li><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></li>`);
  return [
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>`,
    terms.length > 0 ? `<dl>${terms.join("")}</dl>` : "",
    items.length > 0 ? `<ul>${items.join("")}</ul>` : "",
  ].join("");
}

/** Cuts a text at the end of a word. */
function shorten(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const cut = text.slice(0, MOST_CHARACTERS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST_CHARACTERS / 2)).trimEnd()}…`;
}
