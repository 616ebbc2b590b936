/** Histories, events and operations in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const key = ADMIN_KEY;
const space = await serveForFile();
const second = await serveForFile(secondDomain);

const longText = "Grows the first garden on the Moon, in a sealed dome near the south pole, tended by robots.";
await space.put("/api/missions/garden", { name: "Garden", description: longText, operator: "N.A.S.A." });
await space.patch("/api/missions/garden", {
  ...{ operator: "NASA", status: "active", end_date: "2027-01-31" },
  description: longText.replace("robots", "people"),
});

test("a history: who changed which fields when, before and after", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { key });
  await open("/missions/garden");
  await page.getByText(/changed .* by admin/).waitFor();
  await page.getByRole("link", { name: "History 2" }).click();
  const [changed, created] = [page.locator(".event").first(), page.locator(".event").last()];
  await changed.locator("ins", { hasText: "people" }).waitFor();
  const row = (name: string) => changed.getByRole("row", { name: new RegExp(`^${name}`) });
  await eventually(page, async () => (await row("Operator").locator("del").innerText()).trim(), "N.A.S.A.");
  await eventually(page, async () => (await row("Operator").locator("ins").innerText()).trim(), "NASA");
  await eventually(
    page,
    async () => (await row("End date").innerText()).replace(/\s+/g, " "),
    "End date none → , now 31 January 2027",
  );
  await eventually(page, () => row("Description").locator("del, ins").allInnerTexts(), ["robots", "people"]);
  await eventually(page, () => row("Allowed transitions").innerText(), /derived$/);
  await eventually(page, () => created.innerText(), /Created\s+Name\s+Garden/);
  await page.getByText("The record was created here.").waitFor();
  assert.equal(new URL(page.url()).pathname, "/missions/garden/-/history");
});

test("a history: older pages, and Back", { skip: skipDetails }, async (t) => {
  await second.put("/api/manufacturers/maker", { name: "Maker" });
  for (let n = 1; n <= 21; n++) await second.patch("/api/manufacturers/maker", { country: `Country ${n}` });
  const { page, open } = await visit(t, second, { key });
  await open("/manufacturers/maker/-/history");
  await page.getByText("1–20 of 22").waitFor();
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByText("The record was created here.").waitFor();
  assert.equal(new URL(page.url()).search, "?page=2");
  await page.goBack();
  await page.getByText("1–20 of 22").waitFor();
});

test("a history: without the scope it is not requested, and the scope is named", { skip: skipDetails }, async (t) => {
  const { page, open } = await visit(t, space);
  await open("/missions/garden/-/history");
  await page.getByText("events:read").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Enter a key" }).click();
  await page.getByRole("dialog", { name: "Enter a key" }).waitFor();
});

test("a history: that of a record which was deleted", { skip }, async (t) => {
  await space.put("/api/space-stations/old", { name: "Old station" });
  await space.delete("/api/space-stations/old");
  const { page, open, expect } = await visit(t, space, { key });
  expect(/status of 404/);
  await open("/space-stations/old/-/history");
  await page.getByText("This record does not exist now.").waitFor();
  const deleted = page.getByText("It was deleted on 15 January 2026 at 12:00 UTC by admin.");
  await deleted.waitFor();
  await eventually(page, () => page.getByRole("link", { name: "Its history" }).count(), 0);
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  await eventually(page, () => page.getByText("Old station").count(), 2);
  await open("/space-stations/old");
  await deleted.waitFor();
  await eventually(
    page,
    () => page.getByRole("link", { name: "Its history" }).getAttribute("href"),
    "/space-stations/old/-/history",
  );
});

test("a history: the content of private records is not in it", { skip: skipDetails }, async (t) => {
  await second.put("/api/students/sam", { name: "Sam" });
  const { body } = await second.post("/api/students/sam/grades", { subject: "Logic", points: 91 });
  const { page, open } = await visit(t, second, { key });
  await open(`/students/sam/grades/${body.id}/-/history`);
  await page.getByText("The log does not include the content of private records.").waitFor();
});

test("events: a table of what changed, each opened in place or as a record", { skip }, async (t) => {
  const { page, open } = await visit(t, space, { key });
  await open("/events?subject=/api/missions/garden&sort=id:desc");
  const row = page.getByRole("row", { name: /mission changed Garden admin/ });
  const opens = row.getByRole("button");
  await eventually(page, () => opens.innerText(), "description, status, end date and 2 more");
  await opens.click();
  await eventually(page, () => opens.getAttribute("aria-expanded"), "true");
  await page.locator(".is-detail ins", { hasText: "NASA" }).waitFor();
  await row.getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: "Mission changed" }).waitFor();
  await page.locator("ins", { hasText: "NASA" }).waitFor();
  await page.getByRole("link", { name: "JSON" }).click();
  await eventually(page, () => page.locator("pre").innerText(), /"before": \{/);
});

test("changes: without a stream, later ones appear on top when the page polls", { skip }, async (t) => {
  const { page, open } = await visit(t, second, { key, isolated: true });
  await second.put("/api/manufacturers/first", { name: "First" });
  await page.addInitScript("delete Navigator.prototype.locks");
  await page.clock.install();
  await open("/-/changes");
  const entries = page.locator(".event");
  await entries.first().getByRole("link", { name: "First" }).waitFor();
  await second.put("/api/manufacturers/second", { name: "Second" });
  await page.clock.fastForward(16_000);
  await entries.first().getByRole("link", { name: "Second" }).waitFor();
});

test("an operation: its progress and its result", { skip }, async (t) => {
  const sample = { instrument: "probe", parameter: "soil", value: 1, unit: "%", collected_at: "2027-01-01T00:00:00Z" };
  const start = async (samples: readonly object[]) => {
    const options = { headers: { prefer: "respond-async" } };
    const { status, body } = await space.post("/api/missions/garden/data", samples, options);
    assert.equal(status, 202);
    return `/operations/${body.id}`;
  };
  const [done, failed] = [await start([sample, sample]), await start([{ ...sample, quality: "unheard of" }])];
  const { page, open } = await visit(t, space, { key });
  await open(done);
  await page.getByText("succeeded").waitFor();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByText(done.replace("/operations/", ""), { exact: true }).waitFor();
  await page.getByText("2 of 2").waitFor();
  await page.getByRole("button", { name: "Show the result" }).click();
  await page.locator("pre", { hasText: '"created_count": 2' }).waitFor();
  await open(failed);
  await page.getByText("failed", { exact: true }).waitFor();
  await page.getByText("/0/quality", { exact: true }).waitFor();
});
