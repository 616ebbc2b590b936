/** Scenarios of finding: from what somebody remembers of a record to its page, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, requestsOf } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** What is typed, the entry that is found first, and its address. */
type Search = readonly [typed: string, entry: RegExp, address: string];

/** Searches on a domain. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  /** 1280 and light by default. */
  readonly look?: { readonly width: number; readonly theme: "dark" };
  /** Lists of a record, values, a day, words of texts. */
  readonly searches: readonly Search[];
  /** A query that nothing has, and what is found of it. */
  readonly fewer: readonly [typed: string, found: string, entry: RegExp];
}

const space = skip ? undefined : await serveBuiltIn();
const SETTINGS: readonly Setting[] = !space
  ? []
  : [
      {
        domain: "space",
        served: space,
        searches: [
          ["Jupiter’s moons", /^Moons of Jupiter \(57\)/, "/planets/jupiter/moons"],
          ["jupter moons", /^Moons of Jupiter \(57\)\s+similar to “jupter”$/, "/planets/jupiter/moons"],
          ["crew iss expedition 1", /^Crew of ISS Expedition 1 \(3\)/, "/missions/iss-expedition-1/crew"],
          ["gas giant planets", /^Planets: planet type is gas giant \(2\)/, "/planets?planet_type=gas_giant"],
          [
            "20 July 1969",
            /^Astronauts: presence on 20 July 1969\s+Apollo 11$/,
            "/astronauts/-/presence#day=1969-07-20",
          ],
          ["water ice", /^1 mission mentions “water ice”\s+Phoenix$/, "/missions?search=water+ice"],
        ],
        fewer: ["jupiter volcano", "Names with “jupiter”:", /^Jupiter planet$/],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        look: { width: 390, theme: "dark" },
        searches: [
          ["ann's courses", /^Courses of Ann \(1\)/, "/students/ann/courses"],
          ["departments in alma", /^Departments of Alma Mater \(2\)/, "/universities/alma/departments"],
          ["gold products", /^Products: grade is gold \(1\)/, "/products?grade=gold"],
          [
            "1386",
            /^1 university: founded in 1386/,
            "/universities?founded_on_after=1385-12-31&founded_on_before=1387-01-01",
          ],
          ["heidelberg", /^1 university mentions “heidelberg”\s+Alma Mater$/, "/universities?search=heidelberg"],
        ],
        fewer: ["nova volcano", "Names with “nova”:", /^Nova university$/],
      },
    ];

const current = (page: Page) => page.locator(".palette [role=option][data-focused]");
const field = (page: Page) => page.locator(".palette").getByRole("combobox");

for (const { domain, served, look, searches, fewer } of sampleOf(SETTINGS, 2, 1))
  test(`explorer, finding, ${domain}: lists of a record, values, days and texts are found, at home and on any page`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, look);
    await open("/");
    const shown = page.getByRole("button", { name: /^Search names, words, days/ });
    await shown.click();
    for (const [typed, entry, address] of searches) {
      await field(page).fill(typed);
      await eventually(page, () => current(page).innerText(), entry);
      if (typed === searches[0]![0]) {
        assert.deepEqual(await axeFindings(page), []);
        const excess = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.equal(excess, 0, "no sideways scroll");
      }
      await page.keyboard.press("Enter");
      await eventually(page, () => addressOf(page), address);
      // From now on over the page.
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await field(page).waitFor();
    }
    const [typed, found, entry] = fewer;
    await field(page).fill(typed);
    const sentence = `Nothing found for “${typed}” in names or texts. ${found}`;
    await page.locator(".palette p").getByText(sentence, { exact: true }).waitFor();
    await eventually(
      page,
      () =>
        current(page)
          .innerText()
          .then((text) => text.replace(/\s+/g, " ")),
      entry,
    );
    assert.match(await page.locator(".palette [role=status]").innerText(), /1 result$/, "heard too");
    assert.deepEqual(await axeFindings(page), []);
  });

test("explorer, finding: at home, examples can be tried; Escape empties the field, then closes it and keeps the focus", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  await open("/");
  const examples = page.getByRole("search").locator(".examples").getByRole("button");
  await eventually(page, () => examples.allInnerTexts(), ["moons of Saturn", "4 October 1957", "failed missions"]);
  await examples.first().click();
  await eventually(page, () => current(page).innerText(), /^Moons of Saturn \(63\)/);
  await page.keyboard.press("Escape");
  await eventually(page, () => field(page).inputValue(), "");
  await page.keyboard.press("Escape");
  await page.locator("button.find:focus").waitFor();
  await page.keyboard.press("Enter");
  await field(page).fill("apollo 11");
  await eventually(page, () => current(page).innerText(), /^Apollo 11\s+mission$/);
  await page.getByRole("heading", { level: 1 }).click();
  await field(page).waitFor({ state: "detached" });
});

test("explorer, finding: what arrives late moves nothing, and what is chosen stays chosen; requests are few and small", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  const release = await holdBack(page, /[?&]search=/);
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  const requests = requestsOf(page);
  const searching = page.waitForRequest(/[?&]search=/);
  await page.keyboard.type("europa");
  await eventually(page, () => current(page).innerText(), /^Europa\s+moon of Jupiter$/);
  await page.keyboard.press("ArrowDown");
  await eventually(page, () => current(page).innerText(), /^Europa Clipper\s+mission$/);
  await searching;
  const places = () =>
    page
      .locator(".palette [role=option], .palette input")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await places();
  release();
  await page.getByRole("option", { name: /^2 missions mention “europa” Europa Clipper, JUICE$/ }).waitFor();
  assert.deepEqual((await places()).slice(0, before.length), before);
  assert.match(await current(page).innerText(), /^Europa Clipper\s+mission$/);
  const releaseNames = await holdBack(page, /&kind=/);
  const texts = page.waitForResponse(/\/api\/missions\?search=jupiter/);
  await field(page).fill("jupiter moons");
  await (await texts).finished();
  assert.equal(
    await page
      .locator(".palette")
      .getByRole("option", { name: /mention/ })
      .count(),
    0,
    "not before lists",
  );
  releaseNames();
  await eventually(
    page,
    async () => (await page.locator(".palette .named").allInnerTexts()).join(),
    "Moons of Jupiter (57),2 missions mention “jupiter moons”",
  );
  const late = requests.filter((request) => request.includes("search=europa"));
  assert.equal(late.length, 9, "one for each collection, once typing has paused");
  for (const request of late) assert.match(request, /limit=2&fields=\w+$/);
});

test("explorer, finding, §5.3: only what the caller may read is searched", { skip }, async (t) => {
  const closed = await serveForFile(undefined, { PUBLIC_READ: "false" });
  const fixtures = fixturesFor(closed);
  await fixtures.mission("m", { name: "One", description: "A common word" });
  await fixtures.planet("p", { name: "Two" });
  const { secret } = await createKey(closed, ["missions:read"]);
  const { page, open } = await visit(t, closed, { key: secret, isolated: true });
  await open("/missions");
  await page.getByRole("link", { name: "One", exact: true }).waitFor();
  const requests = requestsOf(page);
  await page.keyboard.press("Control+k");
  await field(page).fill("common");
  await eventually(page, () => current(page).innerText(), /^1 mission mentions “common”\s+One$/);
  const searched = requests
    .filter((request) => request.includes("search=common"))
    .map((request) => request.split("?")[0]);
  assert.ok(
    searched.every((path) => /^\/api\/(?:missions|data)$/.test(path!)),
    searched.join(),
  );
});
