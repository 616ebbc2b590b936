/** The operations on the pages of the reference, with their examples. */
import assert from "node:assert/strict";
import { htmlToText } from "./html.ts";

/** An operation with its example. */
export interface ShownOperation {
  readonly page: string;
  /** The id of its section. */
  readonly id: string;
  readonly method: string;
  /** With the names of parameters in braces. */
  readonly path: string;
  /** The request as code, by language. */
  readonly codes: Readonly<Record<string, string>>;
  readonly status: number;
  /** The body of the response; undefined if none is shown. */
  readonly answer: unknown;
}

/** Reads the operations of a page. */
export function operationsOn(page: string, html: string): ShownOperation[] {
  return html
    .split(/(?=<section class="pair")/)
    .slice(1)
    .flatMap((section) => {
      const [, id] = /^<section class="pair" role="group" aria-labelledby="([^"]+)">/.exec(section) ?? [];
      if (id === undefined) return [];
      const [, method = "", path = ""] = /<p class="path"><span[^>]*>(\w+)<\/span><span>(.*?)<\/span>/.exec(section)!;
      const [, status = "", answer] = /Response: (\d+)[^<]*<\/h3>(?:<div class="code"><pre[^>]*>(.*?)<\/pre>)?/s.exec(
        section,
      )!;
      const blocks = section.matchAll(/<div class="code" data-language="(\w+)"><pre[^>]*>(.*?)<\/pre>/gs);
      return {
        page,
        id,
        method,
        path: htmlToText(path),
        codes: Object.fromEntries(Array.from(blocks, ([, language, code]) => [language, htmlToText(code!)])),
        status: Number(status),
        answer: answer === undefined ? undefined : JSON.parse(htmlToText(answer)),
      };
    });
}

/** Asserts that a value has everything that is shown, of the same types. What is shown or is null may have any. */
export function assertShape(shown: unknown, value: unknown, place: string): void {
  if (shown === null || value === null) return;
  assert.equal(typeOf(value), typeOf(shown), place);
  if (Array.isArray(shown)) {
    if (shown.length > 0 && (value as unknown[]).length > 0)
      assertShape(shown[0], (value as unknown[])[0], `${place}[0]`);
  } else if (typeof shown === "object") {
    for (const [name, part] of Object.entries(shown)) {
      assert.ok(Object.hasOwn(value as object, name), `${place}.${name} is missing`);
      assertShape(part, (value as Record<string, unknown>)[name], `${place}.${name}`);
    }
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
