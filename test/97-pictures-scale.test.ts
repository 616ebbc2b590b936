/** Scenario 38 of the explorer: bodies to scale and numbers as bars, in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, namesShown, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { recordsOf, serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined : await serveBuiltIn();
const second = skip ? undefined : await serveSecond();

/** The names of the links of a drawing, up to the first comma or colon. */
async function drawnIn(page: Page, drawing: RegExp): Promise<string[]> {
  const labels = await page
    .getByRole("group", { name: drawing })
    .getByRole("link")
    .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
      links.map((link) => link.getAttribute("aria-label") ?? ""),
    );
  return labels.map((label) => label.split(/[,:]/)[0]!).sort();
}

test("38: a scale: Tab reaches the bodies, arrow keys go from one to the next, Enter opens one", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  await open("/planets/-/scale#body=saturn");
  const drawing = page.getByRole("group", { name: /^Saturn and its moons/ });
  // The heading says what is drawn, and how many there are.
  const count = recordsOf("moons").filter(({ planet_id }) => planet_id === "saturn").length;
  await page.getByRole("heading", { level: 1, name: `Saturn and its moons, to scale ${count}` }).waitFor();
  await tabTo(page, drawing.getByRole("link", { name: /^Saturn/ }));
  await page.keyboard.press("ArrowRight");
  await eventually(
    page,
    () => page.locator(":focus").getAttribute("aria-label"),
    "Titan, around Saturn, radius 2,575 km, 1.5 times Moon",
  );
  await page.keyboard.press("Enter");
  await eventually(page, () => addressOf(page), "/planets/saturn/moons/titan");
});

test("38: a scale: its table has the same bodies, and it says which are not drawn", { skip }, async (t) => {
  const { page, open } = await visit(t, space!);
  await open("/moons/-/scale");
  const drawing = /^Moons to scale/;
  await page.getByRole("group", { name: drawing }).waitFor();
  const drawn = await drawnIn(page, drawing);
  const unknown = recordsOf("moons").filter(({ mean_radius_km }) => mean_radius_km === undefined);
  const missing = unknown.map(({ name }) => name as string);
  const said = page.getByText(`${missing.length} without a radius are not drawn`);
  await said.getByRole("link", { name: "see the list" }).waitFor();
  await page.getByRole("button", { name: "Table of these rows" }).click();
  await eventually(page, async () => (await namesShown(page)).sort(), [...drawn, ...missing].sort());
  assert.equal(drawn.length + missing.length, recordsOf("moons").length);
});

test("38: a scale that is not displayed for a while stays as it was drawn", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space!, { width: 390 });
  await open("/planets/-/scale");
  const drawing = page.getByRole("group", { name: /^Planets to scale/ });
  await drawing.waitFor();
  const before = await drawnIn(page, /^Planets to scale/);
  const display = (value: string) =>
    page.evaluate(`document.querySelector("main").style.display = "${value}";
      new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`);
  await display("none");
  await display("");
  await eventually(page, () => drawnIn(page, /^Planets to scale/), before);
});

test("38: a scale: the legend filters the list, and the address says it", { skip }, async (t) => {
  const { page, open } = await visit(t, space!);
  await open("/planets/-/scale");
  await page.getByRole("button", { name: /^gas giant/ }).click();
  await eventually(page, () => addressOf(page), "/planets/-/scale?planet_type_in=gas_giant");
  await eventually(page, () => drawnIn(page, /^Planets to scale/), ["Jupiter", "Saturn"]);
  await page.goBack();
  await eventually(page, async () => (await drawnIn(page, /^Planets to scale/)).length, 17);
});

test("38: a scale of 10,000 bodies draws the largest 500, and links to the others", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    JSON.stringify({
      ...{ id: `m-${index}`, name: `Moon ${index}`, planet_id: "saturn", mean_radius_km: 3_000 / (index + 1) },
      _links: { self: `/api/planets/saturn/moons/m-${index}` },
    }),
  );
  await page.route("**/api/moons?*", (route) =>
    route.request().headers().accept?.includes("ndjson")
      ? route.fulfill({ contentType: "application/x-ndjson", body: lines.join("\n") })
      : route.fallback(),
  );
  await open("/moons/-/scale");
  await page.getByRole("link", { name: /^9,500 smaller than 5\.988/ }).waitFor();
  assert.equal((await drawnIn(page, /^Moons to scale/)).length, 500);
});

const WIDE_TABLES = [
  "/",
  "/missions?fields=name,status,launch_date,end_date,operator,mission_type,destination,crew_size",
  "/missions/apollo-11",
  "/missions/apollo-11/crew",
  "/missions/-/timeline#as=table",
  "/astronauts/-/presence#as=table",
  "/data/-/series#as=table",
];
for (const width of sampleOf([660, 1_280], 2, 0))
  test(`wide tables scroll by themselves, the page does not, ${width} px`, { skip }, async (t) => {
    const { page, open } = await visit(t, space!, { width });
    for (const address of WIDE_TABLES) {
      await open(address);
      await page.getByRole("main").locator("tbody td.name").first().waitFor();
      const beyond = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
      await eventually(page, beyond, 0);
    }
  });

test("38: a scale: linear distances scroll by themselves, the page does not", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space!, { width: 390, theme: "dark" });
  await open("/planets/-/scale");
  await page.getByRole("button", { name: "linear" }).click();
  await eventually(page, () => addressOf(page), "/planets/-/scale#distance=linear");
  const axis = page.getByRole("group", { name: "Planets by distance" });
  await eventually(page, async () => (await axis.boundingBox())!.width > 2_000, true);
  await eventually(page, () => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
});

const BARS = [
  ["space", space, "/planets", "mass_kg"],
  ["second domain", second, "/products", "price"],
] as const;
for (const [domain, served, list, field] of sampleOf(BARS, 2, 0)) {
  test(`38: ${domain}: any number as bars: the same rows as its table, the largest first`, { skip }, async (t) => {
    const { page, open } = await visit(t, served!);
    await open(`${list}/-/bars#field=${field}`);
    const chart = page.getByRole("main").getByRole("group").last();
    await chart.getByRole("link").first().waitFor();
    const drawn = await chart
      .getByRole("link")
      .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
        links.map((link) => (link.getAttribute("aria-label") ?? "").split(":")[0]),
      );
    const { body } = await served!.get(`/api${list}?sort=${field}:desc&${field}_exists=true&limit=100`);
    const records: { name: string }[] = Object.values(body).find(Array.isArray) as { name: string }[];
    assert.deepEqual(
      drawn,
      records.map(({ name }) => name),
    );
    await page.getByRole("button", { name: "Table of these rows" }).click();
    await eventually(page, () => namesShown(page), drawn as string[]);
  });
}

for (const [width, theme] of [
  [320, "dark"],
  [1280, "light"],
] as const)
  test(`39: axe finds nothing on scales and bars, ${width} px, ${theme}`, { skip: skipDetails }, async (t) => {
    const { page, open } = await visit(t, space!, { width, theme });
    for (const address of [
      "/planets/-/scale",
      "/planets/-/scale#body=saturn",
      "/planets/-/bars",
      "/planets/-/scale#as=table",
    ]) {
      await open("/");
      await open(address);
      await page
        .getByRole("main")
        .getByRole("link", { name: /Saturn/ })
        .first()
        .waitFor();
      assert.deepEqual(await axeFindings(page), [], address);
    }
  });
