/** Proves the reference in a browser: it can be read without scripts, they make it quicker to use, and axe finds nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium, startChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { type Visitor, visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = skip ? (undefined as unknown as Served) : await serveBuiltIn();
const PAGES = ["/docs", "/docs/missions", "/docs/crew", "/docs/api", "/problems", "/problems/not-found"];

/** What is wrong with what a page shows. */
async function faultsOf({ page }: Visitor, place: string): Promise<string[]> {
  const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  const faults = await axeFindings(page);
  return [...faults, ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [])].map(
    (each) => `${place}: ${each}`,
  );
}

for (const width of [320, 1280] as const)
  for (const theme of ["light", "dark"] as const)
    test(`§10.1: axe finds nothing on the pages of the reference, ${width} px wide, ${theme}`, { skip }, async (t) => {
      const visitor = await visit(t, served, { width, theme });
      const faults: string[] = [];
      for (const path of PAGES) {
        await visitor.open(path);
        faults.push(...(await faultsOf(visitor, path)));
      }
      const { page } = visitor;
      if (width < 900) await page.getByRole("button", { name: "Contents" }).click();
      await page.getByRole("searchbox").fill("not");
      faults.push(...(await faultsOf(visitor, "the search")));
      assert.deepEqual(faults, []);
    });

test("§10.1: the search of the reference finds operations, fields and problems on all pages", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/docs");
  await page.keyboard.press("/");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await page.keyboard.type("launch_da");
  await contents.getByRole("link", { name: /^launch_date\s*Missions$/ }).click();
  await page.waitForURL(/\/docs\/missions#field-launch_date$/);
  await page.getByRole("searchbox").fill("delete a planet");
  await contents.getByRole("link", { name: "Delete a planet DELETE /api/planets/{planet_id}", exact: true }).click();
  await page.waitForURL(/\/docs\/planets#deletePlanet$/);
  await page.getByRole("searchbox").fill("crew full");
  await contents.getByRole("link", { name: /Crew full/ }).click();
  await page.waitForURL(/\/problems\/crew-full$/);
  await page.getByRole("searchbox").fill("no such thing anywhere");
  await eventually(page, () => contents.getByRole("status").textContent(), "0 found");
  await page.getByRole("searchbox").fill("");
  await contents.getByRole("link", { name: "Overview" }).waitFor();
});

test("§10.1: the language of examples is chosen once, and code is copied", { skip }, async (t) => {
  const { page, open } = await visit(t, served, { isolated: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("/docs/missions");
  const creation = page.getByRole("group", { name: "Create a mission" });
  await creation.getByText("curl -X POST").waitFor();
  await page.getByText("Python", { exact: true }).click();
  assert.equal(await creation.getByText("curl -X POST").isVisible(), false);
  await open("/docs/planets");
  const code = page.getByRole("group", { name: "Create a planet" }).locator("[data-language=python]");
  await code.getByText("from urllib.request import").waitFor();
  await code.getByRole("button", { name: "Copy" }).click();
  await code.getByRole("button", { name: "Copied" }).waitFor();
  // The page may write to the clipboard; its policy lets only the browser read it.
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), await code.locator("pre").textContent());
  await page.locator("#field-diameter_km").or(page.locator("#field-mean_radius_km")).first().hover();
  await eventually(page, () => page.evaluate("[...CSS.highlights.get('pointed') ?? []].length"), 1);
});

test("§10.1: without scripts, the reference has its contents and every language", { skip }, async () => {
  const context = await (await startChromium()).newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(`${served.url}/docs/missions`);
  assert.equal(await page.getByRole("searchbox").count(), 0);
  const contents = page.getByRole("navigation", { name: "Contents" });
  assert.equal(await contents.isVisible(), false);
  await page.getByRole("button", { name: "Contents" }).click();
  await contents.getByRole("link", { name: "GET Get a mission" }).waitFor();
  await page.getByRole("button", { name: "Contents" }).click();
  for (const [label, start] of [
    ["JavaScript", "await fetch("],
    ["Client", "import { connect }"],
    ["HTTP", "GET /api/missions/mission-1 HTTP/1.1"],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    const shown = page.getByRole("group", { name: "Get a mission" }).locator("[data-language]:visible");
    await shown.getByText(start).waitFor();
    assert.equal(await shown.count(), 1, label);
  }
  await page.getByText("Parameters (17)").first().click();
  await page.getByText("Cursor pagination.").first().waitFor();
  await context.close();
});

test("§10.1: the reference and the explorer lead to each other", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/missions/apollo-11/crew");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+.");
  await page.getByRole("link", { name: /^Reference: / }).click();
  await page.waitForURL(/\/docs\/crew$/);
  await open("/docs/missions");
  await page.getByRole("link", { name: "Open the missions in the explorer" }).click();
  await page.waitForURL(/\/missions$/);
  await page.getByRole("heading", { level: 1 }).waitFor();
});
