/** Reads the parts of HTML pages that tests need: sections, table rows, tags. */
import assert from "node:assert/strict";

const VOID = ["meta", "link", "br", "hr", "img", "input"];

/** Asserts that every tag is closed in order, and that ids are unique. */
export function assertWellFormed(html: string): void {
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  const openTags: string[] = [];
  const withoutStyle = html.replace(/<style>.*?<\/style>/s, "");
  for (const [tag, closing, name = ""] of withoutStyle.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/g)) {
    if (closing) assert.equal(name, openTags.pop(), `${tag} closes something else`);
    else if (!VOID.includes(name)) openTags.push(name);
  }
  assert.deepEqual(openTags, []);
  const text = withoutStyle.replace(/<[^<>]*>/g, "").replace(/^<!doctype html>/, "");
  assert.doesNotMatch(text, /[<>]/, "a bracket that is not escaped");
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, "an id is given twice");
}

/** The HTML from the heading with this id to the next one. */
export function sectionOf(html: string, id: string): string {
  const start = html.indexOf(`<h2 id="${id}">`);
  assert.ok(start >= 0, `there is no section ${id}`);
  const end = html.indexOf("<h2 ", start + 1);
  return html.slice(start, end < 0 ? undefined : end);
}

/** The plain text of HTML. */
export function htmlToText(html: string): string {
  const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  return html
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code ? String.fromCharCode(Number(code)) : named[name]!));
}

/** The cells of the table row that begins with this text; undefined if there is none. */
export function rowOf(html: string, first: string): string[] | undefined {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => htmlToText(cell!)),
  );
  return rows.find((cells) => cells[0] === first);
}

/** An entry of a list of names and their meanings, as text; undefined if there is none with this name. */
export function termOf(html: string, name: string): { kind: string; about: string; tags: string[] } | undefined {
  for (const [, first = "", about = "", tags = ""] of html.matchAll(
    /<li[^>]*><div>(.*?)<\/div><div><p>(.*?)<\/p>(?:<div class="tags">(.*?)<\/div>)?<\/div><\/li>/gs,
  )) {
    const [shown = "", kind = ""] = first.split("<small>");
    if (htmlToText(shown) !== name) continue;
    const each = [...tags.matchAll(/<(?:code|a)\b[^>]*>(.*?)<\/(?:code|a)>/g)].map(([, tag]) => htmlToText(tag!));
    return { kind: htmlToText(kind), about: htmlToText(about), tags: each };
  }
  return undefined;
}
