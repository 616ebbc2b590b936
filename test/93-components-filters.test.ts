/** Proves in Chromium how lists are filtered: by keyboard, by each kind of field, from values; and which columns they show. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { countText } from "../explorer/src/units.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, chipsOn, createCourses, holdBack, opened, titlesOn } from "./support/browser/list-pages.ts";
import { eventually } from "./support/browser/sees.ts";
import { recordsOf, serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveForFile(secondDomain);
await createCourses(second);

test("a filter by a reference is made by keyboard alone: field, name, record", { skip }, async (t) => {
  const page = await opened(t, second, "/courses");
  await page.getByRole("button", { name: "Filter", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Find a field" }).waitFor();
  await page.keyboard.type("univ");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "University", exact: true }).waitFor();
  await page.keyboard.type("north");
  await page.getByRole("option", { name: /Northern University/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await assertSearch(page, "?university_id=north");
  await page.getByRole("heading", { level: 1, name: "Courses 2 that match" }).waitFor();
  await eventually(page, () => titlesOn(page), ["Knots", "Sails"]);
  await eventually(page, () => chipsOn(page), ["Northern University"]);
});

test("an id is taken as it is typed; the chip is changed and removed by keyboard", { skip: skipDetails }, async (t) => {
  const page = await opened(t, second, "/courses?university_id=north");
  await page.getByRole("button", { name: /^University is/ }).press("Enter");
  const box = page.getByRole("combobox", { name: "University", exact: true });
  await box.fill("south");
  await page.getByRole("option", { name: /Southern College/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await box.press("Enter");
  await assertSearch(page, "?university_id=south");
  await page.getByRole("button", { name: "Remove: University is Southern College" }).press("Enter");
  await assertSearch(page, "");
});

test("records that are found later than somebody types are offered too", { skip: skipDetails }, async (t) => {
  const page = await opened(t, second, "/courses");
  const release = await holdBack(page, /\/api\/universities\?/);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "University" }).first().click();
  await page.getByRole("combobox", { name: "University", exact: true }).fill("south");
  await page.getByRole("listbox").getByText("Searching …").waitFor();
  release();
  await page.getByRole("option", { name: /Southern College/ }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await assertSearch(page, "?university_id=south");
});

test("filters that are removed one right after the other are all gone", { skip: skipDetails }, async (t) => {
  const page = await opened(t, space, "/missions?mission_type=rover&status=completed&limit=1");
  await page.getByRole("button", { name: "Remove: Status is completed" }).waitFor();
  // Both before the page is drawn again.
  await page.evaluate("document.querySelectorAll('.chip .un').forEach((button) => button.click())");
  await assertSearch(page, "?limit=1");
  await eventually(page, () => chipsOn(page), []);
});

for (const [kind, field, steps, search] of [
  ["an enum", "Status", (page: Page) => page.getByLabel("open").check(), "?status=open"],
  [
    "words of an enum",
    "Status",
    async (page: Page) => {
      await page.getByLabel("open").check();
      await page.getByLabel("draft").check();
    },
    "?status_in=draft,open",
  ],
  ["a number", "Seats", (page: Page) => page.getByRole("textbox", { name: "Seats from" }).fill("10"), "?seats_min=10"],
  [
    "an instant",
    "Starts at",
    async (page: Page) => {
      await page.getByLabel("Comparison").selectOption("starts_at_after");
      await page.getByLabel("Starts at", { exact: true }).fill("31 January 2026, 12:00 UTC");
    },
    "?starts_at_after=2026-01-31T12:00:00Z",
  ],
  [
    "a day of an instant",
    "Starts at",
    async (page: Page) => {
      await page.getByLabel("Comparison").selectOption("starts_at_after");
      await page.getByLabel("Starts at", { exact: true }).fill("2026-01-31");
    },
    "?starts_at_after=2026-01-31",
  ],
  [
    "presence",
    "Follows",
    async (page: Page) => {
      await page.getByLabel("Comparison").selectOption("follows_exists");
      await page.getByLabel("has no value").check();
    },
    "?follows_exists=false",
  ],
  [
    "several texts",
    "Title",
    async (page: Page) => {
      await page.getByLabel("Comparison").selectOption("title_in");
      await page.getByRole("textbox", { name: "Title" }).fill("Maps\nKnots, advanced");
    },
    "?title_in=Maps,%22Knots,+advanced%22",
  ],
] as const)
  test(`§4.3: the form of a filter by ${kind}`, { skip }, async (t) => {
    const page = await opened(t, second, "/courses");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: field }).first().click();
    await steps(page);
    await page.getByRole("button", { name: "Apply" }).click();
    await assertSearch(page, search);
    await eventually(page, () => page.getByRole("alert").count(), 0);
  });

test("the focus stays near: beside a removed chip, and in the pager after its last link", {
  skip: skipDetails,
}, async (t) => {
  const page = await opened(t, space, "/missions?mission_type=rover&status=completed&limit=1");
  const focused = () => page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
  await page.getByRole("link", { name: "Last page" }).press("Enter");
  await page.getByRole("button", { name: "Next page" }).and(page.locator("[disabled]")).waitFor();
  await eventually(page, () => focused(), "First page");
  await page.getByRole("button", { name: "Remove: Mission type is rover" }).press("Enter");
  await assertSearch(page, "?status=completed&limit=1");
  await eventually(page, () => focused(), "Remove: Status is completed");
  await page.keyboard.press("Enter");
  await assertSearch(page, "?limit=1");
  await eventually(page, () => focused(), "Filter");
});

test("Alt and a click on a value offer the filters that it suggests", { skip: skipDetails }, async (t) => {
  const page = await opened(t, second, "/courses?fields=title,seats");
  await page.getByRole("cell", { name: "12" }).click({ modifiers: ["Alt"] });
  await page.getByRole("menu", { name: "Filter by these values" }).waitFor();
  await eventually(page, () => page.getByRole("menuitem").allInnerTexts(), [
    "Only these",
    "From here on",
    "Up to here",
  ]);
  await page.getByRole("menuitem", { name: "From here on" }).click();
  await assertSearch(page, "?fields=title,seats&seats_min=12");
});

test("the menu of a row has the filters of all its values; rows are walked by j and k", { skip }, async (t) => {
  const page = await opened(t, second, "/courses?fields=title,follows");
  await page.getByRole("link", { name: "Knots" }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await eventually(page, () => page.evaluate("document.activeElement.textContent"), "Maps");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Only without a value" }).waitFor();
  await eventually(page, () => page.getByRole("menuitem").count(), 3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await assertSearch(page, "?fields=title,follows&follows_exists=false");
});

test("columns are found by name, kept as one step of the history, and given back to the service", {
  skip,
}, async (t) => {
  const page = await opened(t, second, "/courses");
  const before: number = await page.evaluate("history.length");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("textbox", { name: "Find a field" }).fill("seat");
  await eventually(page, () => page.getByRole("checkbox").count(), 1);
  await page.getByRole("checkbox", { name: /Seats/ }).check();
  await page.getByRole("textbox", { name: "Find a field" }).fill("");
  await page.getByRole("checkbox", { name: /^Status/ }).uncheck();
  await assertSearch(page, "?fields=title,university_id,department_id,starts_at,ends_at,follows,seats");
  await page.getByRole("columnheader", { name: "Seats" }).waitFor();
  await page.getByRole("button", { name: "Default columns" }).click();
  await assertSearch(page, "");
  assert.equal(await page.evaluate("history.length"), before + 1);
});

test("§4.4: words are searched for, and the search is a chip", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?page=3");
  await page.getByRole("searchbox", { name: "Search missions" }).fill("moon sample ");
  await page.keyboard.press("Enter");
  await assertSearch(page, "?search=moon+sample");
  const total: number = (await space.get("/api/missions?search=moon+sample")).body.total_count;
  await page.getByRole("heading", { level: 1, name: `Missions ${total} that match` }).waitFor();
  await eventually(page, () => chipsOn(page), ["moon sample"]);
  await page.goBack();
  await assertSearch(page, "?page=3");
  await page.getByText(`41–60 of ${countText(recordsOf("missions").length)}`).waitFor();
});
