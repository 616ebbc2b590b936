/** Scenarios 13 to 15 of the explorer: the key, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const KEY_NAME = "explorer-key";

/** Where there is something private: its address, the scope that reading it needs, and a list of records with names. */
const SETTINGS: readonly (readonly [domain: string, served: Served, address: string, scope: string, list: string])[] =
  skip
    ? []
    : [
        ["space", await serveBuiltIn(), "/astronauts/neil-armstrong/medical", "medical:read", "/missions"],
        ["second domain", await serveSecond(), "/students/ann/grades", "grades:read", "/universities"],
      ];

/** Types a key into the dialog that is open. */
async function enter(page: Page, key: string, { remember = false } = {}): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key or access token").fill(key);
  if (remember) await dialog.getByRole("checkbox", { name: "Remember on this device" }).check();
  await dialog.getByRole("button", { name: "Use this key" }).click();
}

/** Where the key is kept. */
function kept(page: Page): Promise<[session: string | null, device: string | null]> {
  return page.evaluate(`[sessionStorage.getItem("${KEY_NAME}"), localStorage.getItem("${KEY_NAME}")]`);
}

/** Refuses the next write of a page, as the service does once the key is revoked. */
async function revokeBeforeWrite(page: Page): Promise<void> {
  let isRefused = false;
  await page.route("**/api/**", async (route) => {
    if (isRefused || !["POST", "PUT", "PATCH"].includes(route.request().method())) return route.fallback();
    isRefused = true;
    const problem = { type: "/problems/unauthorized", title: "Unauthorized", status: 401, detail: "It is revoked." };
    await route.fulfill({ status: 401, contentType: "application/problem+json", body: JSON.stringify(problem) });
  });
}

for (const [domain, served, address, scope, list] of sampleOf(SETTINGS, 2, 1)) {
  test(`explorer 13, ${domain}: a wrong key is not kept, and says so; then the right one shows what was asked for`, {
    skip,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served);
    expect(/status of 401/);
    await open(address);
    await page.getByRole("dialog", { name: "This page needs a key" }).waitFor();
    await enter(page, "smk_wrong");
    await page.getByRole("dialog").getByText("The service does not accept this key").waitFor();
    await eventually(page, () => kept(page), [null, null]);
    await enter(page, ADMIN_KEY);
    await page.getByRole("heading", { level: 2, name: /^No .* yet$/ }).waitFor();
    await eventually(page, () => page.getByRole("alert").count(), 0);
  });

  test(`explorer 13, ${domain}: a key that is refused later is forgotten, and the page says so`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served);
    expect(/status of 401/);
    await open("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(`sessionStorage.setItem("${KEY_NAME}", "smk_revoked")`);
    await page.reload();
    await page.getByText("The key was refused").waitFor();
    await eventually(page, () => kept(page), [null, null]);
    await page.getByRole("button", { name: "Add key" }).waitFor();
  });

  test(`explorer 13, ${domain}: a form that is refused for its key asks for another one, and is sent again`, {
    skip: skipDetails,
  }, async (t) => {
    for (const [form, id, press] of [
      [`${list}/-/new`, undefined, "Create"],
      [`${list}/keyed/-/edit`, "keyed", "Save 1 change"],
    ] as const) {
      if (id) await served.put(`/api${list}/${id}`, { name: "Before" });
      const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
      expect(/status of 401/);
      await open(form);
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await name.fill(`After ${press}`);
      await revokeBeforeWrite(page);
      await page.getByRole("button", { name: press, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Your key was refused" });
      await dialog.getByText("wrong, expired or revoked, and has been forgotten").waitFor();
      await eventually(page, () => kept(page), [null, null]);
      await enter(page, ADMIN_KEY);
      await page.getByRole("heading", { level: 1, name: `After ${press}`, exact: true }).waitFor();
      const { body } = await served.get(`/api${list}?name=${encodeURIComponent(`After ${press}`)}`);
      assert.equal(body.total_count, 1);
    }
  });

  test(`explorer 14, ${domain}: a key without the scope is refused, and the page names the scope`, {
    skip,
  }, async (t) => {
    const { secret } = await createKey(served, ["events:read"]);
    const { page, open, expect } = await visit(t, served, { key: secret });
    expect(/status of 403/);
    await open(address);
    await page.getByRole("heading", { name: "This key is not allowed to do that" }).waitFor();
    await page.getByRole("alert").getByText(scope, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Use another key" }).waitFor();
  });

  test(`explorer 15, ${domain}: the key is the tab's alone; remembered, it is the device's; forgetting clears all tabs`, {
    skip,
  }, async (t) => {
    const { page, open, tab } = await visit(t, served, { isolated: true });
    // The first page shows the latest changes to whoever may read them.
    await open("/");
    await page.getByRole("button", { name: "Add key" }).click();
    await enter(page, ADMIN_KEY);
    await page.getByRole("button", { name: /^Your key/ }).waitFor();
    await eventually(page, () => kept(page), [ADMIN_KEY, null]);
    const other = await tab("/");
    await other.getByRole("button", { name: "Add key" }).click();
    await enter(other, ADMIN_KEY, { remember: true });
    await other.getByRole("button", { name: /^Your key/ }).waitFor();
    await eventually(page, () => kept(other), [null, ADMIN_KEY]);
    await other.getByRole("button", { name: /^Your key/ }).click();
    await other.getByRole("dialog", { name: "Your key" }).getByText("It is remembered on this device.").waitFor();
    await other.getByRole("button", { name: "Forget the key" }).click();
    for (const each of [page, other]) {
      await eventually(each, () => kept(each), [null, null]);
      await each.getByRole("button", { name: "Add key" }).waitFor();
    }
    assert.ok(![page.url(), other.url()].some((url) => url.includes(ADMIN_KEY)));
  });

  test(`explorer 15, ${domain}: a key that one tab remembers is used by those without a key`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open, tab } = await visit(t, served, { isolated: true });
    await open("/");
    const other = await tab("/");
    await other.getByRole("button", { name: "Add key" }).click();
    await enter(other, ADMIN_KEY, { remember: true });
    await page.getByRole("button", { name: /^Your key/ }).waitFor();
  });
}

test("explorer 15: what only a key may read is not shown once the key is forgotten", {
  skip: skipDetails,
}, async (t) => {
  const [, served] = SETTINGS.at(-1)!;
  const { page, open } = await visit(t, served, { key: ADMIN_KEY, isolated: true });
  await open("/-/changes");
  await page.locator(".event").first().waitFor();
  await page.getByRole("button", { name: /^Your key/ }).click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  await page.getByRole("button", { name: "Add key" }).waitFor();
  await eventually(page, () => page.locator(".event").count(), 0);
});

test("the page of the key: one is entered, what it may do is shown, and it is forgotten", { skip }, async (t) => {
  const served = SETTINGS[0]![1];
  const { page, open } = await visit(t, served, { isolated: true });
  await open("/-/key");
  await page.getByRole("heading", { level: 1, name: "No key is in use" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Enter a key" }).click();
  await enter(page, (await createKey(served, ["missions:read"])).secret);
  await page.getByRole("heading", { level: 1, name: "Your key" }).waitFor();
  await eventually(page, () => page.getByRole("main").locator("dl").innerText(), /^missions read$/m);
  await page.getByText("It is forgotten when you close this tab.").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Forget the key" }).click();
  await page.getByRole("heading", { level: 1, name: "No key is in use" }).waitFor();
  await eventually(page, () => kept(page), [null, null]);
});
