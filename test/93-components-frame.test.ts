/** Proves what stands around every page, and the first page, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { recordsOf, serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveSecond();

const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });
const rail = (page: Page) => page.getByRole("navigation", { name: "Registry" });
const isFocused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();
/** Whether the page is wider than its window. */
const overflows = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

for (const [name, served, lists] of [
  [
    "space",
    space,
    [
      ["Missions", recordsOf("missions").length],
      ["Moons", recordsOf("moons").length],
      ["Data", recordsOf("data").length],
    ],
  ],
  [
    "second domain",
    second,
    [
      ["Courses", 3],
      ["Students", 2],
      ["Lab readings", 12],
    ],
  ],
] as const) {
  test(`home, ${name}: how many records there are, in the rail and on the page, and in all`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    await open("/");
    for (const [list, number] of lists) {
      const count = number.toLocaleString("en-GB");
      await rail(page)
        .getByRole("link", { name: `${list} ${count}` })
        .waitFor();
      await page
        .getByRole("navigation", { name: "Collections and their counts" })
        .getByRole("link", { name: `${count} ${list}` })
        .waitFor();
    }
    const { body } = await served.get("/api");
    const paths = await page.locator(".counts a").evaluateAll((all) => all.map((each) => each.getAttribute("href")!));
    assert.ok(paths.every((path) => Object.values(body._links).includes(`/api${path}`)));
    let total = 0;
    for (const path of paths) total += (await served.get(`/api${path}?limit=1`)).body.total_count;
    await page.getByText(`${total.toLocaleString("en-GB")} records`).waitFor();
    assert.equal(await page.title(), (await page.locator(".rail .mark").innerText()).trim());
  });

  test(`home, ${name}: the lines to take along answer as they are`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    await open("/");
    const lines = page.locator(".steps pre");
    await lines.nth(1).waitFor();
    for (const line of await lines.allInnerTexts()) {
      const path = /http:\/\/[^/]+([^' ]*)/.exec(line)?.[1];
      assert.equal((await served.get(path!)).status, 200, line);
    }
  });

  test(`home, ${name}: narrow or wide, nothing is cut; axe finds nothing`, { skip: skipDetails }, async (t) => {
    for (const width of [320, 1280]) {
      const { page, open } = await visit(t, served, { width, theme: width === 320 ? "dark" : "light" });
      await open("/");
      await page.locator(".total", { hasText: "records" }).waitFor();
      await page.locator(".days svg").waitFor();
      await page.locator(".steps pre").nth(1).waitFor();
      assert.equal(await overflows(page), false, `${width}`);
      assert.deepEqual(await axeFindings(page), []);
    }
  });
}

/** Returns for how many days in a row until a day anybody of a crew was up, by the days of each entry. */
async function daysInARow(last: string): Promise<number> {
  const days = new Set<number>();
  const dayOf = (date: string) => Date.parse(date) / 864e5;
  let path = "/api/missions?astronauts_exists=true&include=astronauts&limit=100";
  while (path) {
    const { body } = await space.get(path);
    for (const { status, launch_date, end_date, _embedded } of body.missions) {
      if (["planned", "cancelled"].includes(status)) continue;
      for (const { joined_on, left_on } of _embedded.astronauts) {
        const to = left_on ?? end_date ?? (status === "active" ? last : undefined);
        for (let day = dayOf(joined_on ?? launch_date); to && day <= dayOf(to); day += 1) days.add(day);
      }
    }
    path = body._links.next;
  }
  let count = 0;
  while (days.has(dayOf(last) - count)) count += 1;
  return count;
}

test("home, space: how many days in a row are crewed, as recorded; active missions, the longest first; what is planned", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/");
  const days = (await daysInARow("2026-06-30")).toLocaleString("en-GB");
  await page.getByRole("heading", { level: 1, name: `${days} days in a row with somebody in space.` }).waitFor();
  await page.getByText(/to 30 June 2026, counted from .* Of later days, nothing is known here\.$/).waitFor();
  await page.locator(".days svg").getByText(`${days} days, none without`).waitFor();
  assert.equal(await page.title(), "Space Missions");
  const { body } = await space.get("/api/missions?status=active&sort=launch_date&limit=7");
  const part = (name: string) => page.locator(".sect").filter({ has: page.getByRole("heading", { name }) });
  const now = part("Active as of 30 June 2026");
  await now.getByText(String(body.total_count), { exact: true }).waitFor();
  await eventually(
    page,
    () => now.locator("tbody .name").allInnerTexts(),
    body.missions.map((each: { name: string }) => each.name),
  );
  const planned = part("Planned as of 30 June 2026");
  await eventually(page, () => planned.locator("li").first().innerText(), /^14\sJul\s2026\s+Soyuz MS-29$/);
  await part("Present on 30 June 2026").getByText("as recorded").waitFor();
  await now.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("heading", { name: `Missions ${body.total_count}` }).waitFor();
});

test("home, second domain: who is present today is named, with what they take part in", { skip }, async (t) => {
  const from = new Date(Date.now() - 864e5).toISOString();
  const to = new Date(Date.now() + 864e5).toISOString();
  await second.patch("/api/courses/lasers", { starts_at: from, ends_at: to });
  await second.put("/api/courses/lasers/students/ann", { seat: "B2", paid: true });
  const { page, open } = await visit(t, second);
  await open("/");
  const present = page.locator(".sect", { has: page.getByRole("heading", { name: "Present today" }) });
  await eventually(page, () => present.locator("li").innerText(), /^Ann B2, Lasers$/);
  await page.getByRole("heading", { level: 1, name: /^1 student present on \d+ \w+ \d{4}\.$/ }).waitFor();
  await present.getByRole("link", { name: "By day" }).click();
  await page.waitForURL(/\/students\/-\/presence#day=\d{4}-\d\d-\d\d$/);
  await second.delete("/api/courses/lasers/students/ann");
});

test("home: callers who may read events see the latest changes; others see the required scope", { skip }, async (t) => {
  const stranger = await visit(t, second);
  await stranger.open("/");
  await stranger.page.locator("code", { hasText: "events:read" }).waitFor();
  const { page, open } = await visit(t, second, { key: "test-admin-key-0123456789", isolated: true });
  await second.patch("/api/students/bob", { email: "bob@nova.example" });
  await open("/");
  const changes = page.locator(".sect", { has: page.getByRole("heading", { name: "Latest changes" }) });
  await changes.locator("li").first().getByText("email").waitFor();
  await changes.getByRole("link", { name: "Bob" }).first().click();
  await page.getByRole("heading", { name: "Bob" }).waitFor();
});

test("home: many records that were created together are called by their own name, not by that of the list above", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, second, { key: "test-admin-key-0123456789", isolated: true });
  const readings = Array.from({ length: 40 }, (_, at) => ({ gauge: "bench", value: at }));
  await second.put("/api/manufacturers/many", { name: "Many" });
  await second.post("/api/manufacturers/many/lab-readings", readings);
  await open("/");
  const changes = page.locator(".sect", { has: page.getByRole("heading", { name: "Latest changes" }) });
  await changes.getByRole("link", { name: "40 × reading created together" }).waitFor();
  await second.delete("/api/manufacturers/many?cascade=true");
});

test("frame: breadcrumbs have the names of records and lead to them; the title is that of the page", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets/saturn/moons/titan");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  const trail = async () => (await crumbs.innerText()).replace(/\s+/g, " ");
  await eventually(page, trail, "Home Planets Saturn Moons Titan");
  await eventually(page, () => page.title(), "Titan · Space Missions");
  await crumbs.getByRole("link", { name: "Saturn" }).click();
  await eventually(page, () => page.title(), "Saturn · Space Missions");
  await isFocused(page, "h1");
  await eventually(page, () => page.evaluate("scrollY"), 0);
});

test("frame: Back returns to where the page was scrolled to", { skip }, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/missions?limit=100&sort=id");
  await link(page, "Apollo 11").waitFor();
  await page.locator("tbody tr").nth(90).scrollIntoViewIfNeeded();
  const top = await page.evaluate("scrollY");
  await page.locator("tbody tr").nth(88).getByRole("link").first().click();
  await page.getByRole("navigation", { name: "Ways to look at it" }).or(page.locator("dl")).first().waitFor();
  await eventually(page, () => page.evaluate("scrollY"), 0);
  await page.goBack();
  await eventually(page, () => page.evaluate(`Math.abs(scrollY - ${top}) < 2`), true);
});

test("frame: the skip link leads past the rail", { skip }, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets");
  await link(page, "Mars").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await isFocused(page, "main");
});

test("frame: a theme is chosen by keyboard, painted from the start, and followed by other tabs", {
  skip,
}, async (t) => {
  const { page, open, tab } = await visit(t, space, { isolated: true, theme: "light" });
  await open("/planets");
  const other = await tab("/moons");
  const background = (of: Page) => of.evaluate("getComputedStyle(document.body).backgroundColor");
  const light = await background(page);
  await page.getByRole("button", { name: "Theme" }).press("Enter");
  await page.getByRole("menuitemradio", { name: "System", checked: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("html[data-theme=dark]").waitFor();
  const dark = await background(page);
  assert.notEqual(dark, light);
  await other.locator("html[data-theme=dark]").waitFor();
  await page.addInitScript(
    "new PerformanceObserver((list) => { globalThis.firstPaint ??= [list.getEntries()[0].name, document.documentElement.dataset.theme] }).observe({ type: 'paint', buffered: true })",
  );
  await page.reload();
  await eventually(page, () => page.evaluate("globalThis.firstPaint"), ["first-paint", "dark"]);
});

test("frame: the rail is hidden and shown by keyboard, and stays as it was chosen", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true });
  await open("/planets");
  await rail(page).waitFor();
  const toggle = page.getByRole("button", { name: "Side bar", expanded: true });
  await toggle.press("Enter");
  await rail(page).waitFor({ state: "hidden" });
  await page.reload();
  await page.getByRole("button", { name: "Side bar", expanded: false }).waitFor();
  await link(page, "Mars").waitFor();
  assert.equal(await rail(page).isVisible(), false);
  assert.equal((await page.locator("main").boundingBox())?.x, 0);
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole("button", { name: "Side bar" }).click();
  await rail(page).waitFor();
});

test("frame: in a very wide window, columns stay near each other, and pictures take all", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space, { width: 2560 });
  const width = async () => (await page.locator("main").boundingBox())!.width;
  await open("/planets");
  await link(page, "Mars").waitFor();
  assert.equal(await width(), 1440);
  await open("/planets/-/scale");
  await page.locator(".figure").first().waitFor();
  assert.ok((await width()) > 2_000);
});

test("frame: on a phone the rail is a dialog that closes on navigation", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { width: 390 });
  await open("/planets");
  await page.getByRole("button", { name: "Menu" }).click();
  const dialog = page.getByRole("dialog", { name: "Registry" });
  await dialog.getByRole("link", { name: `Moons ${recordsOf("moons").length}`, exact: true }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole("link", { name: `Moons ${recordsOf("moons").length}`, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: `Moons ${recordsOf("moons").length}` }).waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("frame: a long name breaks no layout", { skip: skipDetails }, async (t) => {
  const name = "Ein-sehr-langer-Name-".repeat(8);
  await second.put("/api/universities/long", { name });
  await second.put("/api/universities/long/departments/x", { name });
  for (const width of [320, 1280]) {
    const { page, open } = await visit(t, second, { width });
    await open("/universities/long/departments/x");
    await page.getByRole("heading", { name }).waitFor();
    assert.equal(await overflows(page), false, `${width}`);
  }
});
