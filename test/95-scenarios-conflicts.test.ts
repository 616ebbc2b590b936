/** Scenarios 22 to 25 of the explorer: two people edit the same record, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Locator, Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { type Visitor, type VisitSettings, visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
/** Long enough to be compared by words. */
const longText = (hours: string) =>
  `They walked for ${hours} hours on a dusty surface, and brought back a box of stones.`;

/** A kind of record that two people edit. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  /** Two texts of it, by name and label. */
  readonly one: readonly [name: string, label: string];
  readonly other: readonly [name: string, label: string];
  /** Changes something that the record only derives. */
  readonly touch: (served: Served, id: string) => Promise<unknown>;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        record: { name: "Two editors", operator: "NASA", description: longText("two") },
        one: ["operator", "Operator"],
        other: ["description", "Description"],
        touch: (served, id) =>
          served.post(`/api/missions/${id}/astronauts`, { astronaut_id: "neil-armstrong", role: "commander" }),
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/universities",
        record: { name: longText("two"), city: "Bologna" },
        one: ["city", "City"],
        other: ["name", "Name"],
        touch: (served, id) => served.post("/api/courses", { title: "Law", university_id: id }),
      },
    ];

let count = 0;

/** A record of its own for a test, and somebody who has opened its form. */
async function editing(
  t: TestContext,
  { served, list, record }: Setting,
  settings: VisitSettings = {},
): Promise<
  Visitor & {
    readonly path: string;
    readonly id: string;
    readonly field: (label: string) => ReturnType<Page["getByRole"]>;
  }
> {
  const id = `edited-${++count}`;
  const path = `${list}/${id}`;
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  const visitor = await visit(t, served, { key: ADMIN_KEY, ...settings });
  await visitor.open(`${path}/-/edit`);
  await visitor.page.getByRole("heading", { level: 1, name: "Edit" }).waitFor();
  return { ...visitor, path, id, field: (label) => visitor.page.getByRole("textbox", { name: label, exact: true }) };
}

/** The requests with which a page saves. */
function patchesOf(page: Page): Request[] {
  const patches: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") patches.push(request);
  });
  return patches;
}

const hasFocus = (page: Page, control: Locator) => control.and(page.locator(":focus")).waitFor();

/** The words that are marked as removed and added, in a side of a conflict. */
async function wordsMarked(dialog: Locator, radio: string): Promise<string[][]> {
  const side = dialog.locator("label", { has: dialog.page().getByRole("radio", { name: radio }) });
  return Promise.all(["del", "ins"].map((tag) => side.locator(tag).allInnerTexts()));
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Save/ }).click();
}

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, one, other, touch } = setting;
  const [[name, label], [otherName, otherLabel]] = [one, other];

  test(`explorer 22, ${domain}: what only follows from other records does not stop Save: it is sent again`, {
    skip,
  }, async (t) => {
    const { page, path, id, field, expect } = await editing(t, setting);
    expect(/status of 412/);
    const patches = patchesOf(page);
    await field(label).fill("Mine");
    await touch(served, id);
    await save(page);
    await eventually(page, () => addressOf(page), path);
    assert.equal(patches.length, 2);
    const [first, second] = await Promise.all(patches.map((request) => request.allHeaders()));
    assert.notEqual(first!["if-match"], second!["if-match"]);
    assert.deepEqual(patches[1]!.postDataJSON(), { [name]: "Mine" });
    assert.equal((await served.get(`/api${path}`)).body[name], "Mine");
    await eventually(page, () => page.getByRole("dialog").count(), 0);
  });

  test(`explorer 23, ${domain}: changes of other fields stay; the dialog says who made them, and saves on top`, {
    skip,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 412/);
    await field(label).fill("Mine");
    await served.patch(`/api${path}`, { [otherName]: "Theirs" });
    await save(page);
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.getByText("admin", { exact: true }).waitFor();
    await dialog.getByText(otherLabel.toLowerCase(), { exact: true }).waitFor();
    assert.equal((await served.get(`/api${path}`)).body[name], setting.record[name], "nothing is overwritten yet");
    await dialog.getByRole("button", { name: "Save mine on top" }).click();
    await eventually(page, () => addressOf(page), path);
    const { body } = await served.get(`/api${path}`);
    assert.deepEqual([body[name], body[otherName]], ["Mine", "Theirs"]);
  });

  test(`explorer 24, ${domain}: where both changed a field, each is chosen; and again, if somebody saves once more`, {
    skip,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 412/);
    await field(label).fill("My one");
    await field(otherLabel).fill(longText("three"));
    await served.patch(`/api${path}`, {
      [name]: "Their one",
      [otherName]: longText("ten"),
    });
    await save(page);
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.getByText("2 fields were changed by both of you").waitFor();
    await eventually(page, () => wordsMarked(dialog, `${otherLabel}: theirs`), [["two"], ["ten"]]);
    await eventually(page, () => wordsMarked(dialog, `${otherLabel}: mine`), [["two"], ["three"]]);
    assert.deepEqual(await axeFindings(page), []);
    await eventually(page, () => dialog.getByRole("radio", { name: `${label}: mine` }).isChecked(), true);
    await dialog.getByRole("radio", { name: `${otherLabel}: theirs` }).check();
    // Meanwhile, once more.
    await served.patch(`/api${path}`, { [name]: "Their second" });
    await dialog.getByRole("button", { name: "Save this" }).click();
    await dialog.getByText("One field was changed by both of you").waitFor();
    await dialog.getByText("Their second").waitFor();
    await dialog.getByRole("button", { name: "Save this" }).click();
    await eventually(page, () => addressOf(page), path);
    const { body } = await served.get(`/api${path}`);
    assert.deepEqual([body[name], body[otherName]], ["My one", longText("ten")]);
  });

  test(`explorer 24, ${domain}: on a phone, all of theirs or all of mine are chosen at once`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting, { width: 390 });
    expect(/status of 412/);
    await field(label).fill("Mine");
    await field(otherLabel).fill("Mine too");
    await served.patch(`/api${path}`, { [name]: "Theirs", [otherName]: "Theirs too" });
    await save(page);
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    const chosen = (side: string) =>
      Promise.all([label, otherLabel].map((each) => dialog.getByLabel(`${each}: ${side}`).isChecked()));
    await dialog.getByRole("button", { name: "all theirs" }).click();
    await eventually(page, () => chosen("theirs"), [true, true]);
    await dialog.getByRole("button", { name: "all mine" }).click();
    await eventually(page, () => chosen("mine"), [true, true]);
    assert.deepEqual(await axeFindings(page), []);
  });

  test(`explorer 24, ${domain}: the focus is on Save after Escape, and at the first field for editing by hand`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 412/);
    await field(label).fill("Mine");
    await served.patch(`/api${path}`, { [name]: "Theirs" });
    await save(page);
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(page, page.getByRole("button", { name: "Save 1 change" }));
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Edit by hand" }).click();
    await hasFocus(page, field(label));
  });

  test(`explorer 24, ${domain}: one is told at once that somebody else saved, wherever the form is scrolled to`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, path, field } = await editing(t, setting, { width: 390 });
    await page.setViewportSize({ width: 390, height: 400 });
    await field(label).fill("Mine");
    await page.mouse.wheel(0, 5_000);
    const bottom = () => page.evaluate("document.documentElement.scrollHeight - innerHeight - scrollY < 2");
    await eventually(page, bottom, true);
    await served.patch(`/api${path}`, { [name]: "Theirs" });
    const note = page.locator(".note", { hasText: "Changed:" });
    await note.getByText(label.toLowerCase(), { exact: true }).waitFor();
    await eventually(page, bottom, true);
    const [box, bar] = await Promise.all([note.boundingBox(), page.getByRole("banner").boundingBox()]);
    assert.ok(box!.y >= bar!.y + bar!.height - 1 && box!.y + box!.height < 400, JSON.stringify({ box, bar }));
  });

  test(`explorer 24, ${domain}: one can go on by hand, on top of what the other saved`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 412/);
    await field(label).fill("Mine");
    await served.patch(`/api${path}`, { [name]: "Theirs" });
    await save(page);
    await page.getByRole("dialog").getByRole("button", { name: "Edit by hand" }).click();
    await eventually(page, () => field(label).inputValue(), "Mine");
    await field(label).fill("Both");
    await save(page);
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.get(`/api${path}`)).body[name], "Both");
  });

  test(`explorer 25, ${domain}: a record that was deleted meanwhile is restored with the changes`, {
    skip,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 404/);
    await field(label).fill("Mine");
    assert.equal((await served.delete(`/api${path}`)).status, 204);
    await save(page);
    const dialog = page.getByRole("dialog", { name: /was deleted$/ });
    await dialog.getByText("admin", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Restore with my changes" }).click();
    await eventually(page, () => addressOf(page), path);
    const { body } = await served.get(`/api${path}`);
    assert.deepEqual([body[name], body[otherName]], ["Mine", setting.record[otherName] ?? null]);
  });

  test(`explorer 25, ${domain}: what was entered survives a reload after the record was deleted`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, path, field, expect } = await editing(t, setting);
    expect(/status of 404/);
    await field(label).fill("Mine");
    assert.equal((await served.delete(`/api${path}`)).status, 204);
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await field(label).waitFor();
    await eventually(page, () => field(label).inputValue(), "Mine");
    await save(page);
    await page
      .getByRole("dialog", { name: /was deleted$/ })
      .getByRole("button", { name: "Discard my changes" })
      .click();
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.get(`/api${path}`)).status, 404);
  });

  test(`explorer, ${domain}: two people with a browser each: the second to save sees what the first has saved`, {
    skip: skipDetails,
  }, async (t) => {
    const first = await editing(t, setting, { isolated: true });
    const second = await visit(t, served, { key: ADMIN_KEY, isolated: true });
    second.expect(/status of 412/);
    await second.open(`${first.path}/-/edit`);
    const theirs = second.page.getByRole("textbox", { name: label, exact: true });
    await theirs.fill("The second");
    await first.field(label).fill("The first");
    await save(first.page);
    await eventually(first.page, () => addressOf(first.page), first.path);
    await save(second.page);
    const dialog = second.page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.getByText("The first").waitFor();
    await dialog.getByRole("button", { name: "all theirs" }).click();
    await dialog.getByText("none of these changes is saved").waitFor();
    await dialog.getByRole("button", { name: "Save this" }).click();
    await eventually(second.page, () => addressOf(second.page), first.path);
    assert.equal((await served.get(`/api${first.path}`)).body[name], "The first");
  });
}

test("explorer 24, space: a date and how much of it is known are one change, and one choice", {
  skip: skipDetails,
}, async (t) => {
  const [{ served }] = SETTINGS as [Setting];
  const path = "/missions/known-roughly";
  const record = { name: "Known roughly", launch_date: "2030-03-01", launch_date_precision: "month" };
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 412/);
  await open(`${path}/-/edit`);
  const date = page.getByLabel("Launch date", { exact: true });
  await date.fill("2030-05-17");
  await served.patch(`/api${path}`, { launch_date: "2031-01-01", launch_date_precision: "year" });
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
  await dialog.getByText("One field was changed by both of you").waitFor();
  await eventually(page, () => dialog.getByRole("radio").count(), 2);
  await dialog.getByRole("radio", { name: "Launch date: theirs" }).check();
  await dialog.getByRole("button", { name: "Save this" }).click();
  await eventually(page, () => addressOf(page), path);
  const { body } = await served.get(`/api${path}`);
  assert.deepEqual([body.launch_date, body.launch_date_precision], ["2031-01-01", "year"]);
});

test("explorer 24, space: of a date, what one did not touch is saved as one has seen it", {
  skip: skipDetails,
}, async (t) => {
  const [{ served }] = SETTINGS as [Setting];
  const path = "/missions/known-by-month";
  const record = { name: "Known by month", launch_date: "2030-03-01", launch_date_precision: "month" };
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 412/);
  await open(`${path}/-/edit`);
  await page.getByLabel("Launch date", { exact: true }).fill("May 2030");
  await served.patch(`/api${path}`, { launch_date: "2030-01-01", launch_date_precision: "year" });
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
  await dialog.getByText("May 2030").waitFor();
  await dialog.getByRole("button", { name: "Save this" }).click();
  await eventually(page, () => addressOf(page), path);
  const { body } = await served.get(`/api${path}`);
  assert.deepEqual([body.launch_date, body.launch_date_precision], ["2030-05-01", "month"]);
});

test("explorer 24, space: a conflict of a one-to-one has its whole name, and lists are shown as blocks", {
  skip: skipDetails,
}, async (t) => {
  const [{ served }] = SETTINGS as [Setting];
  const path = "/planets/conflicting/atmosphere";
  const gas = (name: string, part: number) => ({ gas: name, volume_fraction: part });
  await served.put("/api/planets/conflicting", { name: "Conflicting", planet_type: "dwarf" });
  await served.put(`/api${path}`, { composition: [gas("N2", 0.5), gas("O2", 0.25)] });
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 412/);
  await open(`${path}/-/edit`);
  await page.locator("[id='form/composition/1/volume_fraction']").fill("0.125");
  await served.patch(`/api${path}`, { composition: [gas("N2", 0.75), gas("O2", 0.25)] });
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Somebody else saved Atmosphere of Conflicting first" });
  const before = dialog.locator("td.was");
  await eventually(page, () => before.innerText(), /^N2\s+0.5\s*\n\s*O2\s+0.25\s*$/);
});
