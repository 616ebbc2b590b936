/** Proves the security headers of pages, and of every response (§10.1). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const pages = ["/docs", "/docs/missions", "/docs/api", "/problems", "/problems/not-found", "/problems/crew-full"];

for (const path of pages) {
  test(`§10.1: ${path}: nothing is framed or sent, only fonts and a script of the service are loaded, and the only style is allowed by its hash`, async () => {
    const { headers, text } = await served.get(path, { credential: false });
    const directives = new Map(
      headers
        .get("content-security-policy")!
        .split("; ")
        .map((each) => {
          const [name, ...values] = each.split(" ");
          return [name!, values.join(" ")];
        }),
    );
    for (const name of ["default-src", "base-uri", "form-action", "frame-ancestors"])
      assert.equal(directives.get(name), "'none'", name);
    for (const name of ["script-src", "font-src"]) assert.equal(directives.get(name), "'self'", name);
    assert.deepEqual(
      [directives.get("require-trusted-types-for"), directives.get("trusted-types")],
      ["'script'", "'none'"],
    );
    assert.deepEqual(text.match(/<script[^>]*>/g), ['<script src="/docs/-/reference.js" defer>']);
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style!);
    const hashes = styles.map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    assert.equal(directives.get("style-src"), hashes.join(" "));
    assert.equal(hashes.length, 1);
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.doesNotMatch(text, /<script(?! src)|<iframe|<img|<link|<form|\son\w+=|\sstyle=|javascript:/i);
  });
}

test("§10.1: every response has X-Content-Type-Options: nosniff", async () => {
  for (const [method, path] of [
    ...pages.map((path) => ["GET", path]),
    ["GET", "/api"],
    ["GET", "/api/missions"],
    ["GET", "/api/missions/none"],
    ["GET", "/api/astronauts/x/medical"],
    ["DELETE", "/api"],
    ["OPTIONS", "/api/missions"],
    ["GET", "/openapi.json"],
    ["GET", "/livez"],
    ["GET", "/"],
  ] as [string, string][]) {
    const { headers } = await served.request(method, path, { credential: false });
    assert.equal(headers.get("x-content-type-options"), "nosniff", `${method} ${path}`);
  }
});
