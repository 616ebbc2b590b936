/** Proves in Chromium how lists are filtered by related records, and by alternatives (§4.12): chips, and how they are made and removed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { countText } from "../explorer/src/units.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, opened, titlesOn } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveSecond();

/** The sentences in the chips. */
async function sentencesOn(page: Page): Promise<string[]> {
  const chips = await page.locator(".chips > li > .chip:not(.is-add)").allInnerTexts();
  return chips.map((text) => text.replaceAll(/\s+/g, " "));
}

/** Asserts that the page says how many records match, as the service does. */
async function assertTotal(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const total: number = (await space.get(`/api${pathname}${search}`)).body.total_count;
  assert.ok(total > 0);
  await page.getByRole("heading", { level: 1, name: `Missions ${countText(total)} that match` }).waitFor();
}

async function addFilter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
}

function choose(page: Page, item: RegExp): Promise<void> {
  return page.getByRole("menuitem", { name: item }).click();
}

function apply(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Apply" }).click();
}

test("each kind of filter is a chip that reads as a sentence, with the names of records, also after a reload", {
  skip,
}, async (t) => {
  const search = [
    "?destination.id=mars&crew_none.id_in=yuri-gagarin&astronauts.role=commander&crew.nationality_not=Japan",
    "any.1.part_of=salyut-9&any.1.end_date_exists=true&any.1.objectives_exists=false",
  ].join("&");
  const page = await opened(t, space, `/missions${search}`);
  const sentences = [
    "Destination is Mars",
    "No crew member is Yuri Gagarin",
    "A crew member: role is commander and nationality is not Japan",
    "Part of is salyut-9 or end date has a value or has no objective",
  ];
  await eventually(page, () => sentencesOn(page), sentences);
  await page.reload();
  await eventually(page, () => sentencesOn(page), sentences);
  await assertSearch(page, search);
});

test("a filter of a related record is made with the mouse; one more is about the same record", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?page=2");
  await addFilter(page);
  await choose(page, /^Astronauts/);
  await page.getByRole("heading", { name: "Crew member" }).waitFor();
  await choose(page, /^Nationality/);
  await page.getByLabel("Comparison").selectOption("nationality");
  await page.getByRole("textbox", { name: "Nationality" }).fill("Japan");
  await apply(page);
  await assertSearch(page, "?astronauts.nationality=Japan");
  await assertTotal(page);
  await page.getByRole("button", { name: "Add to: A crew member’s nationality is Japan" }).click();
  await choose(page, /^And … of the same crew member/);
  await choose(page, /^Role/);
  await page.getByText("of the same crew member").waitFor();
  await page.getByRole("textbox", { name: "Role" }).fill("commander");
  await apply(page);
  await assertSearch(page, "?astronauts.nationality=Japan&astronauts.role_contains=commander");
  await assertTotal(page);
  await eventually(page, () => sentencesOn(page), ["A crew member: nationality is Japan and role contains commander"]);
  await page.goBack();
  await eventually(page, () => sentencesOn(page), ["A crew member’s nationality is Japan"]);
  await page.goForward();
  await page.getByRole("button", { name: "Remove: nationality is Japan" }).click();
  await assertSearch(page, "?astronauts.role_contains=commander");
});

test("a new filter is about another related record than those that are there", { skip: skipDetails }, async (t) => {
  const page = await opened(t, space, "/missions?astronauts.nationality=Japan");
  await addFilter(page);
  await choose(page, /^Astronauts/);
  await choose(page, /^Nationality/);
  await page.getByLabel("Comparison").selectOption("nationality");
  await page.getByRole("textbox", { name: "Nationality" }).fill("Canada");
  await apply(page);
  await assertSearch(page, "?astronauts.nationality=Japan&any.1.astronauts.nationality=Canada");
  await assertTotal(page);
});

test("two relations, none and a record are chosen by keyboard alone", { skip }, async (t) => {
  const page = await opened(t, space, "/missions");
  await page.getByRole("button", { name: "Filter", exact: true }).focus();
  await page.keyboard.press("Enter");
  const find = page.getByRole("searchbox", { name: "Find a field" });
  await find.waitFor();
  await page.keyboard.type("astronauts");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Crew member" }).waitFor();
  await page.keyboard.type("all_missions");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Crew member › Mission" }).waitFor();
  await page.keyboard.type("destination");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Destination", exact: true }).waitFor();
  await page.keyboard.type("moon");
  await page.getByRole("option", { name: /^Moon/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  for (let back = 0; back < 2; back += 1) await page.keyboard.press("Shift+Tab");
  await eventually(page, () => page.evaluate("document.activeElement.ariaLabel"), "How many: crew member");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await assertSearch(page, "?astronauts_none.all_missions.destination=moon");
  await eventually(page, () => sentencesOn(page), ["No crew member: a mission’s destination is Moon"]);
  await assertTotal(page);
});

test("whether there is a related record at all", { skip: skipDetails }, async (t) => {
  const page = await opened(t, space, "/missions?status=active");
  await addFilter(page);
  await choose(page, /^Objectives/);
  await choose(page, /^Any objective, or none/);
  await page.getByLabel("has no objective").check();
  await apply(page);
  await assertSearch(page, "?status=active&objectives_exists=false");
  await eventually(page, () => sentencesOn(page), ["Status is active", "Has no objective"]);
});

test("alternatives are added to a chip, and removed one by one", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?destination=mars");
  await page.getByRole("button", { name: "Add to: Destination is Mars" }).click();
  await page.getByRole("heading", { name: "Or …" }).waitFor();
  await page.getByRole("menuitem", { name: /^Name/ }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("mars");
  await apply(page);
  await assertSearch(page, "?any.1.destination=mars&any.1.name_contains=mars");
  await eventually(page, () => sentencesOn(page), ["Destination is Mars or name contains mars"]);
  await assertTotal(page);
  // Twice the same comparison cannot be sent.
  await page.getByRole("button", { name: /^Add to/ }).click();
  await page.getByRole("menuitem", { name: /^Name/ }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("viking");
  await apply(page);
  await page.getByRole("alert").getByText("Only one alternative can use this comparison.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove: Destination is Mars", exact: true }).click();
  await assertSearch(page, "?any.1.name_contains=mars");
  const focused = () => page.evaluate("document.activeElement.ariaLabel");
  await eventually(page, focused, "Remove: Name contains mars");
  await page.keyboard.press("Enter");
  await assertSearch(page, "");
});

test("the focus stays where a chip was changed from the keyboard", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?astronauts.nationality=Japan");
  const focused = () =>
    page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText.replaceAll(/\\s+/g, ' ')");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("button", { name: /^Add to: / }).focus();
  for (let time = 0; time < 2; time += 1) {
    await press("Enter");
    await eventually(page, focused, "And … of the same crew member");
    if (time === 0) await press("Escape");
    await eventually(page, focused, time === 0 ? /^Add to: / : "And … of the same crew member");
  }
  await press("ArrowDown", "Enter");
  await page.getByRole("heading", { name: "Or …" }).waitFor();
  await page.keyboard.type("status");
  await press("Enter");
  await page.getByLabel("active", { exact: true }).check();
  await apply(page);
  await assertSearch(page, "?any.1.astronauts.nationality=Japan&any.1.status=active");
  await eventually(page, focused, "A crew member’s nationality is Japan");
  await press("Enter");
  await page.getByLabel("How many: crew member").selectOption({ index: 1 });
  await apply(page);
  await eventually(page, focused, "No crew member’s nationality is Japan");
});

test("§4.12: a fault is marked in its chip, and the suggestion of the service mends it", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, space);
  expect(/status of 400/);
  await open("/missions?astronauts.role=pilot&astronauts.nationalty=Japan&any.1.status=active&any.1.astronauts.rol=x");
  const marked = page.locator(".alt.is-fault, .chip.is-fault:not(:has(.alt))");
  await eventually(
    page,
    async () => (await marked.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()),
    ["astronauts.nationalty is Japan , invalid", "astronauts.rol is x , invalid"],
  );
  await page.getByRole("button", { name: "Use astronauts.nationality" }).click();
  await page.getByRole("button", { name: "Use any.1.astronauts.role" }).click();
  await assertSearch(
    page,
    "?astronauts.role=pilot&astronauts.nationality=Japan&any.1.status=active&any.1.astronauts.role=x",
  );
});

test("the second domain: students of a course, and what is not so", { skip }, async (t) => {
  const page = await opened(t, second, "/courses");
  await addFilter(page);
  await choose(page, /^Students/);
  await choose(page, /^Which /);
  await page.getByRole("combobox", { name: /^Which/ }).fill("ann");
  await page.getByRole("option", { name: /^Ann/ }).click();
  await apply(page);
  await assertSearch(page, "?students.id=ann");
  await eventually(page, () => titlesOn(page), ["Optics"]);
  await page.getByRole("button", { name: /^An enrolment is Ann$/ }).click();
  await page.getByLabel(/^How many/).selectOption({ index: 1 });
  await apply(page);
  await assertSearch(page, "?students_none.id=ann");
  await eventually(page, async () => (await titlesOn(page)).includes("Optics"), false);
  assert.match((await sentencesOn(page))[0]!, /^No enrolment is Ann$/);
});

test("a list that is grouped and sorted by related records says so", { skip }, async (t) => {
  const page = await opened(
    t,
    space,
    "/missions?group_by=destination.name&measure=max:destination.mean_radius_km&sort=count:desc",
  );
  await page.getByRole("columnheader", { name: "Destination’s name" }).waitFor();
  await page.getByRole("columnheader", { name: /^Greatest destination’s mean radius/ }).waitFor();
  await page.getByRole("cell", { name: "Mars" }).getByRole("link").click();
  await assertSearch(page, "?destination.name=Mars");
  await assertTotal(page);
  await page.goto(new URL("/moons?sort=planet.name:desc", page.url()).href);
  await page.getByText("Sorted by planet’s name ↓").waitFor();
});
