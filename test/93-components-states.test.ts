/** Proves what pages show when a request is refused, fails or is waited for, in Chromium. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = await serveBuiltIn();
/** Started here, so that it outlives the pages of its test: a page that is open notices when its service stops. */
const closed = await serveForFile(undefined, { PUBLIC_READ: "false" });
const withoutKeys = await serveForFile(undefined, { AUTH: "off" });
await withoutKeys.put("/api/planets/one", { name: "A planet", planet_type: "dwarf" });

/** Answers requests for a list with a problem. @returns how many there were */
async function refuse(
  page: Page,
  path: string,
  problem: { readonly status: number; readonly [member: string]: unknown },
  headers: Record<string, string> = {},
): Promise<() => number> {
  let count = 0;
  await page.route(
    (url) => url.pathname === path && url.searchParams.get("limit") !== "1",
    (route) => {
      count += 1;
      return route.fulfill({
        status: problem.status,
        headers: { "content-type": "application/problem+json", ...headers },
        body: JSON.stringify(problem),
      });
    },
  );
  return () => count;
}

/** What was copied, pasted into the palette. */
async function pasted(page: Page): Promise<string> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("combobox");
  await field.waitFor();
  await page.keyboard.press("Control+v");
  const text = await field.inputValue();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  return text;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const bar = (page: Page, text: string | RegExp) => page.locator(".notes").getByText(text);

test("states: loading shows nothing for a moment, then rows in their final places", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, served);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/planets?sort=*&fields=*", async (route) => {
    await asked;
    await route.continue();
  });
  await open("/planets");
  await page.locator("table[aria-busy=true] .skel").first().waitFor();
  const before = await page.getByRole("columnheader", { name: "Name" }).boundingBox();
  answer();
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  assert.equal(await page.locator(".skel").count(), 0);
  assert.equal((await page.getByRole("columnheader", { name: "Name" }).boundingBox())?.y, before?.y, "nothing moves");
});

test("states: a refused query shows all faults; a suggestion and a removal mend the address", {
  skip,
}, async (t) => {
  const { page, open, expect } = await visit(t, served);
  expect(/status of 400/);
  await open("/missions?lunch_date=1969-07-16&limit=0&sort=nam");
  await heading(page, "Invalid request").waitFor();
  const faults = page.locator(".faults > li");
  await eventually(page, () => faults.count(), 3);
  await faults.filter({ hasText: "nam" }).getByRole("button", { name: "Use name" }).click();
  await page.waitForURL((url) => url.searchParams.get("sort") === "name");
  await faults.filter({ hasText: "limit must be" }).getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Use launch_date" }).click();
  await page.getByRole("link", { name: "Apollo 11", exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, "?launch_date=1969-07-16&sort=name");
});

test("states: a chip with a fault is marked, and what is wrong is said once, where it is mended", {
  skip: skipDetails,
}, async (t) => {
  const { page, open, expect } = await visit(t, served);
  expect(/status of 400/);
  await open("/missions?launch_date_after=yesterday&status=active");
  const filters = page.getByRole("list", { name: "Filters" });
  await filters.locator(".chip.is-fault", { hasText: "yesterday" }).waitFor();
  const said = page.getByText(/launch_date_after must be/);
  await page
    .locator(".faults")
    .and(page.locator("ul", { has: said }))
    .waitFor();
  assert.equal(await said.count(), 1);
});

test("states: 500 shows the id of the request, its page, and the request itself", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, served);
  await page.context().grantPermissions(["clipboard-write"]);
  const problem = { type: "/problems/internal-error", title: "Internal error", status: 500, request_id: "req-1" };
  await refuse(page, "/api/planets", { ...problem, detail: "Something failed." }, { "x-request-id": "req-1" });
  expect(/status of 500/);
  await open("/planets");
  await heading(page, "Internal error").waitFor();
  await eventually(page, () => page.getByRole("link", { name: "What this means" }).getAttribute("href"), problem.type);
  await page.getByRole("button", { name: "copy", exact: true }).click();
  await page.getByRole("button", { name: "copied" }).waitFor();
  assert.equal(await pasted(page), "req-1");
  await page.getByRole("button", { name: "Show the request" }).click();
  const panel = page.getByRole("complementary", { name: "Requests" });
  await panel.getByText("Something failed.").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
});

test("states: 429 counts down and is retried automatically once", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  await page.clock.install();
  const problem = { title: "Too many requests", status: 429, detail: "The limit is reached." };
  const count = await refuse(page, "/api/planets", problem, { "retry-after": "30" });
  expect(/status of 429/);
  await open("/planets");
  await bar(page, "in 30 s").waitFor();
  await page.clock.runFor(10_000);
  await bar(page, "in 20 s").waitFor();
  assert.equal(count(), 1);
  await page.clock.runFor(21_000);
  await heading(page, problem.title).waitFor();
  assert.equal(count(), 2, "once more, not again and again");
  await eventually(page, () => bar(page, "Rate limit reached").count(), 0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
});

test("states: 503 is tried five times more, then there is a button", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  await page.clock.install();
  const problem = { title: "Service unavailable", status: 503, detail: "It is starting." };
  const count = await refuse(page, "/api/planets", problem, { "retry-after": "1" });
  expect(/status of 503/);
  await open("/planets");
  for (let tries = 1; tries <= 5; tries += 1) {
    await bar(page, `attempt ${tries} of 6 failed`).waitFor();
    await page.clock.runFor(1_300);
  }
  await heading(page, problem.title).waitFor();
  assert.equal(count(), 6);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
});

test("states: 401 asks for a key over the page, and the same request goes again", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  expect(/status of 401/);
  await open("/events?limit=3");
  const dialog = page.getByRole("dialog", { name: "This page needs a key" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Enter a key" }).click();
  const field = page.getByLabel("API key or access token");
  await eventually(page, () => field.getAttribute("type"), "password");
  await field.fill("wrong-key");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("does not accept this key").waitFor();
  await eventually(page, () => field.evaluate((element) => element.matches(":focus")), true); // To be corrected.
  assert.equal(
    await page.evaluate("sessionStorage.getItem('explorer-key') ?? localStorage.getItem('explorer-key')"),
    null,
  );
  await field.fill(ADMIN_KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("table").waitFor();
  assert.equal(new URL(page.url()).search, "?limit=3");
  await page.getByRole("button", { name: "Your key: admin" }).waitFor();
});

test("states: 403 names the scope; a key that is revoked is forgotten, and the page says so", {
  skip,
}, async (t) => {
  const { body } = await served.post("/api/api-keys", { name: "reader", scopes: ["missions:read"] });
  const { page, open, expect } = await visit(t, served, { isolated: true });
  await open("/");
  await page.evaluate((key) => sessionStorage.setItem("explorer-key", key), body.secret);
  expect(/status of 403/);
  await open("/events");
  await page.locator("main code", { hasText: "events:read" }).waitFor();
  await page.getByRole("button", { name: "Your key" }).click();
  const dialog = page.getByRole("dialog", { name: "Your key" });
  await dialog.getByText("missions read").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await served.delete(`/api/api-keys/${body.id}`);
  expect(/status of 401/);
  await page.getByRole("link", { name: "Planets", exact: false }).first().click();
  await bar(page, "The key was refused").waitFor();
  assert.equal(await page.evaluate("sessionStorage.getItem('explorer-key')"), null);
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
});

test("states: 404 of a record says which does not exist, once, and offers near names and the list", {
  skip,
}, async (t) => {
  const { page, open, expect } = await visit(t, served);
  expect(/status of 404/);
  await open("/missions/apolo-11");
  await heading(page, "There is no mission apolo-11").waitFor();
  await page.getByRole("link", { name: "All missions" }).waitFor();
  await page.getByRole("heading", { name: "Did you mean" }).waitFor();
  assert.equal((await page.getByRole("main").innerText()).match(/did you mean/gi)?.length, 1);
  await page.getByRole("link", { name: "Apollo 11", exact: true }).click();
  await page.waitForURL("**/missions/apollo-11");
  await open("/missions/APOLLO-11");
  await page.getByRole("link", { name: "Apollo 11", exact: true }).waitFor();
});

test("states: offline, a bar says from when the data is; online, it is read again", {
  skip,
}, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  expect(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await bar(page, /Offline: showing data from \d\d:\d\d UTC/).waitFor();
  await page.locator(".live", { hasText: "Offline" }).waitFor();
  await eventually(page, () => page.getByRole("link", { name: "Mars", exact: true }).isVisible(), true); // It stays.
  const failed = page.waitForEvent("console", (message) => message.text().includes("ERR_INTERNET_DISCONNECTED"));
  await page.getByRole("button", { name: "Try now" }).click();
  await failed;
  await served.put("/api/planets/a-new-one", { name: "A new one", planet_type: "dwarf" });
  await page.context().setOffline(false);
  // Rows never move by themselves.
  await page.getByText("1 change", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("link", { name: "A new one", exact: true }).waitFor();
  await bar(page, "Offline").waitFor({ state: "detached" });
  await served.delete("/api/planets/a-new-one");
});

test("states: when a part is gone with its build, the page says that a newer version is available", {
  skip,
}, async (t) => {
  const { page, open, expect } = await visit(t, served, { isolated: true });
  await open("/planets");
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  expect(/status of 404/);
  expect(/Failed to fetch dynamically imported module/);
  await page.route("**/-/assets/palette-*.js", (route) => route.fulfill({ status: 404 }));
  await page.route(`${served.url}/`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<script type="module" src="/-/assets/index-newer.js"></script>' }),
  );
  // React reports the failed import some time after the bar is there.
  const reported = page.waitForEvent("console", (message) => message.text().includes("dynamically imported module"));
  await page.keyboard.press("Control+k");
  await bar(page, "A newer version is available.").waitFor();
  await reported;
  await eventually(page, () => page.getByRole("link", { name: "Mars", exact: true }).isVisible(), true); // The page stays.
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("link", { name: "Mars", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or go to" }).waitFor();
});

test("states: without authentication, a bar says that every caller is an admin", { skip }, async (t) => {
  const { page, open } = await visit(t, withoutKeys, { isolated: true });
  await open("/planets");
  await bar(page, "AUTH=off").waitFor();
  await page.getByRole("link", { name: "A planet" }).waitFor();
});

test("§5.3: where nothing is public, every page asks for a key, and shows itself with one", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, closed, { isolated: true });
  expect(/status of 401/);
  await open("/");
  const dialog = page.getByRole("dialog", { name: "This page needs a key" });
  await dialog.waitFor();
  await eventually(page, () => page.getByText("This needs a key").count(), 1);
  await dialog.getByLabel("API key or access token").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Use this key" }).click();
  await page.getByText("0 records", { exact: true }).waitFor();
});

test("§5.3: where nothing is public, a page embeds only what the caller may read", { skip }, async (t) => {
  const fixtures = fixturesFor(closed);
  await fixtures.mission("skylab-2", { name: "Skylab 2", status: "active" });
  await fixtures.astronaut("conrad", { name: "Pete Conrad" });
  await fixtures.assign("skylab-2", "conrad");
  const { secret } = await createKey(closed, ["astronauts:read"]);
  const { page, open } = await visit(t, closed, { key: secret, isolated: true });
  for (const address of ["/astronauts/conrad", "/astronauts?fields=name,current_mission"]) {
    const release = await holdBack(page, /\/api\/me$/);
    await open(address);
    await page.getByRole("navigation").getByText("Astronauts").first().waitFor();
    release();
    const main = page.getByRole("main");
    await main.getByText("Pete Conrad").first().waitFor();
    await main.getByText("skylab-2", { exact: true }).first().waitFor();
  }
});
