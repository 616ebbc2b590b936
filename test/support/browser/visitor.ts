/** A visitor who opens pages of a service in Chromium. The test fails if the browser reports anything unexpected. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { buildExplorer } from "../http/built-explorer.ts";
import { skipWithoutChromium, startChromium } from "./chromium.ts";
import { Watch } from "./watch.ts";

if (!skipWithoutChromium) buildExplorer();

/** Bounds what never comes, not what is slow. */
const TIMEOUT_MS = 60_000;
/** Where pages keep the key (explorer/src/requests/key.ts). */
const KEY_NAME = "explorer-key";
/** How many times slower pages run than they can: shows which tests do not wait for what they expect. */
const SLOWDOWN = Number(process.env.TEST_SLOWDOWN ?? 1);
/** How much of a page a failure shows, in characters. */
const SHOWN = 4_000;

/** The settings of a visit. */
export interface VisitSettings {
  /** 1280 by default. */
  readonly width?: number;
  readonly theme?: "light" | "dark";
  /** The key that was entered before. */
  readonly key?: string;
  /** With storage, a cache and a clock of its own, for tests of what outlives a tab. */
  readonly isolated?: boolean;
  /** The language of the browser, in a context of its own; `en-GB` by default. */
  readonly locale?: string;
  /** Services of other origins that the pages send requests to. */
  readonly others?: readonly string[];
}

/** A person with a browser. */
export interface Visitor {
  readonly page: Page;
  /** Opens an address: `/missions?page=2`. */
  open(address: string): Promise<void>;
  /** Opens another tab of the same browser. */
  tab(address: string): Promise<Page>;
  /** An error that the test brings about, as the console words it: `/status of 404/`. */
  expect(pattern: RegExp): void;
}

/** The context of all visitors that need none of their own. */
let shared: Promise<BrowserContext> | undefined;

async function newContext(locale = "en-GB"): Promise<BrowserContext> {
  const browser = await startChromium();
  const context = await browser.newContext({
    reducedMotion: "reduce",
    locale,
    timezoneId: "Pacific/Auckland",
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** A visitor of a service, for one test. */
export async function visit(
  test: TestContext,
  { url }: { readonly url: string },
  { width = 1280, theme = "light", key, locale, isolated = locale !== undefined, others = [] }: VisitSettings = {},
): Promise<Visitor> {
  shared ??= newContext();
  const context = isolated ? await newContext(locale) : await shared;
  const watch = new Watch(url, ...others);
  await watch.reportFrom(context);
  const pages: Page[] = [];
  const newPage = async () => {
    const page = await context.newPage();
    if (!isolated) forbidClock(page);
    pages.push(page);
    watch.add(page);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    if (SLOWDOWN > 1) {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    }
    if (key) await page.addInitScript(`sessionStorage.setItem("${KEY_NAME}", ${JSON.stringify(key)})`);
    return page;
  };
  const page = await newPage();
  test.after(async () => {
    for (const each of pages) {
      // Reports that are on their way arrive before this answer.
      if (!each.isClosed()) await each.evaluate("0").catch(() => {});
      if (!test.passed) test.diagnostic(`${each.url()}\n${await shownOn(each).catch(String)}`);
      await each.close();
    }
    watch.release(context);
    if (isolated) await context.close();
    watch.assertClean();
  });
  return {
    page,
    open: async (address) => void (await page.goto(url + address)),
    tab: async (address) => {
      const opened = await newPage();
      await opened.goto(url + address);
      return opened;
    },
    expect: (pattern) => watch.expect(pattern),
  };
}

/** A page's clock is that of all pages of its context, and of tests that come later. */
function forbidClock(page: Page): void {
  Object.defineProperty(page, "clock", {
    get: () => assert.fail("Only isolated visitors have a clock of their own."),
  });
}

/** What a page shows beside its frame, as roles and names. */
async function shownOn(page: Page): Promise<string> {
  const shown = page.locator("main, [role=dialog], [role=alertdialog], .notes");
  const texts = await shown.all().then((all) => Promise.all(all.map((each) => each.ariaSnapshot({ timeout: 1_000 }))));
  return texts.join("\n").slice(0, SHOWN);
}
