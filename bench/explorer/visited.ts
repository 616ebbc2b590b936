/** The pages that are measured: one of each kind, and what a reader does there. */
import type { Page } from "playwright-core";

/** A page. */
export interface Visited {
  readonly name: string;
  readonly address: string;
  /** The selector of what is there once the page says what it is for. */
  readonly shows: string;
  /** Whether it needs a key. */
  readonly isForEditors?: boolean;
  /** Interactions, of which the slowest counts. */
  readonly use: (page: Page) => Promise<void>;
}

/** A row of a table, or a card of a phone. */
export const ROWS = "main tbody tr a, main .cards a";
const PICTURE = "main figure canvas, main svg.pic";

const press = (page: Page, ...keys: readonly string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

/** Moves over a picture and operates its legend. */
async function usePicture(page: Page): Promise<void> {
  const picture = page.locator(PICTURE).first();
  await picture.scrollIntoViewIfNeeded();
  await picture.click({ position: { x: 200, y: 60 } });
  await press(page, "Escape", "ArrowRight", "ArrowRight", "ArrowDown");
  const toggle = page.locator(".legend button").first();
  if ((await toggle.count()) > 0) await toggle.click();
}

/** All of them, on the built-in data. */
export const VISITED: readonly Visited[] = [
  {
    name: "home",
    address: "/",
    shows: "main h1",
    use: async (page) => {
      await page.locator("main .find").click();
      await page.keyboard.type("apollo", { delay: 50 });
      await press(page, "ArrowDown", "ArrowDown", "Escape");
    },
  },
  {
    name: "list",
    address: "/missions?sort=name",
    shows: ROWS,
    use: async (page) => {
      await page.locator('[aria-label="Next page"]').first().click();
      await page.locator("main thead a").nth(1).click();
      await press(page, "/");
      await page.keyboard.type("mars", { delay: 50 });
    },
  },
  {
    name: "100 rows, all columns",
    address: "/missions?limit=100&fields=*",
    shows: "main tbody tr:nth-child(100) a, main .cards > li:nth-child(100) a",
    use: async (page) => {
      await page.locator("main thead a").nth(1).click();
      await page.locator("main tbody tr a").first().focus();
      await press(page, "j", "j", "j", "k");
    },
  },
  {
    name: "record",
    address: "/missions/apollo-11",
    shows: "main .facts",
    use: async (page) => {
      await page.locator("main .tabs a").last().click();
      await press(page, "Control+k");
      await page.keyboard.type("saturn", { delay: 50 });
      await press(page, "ArrowDown", "Escape");
    },
  },
  { name: "timeline", address: "/missions/-/timeline", shows: PICTURE, use: usePicture },
  { name: "presence", address: "/astronauts/-/presence", shows: PICTURE, use: usePicture },
  {
    name: "scale",
    address: "/planets/-/scale",
    shows: PICTURE,
    use: (page) => press(page, "Tab", "Tab", "Tab", "Tab", "Enter"),
  },
  { name: "bars", address: "/moons/-/bars", shows: PICTURE, use: usePicture },
  {
    name: "groups",
    address: "/missions?group_by=launch_date:year,mission_type",
    shows: PICTURE,
    use: usePicture,
  },
  {
    name: "compare",
    address: "/planets/-/compare?id_in=earth,mars,venus",
    shows: "main table",
    use: (page) => press(page, "Tab", "Tab", "Enter"),
  },
  {
    name: "form",
    address: "/missions/apollo-11/-/edit",
    shows: "main form input",
    isForEditors: true,
    use: async (page) => {
      await page.locator("main form input").first().click();
      await page.keyboard.type("Eagle", { delay: 50 });
      await press(page, "Tab", "Tab", "Tab");
    },
  },
  {
    name: "reference",
    address: "/docs/missions",
    shows: "h1",
    use: (page) => press(page, "Tab", "Tab", "End", "Home"),
  },
];
