/** Scenarios of the past in the explorer (§6.5, §6.6): records, lists and pictures as they were on a day, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, namesShown, requestsOf } from "./support/browser/sees.ts";
import { type Visitor, type VisitSettings, visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const DAY_MS = 86_400_000;

/** A kind of record that changes from day to day. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly heading: string;
  readonly record: Body;
  /** A text of it, by name and label, with its values on the first day and on the third. */
  readonly text: readonly [name: string, label: string, first: string, second: string];
  /** Who takes part in it: the list, the heading, and one that comes on the second day. */
  readonly members: readonly [list: string, heading: string, one: string, name: string, body: Body];
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        heading: "Missions",
        record: { name: "Past", operator: "N.A.S.A.", launch_date: "1969-07-16", status: "completed" },
        text: ["operator", "Operator", "N.A.S.A.", "NASA"],
        members: ["astronauts", "Crew", "neil-armstrong", "Neil Armstrong", { role: "commander" }],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/courses",
        heading: "Courses",
        record: { title: "Past", university_id: "alma", department_id: "physics", starts_at: "2026-01-01T00:00:00Z" },
        text: ["department_id", "Department", "physics", "law"],
        members: ["students", "Enrolled", "bob", "Bob", { seat: "A1" }],
      },
    ];

let count = 0;

/** A record, and the days on which it was created, got a member, and changed. */
interface Lived {
  readonly path: string;
  readonly days: readonly [created: string, joined: string, changed: string];
}

/** Lets a record live for three days, each followed by one on which nothing happens. */
async function lived({ served, list, record, text, members }: Setting): Promise<Lived> {
  const path = `${list}/past-${++count}`;
  const today = () => new Date(served.clock.now()).toISOString().slice(0, 10);
  const pass = () => {
    const day = today();
    served.clock.advance(2 * DAY_MS);
    return day;
  };
  served.clock.advance(DAY_MS);
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  const created = pass();
  assert.equal((await served.put(`/api${path}/${members[0]}/${members[2]}`, members[4])).status, 201);
  const joined = pass();
  assert.equal((await served.patch(`/api${path}`, { [text[0]]: text[3] })).status, 200);
  return { path, days: [created, joined, pass()] };
}

async function reading(t: TestContext, { served }: Setting, address: string, settings: VisitSettings = {}) {
  const visitor = await visit(t, served, { key: ADMIN_KEY, ...settings });
  await visitor.open(address);
  return visitor;
}

const bar = (page: Page) => page.getByRole("region", { name: "The past" });
/** A value of a record, by its label. */
const valueAt = async (page: Page, label: string) => {
  const value = page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("+ dd");
  return (await value.innerText()).replace(/\s+/g, " ").trim();
};
const longDate = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" }).format(Date.parse(day));

for (const setting of sampleOf(SETTINGS, 2, 1)) {
  const { domain, served, list, heading, text, members } = setting;
  const [, label, first, second] = text;

  test(`explorer §6.5, ${domain}: a record of the past shows its values then, and what is different now`, {
    skip,
  }, async (t) => {
    const { path, days } = await lived(setting);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const requests = requestsOf(page);
    await open(`${path}?as_of=${days[0]}`);
    await bar(page)
      .getByText(`As it was on ${longDate(days[0])}, at the end of the day (UTC).`)
      .waitFor();
    await bar(page)
      .getByText(/\d values? (?:is|are) different now\. Nothing here can be edited\./)
      .waitFor();
    await eventually(page, () => valueAt(page, label), new RegExp(`^${first}.* now ${second}`, "i"));
    const related = page.locator(".sect").filter({ has: page.getByRole("heading", { name: members[1], exact: true }) });
    await related.getByText("None recorded.").waitFor();
    // Nothing is written here, and nothing is live.
    for (const action of [/^Edit/, /^Delete/, /^As of/, /^Add/])
      assert.equal(await page.getByRole("button", { name: action }).count(), 0);
    for (const action of [/^Edit$/, /^New /, /^Add/])
      assert.equal(await page.getByRole("link", { name: action }).count(), 0);
    await eventually(page, () => page.getByText(/^(?:Live$|Updates every)/).count(), 0);
    await eventually(page, () => page.title(), new RegExp(`, as of ${longDate(days[0])} · `));
    // All that is requested of the registry is of that day, but the record as it is now.
    const present = requests.filter((each) => each.startsWith(`/api${list}`) && !each.includes("as_of="));
    assert.deepEqual(
      present.map((each) => each.split("?")[0]),
      [`/api${path}`],
    );
    // After the second day there is a member, and after the third nothing is different.
    await bar(page).getByRole("link", { name: "Next change" }).click();
    await eventually(page, () => addressOf(page), `${path}?as_of=${days[1]}`);
    await related.getByRole("link", { name: members[3] }).waitFor();
    await bar(page).getByRole("link", { name: "Next change" }).click();
    await eventually(page, () => addressOf(page), `${path}?as_of=${days[2]}`);
    await bar(page).getByText("No values have changed since then.").waitFor();
    await eventually(page, () => bar(page).getByRole("button", { name: "Next change" }).isDisabled(), true);
    await bar(page).getByRole("link", { name: "Previous change" }).click();
    await eventually(page, () => addressOf(page), `${path}?as_of=${days[1]}`);
    await bar(page).getByRole("link", { name: "Back to now" }).click();
    await eventually(page, () => addressOf(page), path);
    await eventually(page, () => valueAt(page, label), new RegExp(`^${second}`, "i"));
    await eventually(page, () => bar(page).count(), 0);
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
  });

  test(`explorer §6.5, ${domain}: the day is chosen on a list, and links, tabs and requests keep it`, {
    skip,
  }, async (t) => {
    const { path, days } = await lived(setting);
    const id = path.split("/").at(-1)!;
    const before = new Date(Date.parse(days[0]) - DAY_MS).toISOString().slice(0, 10);
    const { page } = await reading(t, setting, `${list}?id=${id}`);
    await eventually(page, async () => (await namesShown(page)).length, 1);
    await page.getByRole("button", { name: "As of …" }).click();
    const choice = page.getByRole("dialog", { name: "Show another day" });
    await choice.getByRole("textbox", { name: "As of the end of (UTC)" }).fill(longDate(days[0]));
    await choice.getByRole("button", { name: "Show", exact: true }).click();
    await eventually(page, () => addressOf(page), `${list}?id=${id}&as_of=${days[0]}`);
    await bar(page).waitFor();
    await eventually(page, async () => (await namesShown(page)).length, 1);
    for (const action of [/^New /, /^Import$/]) assert.equal(await page.getByRole("link", { name: action }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Edit many" }).count(), 0);
    // The request as code asks the same.
    await page.keyboard.press("Control+.");
    await page
      .getByText(new RegExp(`curl.*as_of=${days[0]}`, "s"))
      .first()
      .waitFor();
    await page.keyboard.press("Control+.");
    // The day before, it was not there.
    await bar(page)
      .getByRole("button", { name: longDate(days[0]) })
      .click();
    await choice.getByRole("textbox").fill(before);
    await choice.getByRole("textbox").press("Enter");
    await eventually(page, () => addressOf(page), `${list}?id=${id}&as_of=${before}`);
    await page.getByRole("heading", { name: /^No .* matches$/ }).waitFor();
    await page.goBack();
    await page.getByRole("main").locator("tbody").getByRole("link").first().click();
    await eventually(page, () => addressOf(page), `${path}?as_of=${days[0]}`);
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: heading }).click();
    await eventually(page, () => addressOf(page), `${list}?as_of=${days[0]}`);
    await page.getByRole("link", { name: "Timeline", exact: true }).first().click();
    await eventually(page, () => addressOf(page), `${list}/-/timeline?as_of=${days[0]}`);
    await page.getByRole("button", { name: "Table of these rows" }).click();
    const then = (await served.get(`/api${list}?limit=1&as_of=${days[0]}`)).body.total_count;
    await eventually(page, () => page.locator("h1 .total").innerText(), then.toLocaleString("en-GB"));
    // What has no past is of the present.
    await page.getByRole("navigation", { name: "Registry" }).getByRole("link", { name: "Events" }).click();
    await eventually(page, () => addressOf(page), "/events");
    await eventually(page, () => bar(page).count(), 0);
  });

  test(`explorer §6.6, ${domain}: what has changed since a day is listed, and what was deleted is named`, {
    skip,
  }, async (t) => {
    const [kept, gone] = [await lived(setting), await lived(setting)];
    const since = gone.days[2];
    served.clock.advance(DAY_MS);
    assert.equal((await served.patch(`/api${kept.path}`, { [text[0]]: text[2] })).status, 200);
    assert.equal((await served.delete(`/api${gone.path}?cascade=true`)).status, 204);
    served.clock.advance(60_000);
    const idOf = ({ path }: Lived) => path.split("/").at(-1)!;
    const [keptId, goneId] = [idOf(kept), idOf(gone)];
    const visitor = await reading(t, setting, `${list}?id_in=${keptId},${goneId}`);
    const { page, expect } = visitor;
    const requests = requestsOf(page);
    await page.getByRole("button", { name: "Changed since …" }).click();
    const choice = page.getByRole("dialog", { name: "What has changed" });
    await choice.getByRole("textbox", { name: "Changed since the start of (UTC)" }).fill(longDate(since));
    assert.deepEqual(await axeFindings(page), []);
    await choice.getByRole("button", { name: "Show", exact: true }).click();
    await eventually(page, () => addressOf(page), `${list}?id_in=${keptId},${goneId}&changed_since=${since}`);
    await page.getByText(`Changed since ${longDate(since)}`).waitFor();
    const part = page.locator(".sect").filter({ has: page.getByRole("heading", { name: "Deleted since" }) });
    await part.getByRole("link", { name: goneId, exact: true }).waitFor();
    await eventually(page, async () => (await namesShown(page)).length, 1);
    assert.ok(requests.some((each) => each.includes("include_deleted=true")));
    assert.deepEqual(await axeFindings(page), []);
    // The pictures and the count of the list are of what has changed, too.
    const { total_count: changed } = (await served.get(`/api${list}?changed_since=${since}&limit=1`)).body;
    await page.getByRole("button", { name: /^Remove: Id/ }).click();
    await eventually(page, () => page.locator("h1 .total").innerText(), new RegExp(`^${changed}\\b`));
    await page.getByRole("button", { name: /^Remove: Changed since/ }).click();
    await eventually(page, () => addressOf(page), list);
    await eventually(page, () => part.count(), 0);
    await page.goBack();
    expect(/status of 404/);
    await part.getByRole("link", { name: goneId, exact: true }).click();
    await eventually(page, () => addressOf(page), `${gone.path}/-/history`);
    await page.getByText(/It was deleted on/).waitFor();
    // Of pages without numbers, the first one names them.
    await visitor.open(`${list}?changed_since=${since}&cursor=`);
    await part.getByRole("link", { name: goneId, exact: true }).waitFor();
  });

  test(`explorer §6.5, ${domain}: what cannot be shown is said below the bar`, { skip: skipDetails }, async (t) => {
    const { path, days } = await lived(setting);
    const visitor = await reading(t, setting, `${path}?as_of=2001-01-01`);
    const { page, open } = visitor;
    visitor.expect(/status of 410/);
    await page.getByRole("heading", { name: "The history does not go back that far" }).waitFor();
    await page.getByRole("link", { name: /^Show 15 January 2026$/ }).click();
    visitor.expect(/status of 404/);
    await page.getByRole("heading", { name: /^There was no .* on 15 January 2026$/ }).waitFor();
    await bar(page).getByRole("link", { name: "Back to now" }).waitFor();
    visitor.expect(/status of 400/);
    await open(`${list}?as_of=9999-01-01`);
    await bar(page).getByText("The address asks for 1 January 9999, which is in the future.").waitFor();
    await page
      .getByText(/as_of must not be later than now/)
      .first()
      .waitFor();
    await open(`${list}?as_of=yesterday`);
    await bar(page).getByText("The address asks for the moment “yesterday”.").waitFor();
    await bar(page).getByRole("link", { name: "Back to now" }).click();
    await eventually(page, () => addressOf(page), list);
    // Typed, a day that is not kept or in the future is corrected where it was typed.
    await page.getByRole("button", { name: "As of …" }).click();
    const choice = page.getByRole("dialog", { name: "Show another day" });
    for (const [typed, fault] of [
      ["2001-01-01", /^The history of this registry begins at 2026-01-15T12:00/],
      ["9999-01-01", /in the future/],
      ["soon", /A date is required/],
    ] as const) {
      await choice.getByRole("textbox").fill(typed);
      await choice.getByRole("button", { name: "Show", exact: true }).click();
      await choice.getByRole("alert").getByText(fault).waitFor();
    }
    assert.equal(addressOf(page), list);
    // What was deleted since is said so.
    await served.delete(`/api${path}?cascade=true`);
    served.clock.advance(60_000);
    await open(`${path}?as_of=${days[2]}`);
    await bar(page).getByText("It has been deleted since then: its history.").waitFor();
    await eventually(page, () => valueAt(page, label), new RegExp(`^${second}`, "i"));
    await bar(page).getByRole("link", { name: "its history" }).click();
    await eventually(page, () => addressOf(page), `${path}/-/history`);
  });

  test(`explorer §6.5, ${domain}: who may not read events is asked for a key, or told the scope`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, days } = await lived(setting);
    const anonymous = await visit(t, served);
    anonymous.expect(/status of 401/);
    await anonymous.open(`${list}?as_of=${days[0]}`);
    await anonymous.page.getByRole("heading", { name: "This needs a key" }).waitFor();
    await bar(anonymous.page).waitFor();
    const { secret } = await createKey(served, [`${list.slice(1)}:read`]);
    const visitor = await reading(t, setting, `${path}?as_of=${days[0]}`, { key: secret });
    visitor.expect(/status of 403/);
    await visitor.page.getByText("events:read").waitFor();
    await bar(visitor.page).waitFor();
  });

  test(`explorer §6.5, ${domain}: axe finds nothing on pages of the past`, { skip: skipDetails }, async (t) => {
    const { path, days } = await lived(setting);
    const { page, open }: Visitor = await reading(t, setting, `${path}?as_of=${days[0]}`);
    await bar(page)
      .getByText(/different now/)
      .waitFor();
    for (const address of [`${path}?as_of=${days[0]}`, `${list}?as_of=${days[0]}`]) {
      await open(address);
      await bar(page).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const [theme, width] of [
        ["light", 1280],
        ["dark", 320],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme: theme });
        await bar(page)
          .getByRole("button", { name: longDate(days[0]) })
          .click();
        await page.getByRole("dialog", { name: "Show another day" }).getByRole("textbox").waitFor();
        assert.deepEqual(await axeFindings(page), []);
        await page.keyboard.press("Escape");
        assert.deepEqual(await axeFindings(page), []);
        await eventually(page, () => page.evaluate("document.documentElement.scrollWidth"), width);
      }
    }
  });
}
