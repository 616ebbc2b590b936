/** Scenarios of webhooks in Chromium, on both domains: created, delivered, delivered again, paused, and their secret rotated. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "./support/events/webhook-receiver.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const ALLOWED = { WEBHOOK_ALLOW_PRIVATE: "true" };

/** A record that changes. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  /** What it is, and its path. */
  readonly kind: string;
  readonly record: string;
  /** A text of it. */
  readonly text: string;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(ALLOWED),
        kind: "mission",
        record: "/api/missions/apollo-11",
        text: "operator",
      },
      {
        domain: "second domain",
        served: await serveSecond(ALLOWED),
        kind: "course",
        record: "/api/courses/optics",
        text: "title",
      },
    ];

let count = 0;
const press = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true }).click();
const stateOf = (page: Page, word: string) => page.locator(".state.is-tag", { hasText: word }).waitFor();
const name = ({ kind }: Setting) => `${kind[0]!.toUpperCase()}${kind.slice(1)} changed`;

/** Changes the record, which is an event. */
async function change({ served, record, text }: Setting): Promise<void> {
  assert.equal((await served.patch(record, { [text]: `Changed ${++count}` })).status, 200);
}

/** A webhook with a receiver, for changes of the record. */
async function createWebhook(
  { served, kind }: Setting,
  credential: string = ADMIN_KEY,
): Promise<{ readonly inbox: Receiver; readonly path: string; readonly hook: Body }> {
  const inbox = await startReceiver();
  const body = { url: inbox.url, event_types: [`${kind}.updated`] };
  const { status, body: hook } = await served.post("/api/webhooks", body, { credential });
  assert.equal(status, 201);
  return { inbox, hook, path: hook._links.self };
}

/** Stores a secret that a page shows. @returns it */
async function storeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Store this secret now" });
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole("checkbox", { name: "I have stored it" }).check();
  await press(dialog, "Done");
  return secret;
}

/** Whether a request is signed with a secret, as Standard Webhooks says. */
function isSignedWith(secret: string, { headers, text }: ReceivedRequest): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(signature);
}

/** The cells of the first delivery that a page lists. */
async function firstDelivery(page: Page): Promise<string[]> {
  const row = page.getByRole("table", { name: "Deliveries" }).locator("tbody tr").first();
  await row.waitFor();
  return row.locator("td").allInnerTexts();
}

const visitAsAdmin = (t: TestContext, served: Served) => visit(t, served, { key: ADMIN_KEY });

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, kind } = setting;

  test(`explorer, ${domain}: a webhook is created for chosen events; what it delivered and tried is shown, and sent again`, {
    skip,
  }, async (t) => {
    const inbox = await startReceiver();
    const { page, open } = await visitAsAdmin(t, served);
    await open("/webhooks/-/new");
    await page.getByRole("textbox", { name: "URL" }).fill(inbox.url);
    const group = page.getByRole("group", { name: kind[0]!.toUpperCase() + kind.slice(1), exact: true });
    await eventually(page, () => group.count(), 0);
    await page.getByRole("checkbox", { name: /^all, also/ }).uncheck();
    await page.getByText("Nothing is chosen.").waitFor();
    await group.getByRole("checkbox", { name: "updated", exact: true }).check();
    assert.deepEqual(await axeFindings(page), []);
    await press(page, "Create");
    const secret = await storeSecret(page);
    await stateOf(page, "active");
    const [hook] = (await served.get("/api/webhooks?sort=created_at:desc&limit=1")).body.webhooks;
    assert.deepEqual(hook.event_types, [`${kind}.updated`]);

    inbox.reply = () => (inbox.received.length === 1 ? 500 : 204);
    await change(setting);
    await served.deliver();
    assert.ok(isSignedWith(secret, inbox.received[0]!));
    await page.reload();
    const [event, status, attempts, , response, next] = await firstDelivery(page);
    assert.deepEqual([event, status!.trim(), attempts, response], [name(setting), "pending", "1", "500"]);
    assert.match(next!, /\d\d:\d\d/);
    await stateOf(page, "failing");
    assert.deepEqual(await axeFindings(page), []);

    // Its page shows every attempt as it is made.
    await page.getByRole("link", { name: name(setting) }).click();
    await stateOf(page, "pending");
    served.clock.advance(10_000);
    await served.deliver();
    await stateOf(page, "succeeded");
    const tried = page.locator(".is-attempts tbody tr");
    const responses = () => tried.locator("td:nth-child(2)").allInnerTexts();
    await eventually(page, responses, ["500", "204"]);
    const before = addressOf(page);
    await press(page, "Deliver again");
    await eventually(page, () => addressOf(page) !== before && addressOf(page).includes("/deliveries/"), true);
    await stateOf(page, "pending");
    await served.deliver();
    await stateOf(page, "succeeded");
    const ids = inbox.received.map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
  });

  test(`explorer, ${domain}: a delivery appears soon, though no event tells of it`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await createWebhook(setting);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY, isolated: true });
    await page.clock.install();
    await open(path.replace("/api", ""));
    await page.getByText("None yet.").first().waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await change(setting);
    await served.deliver();
    await page.clock.fastForward(16_000);
    await eventually(page, () => page.getByRole("link", { name: name(setting) }).count(), 1);
    await page.getByRole("table", { name: "Deliveries" }).getByText("succeeded").waitFor();
  });

  test(`explorer, ${domain}: a test delivery sends the latest event that the webhook receives`, {
    skip: skipDetails,
  }, async (t) => {
    await change(setting);
    const { inbox, path } = await createWebhook(setting);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY, width: 320, theme: "dark" });
    const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
    await open(path.replace("/api", ""));
    await page.getByRole("button", { name: "Rotate the secret" }).waitFor();
    assert.deepEqual([await overflow(), await axeFindings(page)], [0, []]);
    await press(page, "Send a test delivery");
    const dialog = page.getByRole("dialog", { name: "Send a test delivery" });
    await dialog.getByText(name(setting)).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await press(dialog, "Send it");
    await page.getByRole("heading", { level: 1, name: name(setting) }).waitFor();
    await served.deliver();
    await stateOf(page, "succeeded");
    assert.deepEqual(inbox.summaries(), [`${kind}.updated ${setting.record}`]);
    await page.locator(".is-attempts tbody tr").waitFor();
    assert.deepEqual([await overflow(), await axeFindings(page)], [0, []]);
  });

  test(`explorer, ${domain}: the secret is rotated: both sign, and the new one is shown once`, { skip }, async (t) => {
    const { inbox, path, hook } = await createWebhook(setting);
    const { page, open } = await visitAsAdmin(t, served);
    await open(path.replace("/api", ""));
    await press(page, "Rotate the secret");
    const dialog = page.getByRole("dialog", { name: "Create a new secret?" });
    await dialog.getByText("For 24 hours").waitFor();
    await press(dialog, "Create a new secret");
    const secret = await storeSecret(page);
    await change(setting);
    await served.deliver();
    for (const each of [hook.secret, secret]) assert.ok(isSignedWith(each, inbox.received[0]!));
    const shown = await page.evaluate("document.documentElement.outerHTML + JSON.stringify(history.state)");
    assert.ok(!String(shown).includes(secret));
  });

  test(`explorer, ${domain}: a webhook is paused and resumed; after a revocation its URL is confirmed first`, {
    skip,
  }, async (t) => {
    const author = await createKey(served, ["webhooks:write", "events:read"]);
    const { path, inbox } = await createWebhook(setting, author.secret);
    const { page, open, expect } = await visitAsAdmin(t, served);
    await open(path.replace("/api", ""));
    await press(page, "Pause");
    await stateOf(page, "paused");
    assert.equal((await served.get(path)).body.active, false);
    await press(page, "Resume");
    await stateOf(page, "active");

    const revoke = async () => {
      await change(setting);
      await served.deliver();
      assert.equal((await served.get(path)).body.disabled_because, "revoked");
      await page.reload();
      await page.getByText("was revoked, or has expired").waitFor();
    };
    assert.equal((await served.delete(author._links.self)).status, 204);
    await revoke();
    await press(page, "Resume");
    const dialog = page.getByRole("dialog", { name: "Resume sending to this URL?" });
    await dialog.getByText(inbox.url).waitFor();
    await press(dialog, "Resume");
    await stateOf(page, "active");
    assert.equal((await served.get(path)).body.disabled_because, null);

    // The form of the webhook asks as well.
    const other = await createKey(served, ["admin"]);
    assert.equal((await served.patch(path, { event_types: ["*"] }, { credential: other.secret })).status, 200);
    assert.equal((await served.delete(other._links.self)).status, 204);
    await revoke();
    expect(/status of 422/);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("checkbox", { name: "Active" }).check();
    await press(page, "Save 1 change");
    await press(page, "Confirm it and save");
    await stateOf(page, "active");
  });

  test(`explorer, ${domain}: the page of a webhook says which events its authors withhold from it`, {
    skip: skipDetails,
  }, async (t) => {
    const { secret } = await createKey(served, ["webhooks:write"]);
    const { path } = await createWebhook(setting, secret);
    const { page, open } = await visitAsAdmin(t, served);
    await open(path.replace("/api", ""));
    await stateOf(page, "active");
    assert.equal(await page.getByText("Not sent, because").count(), 0);
    const body = { event_types: [`${kind}.updated`, "api_key.*"] };
    assert.equal((await served.patch(path, body)).status, 200);
    await page.getByText("may not read them: events that need admin.").waitFor();
    assert.deepEqual(await axeFindings(page), []);
  });

  test(`explorer, ${domain}: who may only read webhooks sees the scope that changing them needs, and no buttons`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await createWebhook(setting);
    const { secret } = await createKey(served, ["webhooks:read"]);
    const { page, open } = await visit(t, served, { key: secret });
    await open(path.replace("/api", ""));
    await page.getByText("Changing it needs the scope webhooks:write.").waitFor();
    await page.getByRole("heading", { level: 2, name: "Secrets" }).waitFor();
    for (const each of ["Pause", "Send a test delivery", "Rotate the secret"])
      await eventually(page, () => page.getByRole("button", { name: each }).count(), 0);
  });
}
