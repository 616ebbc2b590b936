/** Proves that pages show records as their declaration says (§11.3 `page`), in a domain that exists only here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection, membership } from "../engine/declare/declare.ts";
import { count, date, decimal, integer, list, object, oneOf, reference, text } from "../engine/declare/fields.ts";
import { timeline } from "../engine/declare/pages/pictures.ts";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium as skip } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveForFile } from "./support/http/serve.ts";

const books = collection("books", { one: "book", about: "Books.", fields: { title: text().required().listed() } });

const towers = collection("towers", {
  one: "tower",
  about: "Bell towers.",
  fields: {
    name: text().required().listed(),
    style: oneOf("gothic", "modern"),
    height_m: decimal().above(0),
    built_on: date(),
    torn_down_on: date(),
    architect: text(),
    motto: text(),
    silent_hours: decimal().atLeast(0),
    alloy: list(object({ metal: text().required(), share: decimal().atLeast(0).atMost(1).required() })),
    known_bells: integer().atLeast(0),
    bell_count: count("bells"),
    clock_count: count("clocks"),
    citations: list(object({ book_id: reference("books").required(), fields: list(text()), page: text() })).keyed({
      parameter: "book",
      about: "A book that says it.",
      members: ["book_id"],
      to: "books",
      fieldsIn: "fields",
    }),
  },
  page: {
    lead: [
      { field: "built_on", until: "torn_down_on", label: "Stood" },
      { field: "height_m", compare: "old" },
      { field: "bell_count", label: "Bells", of: "known_bells" },
      { field: "style", note: "as the guide says" },
      { field: "silent_hours", label: "Silent" },
    ],
    columns: ["name", "height_m", "style", "built_on", "architect", "motto"],
    sections: ["clocks", "ringers", "bells"],
  },
  pictures: [timeline({ from: "built_on", to: "torn_down_on", lanes: ["style"] })],
});

const bells = collection("bells", {
  of: towers,
  one: "bell",
  about: "The bells of a tower.",
  fields: { name: text().required().listed(), mass_kg: decimal().above(0) },
  page: { columns: ["name", "mass_kg"], order: "mass_kg:desc" },
});

const clocks = collection("clocks", {
  of: towers,
  one: "clock",
  about: "The clocks of a tower.",
  fields: { name: text().required().listed(), maker: text(), dials: integer().atLeast(0), strikes: text() },
  page: { columns: ["name", "maker", "dials", "strikes"], order: "dials:desc" },
});

const ringers = collection("ringers", {
  one: "ringer",
  about: "People who ring.",
  fields: { name: text().required().listed(), country: text() },
});

const band = membership("band", {
  of: towers,
  member: ringers,
  one: "band_member",
  segment: "ringers",
  about: "The people who ring in a tower.",
  fields: { role: text().usual("captain", "steward").required().listed() },
  page: { columns: ["name", "role", "profile.country"], order: "role" },
  shows: ["name"],
  links: { profile: "ringers/{id}" },
  reverse: { segment: "towers", shows: ["name"], showsOwn: ["role"], links: { self: "towers/{id}" } },
});

const served = await serveForFile([books, towers, bells, clocks, ringers, band]);
await served.put("/api/books/guide", { title: "The Guide" });
await served.put("/api/towers/old", { name: "Old Tower", height_m: 20 });
await served.put("/api/towers/tall", {
  ...{ name: "Tall Tower", height_m: 50, style: "gothic", built_on: "1911-03-02", torn_down_on: "1911-03-30" },
  ...{ architect: "Ann Hill", known_bells: 5, silent_hours: 480 },
  alloy: [
    { metal: "copper", share: 0.785 },
    { metal: "tin", share: 0.21 },
  ],
  citations: [{ book_id: "guide", fields: ["height_m", "architect"], page: "12" }],
});
await served.put("/api/towers/tall/bells/little", { name: "Little", mass_kg: 90 });
await served.put("/api/towers/tall/bells/great", { name: "Great", mass_kg: 900 });
for (const [name, dials, strikes] of [
  ["North", 1, "hours"],
  ["South", 4, "quarters"],
  ["West", 2, null],
]) {
  await served.post("/api/towers/tall/clocks", { name, maker: "Hall", dials, strikes });
}
for (const [id, name, role, country] of [
  ["ada", "Ada", "tenor", "Wales"],
  ["bob", "Bob", "steward", "England"],
  ["cy", "Cy", "captain", "Malta"],
]) {
  await served.put(`/api/ringers/${id}`, { name, country });
  await served.put(`/api/towers/tall/ringers/${id}`, { role });
}

test("§11.3 page: a record leads with its facts: periods, comparisons, parts of a number, notes", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall");
  const facts = page.locator("dl.facts > div");
  await eventually(page, () => facts.allInnerTexts().then((all) => all.map((each) => each.replaceAll(/\s+/g, " "))), [
    "Stood 2–30 March 1911",
    "Height 50 m1 2.5 × Old Tower",
    "Bells 2 of 5 known bells",
    "Style gothic as the guide says",
    "Silent 20 days 480 h",
  ]);
  assert.deepEqual(await axeFindings(page), []);
  await open("/towers/old");
  // It is the one that others are compared with, and no bell of it is recorded.
  await eventually(page, () => facts.allInnerTexts().then((all) => all.map((each) => each.replaceAll(/\s+/g, " "))), [
    "Height 20 m",
  ]);
});

test("§11.3 page: parts stand in their order, and so do the records in them", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall");
  await page.getByRole("link", { name: "Great" }).waitFor();
  await page.getByRole("link", { name: "Cy" }).waitFor();
  const headings = page.locator("article h2");
  await page.getByRole("heading", { name: "At the same time" }).waitFor();
  assert.deepEqual((await headings.allInnerTexts()).slice(1), [
    "Clocks",
    "Ringers",
    "Bells",
    "More facts",
    "Sources",
    "About this record",
  ]);
  const rows = (heading: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: heading }) }).locator("tbody tr");
  assert.deepEqual(
    (await rows("Ringers").allInnerTexts()).map((each) => each.split(/\s+/)),
    [
      ["Cy", "captain", "Malta"],
      ["Bob", "steward", "England"],
      ["Ada", "tenor", "Wales"],
    ],
  );
  assert.match((await rows("Bells").allInnerTexts()).join("; "), /^Great\s+900.*; Little\s+90/s);
  // Parts that hold nothing come last, in the same order.
  await open("/towers/old");
  await eventually(page, async () => (await headings.allInnerTexts()).slice(0, 3), ["Ringers", "Clocks", "Bells"]);
  assert.equal(await page.locator("dl.values", { hasText: "Clock count" }).count(), 0);
});

test("page: what all rows of a part have in common is said once; the order is drawn as bars", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall");
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Clocks" }) });
  await section.getByRole("link", { name: "South" }).waitFor();
  assert.match(await section.locator("header").innerText(), /^Clocks\s+3\s+maker Hall/);
  assert.deepEqual(await section.getByRole("columnheader").allInnerTexts(), ["Name", "Dials", "Strikes"]);
  const widths = await section.locator(".bar-cell i").evaluateAll((bars) => bars.map((bar) => bar.style.width));
  assert.deepEqual(widths, ["100%", "50%", "25%"]);
});

test("page: shares of a whole are written and drawn as per cent", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall");
  const rows = page.locator("dd tr", { has: page.locator(".bar-cell") });
  await eventually(page, async () => (await rows.allInnerTexts()).map((each) => each.split(/\s+/).join(" ").trim()), [
    ...["copper 78.5 %", "tin 21 %"],
  ]);
});

test("§11.3 page: a value leads to its source; fields without a value are named in a line", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall");
  await page.getByText("No value: motto").waitFor();
  await page.locator("dl.values").getByRole("link", { name: "Source 1" }).click();
  const source = page.locator("li:target");
  await eventually(page, () => source.innerText(), /^1\s+The Guide, 12\s+height, architect$/);
  assert.equal(await source.getByRole("link").getAttribute("href"), "/books/guide");
});

test("§11.3 page: a list has its columns, and those by which it is sorted and filtered; a phone the first ones", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, served);
  const heads = () => page.getByRole("columnheader").allInnerTexts();
  await open("/towers");
  await eventually(page, async () => (await heads()).map((each) => each.split(/\s/)[0]), [
    ...["Name", "Height", "Style", "Built", "Architect", "Motto"],
  ]);
  await open("/towers?sort=known_bells:desc&torn_down_on_exists=true");
  await eventually(page, async () => (await heads()).slice(-2).map((each) => each.split(/\s/)[0]), ["Known", "Torn"]);
  await page.getByRole("link", { name: "Tall Tower" }).click();
  await page.getByRole("heading", { level: 1, name: "Tall Tower" }).waitFor();
  // The way back has the address of the list, not what was requested for its columns.
  await page.getByRole("link", { name: "1 of 1" }).click();
  await page.waitForURL((url) => url.search === "?sort=known_bells:desc&torn_down_on_exists=true");
  const phone = await visit(t, served, { width: 390 });
  await phone.open("/towers");
  await phone.page.getByRole("link", { name: "Tall Tower" }).waitFor();
  assert.equal(await phone.page.getByText("Motto").count(), 0);
  await phone.page.getByText("Ann Hill").waitFor();
});

test("§11.3 page: what is chosen as columns is asked of the service, and nothing of other records", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, served);
  await open("/towers/tall/ringers");
  await page.getByRole("columnheader", { name: "Country" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: /^Created at/ }).check();
  await page.waitForURL((url) => url.searchParams.get("fields") === "name,role,created_at");
});

test("§11.3 page: nothing moves while the parts of a record arrive one after another", { skip }, async (t) => {
  const { page, open } = await visit(t, served);
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // The first part, and what a fact is compared with, come last.
  for (const url of ["**/api/towers/tall/ringers?*", "**/api/towers?id=old*"])
    await page.route(url, async (route) => {
      await late;
      await route.continue();
    });
  await open("/towers/tall");
  // Hidden, it has no role.
  const below = page.locator("a", { hasText: "Great" });
  await below.waitFor({ state: "attached" });
  assert.equal(await below.isVisible(), false);
  arrive();
  await page.getByRole("link", { name: "Great" }).waitFor();
  await page.getByText("2.5 × Old Tower").waitFor();
  const shift: number = await page.evaluate("window.shift");
  assert.ok(shift <= 0.01, `${shift}`);
});

test("a record whose picture cannot be loaded is still a record", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  expect(/Failed to load resource|Failed to fetch dynamically imported module|ERR_FAILED/);
  await page.route("**/-/assets/drawn-face-*.js", (route) => route.abort());
  await open("/towers/tall");
  await page.getByRole("link", { name: "Great" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "At the same time" }).count(), 0);
});
