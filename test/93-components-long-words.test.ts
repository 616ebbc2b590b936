/** Proves that no text widens a page: unbroken words of thousands of letters wrap or are cut off, in Chromium, wide and narrow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { ADMIN_KEY, type Served, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
/** The longest name, and a text without any place to break it. */
const NAME = "W".repeat(200);
const WORD = "x".repeat(9_000);
const ID = "i".repeat(64);

/** A registry whose texts are single words. */
async function serveLongWords(): Promise<Served> {
  const served = await serveForFile();
  const create = async (path: string, record: unknown) => {
    const { status, text } = await served.put(`/api/${path}`, record);
    assert.ok(status === 201 || status === 200, `${path}: ${text}`);
  };
  const mission = { name: NAME, description: WORD, operator: NAME, status_reason: NAME, launch_date: "2001-01-01" };
  await create(`missions/${ID}`, mission);
  await create(`missions/${ID}/objectives/${ID}`, { title: NAME, description: WORD });
  const sample = {
    instrument: NAME,
    parameter: NAME.slice(100),
    unit: "u".repeat(32),
    value: 1,
    notes: WORD,
    payload: { [WORD]: WORD },
  };
  await create(`missions/${ID}/data/${ID}`, { ...sample, collected_at: "2001-01-02T00:00:00Z" });
  await create(`astronauts/${ID}`, { name: NAME, nationality: NAME });
  await create(`missions/${ID}/astronauts/${ID}`, { role: NAME });
  await create(`planets/${ID}`, { name: NAME, planet_type: "dwarf", mean_radius_km: 1_000, discovered_by: NAME });
  await create(`planets/${ID}/moons/${ID}`, { name: NAME, mean_radius_km: 100, semi_major_axis_km: 1_000 });
  await create(`planets/${ID}/atmosphere`, { notes: WORD });
  await create(`missions/${ID}`, { ...mission, description: `${WORD}y`, destination: ID, end_date: "2001-02-01" });
  await create("missions/gone", { name: `${NAME.slice(1)}V`, description: WORD });
  await served.delete("/api/missions/gone");
  return served;
}

const served = skip ? undefined : await serveLongWords();

/** Each kind of page. */
const PAGES = [
  "/",
  "/missions",
  `/missions/${ID}`,
  `/missions/${ID}/-/edit`,
  `/missions/${ID}/-/history`,
  `/missions/${ID}/data`,
  `/planets/${ID}`,
  "/events",
  "/astronauts/-/presence",
  `/planets/-/scale#body=${ID}`,
  `/missions/${ID}/data/-/series`,
];

/** How far a page, or an open dialog, is wider than it is seen: what would have to be scrolled sideways. */
function excessOf(page: Page): Promise<string[]> {
  return page.evaluate(`
    [document.documentElement, ...document.querySelectorAll("main, [role=dialog], [role=alertdialog], .notes, .drawer")]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.localName + " " + each.className + ": " + each.scrollWidth + " > " + each.clientWidth)
  `);
}

for (const width of sampleOf([390, 1280], 2, 0))
  test(`explorer, ${width} px: an unbroken word makes no page wider than the window`, { skip }, async (t) => {
    const { page, open } = await visit(t, served!, { key: ADMIN_KEY, width });
    for (const address of PAGES) {
      await open(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await eventually(page, () => page.locator("[aria-busy=true], .skel").count(), 0);
      assert.deepEqual(await excessOf(page), [], address);
    }
    await open(`/missions/${ID}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button").first().waitFor();
    assert.deepEqual(await excessOf(page), [], "the dialog that deletes");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type(NAME.slice(0, 20));
    await page.getByRole("option").first().waitFor();
    assert.deepEqual(await excessOf(page), [], "the palette");
  });
