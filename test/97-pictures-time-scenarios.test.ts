/** Scenario 38 of the explorer, of the timeline and the presence: keyboard, the table of the same rows, 10,000 records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, namesShown, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Body, Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = skip ? undefined : await serveBuiltIn();
const service = served as Served;

/** The link over what the keyboard is at. */
const focusOf = (page: Page) => page.locator(".pic-focus");
const sayingOf = (page: Page) => focusOf(page).getAttribute("aria-label");

/** How many pixels of the picture are not empty. */
function inkOf(page: Page): Promise<number> {
  return page
    .locator(".plot canvas")
    .first()
    .evaluate((element) => {
      const canvas = element as unknown as {
        width: number;
        height: number;
        getContext(kind: "2d"): {
          getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
        };
      };
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let index = 3; index < data.length; index += 4) if (data[index]! > 0) count += 1;
      return count;
    });
}

async function recordsIn(query: string): Promise<Body[]> {
  const response = await fetch(`${service.url}/api/missions?${query}`, { headers: { accept: "application/x-ndjson" } });
  return (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("38 timeline: the keyboard reaches records by their start, and opens one", { skip }, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline");
  await tabTo(page, focusOf(page));
  await eventually(page, () => sayingOf(page), "Sputnik 1, orbiter, 4 October 1957, to 4 January 1958, completed");
  await page.keyboard.press("ArrowRight");
  assert.match((await sayingOf(page))!, /^Sputnik 2, /);
  await page.locator(".tip").getByText("Sputnik 2").waitFor();
  await page.keyboard.press("End");
  const [last] = await recordsIn("sort=launch_date:desc,id:desc&launch_date_exists=true&limit=1");
  assert.ok((await sayingOf(page))!.startsWith(last!.name), last!.name);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await eventually(page, () => addressOf(page), "/missions/sputnik-1");
});

test("38 timeline: keys and buttons zoom, sliders move the window, and the address keeps it", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline#from=1968-01-01&to=1969-12-31&by=destination");
  await page.getByText("1 January 1968 – 31 December 1969").waitFor();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await eventually(page, () => /from=1968-0[4-7]-\d\d&to=1969-0[6-9]-\d\d/.test(addressOf(page)), true);
  await focusOf(page).press("-");
  await eventually(page, () => /from=19(?:67-12|68-01)-\d\d/.test(addressOf(page)), true);
  await page.getByRole("slider", { name: "From" }).press("Home");
  await eventually(page, () => /from=1957-/.test(addressOf(page)), true);
  await page.getByRole("button", { name: "Show all" }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline#by=destination");
  await page.getByRole("radio", { name: "mission type" }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline#by=mission_type");
});

test("38 timeline: its table has the rows of the window, and the list's query filters both", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline?operator_contains=nasa#from=1966-01-01&to=1971-12-31");
  await page.getByRole("button", { name: "Table of these rows" }).click();
  const expected = (
    await recordsIn("operator_contains=nasa&launch_date_before=1972-01-01&fields=name,launch_date,end_date,status")
  )
    .filter(({ end_date: end, launch_date: start, status }) =>
      end ? end >= "1966-01-01" : status === "active" || start >= "1966-01-01",
    )
    .sort((a, b) => (a.launch_date < b.launch_date ? -1 : a.launch_date > b.launch_date ? 1 : a.id < b.id ? -1 : 1));
  assert.ok(expected.length > 10);
  await eventually(
    page,
    () => namesShown(page),
    expected.map(({ name }) => name),
  );
});

test("38 timeline: a click in the legend filters the list, and the address says so", { skip }, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline");
  await page.getByRole("button", { name: /^rover / }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline?mission_type_in=rover");
  const rovers = await recordsIn("mission_type=rover");
  await eventually(
    page,
    () => page.getByRole("heading", { level: 1 }).innerText(),
    `Missions over time ${rovers.length}`,
  );
  await eventually(
    page,
    () => page.getByRole("button", { name: "orbiter", exact: true }).getAttribute("aria-pressed"),
    "false",
  );
  await page.getByRole("button", { name: /^rover / }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline");
});

test("38 timeline: Ctrl and the wheel zoom, a drag moves, and a click opens a record", { skip }, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline#from=1969-01-01&to=1969-12-31");
  const plot = page.locator(".plot");
  await plot.waitFor();
  const { x, y, width } = (await plot.boundingBox())!;
  const middle = { x: x + width / 2, y: y + 12 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, 400);
  await page.mouse.wheel(0, -400);
  assert.equal(addressOf(page), "/missions/-/timeline#from=1969-01-01&to=1969-12-31");
  await page.mouse.down();
  await page.mouse.move(middle.x - 200, middle.y, { steps: 4 });
  await page.mouse.up();
  await eventually(page, () => /from=1969-0[3-5]-\d\d&to=1970-0[3-5]-\d\d/.test(addressOf(page)), true);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -500);
  await page.keyboard.up("Control");
  await eventually(
    page,
    () => /from=1969-(?:0[4-9])-\d\d&to=1970-01-\d\d|to=1969-\d\d-\d\d/.test(addressOf(page)),
    true,
  );
  await open("/missions/-/timeline#from=1997-01-01&to=2005-12-31&by=destination");
  await tabTo(page, focusOf(page));
  while (!(await sayingOf(page))!.startsWith("Huygens,")) await page.keyboard.press("ArrowRight");
  await page.locator(".tip").getByText("Cassini-Huygens").waitFor();
  const box = (await focusOf(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await eventually(page, () => addressOf(page), "/missions/huygens");
});

// Started here, so that it outlives the pages of its test.
const second = skip ? undefined : await serveSecond();

test("38 timeline: of another domain, for a list that declares none", { skip }, async (context) => {
  const { page, open } = await visit(context, second!);
  await open("/courses/-/timeline");
  await tabTo(page, focusOf(page));
  assert.match((await sayingOf(page))!, /^Optics, .*10 January 2026/);
  await page.getByRole("button", { name: "Table of these rows" }).click();
  await eventually(page, () => namesShown(page), ["Optics", "Lasers"]);
});

test("38 timeline: the sign of what goes on has the color of the other signs, in both themes", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline");
  const colors = () =>
    page.evaluate(`["#how-fade stop", ".how .f3"].map((each) => {
      const { stopColor, fill } = getComputedStyle(document.querySelector(each) ?? document.body);
      return each.endsWith("stop") ? stopColor : fill;
    })`) as Promise<string[]>;
  await page.getByText("ongoing", { exact: true }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await eventually(page, async () => new Set(await colors()).size, 1);
  }
});

test("38 timeline: records without a date are counted, with a link to them", { skip }, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/missions/-/timeline");
  await page.getByText("2 without launch date are not drawn.").waitFor();
  await page.getByRole("link", { name: "without launch date" }).click();
  await eventually(page, () => addressOf(page), "/missions?launch_date_exists=false");
  await eventually(page, () => namesShown(page), ["Apollo 1", "Starliner-1"]);
});

test("38 presence: the names of a day, and keys that change it", { skip }, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/astronauts/-/presence#day=1969-07-20");
  await page.getByRole("heading", { name: "Astronauts on 20 July 1969: 3" }).waitFor();
  const names = page.locator(".aboard").getByRole("link");
  await eventually(page, async () => (await names.allInnerTexts()).sort(), [
    "Buzz Aldrin",
    "Michael Collins",
    "Neil Armstrong",
  ]);
  await page.getByText("Apollo 11, commander, day 5").waitFor();
  const day = page.getByRole("slider", { name: "Day" });
  await tabTo(page, day);
  for (let pressed = 0; pressed < 5; pressed++) await page.keyboard.press("ArrowRight");
  await eventually(page, () => day.getAttribute("aria-valuetext"), "25 July 1969: 0");
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=1969-07-25");
  await page.keyboard.press("Shift+ArrowLeft");
  await eventually(page, () => day.getAttribute("aria-valuetext"), "25 June 1969: 0");
  await page.keyboard.press("t");
  const today = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" }).format(Date.now());
  await eventually(page, async () => (await day.getAttribute("aria-valuetext"))!.split(":")[0], today);
});

test("38 presence: the keyboard reaches a stay and opens the record, and the table has the same rows", {
  skip,
}, async (context) => {
  const { page, open } = await visit(context, service);
  await open("/astronauts/-/presence#from=1961-01-01&to=1961-12-31");
  await tabTo(page, focusOf(page));
  await eventually(page, async () => (await sayingOf(page))!.split(",")[0], "Yuri Gagarin");
  await page.getByRole("button", { name: "Table of these rows" }).click();
  const expected = ["Yuri Gagarin", "Alan Shepard", "Gus Grissom", "Gherman Titov"];
  await eventually(page, () => namesShown(page), expected);
  await page.getByRole("button", { name: "Table of these rows" }).click();
  await focusOf(page).press("End");
  await eventually(page, async () => (await sayingOf(page))!.split(",")[0], "Gherman Titov");
  await page.keyboard.press("Enter");
  await eventually(page, () => addressOf(page), "/astronauts/gherman-titov");
});

test("38: 10,000 records draw, as strips and as bars", { skip, timeout: 120_000 }, async (context) => {
  const [template] = await recordsIn(
    "limit=1&fields=name,launch_date,end_date,operator,mission_type,status,destination",
  );
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const day = (days: number) => new Date((days - 3_000) * 86_400_000).toISOString().slice(0, 10);
    const start = (index * 7) % 20_000;
    return JSON.stringify({
      ...template,
      ...{ id: `r-${index}`, name: `Record ${index}`, launch_date: day(start), end_date: day(start + 20) },
      ...{ operator: `Operator ${index % 12}`, _links: { self: `/api/missions/r-${index}` } },
    });
  });
  const { page, open } = await visit(context, service);
  await page.route("**/api/missions?*", (route) =>
    route.request().headers().accept?.includes("ndjson")
      ? route.fulfill({ contentType: "application/x-ndjson", body: lines.join("\n") })
      : route.fallback(),
  );
  await open("/missions/-/timeline");
  await page.getByText("More than 2,000").waitFor();
  assert.ok((await inkOf(page)) > 30_000);
  await tabTo(page, focusOf(page));
  assert.match((await sayingOf(page))!, /^Record 0, /);
  await open("/missions/-/timeline#from=1990-01-01&to=1992-12-31");
  await page.getByText("1 January 1990 – 31 December 1992").waitFor();
  await eventually(page, () => page.getByText("More than 2,000").count(), 0);
  assert.ok((await inkOf(page)) > 10_000);
});
