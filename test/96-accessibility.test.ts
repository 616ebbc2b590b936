/** Scenario 39 of the explorer: axe finds nothing on any page, in both themes, in narrow and wide windows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually } from "./support/browser/sees.ts";
import { SECOND_TOUR, SPACE_TOUR, type Stop } from "./support/browser/tour.ts";
import { type Visitor, visit } from "./support/browser/visitor.ts";
import { isLong, sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const TOURS = skip
  ? []
  : ([
      ["space", await serveBuiltIn(), SPACE_TOUR],
      ["second domain", await serveSecond(), sampleOf(SECOND_TOUR, 6, 0)],
    ] as const);

/** How pages are looked at. In `npm run test:browser`, each page in one of these ways; of the second domain, every third page. */
const LOOKS = [
  { width: 320, theme: "light" },
  { width: 1280, theme: "dark" },
  { width: 1280, theme: "light" },
  { width: 320, theme: "dark" },
] as const;

/** What is wrong with a page at a stop. */
async function faultsAt({ page, open, expect }: Visitor, { address, status, opens }: Stop): Promise<string[]> {
  // The console names the request: that of the page itself, or that of what it stands for.
  const [path] = address.split(/[?#]/);
  if (status !== undefined) expect(new RegExp(`status of ${status} .*${path}[?)]`));
  await open(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await eventually(page, () => page.locator("main [aria-busy=true]").count(), 0);
  await opens?.(page);
  const faults = await axeFindings(page);
  const headings = await page.locator("h1").count();
  if (headings !== 1) faults.push(`${headings} headings of the first level`);
  if (!(await page.title()).trim()) faults.push("no title");
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  if (Number(overflow) > 0) faults.push(`scrolls sideways by ${overflow} px`);
  return faults;
}

for (const [domain, served, tour] of TOURS) {
  for (const [lookIndex, { width, theme }] of LOOKS.entries()) {
    const stops = tour.filter((_, index) => isLong || index % LOOKS.length === lookIndex);
    test(`explorer 39, ${domain}: axe finds nothing on any page, ${width} px wide, ${theme}`, {
      skip,
    }, async (t) => {
      const anonymous = await visit(t, served, { width, theme });
      const admin = await visit(t, served, { width, theme, key: ADMIN_KEY });
      const faults: string[] = [];
      for (const stop of stops) {
        const found = await faultsAt(stop.hasKey ? admin : anonymous, stop);
        faults.push(...found.map((fault) => `${stop.address}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });
  }
}
