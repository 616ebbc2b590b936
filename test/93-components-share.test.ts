/** Proves "Share" in Chromium, and pictures on other sites (§10.1). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = await serveForFile(undefined, { EMBED_ORIGINS: "*" });
for (const [id, mission_type] of [
  ["first", "crewed"],
  ["second", "orbiter"],
] as const)
  await served.put(`/api/missions/${id}`, { name: `The ${id}`, mission_type, launch_date: "1969-07-16" });

test("§10.1: Share copies a citation with the day, and saves the picture as it is looked at", { skip }, async (t) => {
  const { page, open } = await visit(t, served, { isolated: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("/missions/-/timeline?mission_type=crewed#by=mission_type");
  await page.getByRole("button", { name: "Share" }).click();
  const panel = page.getByRole("dialog", { name: "Share" });
  await panel
    .getByText(
      /^Space Missions, “Missions over time”, read on .*mission_type=crewed&as_of=\d{4}-\d\d-\d\d#by=mission_type$/,
    )
    .waitFor();
  await panel.getByRole("button", { name: "Copy BibTeX" }).click();
  await panel.getByRole("status").filter({ hasText: "Copied" }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const saving = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Save SVG" }).click();
  const file = await saving;
  assert.match(file.suggestedFilename(), /^missions-timeline-\d{4}-\d\d-\d\d\.svg$/);
  const svg = readFileSync(await file.path(), "utf8");
  // Its lanes are those of the page, and so is its filter.
  assert.ok(svg.includes(">Crewed<") && svg.includes("The first") && !svg.includes("The second"));
});

test("§10.1: Share saves the face of a record; its page is in no frame", { skip }, async (t) => {
  const { page, open } = await visit(t, served, { isolated: true });
  await open("/missions/first");
  await page.getByRole("button", { name: "Share" }).click();
  const panel = page.getByRole("dialog", { name: "Share" });
  await panel.getByRole("button", { name: "Save PNG" }).waitFor();
  assert.equal(await panel.getByRole("button", { name: "Copy HTML" }).count(), 0);
  const saving = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Save SVG" }).click();
  const file = await saving;
  assert.match(file.suggestedFilename(), /^missions-first-face-\d{4}-\d\d-\d\d\.svg$/);
  const svg = readFileSync(await file.path(), "utf8");
  assert.ok(svg.includes("<title>The first</title>") && svg.includes("The second"), svg);
});

test("§10.1: another site shows a picture without frame and buttons; its links open tabs", { skip }, async (t) => {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<title>News</title><iframe src="${served.url}/missions?group_by=status&embed" width="900" height="600"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "localhost", resolve));
  after(() => site.close());
  const elsewhere = `http://localhost:${(site.address() as AddressInfo).port}`;
  const { page } = await visit(t, served, { isolated: true, others: [elsewhere] });
  await page.goto(elsewhere);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Missions by status" }).waitFor();
  assert.equal(await frame.getByRole("navigation", { name: "Registry" }).count(), 0);
  assert.equal(await frame.getByRole("button", { name: "Share" }).count(), 0);
  const opening = page.context().waitForEvent("page");
  await frame.locator(".pic a").first().focus();
  await frame.locator(".pic a").first().press("Enter");
  const opened = await opening;
  await eventually(opened, () => new URL(opened.url()).pathname, "/missions");
  assert.equal(new URL(opened.url()).searchParams.has("embed"), false);
  await opened.close();
  await frame.getByRole("heading", { name: "Missions by status" }).waitFor();
});
