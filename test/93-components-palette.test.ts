/** Proves the palette and the request panel, in Chromium. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveSecond();

const palette = (page: Page) => page.getByRole("dialog", { name: "Search or go to" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const panel = (page: Page) => page.getByRole("complementary", { name: "Requests" });
const rows = (page: Page) => panel(page).locator(".reqs").first().getByRole("button");
/** The sentence above what is found; screen readers hear it too. */
const said = (page: Page, text: string) => palette(page).locator("p").getByText(text, { exact: true });
/** The option that Enter opens. */
const current = (page: Page) => palette(page).locator("[role=option][data-focused]");

/** Presses Enter once it opens this: what is shown is not yet chosen. */
async function enterOn(page: Page, name: RegExp): Promise<void> {
  await eventually(page, () => current(page).innerText(), name);
  await page.keyboard.press("Enter");
}

async function openPalette(page: Page, keys = "Control+k"): Promise<void> {
  await page.getByRole("button", { name: /^Search or go to/ }).waitFor();
  await page.keyboard.press(keys);
  await palette(page).getByRole("combobox").waitFor();
}

test("palette: what is typed before it is loaded is not lost", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/-/assets/palette-*.js", async (route) => {
    await loading;
    await route.continue();
  });
  // A key that is pressed after the input is there, and before it has what was typed earlier.
  await page.addInitScript(`addEventListener(
    "focusin",
    () => document.querySelector(".palette input") && document.execCommand("insertText", false, "s"),
    { once: true },
  )`);
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("marh");
  await page.keyboard.press("Backspace");
  load();
  await palette(page).getByRole("combobox").waitFor();
  await eventually(page, () => palette(page).getByRole("combobox").inputValue(), "mars");
  await eventually(page, () => current(page).locator(".named").innerText(), "Mars");
  await page.keyboard.type(" 2");
  await eventually(page, () => palette(page).getByRole("combobox").inputValue(), "mars 2");
});

test("palette: everything is searched by kind, matches are marked, and the keyboard goes there", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await openPalette(page, "/");
  await page.keyboard.type("mars");
  await option(page, "Mars planet").waitFor();
  const { body } = await space.get("/api/search?q=mars&limit=100");
  // The planet is the only one of its kind, so that the next result begins the next group.
  const next = body.results[1];
  await eventually(
    page,
    async () => (await palette(page).getByRole("group").locator("header, .h3").allInnerTexts()).slice(0, 4).toSorted(),
    [
      ...["Astronauts", `Missions 5 of ${body.kinds.mission}`, "Planets", `Spacecraft 5 of ${body.kinds.spacecraft}`],
    ].toSorted(),
  );
  const marked = await option(page, /Marshburn/)
    .locator("mark")
    .innerText();
  assert.equal(marked, "Mars");
  // What is shown is not yet chosen: until then, an arrow goes on from an entry of what was typed before.
  await eventually(page, () => current(page).locator(".named").innerText(), "Mars");
  await page.keyboard.press("ArrowDown");
  await eventually(page, () => current(page).locator(".named").innerText(), next.name);
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${next._links.self.replace("/api", "")}`);
  await page.locator("h1:focus").waitFor();
  await openPalette(page);
  await page.keyboard.type("mars");
  await option(page, `All ${body.kinds.mission} missions whose name contains “mars”`).click();
  await page.waitForURL("**/missions?name_contains=mars");
});

test("palette: names with similar words are shown as such, with these words marked", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await openPalette(page);
  await page.keyboard.type("gagrin yuir");
  await said(page, "No name contains “gagrin yuir”. Similar names:").waitFor();
  const marks = option(page, /^Yuri Gagarin/).locator("mark");
  await eventually(page, async () => (await marks.allInnerTexts()).join(" "), "Yuri Gagarin");
  await eventually(page, () => current(page).locator(".named").innerText(), "Yuri Gagarin");
  assert.deepEqual(await axeFindings(page), []);
  await palette(page).getByRole("combobox").fill("apolo");
  await said(page, "No name contains “apolo”. Similar names:").waitFor();
  assert.equal(await option(page, /whose name contains/).count(), 0, "the list would be empty");
  await palette(page).getByRole("combobox").fill("apollo");
  await option(page, /whose name contains “apollo”/)
    .first()
    .waitFor();
  assert.equal(await said(page, "No name contains “apolo”. Similar names:").count(), 0);
});

test("palette: what was opened is there again; pages, pictures and commands are found too", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, second, { isolated: true });
  await open("/");
  await openPalette(page);
  await page.keyboard.type("alma");
  await enterOn(page, /^Alma Mater/);
  await page.waitForURL("**/universities/alma");
  await openPalette(page);
  await palette(page)
    .getByRole("group")
    .filter({ hasText: "Recent" })
    .getByRole("option", { name: /Alma Mater/ })
    .waitFor();
  await page.keyboard.type("courses time");
  await enterOn(page, /Courses over time/);
  await page.waitForURL("**/courses/-/timeline");
  await openPalette(page);
  await page.keyboard.type("> dark");
  await enterOn(page, /Theme: dark/);
  await page.locator("html[data-theme=dark]").waitFor();
});

test("palette: what is best for all that is typed is chosen, also if it was found before as the second", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets");
  await openPalette(page);
  await page.keyboard.type("europ");
  await option(page, /missions mention “europ”/).waitFor();
  const release = await holdBack(page, /search\?q=europa&/);
  await page.keyboard.type("a");
  await option(page, /name contains “europa”$/).waitFor();
  await eventually(page, () => current(page).innerText(), /^Europa Clipper\s+mission$/);
  release();
  await enterOn(page, /^Europa\s+moon of Jupiter$/);
  await page.waitForURL("**/planets/jupiter/moons/europa");
});

test("palette: Enter before anything is found opens the first that is", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  const release = await holdBack(page, /\/api\/search\?/);
  await open("/planets");
  await openPalette(page);
  await page.keyboard.type("apollo 11");
  await palette(page).getByText("Searching …").waitFor();
  await page.keyboard.press("Enter");
  release();
  await page.waitForURL("**/missions/apollo-11");
  await palette(page).waitFor({ state: "detached" });
});

test("palette: Escape closes it and gives the focus back; Ctrl Enter opens a tab; nothing found is said", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/planets");
  const button = page.getByRole("button", { name: /^Search or go to/ });
  await button.press("Enter");
  await palette(page).getByRole("combobox").waitFor();
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await page.locator("button.ask:focus").waitFor();
  await openPalette(page);
  await page.keyboard.type("zzqqx");
  await said(page, "Nothing found for “zzqqx” in names or texts. Browse a collection:").waitFor();
  await option(page, "Planets").waitFor();
  await palette(page).getByRole("combobox").fill("apollo 11");
  await option(page, /^Apollo 11 /).waitFor();
  await eventually(page, () => current(page).locator(".named").innerText(), "Apollo 11");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Control+Enter")]);
  await tab.waitForURL("**/missions/apollo-11");
  await tab.close();
  assert.equal(new URL(page.url()).pathname, "/planets");
});

test("palette: single-key shortcuts can be turned off, and do not interrupt typing", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/missions");
  await page.getByRole("searchbox").fill("a/b");
  await page.keyboard.press("/");
  await eventually(page, () => page.getByRole("searchbox").inputValue(), "a/b/");
  await openPalette(page);
  await page.keyboard.type(">single key");
  await enterOn(page, /turn off/);
  await palette(page).waitFor({ state: "detached" });
  await page.locator("main").focus();
  await page.keyboard.press("/");
  await openPalette(page);
  assert.equal(await palette(page).getByRole("combobox").inputValue(), "", "only Ctrl K has opened it");
});

test("keys: a question mark, or a command, lists them", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.getByText("search, open a page, run a command").waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await openPalette(page);
  await page.keyboard.type(">keys");
  await enterOn(page, /^Keys/);
  await dialog.waitFor();
});

test("requests: the panel has those of the screen, newest first, with what came back", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/planets?planet_type=dwarf");
  await page.getByRole("link", { name: "Ceres", exact: true }).waitFor();
  await page.keyboard.press("Control+.");
  await panel(page).locator(":scope:focus").waitFor();
  await eventually(
    page,
    () => panel(page).getByLabel("Path and query").inputValue(),
    /^\/api\/planets\?planet_type=dwarf&sort=semi_major_axis_km&fields=name,/,
  );
  await panel(page).locator("pre.body", { hasText: '"ceres"' }).waitFor();
  await rows(page).filter({ hasText: "/api/me" }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const path = panel(page).getByLabel("Path and query");
  await path.fill("/elsewhere");
  await path.press("Enter");
  await panel(page).getByRole("alert").getByText("begins with /api/").waitFor();
  await path.fill("/api/planets/saturn/moons?limit=2&sort=name:desc");
  await path.press("Enter");
  await page.waitForURL("**/planets/saturn/moons?limit=2&sort=name:desc");
  await rows(page).filter({ hasText: "/api/planets/saturn/moons?limit=2" }).first().waitFor();
  await rows(page).filter({ hasText: "/api/me" }).filter({ hasText: "memory" }).waitFor();
  await page.keyboard.press("Control+.");
  await panel(page).waitFor({ state: "detached" });
});

test("requests: an unchanged response is a 304 without a body, and the panel shows the earlier one", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await page.clock.install();
  await open("/planets?planet_type=dwarf");
  await page.getByRole("link", { name: "Ceres", exact: true }).waitFor();
  await page.keyboard.press("Control+.");
  await panel(page).waitFor();
  await page.clock.runFor(16_000);
  const again = rows(page).filter({ hasText: "planet_type=dwarf" }).filter({ hasText: "304" }).first();
  await again.filter({ hasText: "0 B" }).click();
  await panel(page).getByText("Not modified.").waitFor();
  await panel(page).locator("pre.body", { hasText: '"ceres"' }).waitFor();
});

test("requests: the code has $KEY for the key, and its curl line gives the same answer", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { key: ADMIN_KEY, isolated: true });
  await open("/events?sort=id:desc&limit=2");
  await page.locator("main table tbody a").first().waitFor();
  await page.keyboard.press("Control+.");
  const code = panel(page).getByRole("tabpanel").locator("pre");
  await code.waitFor();
  const line = await code.innerText();
  assert.match(line, /"Authorization: Bearer \$KEY"/);
  const { stdout } = await promisify(execFile)("sh", ["-c", `${line} --silent`], {
    env: { ...process.env, KEY: ADMIN_KEY },
  });
  const { body } = await space.get("/api/events?sort=id:desc&limit=2");
  assert.deepEqual(JSON.parse(stdout), body);
  for (const language of ["JavaScript", "Python", "Client", "HTTP"]) {
    await panel(page).getByRole("tab", { name: language }).click();
    await panel(page).getByRole("tabpanel", { name: language }).waitFor();
    await eventually(page, () => code.innerText(), /KEY/);
  }
  assert.equal((await page.content()).includes(ADMIN_KEY), false, "the key is nowhere on the page");
});

test("requests: on a phone the panel is a dialog", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space, { width: 390, theme: "dark" });
  await open("/planets/mars");
  await page.getByRole("button", { name: /^Requests/ }).click();
  const dialog = page.getByRole("dialog", { name: "Requests" });
  await dialog.getByRole("heading", { name: "Response" }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
});
