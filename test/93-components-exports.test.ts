/** Proves "Export all" in Chromium: the file is whole, or there is none (§4.9). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Download, Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { createAll } from "./support/http/lists.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = await serveForFile(secondDomain);
await createAll(
  served,
  "/api/products",
  Array.from({ length: 250 }, (_, n) => ({ name: n % 2 ? `Ähre, "${n}"\n` : `Korn ${n}`, price: n })),
);
const proxy = await startCuttingProxy(served);
const isExport = (path: string) => path.startsWith("/api/products") && !path.includes("limit=1");

/** Exports the list of a page. @returns the download, if there is one */
async function exportAs(page: Page, format: string, count: number): Promise<void> {
  await page.getByRole("button", { name: `Export all ${count}` }).click();
  await page.getByRole("menuitem", { name: format }).click();
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

test("§4.9: a whole list is saved as the service exports it: filtered, sorted, all pages", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/products?name_contains=korn&sort=price:desc&page=2&limit=50&fields=name,price");
  for (const [format, accept] of [
    ["CSV", "text/csv"],
    ["NDJSON", "application/x-ndjson"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await exportAs(page, format, 125);
    const download = await downloading;
    const path = "/api/products?name_contains=korn&sort=price:desc&fields=name,price";
    const expected = await served.get(path, { headers: { accept } });
    assert.equal(await textOf(download), expected.text);
    assert.equal(
      download.suggestedFilename(),
      /filename="(.+)"/.exec(expected.headers.get("content-disposition")!)![1],
    );
    await page
      .getByRole("status")
      .filter({ hasText: `Saved as ${download.suggestedFilename()}.` })
      .waitFor();
  }
});

test("§4.9: an export that is cut off is an error, and saves nothing; another try saves all", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, proxy, { isolated: true });
  expect(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH_MISMATCH/);
  const downloads: Download[] = [];
  page.on("download", (download) => downloads.push(download));
  await open("/products?sort=price");
  await page.getByText("1–20 of 250").waitFor();
  proxy.cut = ({ path }) => (isExport(path) ? { afterBytes: 3_000 } : undefined);
  await exportAs(page, "CSV", 250);
  await page.getByRole("alert").filter({ hasText: "cut off" }).waitFor();
  assert.equal(downloads.length, 0);
  proxy.cut = () => undefined;
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Try again" }).click();
  const expected = await served.get("/api/products?sort=price", { headers: { accept: "text/csv" } });
  assert.equal(await textOf(await downloading), expected.text);
  await eventually(page, () => page.getByRole("alert").count(), 0);
});

test("§4.9: a private list is exported with the key of the person", { skip }, async (t) => {
  await served.put("/api/students/ada", { name: "Ada" });
  await createAll(served, "/api/students/ada/grades", [{ subject: "Knots", points: 99 }]);
  const { page, open } = await visit(t, served, { isolated: true, key: ADMIN_KEY });
  await open("/students/ada/grades");
  const downloading = page.waitForEvent("download");
  await exportAs(page, "NDJSON", 1);
  assert.match(await textOf(await downloading), /"subject":"Knots"/);
});
