/** The locale of the reader: numbers and dates in the browser's language, or as a person chooses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

const NARROW = "\u202f";
/** What people see, by the language of their browser. */
const SEEN = [
  {
    locale: "en-US",
    ...{ short: "Jul 16, 1969", flown: "July 16–24, 1969", typed: "July 16, 1969", day: "Jul 20" },
    ...{ radius: "69,911", mass: "1.898 × 10", total: (count: string) => count },
  },
  {
    locale: "de-DE",
    ...{ short: "16 Jul 1969", flown: "16–24 July 1969", typed: "16 July 1969", day: "20 Jul" },
    ...{ radius: "69.911", mass: "1,898 × 10", total: (count: string) => count.replace(",", ".") },
  },
  {
    locale: "fr-FR",
    ...{ short: "16 Jul 1969", flown: "16–24 July 1969", typed: "16 July 1969", day: "20 Jul" },
    ...{ radius: `69${NARROW}911`, mass: "1,898 × 10", total: (count: string) => count.replace(",", NARROW) },
  },
] as const;

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const factOf = (page: Page, name: string) =>
  page
    .locator("dl div")
    .filter({ has: page.locator("dt", { hasText: name }) })
    .first()
    .locator("dd")
    .innerText();
const listed = (page: Page, name: string) => page.getByRole("row", { name }).innerText().then(plain);

for (const { locale, short, flown, typed, day, radius, mass, total } of SEEN)
  test(`explorer 19: in a browser in ${locale}, numbers and dates are those of the reader, words are English`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, service, { locale, key: ADMIN_KEY });
    const { body } = await service.get("/api/missions?limit=1");
    await open("/missions?id_in=apollo-11");
    await eventually(page, () => listed(page, "Apollo 11"), new RegExp(`\\b${short}\\b`));
    await page.getByText(`of ${total(body.total_count.toLocaleString("en"))}`, { exact: true }).waitFor();
    await open("/planets?id_in=jupiter&fields=name,mass_kg,mean_radius_km");
    await eventually(page, () => listed(page, "Jupiter"), new RegExp(`${mass}.*\\b${radius}\\b`, "s"));
    await open("/missions/apollo-11");
    await eventually(page, async () => (await factOf(page, "Flown")).startsWith(flown), true);
    await open("/missions/apollo-11/-/edit");
    await eventually(page, () => page.getByLabel("Launch date", { exact: true }).inputValue(), typed);
    await open("/planets/jupiter/-/edit");
    // Numbers are typed with a point; what is read beneath is in the form of the reader.
    await page
      .getByLabel("Mass (kg)")
      .or(page.getByLabel("Mass", { exact: true }))
      .first()
      .fill("1.8985e27");
    await eventually(page, () => page.locator(".help.num").first().innerText(), new RegExp(`≈ ${mass}`));
    await open("/missions?group_by=launch_date:day&launch_date_after=1969-07-01&launch_date_before=1969-08-10");
    const ticks = () => page.locator("main svg text").allTextContents();
    await eventually(page, async () => (await ticks()).some((text) => /^(?:\d+ Jul|Jul \d+)$/.test(text)), true);
    const isDayFirst = day.startsWith("20");
    assert.ok((await ticks()).some((text) => (isDayFirst ? /^\d+ Jul$/ : /^Jul \d+$/).test(text)));
  });

test("explorer 19: numbers and dates are written as a person chooses, on this device", { skip }, async (t) => {
  const { page, open } = await visit(t, service, { locale: "en-US" });
  const choose = async (section: string, choice: string) => {
    await page.getByRole("button", { name: "Theme, numbers and dates" }).press("Enter");
    await page.getByRole("group", { name: section }).getByRole("menuitemradio", { name: choice }).press("Enter");
  };
  await open("/missions?id_in=apollo-11");
  await eventually(page, () => listed(page, "Apollo 11"), /\bJul 16, 1969\b/);
  await choose("Dates", "1969-07-20");
  await eventually(page, () => listed(page, "Apollo 11"), /\b1969-07-16\b/);
  await page.getByRole("button", { name: "Theme, numbers and dates" }).and(page.locator(":focus")).waitFor();
  await choose("Numbers", "1.234,5");
  await eventually(page, () => page.locator("h1").innerText(), /of \d\.\d{3}$/);
  await page.reload();
  await eventually(page, () => listed(page, "Apollo 11"), /\b1969-07-16\b/);
  await eventually(page, () => page.locator("h1").innerText(), /of \d\.\d{3}$/);
  await choose("Dates", "As the browser");
  await choose("Numbers", "As the browser");
  await eventually(page, () => listed(page, "Apollo 11"), /\bJul 16, 1969\b/);
  assert.deepEqual(await page.evaluate("Object.keys(localStorage)"), []);
});

test("explorer 19: another form keeps what is being typed, and what addresses and pictures of the service say", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, service, { locale: "de-DE", key: ADMIN_KEY });
  await open("/missions/-/new");
  await page.getByLabel("Name", { exact: true }).fill("Half done");
  await page.getByRole("button", { name: "Theme, numbers and dates" }).press("Enter");
  await page.getByRole("menuitemradio", { name: "July 20, 1969" }).press("Enter");
  await page.getByLabel("Launch date", { exact: true }).fill("2030-02-01");
  await page.getByText("Understood as February 1, 2030.").waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Half done");
  await open("/planets?mean_radius_km_min=1234.5");
  await eventually(page, () => page.locator(".chip b").innerText(), "1.234,5 km");
  assert.equal(addressOf(page), "/planets?mean_radius_km_min=1234.5");
  const svg = await page.request.get(`${service.url}/planets/-/scale.svg`);
  assert.match(await svg.text(), />69,911 km</);
});
