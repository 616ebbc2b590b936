/** The pages of the explorer, every kind of them, on both domains. */
import type { Page } from "playwright-core";
import { isLong } from "../campaign.ts";

/** A stop of the tour. */
export interface Stop {
  readonly address: string;
  /** The key that was entered before. */
  readonly hasKey?: boolean;
  /** The status that the page shows, if it is a refusal. */
  readonly status?: number;
  /** What is opened over the page. */
  readonly opens?: (page: Page) => Promise<void>;
}

/** What opens over any page. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  palette: async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").or(page.getByRole("dialog").getByRole("searchbox")).waitFor();
  },
  requests: async (page) => {
    await page.keyboard.press("Control+.");
    await page.getByRole("tabpanel", { name: "curl" }).waitFor();
  },
  key: async (page) => {
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByRole("dialog", { name: "Enter a key" }).waitFor();
  },
  filter: async (page) => {
    const filters = page.getByRole("button", { name: "Filters", exact: true });
    // A phone has the bar behind a button.
    if (await filters.isVisible()) await filters.click();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem").first().waitFor();
  },
  export: async (page) => {
    await page.getByRole("button", { name: /^Export all/ }).click();
    await page.getByRole("menuitem").first().waitFor();
  },
  // Only narrow windows have it; wide ones show what it opens.
  menu: async (page) => {
    const menu = page.getByRole("button", { name: "Menu" });
    if (!(await menu.isVisible())) return;
    await menu.click();
    await page.getByRole("dialog", { name: "Registry" }).waitFor();
  },
  columns: async (page) => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("dialog", { name: "Columns" }).waitFor();
  },
};

/** Asks before a record is deleted. */
async function askToDelete(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: /^Delete/ }).waitFor();
}

/** Chooses a file with a row that can be imported, and one that cannot. */
async function chooseFile(page: Page): Promise<void> {
  const rows = [
    { name: "One", title: "One" },
    { name: 2, title: 2 },
  ];
  const file = { name: "rows.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(rows)) };
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("table", { name: "Rows with faults" }).waitFor();
}

/** Selects the records of a page, and opens the dialog that edits them. */
async function editMany(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit many" }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: /^Edit \d/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add a field" }).waitFor();
}

/** Opens the first record of a list of the service's own. */
function openFirst(list: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("main").locator(`a[href^="${list}/"]`).first().click();
    await page.waitForURL((url) => url.pathname.startsWith(`${list}/`));
    await page.locator("dl, .diff").first().waitFor();
  };
}

/** Sends a POST, and opens the record of the service's own that it creates in a list. */
function createAndOpen(path: string, body: object, list = path): (page: Page) => Promise<void> {
  return async (page) => {
    const { origin } = new URL(page.url());
    const key = await page.evaluate("sessionStorage.getItem('explorer-key')");
    const headers = { authorization: `Bearer ${key}`, prefer: "respond-async" };
    const response = await page.request.post(`${origin}/api${path}`, { headers, data: body });
    await page.goto(`${origin}${list}/${(await response.json()).id}`);
    await page.locator("dl.values").first().waitFor();
  };
}

/** Stops at what opens over a page. */
const over = (address: string): Stop[] => Object.values(OPENED).map((opens) => ({ address, opens }));
const plain = (...addresses: string[]): Stop[] => addresses.map((address) => ({ address }));
/** One that nothing is delivered to. */
const WEBHOOK = { url: "https://hooks.example/", active: false };
const SAMPLES = [{ instrument: "probe", parameter: "soil", value: 1, unit: "%", collected_at: "1969-07-20T00:00:00Z" }];
const SYSTEM: readonly Stop[] = [
  ...["/events", "/operations", "/api-keys", "/webhooks", "/-/changes"].map((address) => ({ address, hasKey: true })),
  ...["/api-keys/-/new", "/webhooks/-/new", "/-/key"].map((address) => ({ address, hasKey: true })),
  { address: "/-/key" },
  { address: "/events", hasKey: true, opens: openFirst("/events") },
  { address: "/webhooks", hasKey: true, opens: createAndOpen("/webhooks", WEBHOOK) },
  { address: "/events", status: 401 },
  { address: "/nowhere", status: 404 },
];

/** Pages that differ from others of the tour in their records alone. */
const MORE: readonly Stop[] = [
  ...plain("/moons", "/spacecraft", "/space-stations", "/planets/mars", "/spacecraft/apollo-lm-5-eagle"),
  ...plain("/space-stations/mir", "/planets/mars/surface", "/missions/apollo-11/spacecraft", "/planets/mercury/moons"),
  ...plain("/planets/jupiter/moons", "/moons/-/scale", "/astronauts/-/presence#as=table"),
  { address: "/planets/mars/atmosphere/-/edit", hasKey: true },
];

/** A list that is filtered by related records, and by alternatives. */
const RELATED =
  "/missions?crew.role=commander&crew.nationality=Italy&objectives_none.status=failed&any.1.destination=mars&any.1.operator_not=NASA";

/** Opens the choice of what can be added to a chip, and of a field of a related record. */
async function addToChip(page: Page): Promise<void> {
  const filters = page.getByRole("button", { name: /^\d+ filters$/ });
  if (await filters.isVisible()) await filters.click();
  await page.getByRole("button", { name: /^Add to: No/ }).click();
  await page.getByRole("menuitem").first().click();
  await page.getByRole("searchbox", { name: "Find a field" }).waitFor();
}

/** The tour of the built-in domain: every kind of page, and with `TEST_LONG=1` more of each. */
export const SPACE_TOUR: readonly Stop[] = [
  ...plain("/", "/missions", "/planets", "/astronauts", "/data", "/missions/apollo-11", "/astronauts/neil-armstrong"),
  ...plain("/planets/earth/moons/moon", "/planets/mars/atmosphere", "/missions/apollo-11/crew"),
  ...plain("/missions/apollo-11/astronauts/neil-armstrong", "/missions/apollo-11/objectives"),
  ...plain("/astronauts/neil-armstrong/missions", "/missions/apollo-11#json"),
  ...plain("/missions?status=active&sort=launch_date:desc,name&fields=name,status,launch_date,operator,destination"),
  ...plain("/missions?name=none", "/missions?page=99", "/missions?cursor=", "/missions?group_by=status"),
  ...plain(RELATED, "/missions?group_by=destination.name&sort=count:desc"),
  { address: RELATED, opens: addToChip },
  ...plain("/missions/-/timeline", "/astronauts/-/presence", "/planets/-/scale", "/data/-/series", "/missions/-/bars"),
  ...plain("/missions/-/timeline#as=table", "/planets/-/scale#body=saturn"),
  ...plain("/missions/-/compare", "/missions/-/compare?id_in=apollo-11,voyager-1,nothing"),
  ...(isLong ? MORE : []),
  { address: "/missions/apollo-11/-/history", hasKey: true },
  { address: "/missions/apollo-11/-/edit", hasKey: true },
  { address: "/missions/escapade", hasKey: true, opens: askToDelete },
  { address: "/missions/apollo-11/objectives", hasKey: true, opens: editMany },
  { address: "/missions/-/new", hasKey: true },
  { address: "/missions/-/import", hasKey: true, opens: chooseFile },
  { address: "/astronauts/neil-armstrong/medical", hasKey: true },
  { address: "/astronauts/neil-armstrong/medical", status: 401 },
  { address: "/missions?launch_dte=1&any.1.crew.role=pilot&any.1.destination.unknown=x", status: 400 },
  { address: "/missions/apolo-11", status: 404 },
  {
    address: "/operations",
    hasKey: true,
    opens: createAndOpen("/missions/apollo-11/data", SAMPLES, "/operations"),
  },
  ...SYSTEM,
  ...over("/missions"),
];

/** The tour of the second domain. */
export const SECOND_TOUR: readonly Stop[] = [
  ...plain("/", "/courses", "/universities", "/departments", "/students", "/lab-readings", "/cameras", "/products"),
  ...plain("/universities/alma", "/universities/alma/departments/physics", "/universities/alma/founding-charter"),
  ...plain("/courses/optics", "/courses/roman-law", "/courses/optics/students", "/courses/optics/students/ann"),
  ...plain("/students/ann", "/products/lamp", "/manufacturers/zeta/lab-readings", "/universities/nova/departments"),
  { address: "/courses/-/import", hasKey: true, opens: chooseFile },
  ...["/courses/optics/-/edit", "/products/-/new"].map((address) => ({ address, hasKey: true })),
  ...plain("/courses/-/timeline", "/students/-/presence", "/products?group_by=grade", "/courses?title=none"),
  { address: "/students/ann/grades", status: 401 },
  { address: "/courses/optiks", status: 404 },
  ...SYSTEM,
  ...over("/courses"),
];
