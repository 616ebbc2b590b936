/** Scenarios 29 and 30 of the explorer: what a history shows, reverting, comparing and restoring, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Locator } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { type Visitor, type VisitSettings, visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A kind of record that changes, is deleted and comes back. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  /** A text of it, by name and label, with its values in turn. */
  readonly text: readonly [name: string, label: string, first: string, second: string, third: string];
  /** What else the second change sets, by name and label. */
  readonly other: readonly [name: string, label: string, value: string];
  /** A field that only follows from others, which the second change moves. */
  readonly derived: string | undefined;
  /** A number that is counted unless it is planned, and who are counted. */
  readonly count: readonly [name: string, label: string, list: string, one: string, body: Body];
  /** A record below it. */
  readonly child: readonly [list: string, body: Body] | undefined;
  /** The scope that writing takes. */
  readonly scope: string;
}

const LONG = "They walked for two hours on the surface, and came back with samples of it.";
const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        record: { name: "Past", description: LONG, operator: "N.A.S.A." },
        text: ["operator", "Operator", "N.A.S.A.", "NASA", "NASA and ESA"],
        other: ["description", "Description", LONG.replace("two", "ten")],
        derived: "Allowed transitions",
        count: ["crew_size", "Crew size", "astronauts", "neil-armstrong", { role: "commander" }],
        child: ["objectives", { title: "Come back" }],
        scope: "missions:write",
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/courses",
        record: { title: "First title", university_id: "alma", starts_at: "2026-01-01T00:00:00Z" },
        text: ["title", "Title", "First title", "Second title", "Third title"],
        other: ["department_id", "Department", "physics"],
        derived: "Allowed transitions",
        count: ["seats", "Seats", "students", "bob", { seat: "A1" }],
        child: undefined,
        scope: "courses:write",
      },
    ];

let count = 0;

/** Creates a record of its own for a test. @returns its page */
async function created({ served, list, record }: Setting): Promise<string> {
  const path = `${list}/past-${++count}`;
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  served.clock.advance(60_000);
  return path;
}

/** Changes a record. */
async function change({ served }: Setting, path: string, patch: Body): Promise<void> {
  assert.equal((await served.patch(`/api${path}`, patch)).status, 200);
  served.clock.advance(60_000);
}

/** Somebody who sees the history of a record. */
async function reading(
  t: TestContext,
  { served }: Setting,
  path: string,
  settings: VisitSettings = {},
): Promise<Visitor> {
  const visitor = await visit(t, served, { key: ADMIN_KEY, ...settings });
  await visitor.open(`${path}/-/history`);
  return visitor;
}

/** The rows of a table of changes: the label, and the values. */
async function rowsIn(part: Locator): Promise<string[]> {
  const rows = await part.getByRole("row").allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

for (const setting of sampleOf(SETTINGS, 2, 1)) {
  const { domain, served, record, text, other, derived } = setting;
  const [name, label, first, second, third] = text;
  const [otherName, otherLabel, otherValue] = other;
  const states = domain === "space" ? ["active"] : ["open"];

  test(`explorer 29, ${domain}: a history shows only what changed, and derived fields apart`, { skip }, async (t) => {
    const path = await created(setting);
    await change(setting, path, { [name]: second, [otherName]: otherValue, status: states[0] });
    const { page } = await reading(t, setting, path);
    const event = page
      .getByRole("article")
      .filter({ has: page.getByRole("heading", { name: "Changed" }) })
      .last();
    await event.getByRole("row", { name: new RegExp(`^${label}`) }).waitFor();
    const labels = (await event.getByRole("rowheader").allInnerTexts()).map((each) => each.trim());
    assert.deepEqual(labels.sort(), [label, otherLabel, "Status", derived!].sort());
    await eventually(page, () => event.getByRole("row", { name: new RegExp(`^${derived}`) }).innerText(), /derived$/);
    await eventually(
      page,
      () =>
        event
          .getByRole("row", { name: new RegExp(`^${derived}`) })
          .locator("del, ins")
          .count(),
      0,
    );
    if (domain === "space")
      await eventually(
        page,
        () =>
          event
            .getByRole("row", { name: /^Description/ })
            .locator("del, ins")
            .allInnerTexts(),
        ["two", "ten"],
      );
  });

  test(`explorer 29, ${domain}: what was counted is derived; a planned number is not`, {
    skip: skipDetails,
  }, async (t) => {
    const [counted, countedLabel, members, member, membership] = setting.count;
    const path = await created(setting);
    await served.put(`/api${path}/${members}/${member}`, membership);
    served.clock.advance(60_000);
    await change(setting, path, { [counted]: 4 });
    const { page } = await reading(t, setting, path);
    const rows = page.getByRole("row", { name: new RegExp(`^${countedLabel}`) });
    await eventually(page, async () => (await rows.allInnerTexts()).map((each) => /derived$/.test(each.trim())), [
      false,
      true,
      false,
    ]);
    await eventually(page, () => page.getByRole("button", { name: "Revert …" }).count(), 1); // Only the plan can be reverted.
    await page.getByRole("button", { name: "Revert …" }).click();
    const box = page.getByRole("dialog").getByRole("checkbox", { name: countedLabel, exact: true });
    await box.waitFor();
    await eventually(page, () => box.isChecked(), false); // It may have been counted before.
    // Seen by axe, narrow and dark, with what is open over the page.
    assert.deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Compare two versions" }).click();
    await page.getByRole("combobox", { name: "From" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await eventually(page, () => page.evaluate("document.documentElement.scrollWidth"), 320);
  });

  test(`explorer, ${domain}: changes of one caller, or of one kind, are chosen from a change, and the address says it`, {
    skip: skipDetails,
  }, async (t) => {
    const path = await created(setting);
    await change(setting, path, { [name]: second });
    const { secret, id } = await createKey(served, [setting.scope]);
    await served.patch(`/api${path}`, { [name]: third }, { credential: secret });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const entries = page.getByRole("article");
    await open("/-/changes");
    await entries
      .first()
      .getByRole("link", { name: `key:${id}` })
      .click();
    await eventually(page, () => addressOf(page), `/-/changes?actor=key:${id}`);
    await eventually(page, () => entries.count(), 1);
    await entries
      .first()
      .getByRole("link", { name: /changed$/ })
      .click();
    await eventually(page, () => new URL(page.url()).searchParams.get("type")?.endsWith(".updated"), true);
    await entries
      .first()
      .getByRole("link", { name: `key:${id}` })
      .click();
    await eventually(page, () => new URL(page.url()).searchParams.has("actor"), false);
    await eventually(
      page,
      () =>
        entries
          .filter({ has: page.getByRole("link", { name: "admin", exact: true }) })
          .count()
          .then((n) => n > 0),
      true,
    );
    // The same in the history of one record, which then is no whole one.
    await open(`${path}/-/history?actor=admin`);
    await page.getByText("Only changes that match are shown.").waitFor();
    await eventually(page, () => entries.locator(".who").count(), 2);
    await page.getByRole("link", { name: "Show all" }).click();
    await eventually(page, () => entries.locator(".who").count(), 3);
  });

  test(`explorer 29, ${domain}: one field of a change is put into the form, and saved like any edit`, {
    skip,
  }, async (t) => {
    const path = await created(setting);
    await change(setting, path, { [name]: second, [otherName]: otherValue, status: states[0] });
    const { page } = await reading(t, setting, path);
    await page.getByRole("button", { name: "Revert …" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Revert this change" });
    const box = (field: string) => dialog.getByRole("checkbox", { name: field, exact: true });
    await box(label).waitFor();
    await eventually(page, () => Promise.all([label, otherLabel].map((each) => box(each).isChecked())), [true, true]);
    await eventually(page, () => box(derived!).count(), 0); // Derived fields are not offered.
    await box(otherLabel).uncheck();
    if (await box("Status").isEnabled()) await box("Status").uncheck();
    await dialog.getByRole("button", { name: "Put 1 value into the form" }).click();
    await eventually(page, () => addressOf(page), `${path}/-/edit`);
    const field = page.getByRole("textbox", { name: label, exact: true });
    await eventually(page, () => field.inputValue(), first);
    await page.getByRole("button", { name: "Save 1 change" }).waitFor();
    assert.equal((await served.get(`/api${path}`)).body[name], second, "nothing is saved yet");
    const patched = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    const request = await patched;
    assert.deepEqual(request.postDataJSON(), { [name]: first });
    assert.ok((await request.allHeaders())["if-match"]);
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.get(`/api${path}`)).body[otherName], otherValue);
  });

  test(`explorer 29, ${domain}: what was changed again since is shown first, and left out`, {
    skip: skipDetails,
  }, async (t) => {
    const path = await created(setting);
    await change(setting, path, { [name]: second, [otherName]: otherValue });
    await change(setting, path, { [name]: third });
    const { page } = await reading(t, setting, path);
    await page.getByRole("button", { name: "Revert …" }).nth(1).click();
    const dialog = page.getByRole("dialog", { name: "Revert this change" });
    const note = dialog.locator(".note", { hasText: `${label} was changed again since` });
    await note.waitFor();
    await eventually(page, () => note.locator("del, ins").allInnerTexts(), [second, third]);
    await eventually(page, () => dialog.getByRole("checkbox", { name: label, exact: true }).isChecked(), false);
    await eventually(page, () => dialog.getByRole("checkbox", { name: otherLabel, exact: true }).isChecked(), true);
    // It can be put back all the same.
    await dialog.getByRole("checkbox", { name: label, exact: true }).check();
    await dialog.getByRole("button", { name: "Put 2 values into the form" }).click();
    await page.getByRole("button", { name: "Save 2 changes" }).waitFor();
    await eventually(page, () => page.getByRole("textbox", { name: label, exact: true }).inputValue(), first);
  });

  test(`explorer, ${domain}: any two versions are compared; the choice is in the address, and Back undoes it`, {
    skip,
  }, async (t) => {
    const path = await created(setting);
    await change(setting, path, { [name]: second });
    await change(setting, path, { [name]: third, [otherName]: otherValue });
    const { page, tab } = await reading(t, setting, path);
    await page.getByRole("button", { name: "Compare two versions" }).click();
    const compared = page.getByRole("region", { name: "Two versions compared" });
    const diff = (row: string) =>
      compared
        .getByRole("row", { name: new RegExp(`^${row}`) })
        .locator("del, ins")
        .allInnerTexts();
    await eventually(page, () => diff(label), [second, third]);
    await compared.getByRole("combobox", { name: "From" }).selectOption({ index: 3 });
    await eventually(page, () => diff(label), [first, third]);
    await compared.getByRole("combobox", { name: "To" }).selectOption({ label: "Now" });
    await change(setting, path, { [name]: first });
    const address = addressOf(page);
    assert.match(address, /#from=\w+&to=now$/);
    const linked = (await tab(address)).getByRole("region", { name: "Two versions compared" });
    await linked.getByRole("row", { name: new RegExp(`^${otherLabel}`) }).waitFor();
    await eventually(page, async () => (await rowsIn(linked)).length, 1); // The first text is back, so only the other field differs.
    await page.goBack();
    await eventually(page, () => diff(label), [first, third]);
    await page.goBack();
    await eventually(page, () => diff(label), [second, third]);
    await page.goBack();
    await eventually(page, () => compared.count(), 0);
    await page.getByRole("button", { name: "Compare with now" }).last().click();
    await eventually(page, () => compared.getByRole("combobox", { name: "To" }).inputValue(), "now");
    await compared.getByRole("button", { name: "Close the comparison" }).click();
    await eventually(page, () => addressOf(page), `${path}/-/history`);
  });

  test(`explorer 30, ${domain}: a deleted record is restored from its last event, and what it counted is not planned`, {
    skip,
  }, async (t) => {
    const [counted, countedLabel, members, member, membership] = setting.count;
    const path = await created(setting);
    await served.put(`/api${path}/${members}/${member}`, membership);
    if (setting.child) await served.put(`/api${path}/${setting.child[0]}/only`, setting.child[1]);
    assert.equal((await served.delete(`/api${path}?cascade=true`)).status, 204);
    served.clock.advance(60_000);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 404/);
    await open(path);
    await page.getByText(/It was deleted on .* by admin/).waitFor();
    await page.getByRole("button", { name: "Restore …" }).click();
    const dialog = page.getByRole("dialog", { name: /^Restore / });
    await eventually(
      page,
      () => dialog.getByRole("checkbox", { name: `${countedLabel}: 1 was planned` }).isChecked(),
      false,
    );
    await dialog.getByText("Also restored:").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await eventually(
      page,
      () => dialog.getByRole("link", { name: member, exact: true }).getAttribute("href"),
      `${path}/${members}/${member}/-/history`,
    );
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    const request = await sent;
    assert.equal((await request.allHeaders())["if-none-match"], "*");
    assert.deepEqual(
      Object.keys(request.postDataJSON()).filter((each) => each === counted || each.startsWith("_")),
      [],
    );
    // The member and the child come back with it, and the page of the record is shown.
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    assert.equal(addressOf(page), path);
    await eventually(page, async () => (await served.get(`/api${path}/${members}/${member}`)).status, 200);
    if (setting.child)
      await eventually(page, async () => (await served.get(`/api${path}/${setting.child![0]}/only`)).status, 200);
    await eventually(page, () => page.getByRole("dialog").count(), 0);
    const { body } = await served.get(`/api${path}`);
    assert.equal(body[name], record[name]);
    assert.equal(body[counted], 1);
    const restored = await served.get(`/api${path}/${members}/${member}`);
    for (const [key, value] of Object.entries(membership)) assert.deepEqual(restored.body[key], value);
  });

  test(`explorer 30, ${domain}: what was created again meanwhile is not replaced`, { skip: skipDetails }, async (t) => {
    const path = await created(setting);
    await served.delete(`/api${path}`);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 404/);
    expect(/status of 412/);
    // Without a stream, the page does not know yet.
    await page.addInitScript("delete Navigator.prototype.locks");
    await open(path);
    await page.getByRole("button", { name: "Restore …" }).click();
    const dialog = page.getByRole("dialog", { name: /^Restore / });
    await served.put(`/api${path}`, { ...record, [name]: third });
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await dialog.getByText("Somebody has created it again. It was not replaced.").waitFor();
    assert.equal((await served.get(`/api${path}`)).body[name], third);
  });

  test(`explorer 30, ${domain}: restoring names the scope that it takes`, { skip: skipDetails }, async (t) => {
    const path = await created(setting);
    await served.delete(`/api${path}`);
    const { secret } = await createKey(served, ["events:read"]);
    const { page, open, expect } = await visit(t, served, { key: secret });
    expect(/status of 404/);
    await open(path);
    await page.getByRole("button", { name: "Restore …" }).click();
    const dialog = page.getByRole("dialog", { name: /^Restore / });
    await dialog.getByText(setting.scope).waitFor();
    await dialog.getByRole("button", { name: "Use another key" }).waitFor();
    await eventually(page, () => dialog.getByRole("button", { name: "Restore", exact: true }).isDisabled(), true);
  });
}

test("explorer 30, second domain: a value that is refused can be left out", { skip: skipDetails }, async (t) => {
  const { served } = SETTINGS[1]!;
  await served.put("/api/courses/first", { title: "First", university_id: "alma" });
  await served.put("/api/courses/next", { title: "Next", university_id: "alma", follows: "first" });
  for (const id of ["next", "first"]) assert.equal((await served.delete(`/api/courses/${id}`)).status, 204);
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 404/);
  expect(/status of 422/);
  await open("/courses/next/-/history");
  await page.getByRole("button", { name: "Restore …" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore Next" });
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await dialog.getByRole("button", { name: "Restore without follows" }).click();
  await eventually(page, () => addressOf(page), "/courses/next");
  assert.equal((await served.get("/api/courses/next")).body.follows, null);
});

test("explorer, second domain: a private record says why its history shows nothing, and is restored from the past", {
  skip: skipDetails,
}, async (t) => {
  const { served } = SETTINGS[1]!;
  const { body } = await served.post("/api/students/bob/grades", { subject: "Logic", points: 91 });
  await served.patch(body._links.self, { points: 92 });
  const path = body._links.self.slice("/api".length);
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  await open(`${path}/-/history`);
  await page.getByText("The log does not include the content of private records.").first().waitFor();
  await eventually(page, () => page.getByRole("button", { name: /Revert|Compare/ }).count(), 0);
  served.clock.advance(60_000);
  await served.delete(body._links.self);
  expect(/status of 404/);
  await open(path);
  // Its events have no content, but the past has.
  await page.getByRole("button", { name: "Restore …" }).click();
  const dialog = page.getByRole("dialog", { name: /^Restore / });
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
  assert.equal((await served.get(body._links.self)).body.points, 92);
});

test("explorer, both domains: a one-to-one has a history, is reverted and restored", {
  skip: skipDetails,
}, async (t) => {
  for (const [setting, path, field, label] of [
    [SETTINGS[0]!, "/planets/mercury/surface", "notes", "Notes"],
    [SETTINGS[1]!, "/universities/nova/founding-charter", "text", "Text"],
  ] as const) {
    const { served } = setting;
    const body = domainBody(setting);
    assert.ok((await served.put(`/api${path}`, { ...body, [field]: "Before" })).status < 300);
    await change(setting, path, { [field]: "After" });
    const { page, open, expect } = await reading(t, setting, path);
    await page.getByRole("button", { name: "Revert …" }).first().click();
    await page.getByRole("button", { name: "Put 1 value into the form" }).click();
    await eventually(page, () => page.getByRole("textbox", { name: label, exact: true }).inputValue(), "Before");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.delete(`/api${path}`)).status, 204);
    expect(/status of 404/);
    await open(path);
    await page.getByRole("button", { name: "Restore …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await eventually(page, async () => (await served.get(`/api${path}`)).body[field], "Before");
  }
});

/** What a one-to-one needs. */
function domainBody({ domain }: Setting): Body {
  return domain === "space" ? { surface_type: "rock" } : { signed_on: "1386-10-01" };
}
