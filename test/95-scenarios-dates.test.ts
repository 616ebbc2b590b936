/** Dates, instants and durations, typed as the pages write them whatever the browser's locale and time zone, in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { assertSearch, chipsOn } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined! : await serveBuiltIn();
const second = skip ? undefined! : await serveSecond();

/** A field by its label. */
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

/** What a screen reader says of a field besides its name. */
function descriptionOf(page: Page, label: string): Promise<string> {
  return field(page, label).evaluate((element) => {
    const { ariaDescribedByElements: parts } = element as unknown as {
      ariaDescribedByElements: readonly { readonly textContent: string }[];
    };
    return parts.map(({ textContent }) => textContent).join(" ");
  });
}

for (const [locale, july] of [
  ["en-US", (day: number) => `July ${day}, 1969`],
  ["de-DE", (day: number) => `${day} July 1969`],
  ["ja-JP", (day: number) => `${day} July 1969`],
] as const)
  test(`explorer 19: in a browser in ${locale}, dates are shown as the pages write them, and typed in any form`, {
    skip,
  }, async (t) => {
    await space.put("/api/missions/dated", { name: "Dated", launch_date: "1969-07-16", end_date: "1969-07-24" });
    const { page, open } = await visit(t, space, { key: ADMIN_KEY, locale });
    await open("/missions/dated/-/edit");
    await eventually(page, () => field(page, "Launch date").inputValue(), july(16));
    await eventually(page, () => field(page, "End date").inputValue(), july(24));
    const hint = await descriptionOf(page, "End date");
    assert.ok(hint.includes(`${july(20)} or 1969-07-20; ↑ and ↓ change it by a day`), hint);
    for (const typed of ["1969-07-20", "July 20 1969", "20.7.1969"]) {
      await field(page, "Launch date").fill(typed);
      await page
        .getByRole("status")
        .getByText(`Understood as ${july(20)}.`, { exact: true })
        .waitFor();
    }
    await field(page, "Launch date").press("ArrowUp");
    await eventually(page, () => field(page, "Launch date").inputValue(), july(21));
    await field(page, "End date").fill("1969-08-01");
    await field(page, "End date").press("ArrowDown");
    await field(page, "Name").focus();
    await eventually(page, () => field(page, "End date").inputValue(), july(31));
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await eventually(page, () => addressOf(page), "/missions/dated");
    const { body } = await space.get("/api/missions/dated");
    assert.deepEqual([body.launch_date, body.end_date], ["1969-07-21", "1969-07-31"]);
  });

test("explorer 19: an instant is shown to its last digit, and typed in UTC or with an offset", { skip }, async (t) => {
  const path = "/missions/apollo-11/data/exact";
  const sample = { instrument: "ALSEP", parameter: "exact", collected_at: "1969-07-21T02:56:15.123456789Z" };
  assert.equal((await space.put(`/api${path}`, sample)).status, 201);
  const { page, open } = await visit(t, space, { key: ADMIN_KEY, locale: "de-DE" });
  const save = async () => {
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await eventually(page, () => addressOf(page), path);
    return (await space.get(`/api${path}`)).body.collected_at;
  };
  await open(`${path}/-/edit`);
  await eventually(page, () => field(page, "Collected at").inputValue(), "21 July 1969, 02:56:15.123456789 UTC");
  await field(page, "Collected at").press("ArrowDown");
  assert.equal(await save(), "1969-07-20T02:56:15.123456789Z");
  await open(`${path}/-/edit`);
  await field(page, "Collected at").fill("21 July 1969, 04:56+02:00");
  await page.getByRole("status").getByText("Understood as 21 July 1969, 02:56 UTC.", { exact: true }).waitFor();
  assert.equal(await save(), "1969-07-21T02:56:00.000Z");
});

test("explorer 17: what is no date, or might be two, stays as it was typed, and its field says why", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/missions/-/new");
  await field(page, "Name").fill("Unclear");
  await field(page, "End date").fill("5/6/1969");
  await field(page, "Launch date").fill("30 February 1969");
  await page.getByRole("button", { name: "Create" }).click();
  for (const [label, reason] of [
    ["Launch date", /February 1969 has no day 30\./],
    ["End date", /This could be 5 June or 6 May: write the month as a word\./],
  ] as const) {
    await eventually(page, () => field(page, label).getAttribute("aria-invalid"), "true");
    await eventually(page, () => descriptionOf(page, label), reason);
  }
  await eventually(page, () => field(page, "Launch date").and(page.locator(":focus")).count(), 1);
  assert.deepEqual(await axeFindings(page), []);
  await page.reload();
  await eventually(page, () => field(page, "Launch date").inputValue(), "30 February 1969");
  await field(page, "Launch date").fill("28 February 1969");
  await field(page, "End date").fill("5 June 1969");
  assert.equal((await space.get("/api/missions/unclear")).status, 404);
  await page.getByRole("button", { name: "Create" }).click();
  await eventually(page, () => addressOf(page), "/missions/unclear");
  const { body } = await space.get("/api/missions/unclear");
  assert.deepEqual([body.launch_date, body.end_date], ["1969-02-28", "1969-06-05"]);
});

test("explorer 19: a period that is typed says how much is known; the beginning of a day does not", {
  skip,
}, async (t) => {
  await space.put("/api/missions/roughly", { name: "Roughly", launch_date: "2029-01-15" });
  const { page, open } = await visit(t, space, { key: ADMIN_KEY });
  await open("/missions/roughly/-/edit");
  const launch = field(page, "Launch date");
  const known = page.getByLabel("Launch date: how much of it is known");
  await launch.fill("");
  await launch.pressSequentially("2030-05");
  await eventually(page, () => known.inputValue(), "month");
  await launch.pressSequentially("-17");
  await eventually(page, () => known.inputValue(), "day");
  await launch.fill("Q2 2030");
  await eventually(page, () => known.inputValue(), "quarter");
  await launch.press("ArrowUp");
  await eventually(page, () => launch.inputValue(), "Q3 2030");
  await launch.fill("16 August 2030");
  await eventually(page, () => known.inputValue(), "day");
  await launch.blur();
  await eventually(page, () => launch.inputValue(), "16 August 2030");
  await launch.fill("Q3 2030");
  await known.selectOption("month");
  await eventually(page, () => launch.inputValue(), "July 2030");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await eventually(page, () => addressOf(page), "/missions/roughly");
  const { body } = await space.get("/api/missions/roughly");
  assert.deepEqual([body.launch_date, body.launch_date_precision], ["2030-07-01", "month"]);
});

test("explorer 03: a filter by dates takes what the pages show, and says what it cannot read", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { locale: "de-DE" });
  await open("/missions?launch_date_after=1969-07-20");
  await page.getByRole("button", { name: /^Launch date after/ }).click();
  const value = page.getByRole("textbox", { name: "Launch date", exact: true });
  await eventually(page, () => value.inputValue(), "20 July 1969");
  await value.fill("7/6/1969");
  await value.press("Enter");
  await page.getByRole("alert").getByText("This could be 7 June or 6 July: write the month as a word.").waitFor();
  await eventually(page, () => value.getAttribute("aria-invalid"), "true");
  await assertSearch(page, "?launch_date_after=1969-07-20");
  await value.fill("July 6, 1969");
  await value.press("Enter");
  await assertSearch(page, "?launch_date_after=1969-07-06");
  await eventually(page, () => chipsOn(page), ["6 July 1969"]);
  await page.getByRole("button", { name: /^Launch date after/ }).click();
  await page.getByLabel("Comparison").selectOption("launch_date_in");
  await value.fill("16 July 1969\nsoon");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alert").getByText("“soon”: A date is required").waitFor();
  await eventually(page, () => descriptionOf(page, "Launch date"), /“soon”: A date is required/);
  await page.getByLabel("Comparison").selectOption("launch_date_exists");
  await eventually(page, () => page.getByRole("alert").count(), 0);
  await page.getByLabel("Comparison").selectOption("launch_date_in");
  await value.fill("16 July 1969\n1969-11-14");
  await page.getByRole("button", { name: "Apply" }).click();
  await assertSearch(page, "?launch_date_in=1969-07-16,1969-11-14");
});

test("explorer 03: an instant of a filter is shown as it is typed", { skip }, async (t) => {
  const { page, open } = await visit(t, second, { locale: "de-DE" });
  await open("/courses?starts_at_after=2026-01-31T12:00:00Z");
  await page.getByRole("button", { name: /^Starts at after/ }).click();
  const value = page.getByRole("textbox", { name: "Starts at", exact: true });
  await eventually(page, () => value.inputValue(), "31 January 2026, 12:00 UTC");
  await value.press("ArrowUp");
  await value.press("Enter");
  await assertSearch(page, "?starts_at_after=2026-02-01T12:00:00Z");
});

test("explorer 38: the day of the presence is typed as it is shown", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { locale: "de-DE" });
  await open("/astronauts/-/presence#day=1969-07-20");
  await eventually(page, () => field(page, "Day").inputValue(), "20 July 1969");
  await field(page, "Day").fill("July 16, 1969");
  await page.getByRole("heading", { name: "Astronauts on 16 July 1969: 3" }).waitFor();
  await field(page, "Day").press("ArrowDown");
  await page.getByRole("heading", { name: "Astronauts on 15 July 1969: 0" }).waitFor();
  await eventually(page, () => addressOf(page), "/astronauts/-/presence#day=1969-07-15");
  await field(page, "Day").fill("31 June 1969");
  await field(page, "Day").press("Enter");
  await page.getByRole("alert").getByText("June 1969 has no day 31.").waitFor();
  assert.equal(await field(page, "Day").inputValue(), "31 June 1969");
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole("button", { name: "Next day" }).click();
  await eventually(page, () => field(page, "Day").inputValue(), "16 July 1969");
  await page.getByRole("button", { name: "Previous day" }).click();
  await eventually(page, () => field(page, "Day").inputValue(), "15 July 1969");
});

test("explorer 19: a duration is typed in words, and shown in words everywhere", { skip }, async (t) => {
  await second.put("/api/courses/timed", { title: "Timed", university_id: "alma", session_length: "P8DT3H18M35S" });
  const { page, open } = await visit(t, second, { key: ADMIN_KEY, locale: "de-DE" });
  const length = field(page, "Session length");
  await open("/courses/timed");
  const shown = page.locator("time", { hasText: "8 days, 3 hours, 18 minutes, 35 seconds" });
  await eventually(page, () => shown.getAttribute("datetime"), "P8DT3H18M35S");
  await open("/courses/timed/-/edit");
  await eventually(page, () => length.inputValue(), "8 days, 3 hours, 18 minutes, 35 seconds");
  await length.fill("3:18");
  await length.blur();
  await page.getByText("This could be 3 h 18 min or 3 min 18 s: write it with its units.").waitFor();
  await length.fill("90 min");
  await page.getByText("Understood as 1 hour, 30 minutes.").waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await length.press("ArrowUp");
  await length.blur();
  await eventually(page, () => length.inputValue(), "1 hour, 31 minutes");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await eventually(page, () => addressOf(page), "/courses/timed");
  assert.equal((await second.get("/api/courses/timed")).body.session_length, "PT1H31M");
});

test("explorer 03: durations are filtered, summarized and compared in words", { skip }, async (t) => {
  for (const [id, session_length] of [
    ["short", "PT45M"],
    ["long", "P2DT12H"],
  ] as const)
    await second.put(`/api/courses/${id}`, { title: id, university_id: "nova", session_length });
  const { page, open } = await visit(t, second, { locale: "de-DE" });
  const list = "/courses?university_id=nova";
  await open(`${list}&session_length_min=PT45M&fields=title,session_length`);
  await page.getByRole("cell", { name: "2 d 12 h" }).waitFor();
  await page.getByRole("button", { name: /^Session length at least 45 minutes/ }).click();
  const length = field(page, "Session length");
  await eventually(page, () => length.inputValue(), "45 minutes");
  await length.fill("90");
  await length.press("Enter");
  await page.getByRole("alert").getByText("Add a unit, as in 90 min.").waitFor();
  await length.fill("1d 2:00:00");
  await length.press("Enter");
  await assertSearch(page, "?university_id=nova&session_length_min=P1DT2H&fields=title,session_length");
  await eventually(page, async () => (await chipsOn(page)).includes("1 day, 2 hours"), true);
  await open(`${list}&group_by=university_id&measure=sum:session_length,avg:session_length`);
  await page.getByRole("cell", { name: "2 d 12 h 45 min" }).waitFor();
  await page.getByRole("cell", { name: "1 d 6 h 22 min 30 s" }).waitFor();
  await open("/courses/-/bars?university_id=nova#field=session_length");
  await page.getByRole("link", { name: "long: 2 d 12 h" }).waitFor();
  await eventually(page, () => page.locator(".bars .unit-word").textContent(), "minutes");
});
