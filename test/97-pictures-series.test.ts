/** Scenario 38 of the explorer: samples over time and across records, in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { addressOf, eventually, namesShown, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined : await serveBuiltIn();
const ROVER = "/missions/mars-science-laboratory/data/-/series";
const MANY = 10_000;

test("38: a series: keys move a cursor from sample to sample, its value is said, Enter opens it", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  await open(ROVER);
  const panel = page.getByRole("link", { name: /^°C, 26 samples\./ });
  await tabTo(page, panel);
  await page.keyboard.press("ArrowRight");
  const said = page.getByRole("main").locator("[aria-live=polite]").last();
  await eventually(page, () => said.innerText(), "air temperature max, REMS: −1 °C, good, 16 November 2012");
  await page.keyboard.press("ArrowDown");
  await eventually(page, async () => (await said.innerText()).split(":")[0], "air temperature min, REMS");
  await page.keyboard.press("Enter");
  await eventually(page, () => /^\/missions\/mars-science-laboratory\/data\/[a-z]/.test(addressOf(page)), true);
});

test("38: a series: its table has a row for each sample, and its CSV the same", { skip }, async (t) => {
  const { page, open } = await visit(t, space!);
  await open(`${ROVER}#as=table`);
  await eventually(page, async () => (await namesShown(page)).length, 53);
  await page.getByRole("button", { name: "Share" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save CSV" }).click();
  const file = await saving;
  assert.match(file.suggestedFilename(), /^missions-mars-science-laboratory-data-series-.*\.csv$/);
});

test("38: a series: dragging over a part asks for that part, and a button for all", { skip }, async (t) => {
  const { page, open } = await visit(t, space!);
  await open(ROVER);
  const box = (await page.locator(".panel .u-over").first().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 24, { steps: 4 });
  await page.mouse.up();
  await eventually(page, () => [...new URL(page.url()).searchParams.keys()].sort(), [
    "collected_at_after",
    "collected_at_before",
  ]);
  await eventually(page, async () => Number(await page.locator("h1 .total").innerText()) < 53, true);
  await page.getByRole("button", { name: "Show all" }).click();
  await eventually(page, () => addressOf(page), ROVER);
});

test("38: a series across records: each dot opens its sample; the parameter is chosen from a menu", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  await open("/data/-/series?parameter=returned_sample_mass");
  // Most are recorded in grams, the largest in kilograms: they are on one axis, and said as they were recorded.
  const masses = page.getByRole("group", { name: "returned sample mass in g" });
  await eventually(page, () => masses.getByRole("link").count(), 13);
  await page.getByText("6 values recorded in kg are drawn in g.").waitFor();
  await tabTo(page, masses.getByRole("link", { name: /^Apollo 17, .*: 110\.52 kg/ }));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await eventually(page, () => addressOf(page), "/missions/hayabusa2/data/hayabusa2-returned-sample-mass");
  await open("/data/-/series");
  await page.getByRole("button", { name: /^Parameter/ }).click();
  await page
    .getByRole("menuitemradio", { name: /^surface pressure mean/ })
    .first()
    .click();
  await eventually(page, () => addressOf(page), "/data/-/series?parameter=surface_pressure_mean");
});

test("38: a series of 10,000 samples draws", { skip: skipDetails }, async (t) => {
  const samples = Array.from({ length: MANY }, (_, index) => ({
    ...{ instrument: "probe", parameter: "noise", unit: "V", value: Math.sin(index / 50) },
    collected_at: new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString(),
  }));
  await space!.post("/api/missions/apollo-11/data", samples);
  const { page, open } = await visit(t, space!, { theme: "dark" });
  await open("/missions/apollo-11/data/-/series?parameter=noise");
  await page.getByRole("link", { name: "V, 10,000 samples." }).waitFor();
  await eventually(page, () => page.locator("h1 .total").innerText(), "10,000");
  const painted = `(() => {
    const canvas = document.querySelector(".panel canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index] > 0) count++;
    return count > 10_000;
  })()`;
  await eventually(page, () => page.evaluate(painted), true);
  await page.getByRole("button", { name: "Table of these rows" }).click();
  await page.getByText("The first 500 of 10,000 rows.").waitFor();
});

for (const [width, theme] of [
  [320, "light"],
  [1280, "dark"],
] as const)
  test(`39: axe finds nothing on series, ${width} px, ${theme}`, { skip }, async (t) => {
    const { page, open } = await visit(t, space!, { width, theme });
    for (const address of [ROVER, "/data/-/series?parameter=surface_pressure"]) {
      await open(address);
      await page
        .getByRole("main")
        .getByRole("link", { name: / samples\.|hPa/ })
        .first()
        .waitFor();
      assert.deepEqual(await axeFindings(page), [], address);
    }
  });
