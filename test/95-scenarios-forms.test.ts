/** Scenarios 12, 16 to 18, 20 and 21 of the explorer: records are created and edited, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A list in which records are created and edited. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly noun: string;
  /** The required text, by name and label. */
  readonly title: readonly [name: string, label: string];
  /** Another text. */
  readonly text: readonly [name: string, label: string];
  /** A number. */
  readonly number: readonly [list: string, record: Body, name: string, label: string];
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        noun: "mission",
        title: ["name", "Name"],
        text: ["operator", "Operator"],
        number: ["/planets", { name: "Vulcan", planet_type: "dwarf" }, "mass_kg", "Mass"],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/universities",
        noun: "university",
        title: ["name", "Name"],
        text: ["city", "City"],
        number: ["/products", { name: "Star" }, "price", "Price"],
      },
    ];

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

const hasFocus = (page: Page, control: Locator) => control.and(page.locator(":focus")).waitFor();

/** The requests of a page that write. */
function writesOf(page: Page): Request[] {
  const writes: Request[] = [];
  page.on("request", (request) => {
    if (!["GET", "HEAD"].includes(request.method())) writes.push(request);
  });
  return writes;
}

for (const { domain, served, list, noun, title, text, number } of sampleOf(SETTINGS, 2, 0)) {
  const [, titleLabel] = title;
  const [textName, textLabel] = text;

  test(`explorer 12, ${domain}: without a key, Edit asks for one and goes on where it was`, { skip }, async (t) => {
    const id = "asked-for-a-key";
    await served.put(`/api${list}/${id}`, { [title[0]]: "Asked" });
    const { page, open } = await visit(t, served);
    await open(`${list}/${id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Enter a key" });
    await dialog.getByLabel("API key or access token").fill(ADMIN_KEY);
    await dialog.getByRole("button", { name: "Use this key" }).click();
    await page.getByRole("heading", { level: 1, name: "Edit Asked" }).waitFor();
    await eventually(page, () => field(page, titleLabel).inputValue(), "Asked");
    assert.deepEqual(await axeFindings(page), []);
  });

  test(`explorer 16, ${domain}: a record gets the id made from its name, never replaces another one, and marks no change`, {
    skip,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    const writes = writesOf(page);
    await open(list);
    await page.getByRole("link", { name: `New ${noun}`, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `New ${noun}` }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await field(page, titleLabel).fill("Été in Space!");
    await eventually(page, () => field(page, "Id").inputValue(), "ete-in-space");
    await page.getByText("This id is free.").waitFor();
    assert.equal(await page.locator(".form").getByText("changed", { exact: true }).count(), 0);
    await press(page, "Create");
    await eventually(page, () => addressOf(page), `${list}/ete-in-space`);
    assert.equal((await writes[0]!.allHeaders())["if-none-match"], "*");

    await open(`${list}/-/new`);
    await field(page, titleLabel).fill("Another one");
    await field(page, "Id").fill("ete-in-space");
    await press(page, "Create");
    await page.getByText("There is one already. It was not replaced.").waitFor();
    await hasFocus(page, field(page, "Id"));
    const taken = page.getByText("This id is taken:").getByRole("link", { name: "see the record" });
    await eventually(page, () => taken.getAttribute("href"), `${list}/ete-in-space`);
    assert.equal((await served.get(`/api${list}/ete-in-space`)).body[title[0]], "Été in Space!");
    await press(page, "use “ete-in-space-2”");
    await page.getByText("This id is free.").waitFor();
    await press(page, "Create");
    await eventually(page, () => addressOf(page), `${list}/ete-in-space-2`);
  });

  test(`explorer 16, ${domain}: an id that is emptied stays empty, and the service makes one`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${list}/-/new`);
    await page.getByText(`Made from the ${title[0]}.`).waitFor();
    await field(page, titleLabel).fill("Nameless");
    await field(page, "Id").fill("");
    await field(page, titleLabel).fill("Nameless one");
    await page.getByText("The service makes one.").waitFor();
    await press(page, "Create");
    await eventually(page, () => addressOf(page), /\/[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  test(`explorer 17, ${domain}: a required field without a value is said at the field, which gets the focus`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const writes = writesOf(page);
    await open(`${list}/-/new`);
    await field(page, textLabel).fill("Only this");
    await press(page, "Create");
    const input = field(page, titleLabel);
    await hasFocus(page, input);
    await eventually(page, () => input.getAttribute("aria-invalid"), "true");
    const message = await page.locator(`[id="${await input.getAttribute("aria-describedby")}"]`).innerText();
    assert.equal(message.trim(), "A value is required.");
    assert.equal(writes.length, 0);
  });

  test(`explorer 18, ${domain}: only the changed fields are sent, with their tag, and once however often it is tried`, {
    skip,
  }, async (t) => {
    const path = `${list}/only-changes`;
    await served.put(`/api${path}`, { [title[0]]: "Only changes" });
    const etag = (await served.get(`/api${path}`)).headers.get("etag");
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 503/);
    await open(`${path}/-/edit`);
    await field(page, textLabel).fill("Someone else");
    const writes = writesOf(page);
    let isLost = true;
    await page.route("**/api/**", async (route) => {
      if (route.request().method() !== "PATCH" || !isLost) return route.fallback();
      isLost = false;
      // It is carried out, and the answer is lost.
      await route.fetch();
      await route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"title":"Unavailable"}' });
    });
    await press(page, "Save 1 change");
    await page.getByText("Saving again is safe").waitFor();
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.equal(writes.length, 2);
    const [first, second] = await Promise.all(writes.map((request) => request.allHeaders()));
    assert.deepEqual(
      [first!["if-match"], first!["content-type"], second!["idempotency-key"]],
      [etag, "application/merge-patch+json", first!["idempotency-key"]],
    );
    assert.deepEqual(writes[1]!.postDataJSON(), { [textName]: "Someone else" });
    const { body } = await served.get(`/api/events?subject=/api${path}&type_ends_with=.updated`);
    assert.equal(body.total_count, 1);
  });

  test(`explorer 18, ${domain}: what is stored stays, even if it may not be written any more`, { skip }, async (t) => {
    const path = `${list}/stricter-by-now`;
    await served.put(`/api${path}`, { [title[0]]: "Longer than allowed" });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await page.route("**/-/assets/description-*.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"maxLength":200', '"maxLength":9') });
    });
    await open(`${path}/-/edit`);
    await field(page, textLabel).fill("Ten letters");
    await press(page, "Save 1 change");
    await page.getByText("At most 9 characters are allowed; this has 11.").waitFor();
    await field(page, textLabel).fill("Nine only");
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.get(`/api${path}`)).body[textName], "Nine only");
  });

  test(`explorer 20, ${domain}: a number is stored as it was typed, or refused with the nearest one`, {
    skip,
  }, async (t) => {
    const [numbers, record, name, label] = number;
    const path = `${numbers}/exact`;
    await served.put(`/api${path}`, record);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    await field(page, label).fill("0.12345678901234567890");
    await press(page, "Save 1 change");
    await page.getByText("the nearest number that can is 0.12345678901234568").waitFor();
    await field(page, label).fill("1.898e27");
    await page.getByText("= 1.898 × 10").waitFor();
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.equal((await served.get(`/api${path}`)).body[name], 1.898e27);
  });

  test(`explorer, ${domain}: a draft survives a reload; leaving asks, and discards only on demand`, {
    skip,
  }, async (t) => {
    const path = `${list}/drafted`;
    await served.put(`/api${path}`, { [title[0]]: "Drafted" });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    await field(page, textLabel).fill("Not yet saved");
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await eventually(page, () => field(page, textLabel).inputValue(), "Not yet saved");
    await page.getByText("These changes are not saved yet.").waitFor();
    await page.getByRole("link", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await eventually(page, () => field(page, textLabel).inputValue(), "Not yet saved");
    await page.getByRole("link", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Discard and leave" }).click();
    await eventually(page, () => addressOf(page), path);
    await open(`${path}/-/edit`);
    await eventually(page, () => field(page, textLabel).inputValue(), "");
    assert.equal((await served.get(`/api${path}`)).body[textName], null);
  });
}

test("explorer 17, space: a rule of the service is said at the field that it names", {
  skip: skipDetails,
}, async (t) => {
  const { page, open, expect } = await visit(t, SETTINGS[0]!.served, { key: ADMIN_KEY });
  expect(/status of 422/);
  await open("/missions/-/new");
  await field(page, "Name").fill("Backwards");
  await page.getByLabel("Launch date", { exact: true }).fill("2020-02-01");
  await page.getByLabel("End date", { exact: true }).fill("2020-01-01");
  await press(page, "Create");
  const end = page.getByLabel("End date", { exact: true });
  await eventually(page, () => end.getAttribute("aria-invalid"), "true");
  await hasFocus(page, end);
});

/** A text of 10,000 code points, the longest that is allowed. */
function longNote(): string {
  const note = `A line\n\ttabbed, “quoted” \u{1F680} é\u0301 ${"x".repeat(10_000)}`;
  return [...note].slice(0, 10_000).join("");
}

/** Any JSON, which is not edited. */
const UNTOUCHED = { raw: [1, null, { deep: null }] };

test("explorer 20 and 21, space: 10,000 characters survive to the byte, and an untouched payload is not sent", {
  skip,
}, async (t) => {
  const { served } = SETTINGS[0]!;
  const path = "/missions/apollo-11/data/long-note";
  const sample = { instrument: "ALSEP", parameter: "note", collected_at: "1969-07-21T02:56:15Z" };
  assert.equal((await served.put(`/api${path}`, { ...sample, payload: UNTOUCHED })).status, 201);
  const notes = longNote();
  const { page, open } = await visit(t, served, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  const writes = writesOf(page);
  await field(page, "Notes").fill(notes);
  await page.getByText("10000 of 10000 characters").waitFor();
  await press(page, "Save 1 change");
  await eventually(page, () => addressOf(page), path);
  assert.deepEqual(writes[0]!.postDataJSON(), { notes });
  const { body } = await served.get(`/api${path}`);
  assert.deepEqual([body.notes, body.payload], [notes, UNTOUCHED]);
});

test("explorer 20, second domain: 10,000 characters survive to the byte", { skip }, async (t) => {
  const { served } = SETTINGS[1]!;
  const path = "/universities/long/founding-charter";
  await served.put("/api/universities/long", { name: "Long" });
  await served.put(`/api${path}`, { signed_on: "1900-01-01" });
  const text = longNote();
  const { page, open } = await visit(t, served, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  await field(page, "Text").fill(text);
  await page.getByText("10000 of 10000 characters").waitFor();
  await press(page, "Save 1 change");
  await eventually(page, () => addressOf(page), path);
  assert.equal((await served.get(`/api${path}`)).body.text, text);
});

test("explorer 21, second domain: any JSON that was not touched is not sent", { skip: skipDetails }, async (t) => {
  const { served } = SETTINGS[1]!;
  const path = "/courses/untouched";
  await served.put(`/api${path}`, { title: "Untouched", university_id: "alma", extra: UNTOUCHED });
  const { page, open } = await visit(t, served, { key: ADMIN_KEY });
  await open(`${path}/-/edit`);
  const writes = writesOf(page);
  await field(page, "Title").fill("Touched");
  await press(page, "Save 1 change");
  await eventually(page, () => addressOf(page), path);
  assert.deepEqual(writes[0]!.postDataJSON(), { title: "Touched" });
  assert.deepEqual((await served.get(`/api${path}`)).body.extra, UNTOUCHED);
});
