/** Scenario 38 of the explorer: pictures that play, in Chromium (docs/explorer.md, "Pictures"). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { addressOf, eventually, namesShown, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Records what an element says from now on, and how often the address changes. */
const WATCH = `
  window.said = [];
  const live = document.querySelector(".presence [aria-live]");
  new MutationObserver(() => said.push(live.textContent)).observe(live, { characterData: true, childList: true, subtree: true });
  window.changes = 0;
  for (const name of ["replaceState", "pushState"]) {
    const change = history[name];
    history[name] = function () { changes += 1; return change.apply(history, arguments); };
  }`;

test("38 presence: it plays to the last known day and no further, says one day a year, and keeps where it was paused", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open("/astronauts/-/presence#day=2024-01-15");
  await page.getByRole("heading", { name: /^Astronauts on 15 January 2024/ }).waitFor();
  await page.evaluate(WATCH);
  const day = page.getByRole("slider", { name: "Day" });
  await page.keyboard.press("Space");
  await button(page, "Pause").waitFor();
  await eventually(page, async () => (await page.locator(".player .now").innerText()).startsWith("30 June 2026"), true);
  await button(page, "Play").waitFor();
  assert.match(await page.locator(".player .now").innerText(), /astronauts; not known after this day$/);
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=2026-06-30");
  assert.equal(await page.evaluate("changes"), 1);
  const said = (await page.evaluate("said")) as string[];
  const years = said.map((text) => /\d{4}/.exec(text)![0]);
  assert.deepEqual(years, ["2025", "2026", "2026"], "one day of each year, and the one on which it stopped");
  // From the end it begins anew: at the first day. What is hidden pauses.
  await page.getByRole("radio", { name: "a month" }).click();
  await button(page, "Play").click();
  await eventually(page, async () => /196\d/.test(await page.locator(".player .now").innerText()), true);
  await page.evaluate(`Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"))`);
  await button(page, "Play").waitFor();
  await eventually(page, () => /#day=196\d-\d\d-\d\d$/.test(addressOf(page)), true);
  await day.press("End");
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=2026-06-30");
  await day.press("Home");
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=1961-04-12");
  assert.deepEqual(await axeFindings(page), []);
});

test("38 presence: with reduced motion it goes in steps of a year; a key that changes the day pauses it", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("/astronauts/-/presence#day=1984-03-01");
  await page.getByRole("heading", { name: /^Astronauts on 1 March 1984/ }).waitFor();
  await page.evaluate(`window.days = new Set();
    new MutationObserver(() => days.add(document.querySelector(".player .now b").textContent))
      .observe(document.querySelector(".player .now"), { characterData: true, subtree: true })`);
  await button(page, "Play").click();
  await eventually(page, () => page.evaluate("[...days].slice(0, 2)"), ["1 March 1985", "1 March 1986"]);
  await page.getByRole("slider", { name: "Day" }).press("ArrowLeft");
  await button(page, "Play").waitFor();
  await eventually(page, () => /#day=19(?:8[5-9]|9\d)-02-(?:28|29)$/.test(addressOf(page)), true);
  // An address that names another day shows that one, and nothing of the play is kept.
  await button(page, "Play").click();
  await page.evaluate("location.hash = 'day=1969-07-20'");
  await button(page, "Play").waitFor();
  await page.getByRole("heading", { name: "Astronauts on 20 July 1969: 3" }).waitFor();
  await page.getByRole("button", { name: "Next day" }).click();
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=1969-07-21");
  // If only a part of the time is shown, the next part follows.
  await open("/astronauts/-/presence#day=1984-03-01&from=1984-01-01&to=1984-12-31");
  await button(page, "Play").click();
  await eventually(page, () => /from=198[5-9]-03-01&to=19(?:8[6-9]|90)-0[23]-\d\d/.test(addressOf(page)), true);
});

test("38: a scale: paths around a center play from a common start, by keyboard, with the same rows in the table", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service, { width: 390 });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open("/planets/-/scale#body=mars");
  await page.getByRole("radio", { name: "paths" }).click();
  await eventually(page, () => addressOf(page), "/planets/-/scale#body=mars&show=paths");
  const drawing = page.getByRole("group", { name: "Paths of the moons around Mars" });
  const phobos = drawing.getByRole("link", { name: /^Phobos, around Mars/ });
  const placeOf = () => phobos.locator("xpath=..").getAttribute("transform");
  const start = await placeOf();
  await button(page, "Play").click();
  await eventually(page, async () => (await placeOf()) !== start, true);
  await button(page, "Pause").click();
  await button(page, "Back to the start").click();
  await eventually(page, placeOf, start);
  await page.getByText("the nearest point of every path is drawn on the right").waitFor();
  await page.getByText("move according to their recorded orbital period").waitFor();
  await tabTo(page, phobos);
  await page.keyboard.press("ArrowRight");
  await eventually(
    page,
    async () => (await page.locator(":focus").getAttribute("aria-label"))!.split(",")[0],
    "Deimos",
  );
  assert.deepEqual(await axeFindings(page), []);
  await eventually(page, () => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await page.getByRole("button", { name: "Table of these rows" }).click();
  await eventually(page, async () => (await namesShown(page)).sort(), ["Deimos", "Phobos"]);
  // Those around several centers have no drawing in common.
  await open("/moons/-/scale#show=paths");
  await page.getByRole("group", { name: /^Moons to scale/ }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "paths" }).count(), 0);
});
