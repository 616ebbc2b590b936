/** How a list is spread over time, in Chromium: the strip above it chooses a period; two bounds are one filter, and one chip. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { countText } from "../explorer/src/units.ts";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, chipsOn, holdBack, opened, titlesOn } from "./support/browser/list-pages.ts";
import { eventually, requestsOf } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined! : await serveBuiltIn();
const second = skip ? undefined! : await serveForFile(secondDomain);
if (!skip) {
  await createAll(second, "/api/universities", [{ id: "north", name: "Northern University" }]);
  await createAll(
    second,
    "/api/courses",
    Array.from({ length: 40 }, (_, index) => ({
      ...{ title: `Course ${index}`, university_id: "north", seats: index },
      starts_at: `2026-03-${String((index % 30) + 1).padStart(2, "0")}T08:00:00Z`,
    })),
  );
}

/** The strip. */
const strip = (page: Page) => page.locator("figure.strip");
const handle = (page: Page, name: string) => page.getByRole("slider", { name });

/** Asserts that the page counts as many records as the service does, and returns how many. */
async function assertTotal(page: Page, served: Served, heading: string): Promise<number> {
  const { pathname, search } = new URL(page.url());
  const total: number = (await served.get(`/api${pathname}${search}`)).body.total_count;
  await page.getByRole("heading", { level: 1, name: `${heading} ${countText(total)} that match` }).waitFor();
  return total;
}

/** Presses at one part of the plot, and lets go at another. */
async function dragOver(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width } = (await strip(page).locator(".plot-area").boundingBox())!;
  const at = (part: number) => [x + 6 + part * (width - 12), y + 12] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("explorer, strip: its bars are the service's groups; a period is drawn, moved by keys, typed, and taken back", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/missions?status=completed");
  await strip(page).getByRole("group", { name: "Missions by launch date" }).waitFor();
  const groups = async (search: string) => {
    const { body } = await space.get(`/api/missions?limit=100&group_by=launch_date:year${search}`);
    return body.groups.filter((group: { launch_date: string | null }) => group.launch_date !== null);
  };
  const [all, rest] = [await groups(""), await groups("&status=completed")];
  await eventually(page, () => strip(page).locator(".is-all").count(), all.length);
  await eventually(page, () => strip(page).locator(".is-rest").count(), rest.length);
  const first = Number(all[0].launch_date.slice(0, 4));
  const last = Number(all.at(-1).launch_date.slice(0, 4));
  // Right within the bars of two years, whatever the place in them.
  const place = (year: number) => (year - first + 0.4) / (last - first + 1);
  await dragOver(page, place(1980), place(1999));
  await assertSearch(page, "?status=completed&launch_date_after=1979-12-31&launch_date_before=2000-01-01");
  await eventually(page, () => chipsOn(page), ["completed", "1980 and 1999"]);
  await strip(page).getByText("1 January 1980 to 31 December 1999").waitFor();
  await assertTotal(page, space, "Missions");
  const without: number = (await space.get("/api/missions?status=completed&limit=1")).body.total_count;
  await page.getByText(`${countText(without)} without the years`, { exact: true }).waitFor();

  await handle(page, "Launch date: from").press("ArrowRight");
  await eventually(page, () => handle(page, "Launch date: from").getAttribute("aria-valuetext"), "1 January 1981");
  await assertSearch(page, "?status=completed&launch_date_after=1980-12-31&launch_date_before=2000-01-01");
  await handle(page, "Launch date: to").press("PageDown");
  await assertSearch(page, "?status=completed&launch_date_after=1980-12-31&launch_date_before=1990-01-01");
  await eventually(page, () => handle(page, "Launch date: to").getAttribute("aria-valuetext"), "31 December 1989");
  await handle(page, "Launch date: to").press("End");
  await assertSearch(page, "?status=completed&launch_date_after=1980-12-31");
  await handle(page, "Launch date: from").press("Home");
  await assertSearch(page, "?status=completed");
  await eventually(page, () => page.getByText("without the years").count(), 0);

  const box = page.getByRole("textbox", { name: "Period: Launch date" });
  await box.fill("1999..1980");
  await box.press("Enter");
  await page.getByRole("alert").getByText("The first value must not be greater than the last one.").waitFor();
  await box.fill("July 1969..May 1970");
  await box.press("Enter");
  await assertSearch(page, "?status=completed&launch_date_after=1969-06-30&launch_date_before=1970-06-01");
  await eventually(page, () => chipsOn(page), ["completed", "July 1969 and May 1970"]);
  await strip(page).getByRole("link", { name: "1960s" }).click();
  await assertSearch(page, "?status=completed&launch_date_after=1959-12-31&launch_date_before=1970-01-01");
  await assertTotal(page, space, "Missions");
  assert.deepEqual(await axeFindings(page), []);
  await strip(page).getByRole("link", { name: "All years" }).click();
  await assertSearch(page, "?status=completed");
});

test("explorer, strip: it comes after the first rows, with three small requests, and moves nothing", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space, { isolated: true, width: 390 });
  await page.addInitScript(`globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
    }).observe({ type: "layout-shift", buffered: true });`);
  const requests = requestsOf(page);
  const isOwn = (request: string) => /group_by|measure/.test(request);
  const release = await holdBack(page, /api\/missions\?.*launch_date_after/);
  await open("/missions?status=completed&launch_date_after=1979-12-31&launch_date_before=2000-01-01");
  // The page has come to rest, and waits for its rows.
  await eventually(page, () => requests.includes("/api/missions?limit=1"), true);
  assert.deepEqual(requests.filter(isOwn), []);
  release();
  await page.getByText(/^[\d,]+ without the years$/).waitFor();
  await strip(page).getByText("1980 to 1999").waitFor();
  assert.deepEqual(requests.filter(isOwn), [
    "/api/missions?measure=min:launch_date,max:launch_date&limit=100",
    "/api/missions?group_by=launch_date:year&limit=100",
    "/api/missions?status=completed&group_by=launch_date:year&limit=100",
  ]);
  const shift = Number(await page.evaluate("shift"));
  assert.ok(shift <= 0.01, `shifted by ${shift}`);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  assert.deepEqual(await axeFindings(page), []);
});

test("explorer, strip: instants are counted by the day; a short list, groups and lists of the service have no strip", {
  skip,
}, async (t) => {
  const page = await opened(t, second, "/courses");
  await handle(page, "Starts at: from").press("PageUp");
  await assertSearch(page, "?starts_at_after=2026-03-10T23:59:59.999999999Z");
  await handle(page, "Starts at: to").press("PageDown");
  await assertSearch(page, "?starts_at_after=2026-03-10T23:59:59.999999999Z&starts_at_before=2026-03-21");
  await eventually(page, () => chipsOn(page), ["11 March 2026 and 20 March 2026"]);
  assert.equal(await assertTotal(page, second, "Courses"), 10);
  await strip(page).getByText("11 March 2026 to 20 March 2026").waitFor();
  await strip(page).getByRole("link", { name: "March 2026" }).click();
  await eventually(page, () => chipsOn(page), ["March 2026"]);
  await strip(page).getByRole("link", { name: "All dates" }).click();
  await assertSearch(page, "");
  for (const address of ["/universities", "/courses?group_by=starts_at:day"]) {
    await page.goto(second.url + address);
    await page.locator("tbody tr").first().waitFor();
    await eventually(page, () => strip(page).count(), 0);
  }
});

test("explorer, filters: a filter between two bounds is typed in one box or two, is one chip, and goes as a whole", {
  skip,
}, async (t) => {
  const page = await opened(t, space, "/missions?limit=1");
  const add = async (...names: readonly string[]) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    for (const name of names) await page.getByRole("menuitem", { name }).first().click();
  };
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  const apply = () => page.getByRole("button", { name: "Apply" }).click();
  await add("Launch date");
  await box("Launch date from").fill("1999..1980");
  await eventually(page, () => box("Launch date to").inputValue(), "31 December 1980");
  await apply();
  await page.getByRole("alert").getByText("The first value must not be greater than the last one.").waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await box("Launch date from").fill("1980..1999");
  await eventually(page, () => box("Launch date to").inputValue(), "31 December 1999");
  await apply();
  await assertSearch(page, "?limit=1&launch_date_after=1979-12-31&launch_date_before=2000-01-01");
  await eventually(page, () => chipsOn(page), ["1980 and 1999"]);
  await assertTotal(page, space, "Missions");
  await page.getByRole("button", { name: "Launch date between 1980 and 1999", exact: true }).click();
  await eventually(page, () => box("Launch date from").inputValue(), "1 January 1980");
  await box("Launch date to").fill("");
  await apply();
  await assertSearch(page, "?limit=1&launch_date_after=1979-12-31");
  await add("Crew size");
  await box("Crew size from").fill("2");
  await box("Crew size to").fill("3");
  await apply();
  await assertSearch(page, "?limit=1&launch_date_after=1979-12-31&crew_size_min=2&crew_size_max=3");
  await page.getByRole("button", { name: "Remove: Crew size between 2 and 3" }).click();
  await assertSearch(page, "?limit=1&launch_date_after=1979-12-31");
  await page.getByRole("button", { name: /^Remove: Launch date after/ }).click();
  await assertSearch(page, "?limit=1");
  // Of a related record, and what each of the filters matches where all of them match nothing.
  const search = "?astronauts.birth_date_after=1929-12-31&astronauts.birth_date_before=1940-01-01&crew_size_min=90";
  await page.goto(`${space.url}/missions${search}`);
  await page.getByRole("button", { name: "Count each" }).click();
  const each = page.locator(".alone li").filter({ hasText: "A crew member’s birth date in the 1930s" });
  const { body } = await space.get(`/api/missions${search.replace("&crew_size_min=90", "")}`);
  await eventually(page, () => each.locator(".num").innerText(), countText(body.total_count));
});

test("explorer, filters: durations and instants are bounded, too", { skip: skipDetails }, async (t) => {
  const page = await opened(
    t,
    second,
    "/courses?starts_at_after=2026-03-09T23:59:59.999999999Z&starts_at_before=2026-03-12",
  );
  await eventually(page, () => titlesOn(page), ["Course 9", "Course 10", "Course 39"]);
  await page.getByRole("button", { name: "Starts at between 10 March 2026 and 11 March 2026", exact: true }).click();
  await page.getByRole("textbox", { name: "Starts at to", exact: true }).fill("10 March 2026, 08:00");
  await page.getByRole("button", { name: "Apply" }).click();
  await assertSearch(
    page,
    "?starts_at_after=2026-03-09T23:59:59.999999999Z&starts_at_before=2026-03-10T08:00:00.000000001Z",
  );
  await eventually(page, () => titlesOn(page), ["Course 9", "Course 39"]);
});
