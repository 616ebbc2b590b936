/** Reads what a person sees on a page of the explorer, and waits for it. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** Bounds what never comes, not what is slow. */
const LIMIT_MS = 60_000;

/** Waits until what is read is as expected, or matches it; throws with what was read last, if it never does. */
export async function eventually<T>(page: Page, read: () => T | Promise<T>, expected: T | RegExp): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const actual = await read();
    try {
      if (expected instanceof RegExp) assert.match(String(actual), expected);
      else assert.deepEqual(actual, expected);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      // The page has drawn again.
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))");
    }
  }
}

/** The address, without the origin. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return decodeURIComponent(pathname + search + hash);
}

/** The first words of each row of the table of a list: what leads to its record, without what happened to it. */
export async function namesShown(page: Page): Promise<string[]> {
  const cells = await page.getByRole("main").locator("tbody > tr > :first-child").allInnerTexts();
  return cells.map((text) => text.replace(/\s(?:changed|gone)$/, ""));
}

/** The heads of the columns of a list, in lower case and without numbers. */
export async function columnsShown(page: Page): Promise<string[]> {
  const heads = await page.getByRole("main").getByRole("columnheader").allInnerTexts();
  return heads.map((head) => head.split("\n")[0]!.trim().toLowerCase()).filter((head) => head !== "");
}

/** The paths with queries that a page asks the API for, as it asks. */
export function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api")) requests.push(pathname + decodeURIComponent(search));
  });
  return requests;
}

/** Presses Tab until an element has the focus, once the page has it. */
export async function tabTo(page: Page, target: Locator, limit = 80): Promise<void> {
  await target.first().waitFor({ state: "attached" });
  for (let pressed = 0; pressed < limit; pressed++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${target} in ${limit} presses.`);
}

/**
 * Calls a function of the page with an element. Its source is a text, since tests know no types of the DOM.
 * @param source such as `(element, name) => element[name]`
 */
export function inPage<T>(target: Locator, source: string, argument?: unknown): Promise<T> {
  return target.first().evaluate(new Function(`return (${source})(...arguments)`) as never, argument) as Promise<T>;
}
