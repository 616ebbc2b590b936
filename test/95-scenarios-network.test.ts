/** Scenarios 33 to 35 of the explorer: polling, refusals that pass, and no network, in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually, namesShown } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
/** Longer than pages wait before they ask again. */
const POLL_MS = 20_000;

/** A list, a record in it to change, and the field of its name. */
const SETTINGS: readonly (readonly [domain: string, served: Served, list: string, record: string, field: string])[] =
  skip
    ? []
    : [
        ["space", await serveBuiltIn(), "/space-stations", "/space-stations/mir", "name"],
        ["second domain", await serveSecond(), "/courses", "/courses/lasers", "title"],
      ];

/** Whether a request is for the page of a list, and not for its count alone. */
function isOf(list: string, url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === `/api${list}` && search !== "?limit=1";
}

for (const [domain, served, list, record, field] of sampleOf(SETTINGS, 2, 1)) {
  test(`explorer 33, ${domain}: what is on screen is asked for again; unchanged, the answer has no body`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { isolated: true });
    await page.clock.install();
    await open(list);
    await page.getByRole("table").waitFor();
    await page.getByRole("main").locator("tbody a").first().waitFor();
    const before = await namesShown(page);
    const unchanged = page.waitForResponse((answer) => isOf(list, answer.url()) && answer.status() === 304);
    await page.clock.fastForward(POLL_MS);
    const answer = await unchanged;
    assert.match((await answer.request().allHeaders())["if-none-match"] ?? "", /"/);
    assert.equal((await answer.request().sizes()).responseBodySize, 0);
    await eventually(page, () => namesShown(page), before);

    const name = "A name that was not there";
    assert.equal((await served.patch(`/api${record}`, { [field]: name })).status, 200);
    await page.clock.fastForward(POLL_MS);
    await eventually(page, async () => (await namesShown(page)).includes(name), true);
    await eventually(page, async () => (await namesShown(page)).length, before.length);
  });

  test(`explorer 34, ${domain}: 503 is tried again until it passes, and the page says so`, { skip }, async (t) => {
    const { page, open, expect } = await visit(t, served, { isolated: true });
    expect(/status of 503/);
    await page.clock.install();
    let refused = 0;
    await page.route(
      ({ href }) => isOf(list, href),
      async (route) => {
        if (refused === 2) return route.continue();
        refused += 1;
        return route.fulfill({
          status: 503,
          headers: { "content-type": "application/problem+json", "retry-after": "30" },
          body: JSON.stringify({
            type: "/problems/unavailable",
            title: "Unavailable",
            status: 503,
            code: "unavailable",
          }),
        });
      },
    );
    await open(list);
    for (const attempt of [1, 2]) {
      await page.getByText(`attempt ${attempt} of 6 failed`).waitFor();
      await page.clock.fastForward(31_000);
    }
    await page.getByRole("table").waitFor();
    await eventually(page, () => page.getByText("The service is not available").count(), 0);
    await eventually(page, async () => (await namesShown(page)).length > 0, true);
  });

  test(`explorer 35, ${domain}: offline, leaving a changed form asks, and keeps the draft`, { skip }, async (t) => {
    const { page, open, expect } = await visit(t, served, { isolated: true, key: ADMIN_KEY });
    expect(/ERR_INTERNET_DISCONNECTED/);
    const dialogLoaded = page.waitForEvent("requestfinished", (request) => /\/modal-/.test(request.url()));
    await open(`${record}/-/edit`);
    await page.locator(`[id="form/${field}"]`).fill("Typed offline");
    await dialogLoaded;
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await eventually(page, () => page.locator(`[id="form/${field}"]`).inputValue(), "Typed offline");
    await page.getByRole("link", { name: "Cancel" }).click();
    const failed = page.waitForEvent("console", (message) => message.text().includes("ERR_INTERNET_DISCONNECTED"));
    await dialog.getByRole("button", { name: "Leave, keep the draft" }).click();
    // The page says that it is offline even before it asks for the record again.
    await failed;
    await page.getByText(/^Offline: showing data from/).waitFor();
    assert.equal(new URL(page.url()).pathname, record);
    await page.context().setOffline(false);
  });

  test(`explorer 35, ${domain}: offline, the page stays and says so; online, it catches up`, { skip }, async (t) => {
    const { page, open, expect } = await visit(t, served, { isolated: true });
    expect(/ERR_INTERNET_DISCONNECTED/);
    await page.clock.install();
    await open(list);
    await page.getByRole("table").waitFor();
    await page.getByRole("main").locator("tbody a").first().waitFor();
    const before = await namesShown(page);
    await page.context().setOffline(true);
    const failed = page.waitForEvent("requestfailed", (request) => isOf(list, request.url()));
    await page.clock.fastForward(POLL_MS);
    await failed;
    await page.getByText(/^Offline: showing data from \d\d:\d\d UTC\.$/).waitFor();
    await eventually(page, () => namesShown(page), before);
    const name = "Changed meanwhile";
    assert.equal((await served.patch(`/api${record}`, { [field]: name })).status, 200);
    await page.context().setOffline(false);
    await eventually(page, async () => (await namesShown(page)).includes(name), true);
    await eventually(page, () => page.getByText(/^Offline/).count(), 0);
  });
}

// Started here, so that it outlives the pages of its test.
const limitedService = skip ? undefined : await serveBuiltIn({ RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "100/60" });

test("explorer 34: 429 is counted down, and the page goes on by itself", { skip }, async (t) => {
  const limited = limitedService!;
  const { page, open, expect } = await visit(t, limited, { isolated: true });
  expect(/status of 429/);
  await page.clock.install();
  await open("/missions");
  await page.getByRole("table").waitFor();
  while ((await limited.get("/api/planets", { credential: false })).status !== 429);
  await page.getByRole("columnheader", { name: "Status" }).getByRole("link").click();
  await page.getByText("Rate limit reached:").waitFor();
  await page.getByText(/in \d+ s/).waitFor();
  limited.clock.advance(61_000);
  await page.clock.fastForward(121_000);
  await eventually(page, () => page.getByText("Rate limit reached:").count(), 0);
  await eventually(
    page,
    () => page.getByRole("columnheader", { name: "Status" }).getAttribute("aria-sort"),
    "ascending",
  );
  const { body } = await limited.get("/api/missions?sort=status");
  await eventually(
    page,
    () => namesShown(page),
    body.missions.map(({ name }: { name: string }) => name),
  );
});
