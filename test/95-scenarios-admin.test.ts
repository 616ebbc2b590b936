/** Scenarios of administration in Chromium, on both domains: keys with scopes as a matrix, and secrets that are shown once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const ALLOWED = { WEBHOOK_ALLOW_PRIVATE: "true" };

/** Each with the first row of the matrix of scopes, a row that is not next to it, and that of private records. */
const SETTINGS: readonly (readonly [domain: string, served: Served, first: string, other: string, own: string])[] = skip
  ? []
  : [
      ["space", await serveBuiltIn(ALLOWED), "planets", "missions", "medical"],
      ["second domain", await serveSecond(ALLOWED), "universities", "products", "grades"],
    ];

const secretDialog = (page: Page) => page.getByRole("dialog", { name: "Store this secret now" });

/** Everything that a page keeps: what it shows, its address, its history, its storage. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(
    "[document.documentElement.outerHTML, location.href, JSON.stringify(history.state), JSON.stringify({...sessionStorage}), JSON.stringify({...localStorage})].join('\\n')",
  );
}

/** The bodies that the panel of requests shows, of all requests that write. */
async function panelOf(page: Page): Promise<string> {
  await page.keyboard.press("Control+.");
  const panel = page
    .getByRole("complementary", { name: "Requests" })
    .or(page.getByRole("dialog", { name: "Requests" }));
  await panel.getByText("Before this page").click();
  await panel.getByText("POST").first().click();
  await panel.getByText("$SECRET").waitFor();
  return panel.innerHTML();
}

for (const [domain, served, first, other, own] of sampleOf(SETTINGS, 2, 0)) {
  test(`explorer, ${domain}: a key is created by keyboard alone, its scopes in a matrix, and its secret is shown once`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY, isolated: true });
    const press = (key: string) => page.keyboard.press(key);
    await open("/api-keys");
    // An empty list has another one.
    const create = page.getByRole("link", { name: "New API key", exact: true }).first();
    await create.waitFor();
    await tabTo(page, create);
    await press("Enter");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.waitFor();
    await tabTo(page, name);
    await page.keyboard.type("Nightly");
    const box = (label: string) => page.getByRole("checkbox", { name: label, exact: true });
    // All of a column, and then one box of another one.
    await tabTo(page, box("all: read"));
    await press("Space");
    await press("ArrowRight");
    await press("ArrowDown");
    await box(`${first}: write`).and(page.locator(":focus")).waitFor();
    await tabTo(page, box(`${other}: write`));
    await press("Space");
    const included = page.getByRole("checkbox", { name: `${other}: read, included in ${other}:write` });
    await eventually(page, async () => [await included.isChecked(), await included.isDisabled()], [true, true]);
    await eventually(page, () => page.locator(":indeterminate").count(), 1);
    // What is in no row is below the matrix.
    await tabTo(page, box("admin"));
    assert.deepEqual(await axeFindings(page), []);
    await tabTo(page, page.getByRole("button", { name: "Create" }));
    await press("Enter");

    const dialog = secretDialog(page);
    const secret = await dialog.getByText(/^smk_/).innerText();
    assert.deepEqual(await axeFindings(page), []);
    await tabTo(page, dialog.getByRole("checkbox", { name: "I have stored it" }));
    await press("Space");
    await tabTo(page, dialog.getByRole("button", { name: "Done" }));
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: "Nightly" }).waitFor();

    const me = (await served.get("/api/me", { credential: secret })).body;
    assert.ok(me.scopes.includes(`${other}:write`) && !me.scopes.includes(`${first}:write`));
    assert.ok(me.scopes.includes(`${first}:read`) && !me.scopes.includes("admin"));
    const row = page.getByRole("row", { name: new RegExp(`^${first}`) });
    await eventually(page, () => row.getByRole("cell").allInnerTexts(), ["yes", "–\nno value"]);
    assert.ok(!(await keptBy(page)).includes(secret));
    assert.ok(!(await panelOf(page)).includes(secret));
  });

  test(`explorer, ${domain}: “all” never grants private records, and a key expires in 90 days unless that is emptied`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY, isolated: true });
    await page.clock.setFixedTime("2099-01-01T12:00:00Z");
    const create = async (name: string, choose: () => Promise<void>) => {
      await open("/api-keys/-/new");
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await choose();
      await page.getByRole("button", { name: "Create" }).click();
      await secretDialog(page).getByRole("checkbox", { name: "I have stored it" }).check();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      return (await served.get(`/api/api-keys?name=${name}`)).body.api_keys[0];
    };
    const all = page.getByRole("checkbox", { name: "all: read" });
    const most = await create("Most", async () => {
      await all.check();
      await page.getByRole("checkbox", { name: "all: write" }).check();
      assert.deepEqual(await axeFindings(page), []);
    });
    assert.equal(most.expires_at, "2099-04-01T00:00:00.000Z");
    assert.deepEqual(
      most.scopes.filter((scope: string) => [`${first}:read`, `${first}:write`].includes(scope)),
      [`${first}:read`, `${first}:write`],
    );
    assert.deepEqual(
      most.scopes.filter((scope: string) => scope.startsWith(`${own}:`)),
      [],
    );
    const single = await create("Single", async () => {
      await page.getByRole("checkbox", { name: `${own}: read`, exact: true }).check();
      await eventually(page, () => all.isChecked(), false);
      await page.getByLabel("Expires at").fill("");
    });
    assert.deepEqual([single.scopes, single.expires_at], [[`${own}:read`], null]);
  });

  test(`explorer, ${domain}: nothing but “I have stored it” closes the dialog of a secret`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open("/api-keys");
    await page.getByRole("link", { name: "New API key", exact: true }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Careful");
    await page.getByRole("checkbox", { name: "all: read" }).check();
    await page.getByRole("button", { name: "Create" }).click();
    const dialog = secretDialog(page);
    const done = dialog.getByRole("button", { name: "Done" });
    await done.waitFor();
    await eventually(page, () => done.isDisabled(), true);
    await dialog.getByRole("button", { name: "Copy" }).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 400);
    await page.evaluate("history.back()");
    await eventually(page, () => addressOf(page), "/api-keys/-/new");
    await eventually(page, () => dialog.getByText(/^smk_/).count(), 1);
    await dialog.getByRole("checkbox", { name: "I have stored it" }).check();
    await done.click();
    await page.getByRole("heading", { level: 1, name: "Careful" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
  });

  test(`explorer, ${domain}: if the answer with the secret is lost, the page says so`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 503/);
    await open("/api-keys/-/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Lost");
    await page.getByRole("checkbox", { name: "all: read" }).check();
    let isLost = true;
    await page.route("**/api/api-keys", async (route) => {
      if (route.request().method() !== "POST" || !isLost) return route.fallback();
      isLost = false;
      await route.fetch();
      await route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"title":"Unavailable"}' });
    });
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Saving again is safe").waitFor();
    await page.getByRole("button", { name: "Create" }).click();
    const dialog = page.getByRole("dialog", { name: "The secret was lost" });
    await dialog.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { level: 1, name: "Lost" }).waitFor();
    assert.equal((await served.get("/api/api-keys?name=Lost")).body.total_count, 1);
  });

  test(`explorer, ${domain}: a key is revoked after a question, which does not promise to restore it`, {
    skip,
  }, async (t) => {
    const { secret, _links } = await createKey(served, ["events:read"], { name: "Leaked" });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(_links.self.replace("/api", ""));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Leaked?" });
    await dialog.getByText("This cannot be undone: its secret goes with it.").waitFor();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await eventually(page, () => addressOf(page), "/api-keys");
    await page.getByText("Leaked was deleted.").waitFor();
    await eventually(page, () => page.getByRole("link", { name: "Restore" }).count(), 0);
    assert.equal((await served.get("/api/me", { credential: secret })).status, 401);
  });

  test(`explorer 25, ${domain}: a webhook that was deleted while it was edited is restored with another secret, shown once`, {
    skip: skipDetails,
  }, async (t) => {
    const { body } = await served.post("/api/webhooks", { url: "http://127.0.0.1:9/first" });
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    const address = body._links.self.replace("/api", "");
    await open(`${address}/-/edit`);
    await page.getByRole("textbox", { name: "URL" }).fill("http://127.0.0.1:9/second");
    expect(/status of 404/);
    assert.equal((await served.delete(body._links.self)).status, 204);
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await page.getByRole("button", { name: "Restore with my changes" }).click();
    const secret = await secretDialog(page)
      .getByText(/^whsec_/)
      .innerText();
    assert.notEqual(secret, body.secret);
    await page.getByRole("checkbox", { name: "I have stored it" }).check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { level: 1, name: "http://127.0.0.1:9/second" }).waitFor();
    assert.ok(!(await keptBy(page)).includes(secret));
  });

  test(`explorer 14, ${domain}: without admin, the pages of keys name the scope that is missing`, {
    skip: skipDetails,
  }, async (t) => {
    const { secret } = await createKey(served, ["events:read"]);
    const { page, open, expect } = await visit(t, served, { key: secret });
    expect(/status of 403/);
    await open("/api-keys");
    await page.getByRole("alert").getByText("admin", { exact: true }).waitFor();
    await open("/api-keys/-/new");
    await page.getByRole("heading", { level: 1, name: "Creating API keys needs a key" }).waitFor();
    await page.getByText("Your key does not have the scope admin.").waitFor();
  });
}
