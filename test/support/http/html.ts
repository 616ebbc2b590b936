/** Just enough of HTML to see what a page says: its sections, the rows of its tables, whether its tags match. */
import assert from "node:assert/strict";

const VOID = ["meta", "link", "br", "hr", "img", "input"];

/** Every tag is closed, in order, and no id is given twice. */
export function assertWellFormed(html: string): void {
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  const open: string[] = [];
  const bare = html.replace(/<style>.*?<\/style>/s, "");
  for (const [tag, closing, name = ""] of bare.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/g)) {
    if (closing) assert.equal(name, open.pop(), `${tag} closes something else`);
    else if (!VOID.includes(name)) open.push(name);
  }
  assert.deepEqual(open, []);
  const text = bare.replace(/<[^<>]*>/g, "").replace(/^<!doctype html>/, "");
  assert.doesNotMatch(text, /[<>]/, "a bracket that is not escaped");
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, "an id is given twice");
}

/** From the heading with this id to the next of its kind. */
export function sectionOf(html: string, id: string): string {
  const start = html.indexOf(`<h2 id="${id}">`);
  assert.ok(start >= 0, `there is no section ${id}`);
  const end = html.indexOf("<h2 ", start + 1);
  return html.slice(start, end < 0 ? undefined : end);
}

/** The text of a piece of HTML, as it is read. */
export function htmlToText(html: string): string {
  const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  return html
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code ? String.fromCharCode(Number(code)) : named[name]!));
}

/** The cells of the table row that begins with a text; undefined when there is none. */
export function rowOf(html: string, first: string): string[] | undefined {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => htmlToText(cell!)),
  );
  return rows.find((cells) => cells[0] === first);
}
