/** Every mark of a picture that leads anywhere is reached by arrow keys from one stop of Tab, and Enter opens it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { addressOf, eventually, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

/** The pictures whose marks are links. */
const PICTURES = [
  ...["/missions/apollo-11", "/planets/saturn", "/astronauts/neil-armstrong", "/planets/-/scale", "/planets/-/bars"],
  ...["/planets/-/scale#body=jupiter&show=paths", "/data/-/series", "/"],
];

const focused = (page: Page) => page.locator("svg a:focus");
const isRinged = (page: Page) =>
  page.evaluate(`(() => {
    const shown = [document.activeElement, ...document.activeElement.querySelectorAll("*"), ...document.querySelectorAll(".ring")];
    return shown.some((each) => {
      const { outlineStyle, stroke } = getComputedStyle(each);
      return outlineStyle === "solid" || (each !== document.activeElement && stroke !== "none");
    });
  })()`);

for (const address of PICTURES)
  test(`38: ${address}: one stop of Tab, arrow keys, Home and End reach every mark, and Enter opens it`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, service);
    await open(address);
    await page.locator("svg.pic a[href]").first().waitFor();
    const picture = page
      .locator("svg.pic")
      .filter({ has: page.locator("a[href]") })
      .first();
    await eventually(page, () => picture.locator('a[tabindex="0"]').count(), 1);
    const count = await picture.locator("a[href]").count();
    await tabTo(page, picture.locator('a[tabindex="0"]'), 160);
    const reached = new Set<string>();
    const note = async () => reached.add((await focused(page).getAttribute("data-key"))!);
    await page.keyboard.press("Home");
    await note();
    for (let at = 1; at < Math.min(count, 12); at += 1) {
      await page.keyboard.press("ArrowRight");
      await note();
    }
    assert.equal(reached.size, Math.min(count, 12));
    assert.ok(await isRinged(page), "the focus is seen");
    await page.keyboard.press("End");
    const last = focused(page);
    await eventually(page, () => last.count(), 1);
    const target = new URL((await last.getAttribute("href"))!, service.url);
    await page.keyboard.press("Enter");
    await eventually(page, () => addressOf(page).split("#")[0], decodeURIComponent(target.pathname + target.search));
  });
