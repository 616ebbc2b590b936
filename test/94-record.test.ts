/** The pages of records in a browser: what they say, and in which state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = await serveForFile();
const second = await serveForFile(secondDomain);

await space.put("/api/planets/earth", { name: "Earth", planet_type: "terrestrial", mass_kg: 5.9722e24 });
await space.put("/api/planets/earth/moons/moon", { name: "Moon" });
await space.put("/api/astronauts/ada", { name: "Ada Vale" });
await space.put("/api/spacecraft/lander", { name: "Lander", spacecraft_type: "lander" });
for (const number of [1, 2, 3, 4, 5])
  await space.put(`/api/missions/garden-${number}`, {
    ...{ name: `Garden ${number}`, destination: "moon", launch_date: "2027-04-01", launch_date_precision: "quarter" },
    ...{
      operator: "Garden Society",
      description: "Grows the first garden on the Moon, in a dome near the south pole.",
    },
  });
await space.put("/api/missions/garden-1/spacecraft/lander", { role: "home" });
await space.put("/api/missions/garden-1/astronauts/ada", { role: "head_gardener", spacecraft_id: "lander" });

test("a record says whether a number was counted or planned", { skip }, async (t) => {
  await space.put("/api/missions/garden-6", { name: "Garden 6", crew_size: 3 });
  const { page, open } = await visit(t, space);
  for (const [id, said] of [
    ["garden-1", /Crew size\s+1\s*counted/],
    ["garden-6", /Crew size\s+3\s*planned/],
  ] as const) {
    await open(`/missions/${id}`);
    await eventually(page, async () => (await page.locator("dl.facts, dl.values").allInnerTexts()).join("\n"), said);
  }
  await space.delete("/api/missions/garden-6");
});

test("a record: what it refers to by name, its state and what may follow, dates as they are known", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/missions/garden-1");
  await page.getByRole("heading", { level: 1, name: "Garden 1" }).waitFor();
  const next = page.getByRole("group", { name: "Status" }).getByRole("button");
  await eventually(page, () => next.allInnerTexts(), ["On hold", "Active", "Failed", "Cancelled"]);
  const values = page.locator("dl.facts, dl.values");
  await eventually(page, () => values.first().innerText(), /Launch date\s+Q2 2027/);
  await page.getByText("moon of Earth").waitFor();
  await eventually(
    page,
    () => values.getByRole("link", { name: "Moon" }).getAttribute("href"),
    "/planets/earth/moons/moon",
  );
  const crew = page
    .locator("section", { has: page.getByRole("heading", { name: "Crew" }) })
    .getByRole("row")
    .last();
  await crew.getByText("Lander").waitFor();
  await eventually(
    page,
    () => crew.getByRole("link").evaluateAll((all) => all.map((each) => each.getAttribute("href"))),
    ["/astronauts/ada", "/missions/garden-1/astronauts/ada", "/missions/garden-1/spacecraft/lander"],
  );
  await eventually(page, () => crew.innerText(), /Ada Vale\s+head gardener/);
});

test("a record: a text that is the id of a linked record has its name, and leads there", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/astronauts/ada");
  const values = page.locator("dl.facts, dl.values");
  for (const [name, path] of [
    ["Garden 1", "/missions/garden-1"],
    ["Lander", "/spacecraft/lander"],
  ] as const)
    await eventually(page, () => values.getByRole("link", { name, exact: true }).getAttribute("href"), path);
});

test("a record: who refers to it is listed with a count, unless it is below it", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets/earth/moons/moon");
  await page.getByRole("heading", { name: "Missions with destination Moon" }).waitFor();
  const all = page.getByRole("link", { name: "List" });
  await eventually(page, () => all.getAttribute("href"), "/missions?destination=moon");
});

test("a record: an exact value is copied, and titles its power of ten", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/planets/earth");
  const mass = page.getByTitle("5.9722e+24");
  await eventually(page, () => mass.textContent(), "5.972 × 10^24\u00a0kg");
  const copied = page.evaluate(`new Promise((resolve) => {
    addEventListener("copy", (event) => resolve([event.defaultPrevented, event.clipboardData.getData("text/plain")]));
    getSelection().selectAllChildren(document.querySelector("[title='5.9722e+24']"));
    document.execCommand("copy");
  })`);
  assert.deepEqual(await copied, [true, "5.9722e+24"]);
});

test("a record: one-to-ones are shown inline, or said to be absent", { skip }, async (t) => {
  const { page, open } = await visit(t, second);
  await second.put("/api/universities/old", { name: "Old" });
  await second.put("/api/universities/new", { name: "New" });
  await second.put("/api/universities/old/founding-charter", { signed_on: "1364-05-12", articles: ["One", "Two"] });
  const charter = page.locator("section", { has: page.getByRole("heading", { name: "Founding charter" }) });
  await open("/universities/old");
  await charter.getByText("12 May 1364").waitFor();
  await charter.getByRole("link", { name: "Open" }).click();
  await page.getByRole("heading", { level: 1, name: "Founding charter of Old" }).waitFor();
  await open("/universities/new");
  await charter.getByText("None recorded.").waitFor();
});

test("a record: what is private is not asked for without the scope, which is named", { skip }, async (t) => {
  await second.put("/api/students/sam", { name: "Sam" });
  await second.post("/api/students/sam/grades", { subject: "Logic", points: 91 });
  const grades = "section:has(h2:text('Grades'))";
  const anybody = await visit(t, second);
  await anybody.open("/students/sam");
  await anybody.page.locator(grades).getByText("grades:read").waitFor();
  const admin = await visit(t, second, { key: ADMIN_KEY });
  await admin.open("/students/sam");
  await admin.page.locator(grades).getByRole("link", { name: "Logic" }).waitFor();
});

test("a record: its other addresses name the one that the service gives", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  const canonical = () => page.locator("link[rel=canonical]").getAttribute("href");
  await open("/missions/garden-1/crew/ada");
  await page.getByRole("heading", { level: 1, name: "Ada Vale" }).waitFor();
  await eventually(page, () => canonical(), "/missions/garden-1/astronauts/ada");
  await eventually(page, () => page.getByRole("link", { name: "Ada Vale" }).getAttribute("href"), "/astronauts/ada");
  await open("/missions/garden-1/crew");
  await page.getByRole("row").nth(1).waitFor();
  await eventually(page, () => canonical(), "/missions/garden-1/astronauts");
});

test("a record: the ones before and after it in the list, across pages and after a reload", { skip }, async (t) => {
  const { page, open } = await visit(t, space);
  const list = page.getByRole("navigation", { name: "The list" });
  await open("/missions?operator_contains=garden&limit=2&sort=id:desc");
  await page.getByRole("link", { name: "Garden 4" }).click();
  await list.getByText("2 of 5").waitFor();
  await page.getByRole("link", { name: "Next in the list" }).click();
  await page.getByRole("heading", { level: 1, name: "Garden 3" }).waitFor();
  await list.getByText("3 of 5").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Previous in the list" }).click();
  await page.getByRole("heading", { level: 1, name: "Garden 4" }).waitFor();
  await list.getByText("2 of 5").click();
  await page.getByRole("heading", { level: 1, name: /^Missions/ }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("operator_contains"), "garden");
});

test("a record: as JSON, every number is as it was sent", { skip }, async (t) => {
  const { page, open } = await visit(t, second);
  const draft = { title: "Numbers", university_id: "old", extra: { large: 12345678901234567890n.toString() } };
  await second.put("/api/universities/old", { name: "Old" });
  const created = await second.post("/api/courses", draft);
  await open(`/courses/${created.body.id}`);
  await page.getByRole("link", { name: "JSON" }).click();
  const sent = (await second.get(`/api/courses/${created.body.id}`)).text;
  // The record itself shows `extra` in a pre, until the tab has changed.
  const shown = () => page.locator("pre").innerText();
  await eventually(page, shown, /^\{\n {2}"id": /);
  assert.equal((await shown()).replace(/\s/g, ""), sent.replace(/\s/g, ""));
});

test("a record that is loading: a moment of nothing, then bars in its place", { skip }, async (t) => {
  const { page, open } = await visit(t, space);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/planets/earth?*", async (route) => {
    await asked;
    await route.continue();
  });
  await open("/planets/earth");
  await page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
  answer();
  await page.getByRole("heading", { level: 1, name: "Earth" }).waitFor();
  await page.getByText("Loading").waitFor({ state: "detached" });
});

test("a record that does not exist: near ids, and near names of other kinds", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, space);
  expect(/status of 404/);
  await open("/missions/gardn-2");
  await page.getByRole("link", { name: "Garden 2" }).waitFor();
  await open("/planets/moon");
  await page.getByRole("link", { name: "Moon", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Moon" }).waitFor();
});

const DOMAINS = [
  ["space", space],
  ["second domain", second],
] as const;
for (const [name, served] of sampleOf(DOMAINS, 2, 0))
  test(`${name}: every kind of record fits a phone`, { skip, timeout: 120_000 }, async (t) => {
    const records = new RecordFactory(served);
    const { page, open } = await visit(t, served, { width: 390, key: ADMIN_KEY });
    for (const resource of served.catalog.resources.filter(({ isSystem }) => !isSystem)) {
      const { path } = await records.create(resource, "every");
      await open(path.replace("/api", ""));
      await page.locator("dl.facts, dl.values").first().waitFor();
      const overflow = await page.evaluate("document.scrollingElement.scrollWidth - innerWidth");
      assert.equal(overflow, 0, path);
    }
  });
