/** What remains to be seen where the system forces its colors, and what moves where people want less motion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually, inPage } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

/** A computed style of an element. */
const styleOf = (target: Locator, property: string) =>
  inPage<string>(target, "(element, property) => getComputedStyle(element)[property]", property);

/** The color that a system color is now. */
const systemColor = (page: Page, name: string) =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "${name}";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);

for (const theme of ["light", "dark"] as const)
  test(`explorer 39: forced colors, ${theme}: what is current, chosen, operated or floats is seen`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, service, { theme, key: ADMIN_KEY, isolated: true });
    await page.emulateMedia({ forcedColors: "active" });
    await open("/missions/-/timeline?status=active");
    const [highlight, text, canvas] = [
      await systemColor(page, "Highlight"),
      await systemColor(page, "CanvasText"),
      await systemColor(page, "Canvas"),
    ];
    const chosen = page.getByRole("radio", { name: "operator" });
    await eventually(page, () => styleOf(chosen, "backgroundColor"), highlight);
    assert.match(await styleOf(page.locator(".tabs [aria-current]"), "textDecorationLine"), /underline/);
    const hues = await inPage<string[]>(
      page.locator(".legend"),
      `(legend) => Array.from(legend.querySelectorAll(".sw"), (each) => getComputedStyle(each).backgroundColor)`,
    );
    assert.equal(new Set(hues).size, hues.length, "each category keeps its color");
    await page.getByRole("button", { name: "Theme, numbers and dates" }).press("Enter");
    const entry = page.getByRole("menuitemradio", { name: "System" });
    await eventually(page, () => styleOf(entry, "backgroundColor"), highlight);
    assert.equal(await styleOf(page.locator(".pop"), "borderTopColor"), text);
    assert.equal(await styleOf(page.locator(".pop"), "borderTopWidth"), "1px");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Theme, numbers and dates" }).and(page.locator(":focus")).waitFor();
    assert.equal(await styleOf(page.locator(":focus"), "outlineStyle"), "solid");
    await open("/missions/apollo-11");
    const face = page.locator(".face svg.pic");
    await face.locator("text").first().waitFor();
    assert.equal(await styleOf(face.locator("text"), "fill"), text);
    assert.equal(
      await styleOf(page.getByRole("main").getByRole("button", { name: "Delete" }), "borderTopStyle"),
      "solid",
    );
    await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor();
    assert.equal(await styleOf(page.locator(".dialog"), "borderTopColor"), text);
    await page.keyboard.press("Escape");
    await open("/missions/-/new");
    const save = page.getByRole("button", { name: "Create" });
    await save.waitFor();
    assert.notEqual(await styleOf(save, "backgroundColor"), canvas);
    assert.equal(await styleOf(save, "color"), canvas);
    assert.deepEqual(await axeFindings(page), []);
  });

test("explorer 39: nothing moves by itself where people want less motion", { skip }, async (t) => {
  const { page, open } = await visit(t, service, { key: ADMIN_KEY, isolated: true });
  const moving = () =>
    page.evaluate(`[...document.querySelectorAll("*")].flatMap((element) => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element);
      const lasts = (durations) => durations.split(",").some((each) => parseFloat(each) > 0);
      return lasts(transitionDuration) || lasts(animationDuration) || scrollBehavior === "smooth" ? [element.className] : [];
    }).length`) as Promise<number>;
  await open("/missions");
  await page.getByRole("row").nth(3).waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.ok((await moving()) > 0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const address of [
    "/missions",
    "/missions/apollo-11",
    "/planets/-/scale#body=jupiter&show=paths",
    "/",
    "/docs",
  ]) {
    await open(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    assert.equal(await moving(), 0, address);
  }
});

test("explorer 39: with less motion, paths play in steps", { skip }, async (t) => {
  const { page, open } = await visit(t, service);
  await open("/planets/-/scale#body=jupiter&show=paths");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.evaluate(`window.times = new Set();
    new MutationObserver(() => times.add(document.querySelector(".player .now b").textContent))
      .observe(document.querySelector(".player .now"), { characterData: true, subtree: true })`);
  await page.getByRole("button", { name: "Play" }).click();
  await eventually(page, async () => Number(await page.evaluate("times.size")) >= 2, true);
  await page.getByRole("button", { name: "Pause" }).click();
  const times = ((await page.evaluate("[...times]")) as string[]).map(Number.parseFloat);
  const steps = times.slice(1).map((time, index) => Math.round((time - times[index]!) * 1e6));
  assert.ok(
    steps.every((step) => step % Math.round(times[0]! * 1e6) === 0),
    `multiples of the first step: ${times}`,
  );
});
