/** Pages of lists, as tests read and wait for them. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { createAll } from "../http/lists.ts";
import type { Served } from "../http/serve.ts";
import { type VisitSettings, visit } from "./visitor.ts";

/** Creates two universities with three courses, in the second domain. */
export async function createCourses(served: Served): Promise<void> {
  await createAll(served, "/api/universities", [
    { id: "north", name: "Northern University" },
    { id: "south", name: "Southern College" },
  ]);
  await createAll(served, "/api/courses", [
    { id: "knots", title: "Knots", university_id: "north", seats: 12, starts_at: "2026-02-01T09:00:00Z" },
    { id: "maps", title: "Maps", university_id: "south", seats: 7, status: "open" },
    { id: "sails", title: "Sails", university_id: "north" },
  ]);
}

/** Opens a page, and waits for its heading. */
export async function opened(t: TestContext, served: Served, address: string, settings?: VisitSettings): Promise<Page> {
  const { page, open } = await visit(t, served, settings);
  await open(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Asserts that the address gets this query. */
export async function assertSearch(page: Page, search: string): Promise<void> {
  await page.waitForURL((url) => url.search === search, { timeout: 5_000 }).catch(() => {});
  assert.equal(new URL(page.url()).search, search);
}

/** The titles of the records. */
export function titlesOn(page: Page): Promise<string[]> {
  return page.locator("tbody td.name").allInnerTexts();
}

/** The values in the chips. */
export function chipsOn(page: Page): Promise<string[]> {
  return page.locator(".chip b").allInnerTexts();
}

/** Holds requests back. @returns how to let them go */
export async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
