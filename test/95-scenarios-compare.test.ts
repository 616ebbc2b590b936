/** Comparing records and saving views in the explorer, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { boxOf } from "./support/browser/bulk-edit.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, requestsOf } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  /** Two records by id and name, and one that is added. */
  readonly records: readonly (readonly [id: string, name: string])[];
  readonly heading: string;
  /** The rows that differ, some that do not, and the largest number. */
  readonly differing: readonly string[];
  readonly same: readonly string[];
  readonly largest: readonly [row: string, value: string];
  readonly lengths: RegExp;
  /** A filter of the list, and the name that it suggests. */
  readonly filter: string;
  readonly suggested: string;
}

/** The second domain, in which one course is over. */
async function serveCourses(): Promise<Served> {
  const served = await serveSecond();
  const { status, text } = await served.patch("/api/courses/optics", {
    starts_at: "2001-01-10T08:00:00Z",
    ends_at: "2001-03-01T10:00:00Z",
  });
  assert.equal(status, 200, text);
  return served;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        records: [
          ["apollo-8", "Apollo 8"],
          ["apollo-11", "Apollo 11"],
          ["apollo-13", "Apollo 13"],
        ],
        heading: "Apollo 8 and 11",
        differing: ["Flown", "Duration", "Crew"],
        same: ["Status", "Type", "Operator", "Destination"],
        largest: ["Duration", "8 days"],
        lengths: /Apollo 8: 6 days; Apollo 11: 8 days/,
        filter: "?status=failed&destination=moon",
        suggested: "Missions: status is failed, destination is Moon",
      },
      {
        domain: "second domain",
        served: await serveCourses(),
        list: "/courses",
        records: [
          ["optics", "Optics"],
          ["roman-law", "Roman law"],
          ["lasers", "Lasers"],
        ],
        heading: "Optics and Roman law",
        differing: ["Department", "Room"],
        same: ["University", "Status"],
        largest: ["Seats", "2"],
        lengths: /Optics: 50 days; Roman law: no date/,
        filter: "?status=draft&university_id=alma",
        suggested: "Courses: status is draft, university is Alma Mater",
      },
    ];

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, list, records, heading, differing, same, largest, lengths } = setting;
  const [[first, firstName], [second, secondName], [third, thirdName]] = records as [
    [string, string],
    [string, string],
    [string, string],
  ];
  const address = (...ids: string[]) => `${list}/-/compare?id_in=${ids.join(",")}`;

  test(`explorer, comparing, ${domain}: rows are chosen without a key, and what differs is marked`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const requests = requestsOf(page);
    await open(list);
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.waitForURL((url) => url.pathname === `${list}/-/compare`);
    const bar = page.getByRole("region", { name: "Comparison" });
    assert.equal(await page.getByRole("checkbox", { name: "Select all on this page" }).count(), 0);
    await page.getByRole("searchbox").fill(firstName);
    await page.keyboard.press("Enter");
    await boxOf(page, firstName).check();
    await bar.getByText("select at least one more").waitFor();
    // The choice outlives another query.
    await page.getByRole("searchbox").fill(secondName);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("search") === secondName);
    await boxOf(page, secondName).check();
    assert.deepEqual(await axeFindings(page), []);
    await bar.getByRole("link", { name: /^Compare 2 / }).click();
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    assert.equal(addressOf(page), address(first, second));
    const reads = requests.filter(
      (each) => each.startsWith(`/api${list}?`) && each.includes("id_in=") && each.includes("include="),
    );
    assert.equal(new Set(reads).size, 1, reads.join("\n"));
    for (const row of differing) await rowOf(`${row} (differs)`).waitFor();
    for (const row of same) await rowOf(row).waitFor();
    const most = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^≠?${largest[0]}`) }) });
    await eventually(page, () => most.locator(".most").innerText(), new RegExp(`^${largest[1].replace(" ", "\\s")}`));
    await page.getByRole("group", { name: lengths }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "what differs" }).click();
    await eventually(page, () => rowOf(same[0]!).count(), 0);
    assert.equal(addressOf(page), `${address(first, second)}#rows=differing`);

    function rowOf(name: string) {
      return page.getByRole("rowheader", { name, exact: true });
    }
  });

  test(`explorer, comparing, ${domain}: from a record, others are added, moved and removed by keyboard`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    await open(`${list}/${first}`);
    await page.getByRole("link", { name: "Compare with …" }).click();
    await page.getByText("Add another one to see what differs.").waitFor();
    const box = page.getByRole("combobox", { name: /^Add an? / });
    for (const name of [thirdName, secondName]) {
      await box.fill(name);
      await page.getByRole("option", { name, exact: true }).waitFor();
      await box.press("Enter");
      await page.getByRole("columnheader", { name }).first().waitFor();
    }
    assert.equal(addressOf(page), address(first, third, second));
    const left = page.getByRole("button", { name: `Move ${secondName} left` });
    await left.focus();
    await page.keyboard.press("Enter");
    await eventually(page, () => addressOf(page), address(first, second, third));
    await left.and(page.locator(":focus")).waitFor();
    const heads = page.locator(".cmp-head b");
    await eventually(page, () => heads.allInnerTexts(), [firstName, secondName, thirdName]);
    await page.getByRole("button", { name: `Remove ${thirdName}` }).focus();
    await page.keyboard.press("Enter");
    await eventually(page, () => addressOf(page), address(first, second));
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await page
      .getByRole("button", { name: `Remove ${secondName}` })
      .and(page.locator(":focus"))
      .waitFor();
    await page.goBack();
    await eventually(page, () => heads.allInnerTexts(), [firstName, secondName, thirdName]);
    // What cannot be shown is named, and the rest is there.
    await open(address(first.toUpperCase(), "no-such-record", second, third, "one-too-many"));
    await page.getByText("no-such-record is not in this list").waitFor();
    await page.getByText("Left out: one-too-many.").waitFor();
    assert.deepEqual(await heads.allInnerTexts(), [firstName, secondName, thirdName]);
  });

  test(`explorer, comparing, ${domain}: on a phone each row stands by itself, and equal values once`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { width: 320, theme: "dark" });
    await open(address(first, second));
    const row = page
      .locator(".cmp dl > div")
      .filter({ has: page.locator("dt", { hasText: same[0]! }) })
      .first();
    await eventually(page, () => row.locator("dd small").allInnerTexts(), ["both"]);
    const other = page.locator(".cmp .differs").first();
    assert.deepEqual(await other.locator("dd small").allInnerTexts(), [firstName, secondName]);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    assert.deepEqual(await axeFindings(page), []);
  });

  test(`explorer, saved views, ${domain}: a view is saved by its filters, marked, updated, renamed and deleted`, {
    skip,
  }, async (t) => {
    const { page, open, tab } = await visit(t, served, { isolated: true });
    await open(`${list}${setting.filter}`);
    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("in this browser").waitFor();
    const name = dialog.getByRole("textbox", { name: "Name" });
    await eventually(page, () => name.inputValue(), setting.suggested);
    assert.deepEqual(await axeFindings(page), []);
    await name.fill("Mine");
    await page.keyboard.press("Enter");
    const rail = page.getByRole("navigation", { name: "Registry" });
    const link = rail.getByRole("link", { name: "Mine" });
    await eventually(page, () => link.getAttribute("aria-current"), "true");
    assert.deepEqual(await axeFindings(page), []);
    // Another tab has it too, and what it changes is seen here.
    const other = await tab(list);
    await other.getByRole("link", { name: "Mine" }).click();
    await eventually(other, () => addressOf(other), `${list}${setting.filter}`);
    await other.getByRole("button", { name: /^Remove: Status/ }).click();
    await other.getByRole("button", { name: "Update “Mine”" }).click();
    await other.getByRole("button", { name: "Saved view" }).waitFor();
    await eventually(page, () => link.getAttribute("aria-current"), null);
    await link.click();
    await eventually(page, () => addressOf(page), `${list}?${setting.filter.split("&")[1]}`);
    // Saving under the same name asks.
    await open(address(first, second));
    await page.getByRole("button", { name: "Save view" }).click();
    await eventually(page, () => name.inputValue(), heading);
    await name.fill("mine");
    await dialog.getByText("would be replaced.").waitFor();
    await dialog.getByRole("button", { name: "Replace “Mine”" }).click();
    await rail.getByRole("link", { name: "mine" }).waitFor();
    await rail.getByRole("button", { name: "Rename or delete “mine”" }).click();
    await name.fill("Two");
    await page.keyboard.press("Enter");
    await rail.getByRole("link", { name: "Two" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill("two");
    await page.getByRole("option", { name: /^Two saved view/ }).waitFor();
    await page.keyboard.press("Escape");
    await rail.getByRole("button", { name: "Rename or delete “Two”" }).click();
    await dialog.getByRole("button", { name: "Delete …" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await eventually(page, () => rail.getByRole("heading", { name: "Saved views" }).count(), 0);
    assert.equal(await page.evaluate("document.activeElement !== document.body"), true);
    // What another program has left there does no harm.
    await page.evaluate("localStorage.setItem('explorer-views', '{')");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  });
}

test("explorer, comparing: a first visitor has two records side by side after one click, and planets to one scale", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, await serveBuiltIn());
  await open("/missions/-/compare");
  await page.getByText(/^Tick two to four missions, or begin with:/).waitFor();
  await page.getByRole("link", { name: "How do Apollo 8, 11, 13 and 17 compare?" }).click();
  await page.getByRole("heading", { level: 1, name: "Apollo 8, 11, 13 and 17", exact: true }).waitFor();
  await open("/missions/-/compare?id_in=voyager-1");
  await page.getByText("Like it:").getByRole("link").first().click();
  // What goes on has lasted until the last known day.
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^≠?Duration/ }) });
  await row.getByText(/^17,\d{3} days until \d+ \w+ 20\d\d$/).waitFor();
  await open("/planets/-/compare?id_in=ceres,saturn,earth");
  await page.getByRole("group", { name: /^To scale: Ceres, .*; Saturn, .*; Earth, / }).waitFor();
  await open("/astronauts/-/compare?id_in=peggy-whitson,oleg-kononenko");
  await eventually(page, () => page.locator(".cmp-faces figure").count(), 2);
  assert.deepEqual(await axeFindings(page), []);
});
