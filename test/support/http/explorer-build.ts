/** A tiny build of the explorer, in the layout that `scripts/explorer.mjs` writes. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** The hash of a style element, as a policy names it. */
export const STYLE = `sha256-${createHash("sha256").update("a {}").digest("base64")}`;

/** The files of the build: longer ones are sent in content codings. */
export const FILES: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html>\n<html lang="en"><title>Pages</title><p>${"shell ".repeat(300)}</p><noscript>No scripts.</noscript></html>\n`,
  "-/assets/app.4f2a.js": `${"console.log(1);".repeat(200)}\n`,
  "-/assets/app.4f2a.css": "a { color: red }\n".repeat(200),
  "-/assets/icon.77aa.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  "-/assets/text.12cd.woff2": "font ".repeat(500),
};

/** Returns a page without the address of the description of the service. */
export function withoutDescription(page: string): string {
  return page.replace(/<link rel="preload" as="fetch"[^>]*>/, "");
}

/** Returns the document of a page without what it says about itself; throws if it is not that of the build. */
export function withoutSummary(page: string): string {
  return page
    .replace(/<title>.*?<\/title>(?:<(?:meta|link)[^>]*>)*/s, "<title>Pages</title>")
    .replace(/<noscript>.*No scripts\./s, "<noscript>No scripts.");
}

/** Writes the build into a folder. @returns the bytes of each file in each content coding */
export function writeExplorerBuild(folder: string): Map<string, Record<"br" | "gzip", Buffer>> {
  const coded = new Map<string, Record<"br" | "gzip", Buffer>>();
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, "one", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (name.endsWith(".woff2")) continue;
    const bytes = { br: brotliCompressSync(content), gzip: gzipSync(content) };
    writeFileSync(`${path}.br`, bytes.br);
    writeFileSync(`${path}.gz`, bytes.gzip);
    coded.set(name, bytes);
  }
  writeFileSync(join(folder, "one", "explorer.json"), JSON.stringify({ styles: [STYLE] }));
  writeFileSync(join(folder, "current.json"), JSON.stringify({ build: "one" }));
  return coded;
}
