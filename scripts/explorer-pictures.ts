/**
 * Takes the pictures of docs/explorer.md from a running service with the built-in data, to some of which it writes:
 * `npm run explorer:pictures -- http://127.0.0.1:3000`, with its `ADMIN_API_KEY`. With `--all <folder>`, takes every page instead, in both themes and at
 * three widths, to be looked at.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { connect } from "../client/index.ts";

/** A page, and the state in which it is shown. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly theme: "light" | "dark";
  readonly width: number;
  /** In CSS pixels; the whole page if absent. */
  readonly height?: number;
  /** The keys that bring the page into its state. */
  readonly keys?: readonly string[];
  /** What is searched for in the dialog that they open. */
  readonly text?: string;
  /** With the key of `ADMIN_API_KEY`. */
  readonly hasKey?: boolean;
  /** What is written to the service before the page is opened. */
  readonly before?: readonly Request[];
  /** What else brings the page into its state. */
  readonly bring?: (page: Page) => Promise<void>;
}

/** A request that writes. */
type Request = readonly [method: "PATCH" | "PUT", path: string, body: object];

const SHOWN = { theme: "light", width: 1280 } as const;
const FILTERED = "/missions?destination_in=mars,moon&launch_date_after=1990-12-31&sort=status,launch_date:desc";

/** A list as a spreadsheet saves it, with two faults. */
const CANDIDATES = Buffer.from(
  [
    "Full name;Nationality;Birth date;Status;Favourite planet",
    "Anna Larsen;NO;1991-04-12;In training;Saturn",
    "Kofi Mensah;GH;1988-11-30;In training;Mars",
    "Li Wei;CN;1990-02-30;In training;Earth",
    "Maria Rossi;IT;1993-07-08;In training;",
    "Tom Becker;DE;1989-05-21;On holiday;Venus",
  ].join("\r\n"),
);

const DOCUMENTED: readonly Shot[] = [
  { ...SHOWN, name: "home", path: "/", height: 900 },
  { ...SHOWN, name: "palette", path: "/", height: 700, keys: ["Control+k"], text: "apollo" },
  { ...SHOWN, name: "record", path: "/missions/apollo-11", height: 1_000 },
  {
    ...SHOWN,
    name: "list",
    path: `${FILTERED}&fields=name,status,launch_date,operator,mission_type,destination`,
    height: 800,
  },
  { ...SHOWN, name: "edit", path: "/missions/apollo-11/-/edit", height: 900, hasKey: true },
  {
    ...SHOWN,
    name: "conflict",
    path: "/missions/apollo-11/-/edit",
    height: 900,
    hasKey: true,
    bring: async (page) => {
      await page.locator('[id="form/operator"]').fill("NASA, Mission Control");
      await send(["PATCH", "/api/missions/apollo-11", { operator: "NASA, Houston" }]);
      await page.getByRole("button", { name: "Save 1 change" }).click();
      await page.getByRole("dialog").getByRole("button", { name: /Save/ }).waitFor();
    },
  },
  { ...SHOWN, name: "history", path: "/missions/apollo-11/-/history", height: 700, hasKey: true },
  {
    ...SHOWN,
    name: "deleting",
    path: "/missions/apollo-11",
    height: 800,
    hasKey: true,
    bring: async (page) => {
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).last().click();
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  { ...SHOWN, name: "lifecycle", path: "/missions/artemis-2", height: 500, hasKey: true },
  {
    ...SHOWN,
    name: "operation",
    path: "/planets/vulcan",
    height: 600,
    hasKey: true,
    before: [
      ["PUT", "/api/planets/vulcan", { name: "Vulcan", planet_type: "dwarf" }],
      ...["alpha", "beta", "gamma"].map(
        (id): Request => ["PUT", `/api/planets/vulcan/moons/${id}`, { name: id.toUpperCase() }],
      ),
    ],
    bring: async (page) => {
      const dialog = page.getByRole("dialog");
      await page.getByRole("button", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Delete" }).last().click();
      await dialog.getByRole("textbox").fill("vulcan");
      await page.keyboard.press("Enter");
      await page.getByText("It is done.").waitFor();
    },
  },
  {
    ...SHOWN,
    name: "keys",
    path: "/api-keys/-/new",
    height: 900,
    hasKey: true,
    bring: async (page) => {
      await page.locator('[id="form/name"]').fill("Nightly import");
      await page.getByRole("checkbox", { name: "missions: write" }).check();
    },
  },
  {
    ...SHOWN,
    name: "webhook",
    path: "/webhooks/newsroom",
    height: 800,
    hasKey: true,
    before: [
      ["PUT", "/api/webhooks/newsroom", { url: "https://newsroom.example/space", event_types: ["mission.updated"] }],
      ["PATCH", "/api/missions/apollo-13", { description: "An oxygen tank burst on the way; all three returned." }],
    ],
    bring: (page) => page.getByRole("main").getByText("pending").first().waitFor(),
  },
  {
    ...SHOWN,
    name: "changes",
    path: "/-/changes",
    height: 700,
    hasKey: true,
    before: [
      ["PATCH", "/api/missions/apollo-11", { description: "The first landing of people on the Moon." }],
      ["PATCH", "/api/planets/mars/moons/deimos", { mean_radius_km: 6.3 }],
    ],
  },
  {
    ...SHOWN,
    name: "import",
    path: "/astronauts/-/import",
    height: 1_000,
    hasKey: true,
    bring: async (page) => {
      await page.getByLabel("File").setInputFiles({ name: "candidates.csv", mimeType: "text/csv", buffer: CANDIDATES });
      await page.getByLabel("Field for Full name").selectOption({ label: "Name" });
      await page.getByRole("button", { name: "Import 3 rows" }).waitFor();
    },
  },
  {
    ...SHOWN,
    name: "edit-many",
    path: "/missions?destination=mars&status=active",
    height: 700,
    hasKey: true,
    bring: async (page) => {
      await page.getByRole("button", { name: "Edit many" }).click();
      const boxes = page.getByRole("main").locator("tbody").getByRole("checkbox");
      for (const row of [0, 2, 3, 5]) await boxes.nth(row).check();
      await page.getByRole("button", { name: /^Edit 4/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Add a field" }).click();
      await page.getByRole("menuitem", { name: "Operator" }).click();
      await dialog.getByRole("textbox", { name: "Operator" }).fill("NASA, JPL");
      await dialog.getByRole("button", { name: "Review" }).click();
      await dialog.getByText("to change").first().waitFor();
    },
  },
  { ...SHOWN, name: "requests", path: "/missions?status=active", height: 800, keys: ["Control+."] },
  { ...SHOWN, name: "timeline", path: "/missions/-/timeline", theme: "dark", height: 1_000 },
  { ...SHOWN, name: "groups", path: "/missions?group_by=launch_date:year,mission_type", height: 900 },
  { ...SHOWN, name: "presence", path: "/astronauts/-/presence#day=1969-07-20", height: 900 },
  { ...SHOWN, name: "scale", path: "/planets/-/scale", theme: "dark", height: 800 },
  { ...SHOWN, name: "series", path: "/missions/mars-science-laboratory/data/-/series", height: 800 },
];

const PAGES: Readonly<Record<string, string>> = {
  home: "/",
  missions: "/missions",
  filtered: DOCUMENTED.find(({ name }) => name === "list")!.path,
  data: "/data",
  moons: "/moons",
  summary: "/missions?group_by=operator&sort=count:desc",
  fault: "/missions?lunch_date_after=1990-12-31",
  "no-match": "/missions?name=x",
  "no-record": "/missions/apolo-11",
  "no-page": "/nothing/at/all",
  mission: "/missions/apollo-11",
  planet: "/planets/saturn",
  moon: "/planets/saturn/moons/titan",
  atmosphere: "/planets/mars/atmosphere",
  astronaut: "/astronauts/neil-armstrong",
  crew: "/missions/apollo-11/crew",
  "pictures-tab": "/missions/apollo-11#pictures",
  json: "/missions/apollo-11#json",
  history: "/missions/apollo-11/-/history",
  events: "/events",
  changes: "/-/changes",
  timeline: "/missions/-/timeline",
  presence: "/astronauts/-/presence#day=1969-07-20",
  scale: "/planets/-/scale",
  around: "/planets/-/scale#body=saturn",
  series: "/missions/mars-science-laboratory/data/-/series",
  "all-series": "/data/-/series",
  bars: "/planets/-/bars",
};

const EVERY_PAGE = Object.entries(PAGES).flatMap(([name, path]) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [390, 1280, 2560].map((width): Shot => ({ name: `${name}-${width}-${theme}`, path, theme, width })),
  ),
);

async function send([method, path, body]: Request): Promise<void> {
  await api.send(method, path, { body });
}

/** Waits until a page shows everything. With a key, it keeps a stream open, so that the network is never idle. */
async function settled(page: Page, hasKey: boolean): Promise<void> {
  if (!hasKey) await page.waitForLoadState("networkidle");
  const loading = page.locator("main :is([aria-busy=true], .skel)");
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: "detached" });
}

async function take(browser: Browser, folder: string, shot: Shot): Promise<void> {
  const { name, path, theme, width, height, keys = [], text, hasKey = false, before = [], bring } = shot;
  for (const request of before) await send(request);
  const context = await browser.newContext({
    viewport: { width, height: height ?? 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const key = JSON.stringify(process.env.ADMIN_API_KEY);
  if (hasKey) await page.addInitScript(`sessionStorage.setItem("explorer-key", ${key})`);
  await page.goto(new URL(path, base).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page, hasKey);
  for (const key of keys) await page.keyboard.press(key);
  if (text !== undefined) {
    await page.getByRole("dialog").getByRole("combobox").fill(text);
    await page.getByRole("dialog").getByRole("option", { name: text }).first().waitFor();
  }
  await bring?.(page);
  if (keys.length > 0 || bring) await settled(page, hasKey);
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: height === undefined, animations: "disabled" });
  await context.close();
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: "string" } } });
const [base = "http://127.0.0.1:3000"] = positionals;
const api = connect(base, { key: process.env.ADMIN_API_KEY });
const folder = values.all ?? join(import.meta.dirname, "..", "docs", "images", "explorer");
mkdirSync(folder, { recursive: true });
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
for (const shot of values.all === undefined ? DOCUMENTED : EVERY_PAGE) await take(browser, folder, shot);
await browser.close();
