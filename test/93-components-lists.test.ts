/** Proves the parts of lists in Chromium: walks, groups, cards, and what is shown meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countText } from "../explorer/src/units.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, createCourses, holdBack, opened } from "./support/browser/list-pages.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { recordsOf, serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";

/** The missions of the built-in data. */
const TOTAL = recordsOf("missions").length;
const TOTAL_TEXT = countText(TOTAL);

const skip = skipWithoutChromium;
const space = await serveBuiltIn();
const second = await serveForFile(secondDomain);
await createCourses(second);

test("§4.5: a walk loads all pages by cursors, leads back to pages, and lets records know their neighbors", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/missions?limit=100");
  await page.getByRole("link", { name: "Scroll instead of pages" }).click();
  await assertSearch(page, "?limit=100&cursor=");
  await page.getByText(`100 of ${TOTAL_TEXT} loaded`).waitFor();
  for (let loaded = 200; loaded < TOTAL + 100; loaded += 100) {
    await page.locator(".pager").scrollIntoViewIfNeeded();
    await page.getByText(`${countText(Math.min(loaded, TOTAL))} of ${TOTAL_TEXT} loaded`).waitFor();
  }
  await eventually(page, () => page.locator("tbody tr").count(), TOTAL);
  const all: Body[] = (await space.get("/api/missions?limit=100&page=3&fields=name&sort=launch_date:desc")).body
    .missions;
  await page.getByRole("link", { name: all[10].name, exact: true }).click();
  await page.getByRole("link", { name: "Next in the list" }).click();
  await page.getByRole("heading", { level: 1, name: all[11].name }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "Show page numbers" }).click();
  await assertSearch(page, "?limit=100");
});

test("§4.8: groups are chosen, sorted, lead to their records, and are left again", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?status=completed");
  await page.getByRole("link", { name: "Groups" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("Group by 3").selectOption("operator");
  await page.getByLabel("Measures besides the count 1").selectOption("avg:crew_size");
  await page.getByRole("button", { name: "Apply" }).click();
  await assertSearch(page, "?status=completed&group_by=launch_date:year,mission_type,operator&measure=avg:crew_size");
  await page.getByRole("link", { name: "Count" }).click();
  await page.getByRole("columnheader", { name: "Count" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await page.getByRole("link", { name: "Count" }).click();
  const head = page.getByRole("columnheader", { name: "Count" }).and(page.locator("[aria-sort=descending]"));
  await head.waitFor();
  await page.locator("table[aria-busy=false]").waitFor();
  const count = await page.locator("tbody tr").first().locator("td").nth(3).innerText();
  await page.locator("tbody tr").first().getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: new RegExp(`^Missions ${count} that match\\b`) }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await assertSearch(page, "?status=completed");
});

test("§4.8: a decade is named by its years, and leads to its records", { skip: skipDetails }, async (t) => {
  const page = await opened(t, space, "/missions?group_by=launch_date:decade");
  await page.getByRole("link", { name: "1960s", exact: true }).click();
  await assertSearch(page, "?launch_date_after=1959-12-31&launch_date_before=1970-01-01");
});

test("a table that is sorted by a column that it does not show says so", { skip: skipDetails }, async (t) => {
  const page = await opened(t, second, "/courses?fields=title&sort=starts_at:desc");
  await page.getByText("Sorted by starts at ↓").waitFor();
  await page.goto(new URL("/courses?fields=title&sort=title", page.url()).href);
  await page.getByRole("columnheader", { name: "Title" }).waitFor();
  await eventually(page, () => page.getByText("Sorted by").count(), 0);
});

test("§2.13: fields=* shows every field as a column", { skip }, async (t) => {
  const page = await opened(t, second, "/courses?fields=*");
  await page.getByRole("link", { name: "Knots" }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const [record] = (await second.get("/api/courses?fields=*&limit=1")).body.courses as Body[];
  assert.equal(heads.length, Object.keys(record!).filter((name) => !name.startsWith("_")).length);
  assert.deepEqual(heads.slice(0, 2), ["Id", "Title"]);
});

test("on a phone, records are cards, sorted by a menu", { skip }, async (t) => {
  const page = await opened(t, second, "/courses?fields=title,university_id,status,seats", { width: 390 });
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Knots" }) });
  await eventually(page, () => card.getByRole("term").allInnerTexts(), ["University", "Seats"]);
  await eventually(page, () => card.getByRole("definition").allInnerTexts(), ["Northern University", "12"]);
  await eventually(page, () => page.getByRole("table").count(), 0);
  await page.getByRole("button", { name: "change", exact: true }).click();
  await page.getByRole("link", { name: "Seats" }).click();
  await assertSearch(page, "?fields=title,university_id,status,seats&sort=seats");
  await page.getByText("Sorted by seats ↑").waitFor();
  await page.goto(new URL("/courses?seats_min=1&title_contains=o", page.url()).href);
  await page.getByText("Seats at least 1; Title contains o").waitFor();
  assert.equal(await page.getByRole("searchbox").count(), 0);
  await page.getByRole("button", { name: "2 filters" }).click();
  await page.getByRole("button", { name: "Remove: Seats at least 1" }).click();
  await assertSearch(page, "?title_contains=o");
  await eventually(page, () => page.evaluate("document.documentElement.scrollWidth"), 390);
});

test("§4.1: an entry of a membership leads to the member, and to the entry itself", {
  skip: skipDetails,
}, async (t) => {
  const page = await opened(t, space, "/missions/apollo-11/crew");
  const row = page.getByRole("row").filter({ hasText: "Michael Collins" });
  await row.waitFor();
  const links = await row.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.deepEqual(links, [
    "/astronauts/michael-collins",
    "/missions/apollo-11/spacecraft/apollo-csm-107-columbia",
    "/missions/apollo-11/astronauts/michael-collins",
  ]);
  await page.getByRole("cell", { name: "Apollo CSM-107 Columbia" }).waitFor();
});

test("while a page is turned, the one before stays, dimmed, where it was; the next begins at its top", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/missions?limit=50");
  await page.getByText(`1–50 of ${TOTAL_TEXT}`).waitFor();
  const release = await holdBack(page, /\/api\/missions\?limit=50&page=2/);
  const places = () =>
    page.evaluate<number[]>(`["table", ".pager"].map((part) =>
      Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY))`);
  const before = await places();
  await page.getByRole("link", { name: "Next page" }).click();
  await page.locator("table[aria-busy=true]").waitFor();
  await eventually(page, () => page.locator("tbody tr").count(), 50);
  await eventually(page, () => page.getByText(`1–50 of ${TOTAL_TEXT}`).count(), 1);
  assert.deepEqual(await places(), before);
  release();
  await page.getByText(`51–100 of ${TOTAL_TEXT}`).waitFor();
  await page.locator("table[aria-busy=false]").waitFor();
  assert.deepEqual(await places(), before);
  const top: number = await page.evaluate('document.querySelector("table").getBoundingClientRect().top');
  assert.ok(top >= 0 && top < 400, `the new page is read from its top: ${top}`);
});

test("while a list is loaded, bars stand where its rows will be", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, second);
  const release = await holdBack(page, /\/api\/courses\?(?!limit=1$)|\/api\/courses$/);
  await open("/courses?fields=title,seats");
  await page.locator(".skel").first().waitFor();
  await eventually(page, () => page.getByRole("columnheader").allInnerTexts(), ["Title", "Seats"]);
  release();
  await page.getByText("Knots").waitFor();
  assert.equal(await page.locator(".skel").count(), 0);
});

test("§4.9: the address of an export says that it is a file, and leads to the list", {
  skip: skipDetails,
}, async (t) => {
  const page = await opened(t, second, "/courses?seats_min=10&format=csv");
  await page.getByRole("link", { name: "Show the list" }).click();
  await assertSearch(page, "?seats_min=10");
  await page.getByText("Knots").waitFor();
});

for (const width of sampleOf([1280, 390], 2, 1))
  test(`without its title, a record is reached by its id, ${width} px wide`, { skip }, async (t) => {
    const page = await opened(t, second, "/courses?fields=seats", { width });
    await page.getByRole("link", { name: "knots", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Knots" }).waitFor();
  });

test("where reading is refused, there is nothing to filter, group or export", { skip: skipDetails }, async (t) => {
  const { page, open, expect } = await visit(t, space);
  expect(/status of 401/);
  await open("/api-keys");
  await page.getByRole("alert").waitFor();
  await eventually(
    page,
    () => page.getByRole("button", { name: /Filter|Export|Columns/, includeHidden: true }).count(),
    0,
  );
});

test("groups by a reference are named like the records", { skip: skipDetails }, async (t) => {
  const page = await opened(t, second, "/courses?group_by=university_id");
  await page.getByRole("link", { name: "Northern University", exact: true }).click();
  await assertSearch(page, "?university_id=north");
  await page.getByRole("button", { name: "Remove: University is Northern University" }).waitFor();
});

test("§4.4: a list that is still loading is sorted by the heads of its columns, and stays filtered", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space);
  const release = await holdBack(page, /\/api\/missions\?/);
  await open("/missions?status=active");
  await page.locator("table[aria-busy=true]").getByRole("link", { name: "Name" }).click();
  await assertSearch(page, "?status=active&sort=name");
  await page.locator("table[aria-busy=true] [aria-sort=ascending]").waitFor();
  release();
  await page.locator("table[aria-busy=false] [aria-sort=ascending]").waitFor();
});

test("§10.1: a list has its declared order, which the address does not name; a click turns it round", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/planets");
  const names = () => page.locator("tbody .name").allInnerTexts();
  const byDistance = async (direction: string): Promise<string[]> => {
    const { body } = await space.get(`/api/planets?sort=semi_major_axis_km${direction}&fields=name`);
    return body.planets.map(({ name }: Body) => name);
  };
  await eventually(page, names, await byDistance(""));
  const head = page.getByRole("columnheader", { name: "Semi major axis" });
  await head.and(page.locator("[aria-sort=ascending]")).waitFor();
  await assertSearch(page, "");
  await head.getByRole("link").click();
  await assertSearch(page, "?sort=semi_major_axis_km:desc");
  await eventually(page, names, await byDistance(":desc"));
  await head.getByRole("link").click();
  await assertSearch(page, "");
  // Newest first: the first click on the head turns it round.
  await page.goto(new URL("/missions", page.url()).href);
  await page.getByRole("columnheader", { name: "Launch date" }).and(page.locator("[aria-sort=descending]")).waitFor();
  await page.getByRole("columnheader", { name: "Launch date" }).getByRole("link").click();
  await assertSearch(page, "?sort=launch_date");
});

test("§10.1: a value that all rows have is said above the table, unless it is filtered or sorted by", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/missions?destination=venus&status=failed&launch_date_before=1970-01-01");
  await page.getByText("In all rows:").getByText("operator Soviet space program").waitFor();
  await eventually(page, () => page.getByRole("columnheader", { name: "Operator" }).count(), 0);
  await page.getByRole("columnheader", { name: "Destination" }).waitFor();
  await page.goto(new URL("/missions?destination=venus&status=failed&sort=operator", page.url()).href);
  await page.getByRole("columnheader", { name: "Operator" }).waitFor();
});

test("§10.1: on a phone, the first record begins within 360 pixels", { skip }, async (t) => {
  const page = await opened(t, space, "/missions?status=active&mission_type=crewed", { width: 390 });
  await page.locator(".cards .top a").first().waitFor();
  await page.locator(".strip svg").waitFor();
  const top: number = await page
    .locator(".cards .top a")
    .first()
    .evaluate((link) => link.getBoundingClientRect().top);
  assert.ok(top <= 360, `${top}`);
});
