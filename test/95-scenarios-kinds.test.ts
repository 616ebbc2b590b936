/** What the controls of special fields do (scenario 19 of the explorer), in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { enter } from "./support/browser/enter.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined! : await serveBuiltIn();
const second = skip ? undefined! : await serveSecond();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const at = (page: Page, pointer: string) => page.locator(`[id="form${pointer}"]`);

/** The domains, each with a record whose number is counted unless it is planned, a number, and any JSON. */
const SETTINGS = skip
  ? []
  : ([
      {
        domain: "space",
        served: space,
        counted: ["/missions/apollo-11", "crew_size", "Crew size", 3],
        number: ["/planets/mars", "mass_kg"],
        json: ["/missions/apollo-11/data/sized", "payload", 65_536],
        sample: { instrument: "ALSEP", parameter: "size", collected_at: "1969-07-21T02:56:15Z" },
        derived: ["/planets/mars", "Moon count", "2"],
      },
      {
        domain: "second domain",
        served: second,
        counted: ["/courses/optics", "seats", "Seats", 2],
        number: ["/products/lamp", "price"],
        json: ["/courses/sized", "extra", 1_024],
        sample: { title: "Sized", university_id: "alma" },
        derived: ["/students/ann", "Credits", "5"],
      },
    ] as const);

for (const { domain, served, counted, number, json, sample, derived } of sampleOf(SETTINGS, 2, 1)) {
  test(`explorer 19, ${domain}: a number is counted, or planned, or counted again`, { skip }, async (t) => {
    const [path, name, label, count] = counted;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const valueNow = async () => (await served.get(`/api${path}`)).body[name];
    await open(`${path}/-/edit`);
    const group = page.getByRole("radiogroup", { name: label });
    await group.getByText(`counted: ${count}`, { exact: true }).waitFor();
    await group.getByText("planned", { exact: true }).click();
    await enter(page, `/${name}`, count + 4);
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.equal(await valueNow(), count + 4);
    await open(`${path}/-/edit`);
    await eventually(page, () => at(page, `/${name}`).inputValue(), String(count + 4));
    await group.getByText("counted", { exact: false }).click();
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.equal(await valueNow(), count);
  });

  test(`explorer 20, ${domain}: a power of ten that is rounded says so`, { skip: skipDetails }, async (t) => {
    const [path, name] = number;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    await enter(page, `/${name}`, "6.4169e23");
    await page.getByText("≈ 6.417 × 10").waitFor();
    await enter(page, `/${name}`, "6.417e23");
    await page.getByText("= 6.417 × 10").waitFor();
  });

  test(`explorer 19, ${domain}: how many bytes JSON has is counted, and too many are said while typing`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, name, limit] = json;
    assert.equal((await served.put(`/api${path}`, sample)).status, 201);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    const most = limit.toLocaleString("en-GB");
    await enter(page, `/${name}`, '{ "é": [1, 2] }');
    await page.getByText(`JSON, 12 of ${most} bytes`, { exact: true }).waitFor();
    const tooMuch = { text: "x".repeat(limit) };
    await enter(page, `/${name}`, tooMuch);
    const field = page.locator(".field", { has: at(page, `/${name}`) }).last();
    await field.getByText(`At most ${most} bytes are allowed`).waitFor();
    await enter(page, `/${name}`, { text: "x".repeat(limit - 11) });
    await page.getByText(`JSON, ${most} of ${most} bytes`, { exact: true }).waitFor();
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
  });

  test(`explorer 19, ${domain}: what the service sets is below the form, for reading`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, label, value] = derived;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    const section = page.locator("details", { hasText: "Set by the service" });
    await section.locator("summary").click();
    const term = section.locator("dt", { hasText: label });
    await eventually(page, () => term.locator("xpath=following-sibling::dd[1]").innerText(), value);
    assert.deepEqual(await axeFindings(page), []);
    for (const name of ["created_at", "updated_at"]) assert.equal(await at(page, `/${name}`).count(), 0);
  });
}

test("explorer, space: names of the service keep their capitals, and a missing record is asked for", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/api-keys");
  await page.getByRole("searchbox", { name: "Search API keys" }).waitFor();
  await page.getByRole("heading", { name: "No API keys yet" }).waitFor();
  await open("/missions/-/new");
  await page.getByText("Not in the list? New mission").waitFor();
});

/** Lists whose fields have every kind between them, each with the fields that a record needs, and its values. */
const CLEARED = skip
  ? []
  : ([
      [
        space,
        "/missions",
        "name",
        {
          name: "Cleared",
          description: "Two\nlines",
          operator: "NASA",
          destination: "mars",
          launch_date: "2031-01-01",
          mission_type: "orbiter",
        },
      ],
      [space, "/planets", "name planet_type", { name: "Cleared", planet_type: "dwarf", mass_kg: 1.5e21 }],
      [
        space,
        "/missions/apollo-11/data",
        "instrument parameter collected_at",
        {
          instrument: "ALSEP",
          parameter: "cleared",
          collected_at: "1969-07-21T02:56:15.000Z",
          value: -1.5,
          location: { body: "Moon" },
          payload: { a: [1] },
          notes: "A note",
        },
      ],
      [
        second,
        "/courses",
        "title university_id",
        {
          title: "Cleared",
          university_id: "alma",
          department_id: "physics",
          starts_at: "2026-01-10T08:00:00.000Z",
          room: { building: "Old Hall", floor: 2 },
          extra: { a: 1 },
        },
      ],
      [
        second,
        "/products",
        "name",
        {
          name: "Cleared",
          price: 1.5,
          in_stock: true,
          sold_from: "2024-05-01",
          rating: 4,
          grade: "gold",
          tags: ["one", "two"],
        },
      ],
    ] as const);

for (const [served, list, required, values] of sampleOf(CLEARED, 2, 0))
  test(`explorer 19: in ${list}, every kind of value is created, and cleared again`, { skip }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${list}/-/new`);
    for (const [name, value] of Object.entries(values)) await enter(page, `/${name}`, value);
    await press(page, "Create");
    await eventually(page, () => page.getByRole("link", { name: "Edit" }).count(), 1);
    const path = addressOf(page);
    const { body } = await served.get(`/api${path}`);
    for (const [name, value] of Object.entries(values)) assert.deepEqual(body[name], value, name);

    const needed = required.split(" ");
    const cleared = Object.keys(values).filter((name) => !needed.includes(name));
    await open(`${path}/-/edit`);
    for (const name of cleared) await clear(page, name);
    await press(page, cleared.length === 1 ? "Save 1 change" : `Save ${cleared.length} changes`);
    await eventually(page, () => addressOf(page), path);
    const after = (await served.get(`/api${path}`)).body;
    for (const name of cleared) assert.ok(isNone(after[name]), `${name}: ${JSON.stringify(after[name])}`);
  });

/** Whether a record has no value of a field; nothing is in a list, and nobody is counted. */
function isNone(value: unknown): boolean {
  return value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Leaves a field without a value, as a person does. */
async function clear(page: Page, name: string): Promise<void> {
  const field = page.locator(".form-fields > .field", { has: page.locator(`[id="form/${name}-label"]`) });
  const none = field.getByText("–", { exact: true });
  const counted = field.getByText(/^counted/);
  const removing = field.getByRole("button", { name: /^Remove/ });
  if ((await none.count()) > 0 && (await field.getByRole("combobox").count()) === 0) return none.click();
  if ((await counted.count()) > 0) return counted.click();
  if ((await removing.count()) > 0) {
    while ((await removing.count()) > 0) await removing.first().click();
    return;
  }
  const control = at(page, `/${name}`);
  const isSelect = await control.evaluate(
    (element) => (element as unknown as { localName: string }).localName === "select",
  );
  if (isSelect) await control.selectOption("");
  else await control.fill("");
  await control.blur();
}

test("explorer 19, space: a list of objects sums up, and marks what is twice in it, and nothing else", {
  skip: skipDetails,
}, async (t) => {
  const path = "/planets/mars/atmosphere";
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  const rows = [
    { gas: "CO2", volume_fraction: 0.75 },
    { gas: "N2", volume_fraction: 0.25 },
  ];
  await space.patch(`/api${path}`, { composition: rows });
  await open(`${path}/-/edit`);
  await page.getByText("Sum: 1 of at most 1.005", { exact: true }).waitFor();
  await enter(page, "/composition/1/volume_fraction", "0.5");
  await page.getByText("Sum: 1.25 of at most 1.005", { exact: true }).waitFor();
  await enter(page, "/composition/1/gas", "CO2");
  await press(page, "Save 1 change");
  await page.getByText("Row 1 has the same.").waitFor();
  await page.getByText("The sum of volume_fraction is 1.25; at most 1.005 is allowed.").waitFor();
  const borders = (pointer: string) =>
    page.evaluate(`getComputedStyle(document.getElementById("form${pointer}").closest(".input")).borderColor`);
  const [twice, own, others] = await Promise.all(
    ["/composition/1/gas", "/composition/0/gas", "/composition/1/volume_fraction"].map(borders),
  );
  assert.notEqual(twice, own);
  assert.equal(own, others);
});

test("explorer 19, space: the word of a box is on its line", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/planets/mars/-/edit");
  const box = at(page, "/has_rings");
  const word = page.locator("label", { has: box }).getByText("no", { exact: true });
  const [boxPlace, wordPlace] = await Promise.all([box.boundingBox(), word.boundingBox()]);
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
  assert.ok(Math.abs(middleOf(boxPlace!) - middleOf(wordPlace!)) <= 1.5, JSON.stringify({ boxPlace, wordPlace }));
});

test("explorer 19, space: six words of which none is needed are side by side", { skip: skipDetails }, async (t) => {
  await space.put("/api/spacecraft/six-words", { name: "Six words", spacecraft_type: "probe" });
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/spacecraft/six-words/navigation-system/-/new");
  const group = page.getByRole("radiogroup", { name: "Guidance type" });
  await eventually(page, () => group.getByRole("radio").count(), 7);
});

test("explorer 19, space: a field that follows from another one says so, and can be set without that", {
  skip: skipDetails,
}, async (t) => {
  const path = "/astronauts/without-birth-date";
  await space.put(`/api${path}`, { name: "Without birth date", birth_date: "1990-01-01" });
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  await page.getByText("Set by the service while there is a birth date.").waitFor();
  await eventually(page, () => page.getByRole("textbox", { name: "Age" }).count(), 0);
  await enter(page, "/birth_date", "");
  await enter(page, "/age", 44);
  await press(page, "Save 2 changes");
  await eventually(page, () => addressOf(page), path);
  const { body } = await space.get(`/api${path}`);
  assert.deepEqual([body.birth_date, body.age], [null, 44]);
});

test("explorer 19, space: a field that other records hold says once what writing it changes, and changes it", {
  skip,
}, async (t) => {
  const path = "/astronauts/reassigned";
  await space.put(`/api${path}`, { name: "Reassigned" });
  await space.put("/api/missions/reassigning", { name: "Reassigning" });
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  const help = page.locator('[id="form/current_mission-help"]');
  await eventually(page, async () => (await help.innerText()).match(/Writing it changes/g)?.length, 1);
  await eventually(page, () => help.innerText(), /Writing it changes the crew\..*needs missions:write\.$/);
  await enter(page, "/current_mission", "reassigning");
  await enter(page, "/current_role", "pilot");
  await press(page, "Save 2 changes");
  await eventually(page, () => addressOf(page), path);
  const { body } = await space.get("/api/missions/reassigning/astronauts/reassigned");
  assert.equal(body.role, "pilot");
});

test("explorer 19, space: a member is created with its role, and a vehicle of the same mission", {
  skip,
}, async (t) => {
  await space.put("/api/astronauts/a-pilot", { name: "A pilot" });
  await space.put("/api/missions/with-vehicle", { name: "With a vehicle" });
  await space.put("/api/missions/with-vehicle/spacecraft/apollo-lm-5-eagle", { role: "lander" });
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/missions/with-vehicle/astronauts/-/new");
  await enter(page, "/astronaut_id", "a-pilot");
  await enter(page, "/role", "pilot");
  const vehicle = at(page, "/spacecraft_id");
  await vehicle.click();
  const release = await holdBack(page, /spacecraft\?name_contains=eagle/);
  await vehicle.fill("eagle");
  await page.waitForRequest(/name_contains=eagle/);
  // What is found already and still matches stays in place, so that a press on it is not lost.
  await page.getByRole("option", { name: /Eagle/ }).click();
  release();
  await press(page, "Create");
  await eventually(page, () => addressOf(page), "/missions/with-vehicle/astronauts/a-pilot");
  const { body } = await space.get("/api/missions/with-vehicle/astronauts/a-pilot");
  assert.deepEqual([body.role, body.spacecraft_id], ["pilot", "apollo-lm-5-eagle"]);
});
