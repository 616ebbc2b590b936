/** Proves groups in Chromium: how they are reached and chosen, that all their numbers are the service's, and where they lead. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { countText } from "../explorer/src/units.ts";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, opened } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Body, Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveSecond();

const BY_YEAR = "?group_by=launch_date:year,mission_type";
const picture = (page: Page) => page.locator("svg.groups");
const whole = (page: Page, name: string) => picture(page).locator(`[aria-label^="${name}:"]`);
const legend = async (page: Page) =>
  (await page.locator(".legend .key").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

/** Reads all groups of a query. */
async function groupsOf(served: Served, path: string, search: string): Promise<Body[]> {
  const groups: Body[] = [];
  for (let page = 1; ; page++) {
    const { body } = await served.get(`${path}${search}&limit=100&page=${page}`);
    groups.push(...body.groups);
    if (groups.length >= body.total_count) return groups;
  }
}

/** Counts the records of groups with some values. */
function count(groups: readonly Body[], of: (group: Body) => boolean): number {
  return groups.filter(of).reduce((sum, each) => sum + each.count, 0);
}

test("§4.8: the tab of groups keeps the filters; each column and each number is that of the service, and leads to as many records", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/missions?status=completed&sort=name&page=2");
  await page.getByRole("link", { name: "Groups" }).click();
  const search = `?status=completed&${BY_YEAR.slice(1)}`;
  await assertSearch(page, search);
  await page.getByRole("heading", { level: 1, name: "Missions a year, by type", exact: true }).waitFor();
  await eventually(page, () => page.title(), /^Missions a year, by type · /);
  await picture(page).waitFor();
  const groups = await groupsOf(space, "/api/missions", search);
  const years = [...new Set(groups.map(({ launch_date: date }) => date?.slice(0, 4)))].filter(Boolean);
  for (const year of years) {
    const own = groups.filter(({ launch_date: date }) => date?.startsWith(year));
    const total = count(own, () => true);
    const label = await whole(page, year).getAttribute("aria-label");
    assert.match(label!, new RegExp(`^${year}: ${total} missions?,`));
    for (const { mission_type: type, count: each } of own)
      assert.ok(label!.includes(`${type?.replace("_", " ") ?? "no type"} ${each}`), label!);
  }
  assert.equal(await picture(page).locator("[data-group]").count(), years.length);
  await page.getByRole("button", { name: "show" }).click();
  const rows = await page.locator(".is-cross tbody tr").allInnerTexts();
  assert.equal(rows.length, years.length);
  assert.ok(rows[0]!.startsWith(years.toSorted().at(-1)!));
  const cells = rows.map((row) =>
    row
      .split("\t")
      .slice(1)
      .map((cell) => (cell === "·" ? 0 : Number(cell))),
  );
  for (const row of cells)
    assert.equal(
      row.slice(0, -1).reduce((sum, each) => sum + each, 0),
      row.at(-1),
    );
  const all = cells.reduce((sum, row) => sum + row.at(-1)!, 0);
  assert.equal(
    all,
    count(groups, ({ launch_date: date }) => date !== null),
  );
  const foot = (await page.locator(".is-cross tfoot tr").innerText()).split("\t");
  assert.equal(foot.at(-1), countText(all));
  const crewed = count(groups, ({ launch_date: date, mission_type: type }) => date !== null && type === "crewed");
  assert.equal(foot[1], countText(crewed));
  const year1971 = groups.filter(({ launch_date: date }) => date?.startsWith("1971"));
  const leads = async (link: ReturnType<Page["locator"]>, expected: number) => {
    await link.click();
    await page.getByRole("heading", { level: 1, name: `Missions ${countText(expected)} that match` }).waitFor();
    await page.goBack();
    await picture(page).waitFor();
  };
  await leads(page.locator(".is-cross tfoot td").first().getByRole("link"), crewed);
  const orbiters = count(year1971, ({ mission_type: type }) => type === "orbiter");
  await leads(picture(page).locator('[aria-label^="1971, orbiter:"]'), orbiters);
  const in1960 = count(groups, ({ launch_date: date }) => date?.startsWith("1960"));
  await leads(page.locator(".is-cross").getByRole("link", { name: "1960", exact: true }), in1960);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await assertSearch(page, "?status=completed");
});

test("explorer, groups: the legend counts the group that the pointer, the focus or a touch is at, and nothing moves", {
  skip,
}, async (t) => {
  const page = await opened(t, space, `/missions${BY_YEAR}`, { width: 700 });
  await picture(page).waitFor();
  const groups = await groupsOf(space, "/api/missions", BY_YEAR);
  const inYear = (year: string, type?: string) =>
    count(groups, (each) => each.launch_date?.startsWith(year) && (type === undefined || each.mission_type === type));
  const shows = (year: string) => async () => {
    const [first, crewed] = await legend(page);
    return first === `${year} ${inYear(year)} missions` && crewed!.startsWith(`crewed ${inYear(year, "crewed")} of `);
  };
  const placesOf = () =>
    page.evaluate(
      `Array.from(document.querySelectorAll(".legend .key, svg.groups"), (each) => {
        const { x, y } = each.getBoundingClientRect();
        return [x, y].join();
      })`,
    );
  const before = await placesOf();
  await eventually(page, async () => (await legend(page))[0], /^All [\d,]+ missions$/);
  await whole(page, "1971")
    .locator(".hit")
    .hover({ position: { x: 4, y: 4 } });
  await eventually(page, shows("1971"), true);
  const types = new Set(groups.map(({ mission_type: type }) => type)).size;
  const in1971 = groups.filter(({ launch_date: date }) => date?.startsWith("1971")).length;
  assert.equal(await page.locator(".key.is-zero").count(), types - in1971);
  assert.deepEqual(await placesOf(), before);
  await page.getByRole("row", { name: /^2025 / }).hover();
  await eventually(page, shows("2025"), true);
  await page.mouse.move(0, 0);
  await eventually(page, async () => (await legend(page))[0], /^All /);
  // One stop of the Tab key; arrows go along the years, and up through the pieces of one.
  const first = picture(page).locator("[data-group] > a").first();
  await tabTo(page, first);
  assert.match((await first.getAttribute("aria-label"))!, /^1957: 2 missions, orbiter 2$/);
  for (const key of ["End", "Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await eventually(page, shows("1959"), true);
  await page.keyboard.press("ArrowUp");
  await eventually(page, () => picture(page).locator(":focus").getAttribute("aria-label"), /^1959, flyby: 3 missions$/);
  await picture(page).locator(".ring").waitFor();
  assert.equal(await picture(page).locator('[tabindex="0"]').count(), 1);
  await page.keyboard.press("Tab");
  assert.equal(await picture(page).locator(":focus").count(), 0);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Missions 3 that match" }).waitFor();
  await page.goBack();
  // A touch points first; the next one there opens the list.
  const touch = () =>
    page.evaluate(
      `document.querySelector('[aria-label^="1965:"]').dispatchEvent(
        new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" }))`,
    );
  await whole(page, "1965").waitFor();
  await touch();
  await eventually(page, shows("1965"), true);
  await assertSearch(page, BY_YEAR);
  await touch();
  await assertSearch(page, "?launch_date_after=1964-12-31&launch_date_before=1966-01-01");
});

test("explorer, groups: the controls change the address of the API, and the fragment how it is drawn", {
  skip,
}, async (t) => {
  const page = await opened(t, space, `/missions?crew_size_min=1&${BY_YEAR.slice(1)}`);
  const choose = async (control: string, choice: string) => {
    await page.getByRole("button", { name: new RegExp(`^${control}:`) }).click();
    await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  };
  const filtered = "?crew_size_min=1&group_by=";
  // What the controls say is no chip.
  const chips = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
  await picture(page).waitFor();
  assert.equal(await chips.count(), 2);
  await page.getByRole("radio", { name: "shares" }).click();
  await eventually(page, () => addressOf(page), `/missions${filtered}launch_date:year,mission_type#as=shares`);
  await picture(page).getByText("100 %").waitFor();
  await choose("Period", "by decade");
  await assertSearch(page, `${filtered}launch_date:decade,mission_type`);
  await choose("In color", "Status");
  await choose("Height", "Sum of crew size");
  await assertSearch(page, `${filtered}launch_date:decade,status&measure=sum:crew_size`);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await heading("Missions a decade, by status: sum of crew size");
  await choose("Height", "Average crew size");
  // Averages do not add up: there is one way to draw them.
  await eventually(page, () => page.getByRole("radio").count(), 0);
  await choose("Height", "Number of missions");
  await page.getByRole("button", { name: "Swap both fields" }).click();
  await assertSearch(page, `${filtered}status,launch_date:decade`);
  await heading("Missions by status and decade of launch date");
  await eventually(page, () => page.getByRole("radio", { name: "shares" }).getAttribute("aria-checked"), "true");
  await choose("Along", "Destination");
  await choose("In color", "none");
  await assertSearch(page, `${filtered}destination`);
  // The records that groups are about are named.
  await whole(page, "Moon").waitFor();
  const groupsIn = (part: string): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll("${part}")].map((each) => each.dataset.group)`);
  const bars = [...new Set(await groupsIn("svg.groups [data-group]"))];
  // The table is in the order of the picture, not in that of the service.
  await eventually(page, () => groupsIn("tbody [data-group]"), bars);
  await page.getByRole("button", { name: /^Remove: Crew size/ }).click();
  await assertSearch(page, "?group_by=destination");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  assert.equal(file, (await space.get("/api/missions?group_by=destination&format=csv")).text);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("Group by 2").selectOption("status");
  await page.getByLabel("Group by 3").selectOption("mission_type");
  await page.getByRole("button", { name: "Apply" }).click();
  await assertSearch(page, "?group_by=destination,status,mission_type");
  await eventually(page, () => picture(page).count(), 0);
  await page.getByRole("heading", { level: 2, name: "Numbers" }).waitFor();
  await page.goBack();
  await picture(page).waitFor();
});

test("explorer, groups: nothing is drawn after the day of the data; what is left out is counted, and the last year says until when", {
  skip,
}, async (t) => {
  const asOf: string = (await space.get("/api")).body.data_as_of;
  const year = asOf.slice(0, 4);
  const page = await opened(t, space, `/missions${BY_YEAR}`);
  const groups = await groupsOf(space, "/api/missions", BY_YEAR);
  const later = count(groups, ({ launch_date: date }) => date > asOf);
  const undated = count(groups, ({ launch_date: date }) => date === null);
  assert.ok(later > 0 && undated > 0);
  await page.getByText(`${later} in later periods and ${undated} without a date are not drawn`).waitFor();
  const inPeriod = `launch_date_after=${asOf}&launch_date_before=${Number(year) + 1}-01-01&limit=1`;
  const rest: number = (await space.get(`/api/missions?${inPeriod}`)).body.total_count;
  await picture(page)
    .getByText(new RegExp(`^${year}: ${rest > 0 ? `${rest} of them after` : "to"} 30 June$`))
    .waitFor();
  const last = picture(page).locator("[data-group]").last();
  assert.equal(await last.getAttribute("data-group"), JSON.stringify(`${year}-01-01`));
  const drawn = count(groups, ({ launch_date: date }) => date !== null && date <= asOf);
  await page
    .locator(".is-cross tfoot")
    .getByRole("link", { name: countText(drawn) })
    .click();
  await page.getByRole("heading", { level: 1, name: `Missions ${countText(drawn)} that match` }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "those without" }).click();
  await page.getByRole("heading", { level: 1, name: `Missions ${undated} that match` }).waitFor();
});

test("§4.8: too many groups are said to be so, and are pages of a table; no group is an empty list", {
  skip: skipDetails,
}, async (t) => {
  const page = await opened(t, space, "/missions?group_by=id");
  const total: number = (await space.get("/api/missions?limit=1")).body.total_count;
  assert.ok(total > 1_000);
  await page.getByText(`${countText(total)} groups are too many to draw.`).waitFor();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  await page.goto(new URL("/missions?name=none&group_by=status", page.url()).href);
  await page.getByRole("heading", { name: "No mission matches" }).waitFor();
});

test("explorer, groups: those of another registry, by words, references, truth values and instants", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, second);
  await open("/courses");
  await page.getByRole("link", { name: "Groups" }).click();
  await assertSearch(page, "?group_by=starts_at:year,status");
  await page.getByRole("heading", { level: 1, name: "Courses a year, by status", exact: true }).waitFor();
  await whole(page, "2026").and(page.locator('[aria-label="2026: 2 courses, draft 2"]')).waitFor();
  for (const [address, label] of [
    ["/courses?group_by=department_id", "Physics: 2 courses"],
    ["/products?group_by=in_stock,grade", "yes: 1 product, gold 1"],
    ["/courses?group_by=room.floor", "2: 1 course"],
  ] as const) {
    await open(address);
    await page.getByLabel(label, { exact: true }).waitFor();
  }
});

for (const [width, theme] of [
  [320, "light"],
  [1280, "dark"],
  [390, "dark"],
  [1280, "light"],
] as const)
  test(`explorer, groups: axe finds nothing, ${width} px wide, ${theme}, and only a table scrolls sideways`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, space, { width, theme });
    for (const rest of [
      "launch_date:year,mission_type",
      "mission_type,status#as=shares",
      "launch_date:decade,status#as=beside",
    ]) {
      await open(`/missions?group_by=${rest}`);
      await picture(page).waitFor();
      await eventually(page, () => page.locator("main [aria-busy=true]").count(), 0);
      await picture(page).locator("[data-group] > a").first().focus();
      assert.deepEqual(await axeFindings(page), []);
      assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")) <= 0);
    }
  });
