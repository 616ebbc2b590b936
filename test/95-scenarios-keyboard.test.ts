/** Scenario 39 of the explorer, its second half: from the first page to a record and back by keyboard alone, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** What is searched for, and its address; its list; and what of its page leads on, and where. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly found: readonly [words: string, name: string, address: string];
  readonly list: string;
  readonly next: readonly [link: string, address: string];
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        found: ["apollo 11", "Apollo 11", "/missions/apollo-11"],
        list: "/missions",
        next: ["Neil Armstrong", "/astronauts/neil-armstrong"],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        found: ["ann", "Ann", "/students/ann"],
        list: "/courses",
        next: ["Optics", "/courses/optics"],
      },
    ];

for (const { domain, served, found, list, next } of sampleOf(SETTINGS, 2, 0)) {
  test(`explorer 39, ${domain}: somebody finds a record, follows it, and comes back, by keyboard alone`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const { keyboard } = page;
    const [words, name, address] = found;
    const heading = (text: string) => page.getByRole("heading", { level: 1, name: text });
    const hasFocus = (text: string) => heading(text).and(page.locator(":focus")).count();
    await open("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search or go to" }).waitFor();
    await keyboard.type(words);
    // Enter opens it once it is chosen, a moment after it is shown.
    await page.locator("[role=option][data-focused]", { hasText: name }).waitFor();
    await keyboard.press("Enter");
    await heading(name).waitFor();
    assert.equal(addressOf(page), address);
    await eventually(page, () => hasFocus(name), 1);

    const [link, target] = next;
    await tabTo(page, page.getByRole("main").getByRole("link", { name: link, exact: true }), 40);
    await keyboard.press("Enter");
    await eventually(page, () => hasFocus(link), 1);
    assert.equal(addressOf(page), target);
    // As Alt and the left arrow key do, which belong to the window.
    await page.goBack();
    await eventually(page, () => hasFocus(name), 1);

    await open(list);
    await page.getByRole("table").waitFor();
    const status = page.getByRole("columnheader", { name: "Status" });
    await tabTo(page, page.getByRole("button", { name: "Skip to the content" }), 3);
    await keyboard.press("Enter");
    await tabTo(page, status.getByRole("link"), 26);
    await keyboard.press("Enter");
    await eventually(page, () => status.getAttribute("aria-sort"), "ascending");
    await keyboard.press("Control+.");
    await page.getByRole("complementary", { name: "Requests" }).waitFor();
    await keyboard.press("Escape");
    await eventually(page, () => page.getByRole("complementary", { name: "Requests" }).count(), 0);
    await eventually(page, () => status.getByRole("link").and(page.locator(":focus")).count(), 1);
  });
}
