/** What happens around Save (scenarios 17, 34 and 39 of the explorer): the focus, waiting, refusals. On both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { enter } from "./support/browser/enter.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** A record with a text, and a list of members that has one already. */
const SETTINGS = skip
  ? []
  : ([
      {
        domain: "space",
        served: await serveBuiltIn(),
        record: "/missions/apollo-11",
        text: "operator",
        members: "/missions/apollo-11/astronauts",
        member: ["astronaut_id", "neil-armstrong"],
        more: { role: "commander" },
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        record: "/courses/optics",
        text: "title",
        members: "/courses/optics/students",
        member: ["student_id", "ann"],
        more: { seat: "B1" },
      },
    ] as const);

/** Refuses to save until the routes are removed. */
async function refuseToSave(page: Page, status: number, headers: Record<string, string> = {}): Promise<void> {
  await page.route("**/api/**", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status,
          headers: { "content-type": "application/problem+json", ...headers },
          body: JSON.stringify({ title: "Not now", status, detail: "It was refused." }),
        })
      : route.fallback(),
  );
}

/** Whether what has the focus is in view. */
const FOCUS_IN_VIEW = `(() => {
  const { top, bottom, height } = document.activeElement.getBoundingClientRect();
  return document.activeElement !== document.body && top >= 0 && (bottom <= innerHeight || height > innerHeight);
})()`;

/** What has the focus and is behind the bar with Save, even in part; of a text area, its first line. */
const FOCUS_UNDER_BAR = `(() => {
  const bar = document.querySelector(".submit");
  const focused = document.activeElement;
  if (bar.contains(focused) || focused === document.body) return "";
  const { left, top, bottom } = (focused.closest("label") ?? focused).getBoundingClientRect();
  const edge = bar.getBoundingClientRect();
  const end = focused.localName === "textarea" ? top + 32 : bottom;
  return left >= edge.left && end > edge.top + 1 ? focused.outerHTML.slice(0, 200) : "";
})()`;

for (const { domain, served, record, text, members, member, more } of sampleOf(SETTINGS, 2, 1)) {
  for (const [status, name] of [
    [429, "the rate limit"],
    [503, "an outage"],
  ] as const)
    test(`explorer 34, ${domain}: after ${name}, Save says when it may be tried again, and what was entered stays`, {
      skip,
    }, async (t) => {
      const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY, width: 390, isolated: true });
      expect(new RegExp(`status of ${status}`));
      await page.clock.install();
      await open(`${record}/-/edit`);
      await enter(page, `/${text}`, `After ${name}`);
      await refuseToSave(page, status, { "retry-after": "30" });
      await press(page, "Save 1 change");
      const refusal = page.getByRole("alert");
      await refusal.getByText("in 30 s", { exact: true }).waitFor();
      await eventually(page, () => page.evaluate(FOCUS_IN_VIEW), true);
      assert.deepEqual(await axeFindings(page), []);
      await page.clock.runFor(10_000);
      await refusal.getByText(/^in (?:1\d|20) s$/).waitFor();
      await page.clock.runFor(21_000);
      await refusal.getByText("now", { exact: true }).waitFor();
      await page.unrouteAll();
      await refusal.getByRole("button", { name: "Try again" }).click();
      await eventually(page, () => addressOf(page), record);
      assert.equal((await served.get(`/api${record}`)).body[text], `After ${name}`);
    });

  test(`explorer 17, ${domain}: why a change was refused is in view and has the focus, if it is in no field`, {
    skip: skipDetails,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY, width: 390 });
    expect(/status of 409/);
    await open(`${record}/-/edit`);
    await enter(page, `/${text}`, "Refused");
    await refuseToSave(page, 409);
    await page.locator(`[id="form/${text}"]`).press("Enter");
    await page.getByRole("alert").getByText("It was refused.").waitFor();
    const refusal = page.locator(".refusal").and(page.locator(":focus"));
    await refusal.waitFor();
    await eventually(page, () => page.evaluate(FOCUS_IN_VIEW), true);
  });

  for (const width of sampleOf([390, 1280], 2, 0))
    test(`explorer 39, ${domain}: the bar with Save never covers what has the focus, ${width} px wide`, {
      skip,
    }, async (t) => {
      const { page, open } = await visit(t, served, { key: ADMIN_KEY, width });
      await open(`${record}/-/edit`);
      await page.locator(`[id="form/${text}"]`).waitFor();
      const covered = new Set<unknown>();
      const isAtEnd = () => page.evaluate("document.activeElement.textContent === 'Cancel'");
      for (let pressed = 0; pressed < 120 && !(await isAtEnd()); pressed++) {
        await page.keyboard.press("Tab");
        covered.add(await page.evaluate(FOCUS_UNDER_BAR));
      }
      assert.equal(await isAtEnd(), true);
      assert.deepEqual([...covered], [""]);
    });

  test(`explorer 17, ${domain}: what is on a list already is refused with a link to its entry`, {
    skip: skipDetails,
  }, async (t) => {
    const [name, id] = member;
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 409/);
    await open(`${members}/-/new`);
    await enter(page, `/${name}`, id);
    for (const [each, value] of Object.entries(more)) await enter(page, `/${each}`, value);
    await press(page, "Create");
    const refusal = page.getByRole("alert");
    await refusal.getByText("is already on this list").waitFor();
    const link = refusal.getByRole("link", { name: "Open the entry" });
    await eventually(page, () => link.getAttribute("href"), `${members}/${id}`);
  });
}
