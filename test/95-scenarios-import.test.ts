/** Scenarios of the explorer's imports: files become records, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type { Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A list to import into, and one that takes arrays. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  /** Columns as a spreadsheet has them, and the values of one row; `#` becomes the number of the row. */
  readonly columns: readonly string[];
  readonly cells: readonly string[];
  /** What the first row becomes. */
  readonly record: Body;
  /** A column with a value that the pages refuse, and one that only the service refuses. */
  readonly wrong: readonly [column: string, cell: string, fault: string];
  readonly refused: readonly [column: string, cell: string, fault: RegExp];
  /** A list that takes arrays, one of its records, and the most of one array. */
  readonly samples: readonly [list: string, sample: (index: number) => Body, most: number];
  /** What it takes. */
  readonly scope: string;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/astronauts",
        columns: ["Id", "Full name", "Nationality", "Birth date", "Status"],
        cells: ["new-#", "Person #", "NZ", "1980-01-02", "Active"],
        record: { id: "new-0", name: "Person 0", nationality: "NZ", birth_date: "1980-01-02", status: "active" },
        wrong: ["Birth date", "1980-02-30", 'birth_date: "1980-02-30" is not a date, such as 1969-07-20.'],
        refused: ["Birth date", "2999-01-01", /birth_date/],
        samples: [
          "/missions/apollo-11/data",
          (index) => ({
            ...{ instrument: "seismometer", parameter: "tilt", value: index / 3, unit: "deg" },
            collected_at: new Date(Date.UTC(1969, 6, 21, 0, 0, index)).toISOString(),
          }),
          5_000,
        ],
        scope: "astronauts:write",
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/courses",
        columns: ["Id", "Full name", "University", "Department", "Seats"],
        cells: ["new-#", "Person #", "alma", "physics", "3"],
        record: { id: "new-0", title: "Person 0", university_id: "alma", department_id: "physics", seats: 3 },
        wrong: ["Seats", "-1", "seats: At least 0 is required."],
        refused: ["Department", "alchemy", /alchemy/],
        samples: ["/manufacturers/zeta/lab-readings", (index) => ({ gauge: "import", value: index / 3 }), 100],
        scope: "courses:write",
      },
    ];

let count = 0;

/** CSV of some rows of a setting with ids of their own. @param others cells of one row, by column */
function csvOf(
  { columns, cells }: Setting,
  rows: number,
  others: Readonly<Record<number, readonly [string, string]>> = {},
) {
  count += 1;
  const lines = Array.from({ length: rows }, (_, row) =>
    columns
      .map((column, at) => (others[row]?.[0] === column ? others[row][1] : cells[at]!.replace("#", `${count}-${row}`)))
      .join(";"),
  );
  return { csv: [columns.join(";"), ...lines].join("\r\n"), ids: lines.map((line) => line.split(";")[0]!) };
}

/** Chooses a file, as dropping it does. */
async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.getByLabel("File").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

/** The writes of a page, as it sends them, and how many of them had no response at once. */
function writesOf(page: Page, list: string) {
  const writes: Request[] = [];
  const open = new Set<Request>();
  const most = { inFlight: 0 };
  page.on("request", (request) => {
    if (request.method() === "GET" || !request.url().includes(`/api${list}`)) return;
    writes.push(request);
    open.add(request);
    most.inFlight = Math.max(most.inFlight, open.size);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void open.delete(request));
  return { writes, most };
}

/** The result of an import, once it has ended. */
async function resultOf(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Result" }).waitFor();
  return page.getByRole("main").locator("p[role=status]").innerText();
}

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, list, record, wrong, refused, samples, scope } = setting;

  test(`explorer, import, ${domain}: columns are matched, rows checked, sent one by one, and what is refused is a file`, {
    skip,
  }, async (t) => {
    const { csv, ids } = csvOf(setting, 40, {
      3: [wrong[0], wrong[1]],
      7: [refused[0], refused[1]],
    });
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 4(?:09|12|22)/);
    const { writes, most } = writesOf(page, list);
    await open(list);
    await page.getByRole("link", { name: "Import" }).click();
    await eventually(page, () => addressOf(page), `${list}/-/import`);
    await page.getByLabel("File").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await choose(page, "people.csv", csv);
    const main = page.getByRole("main");
    await main.getByText("CSV, 40 rows").waitFor();
    // The name of the column says nothing: nothing can be imported without it.
    await main.getByText(/^Required, but not matched/).waitFor();
    await main.getByText("Match a column to every required field first: then rows can be imported.").waitFor();
    await eventually(page, () => page.getByRole("button", { name: /^Import/ }).isEnabled(), false);
    await page.getByLabel("Field for Full name").selectOption({ label: domain === "space" ? "Name" : "Title" });
    await main.getByText("39 rows can be imported; 1 row has errors and will be skipped.").waitFor();
    await main.getByRole("row", { name: `line 5 ${wrong[2]}` }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    assert.equal(writes.length, 0);

    await page.getByRole("button", { name: "Import 39 rows" }).click();
    await eventually(page, () => resultOf(page), "38 created, 1 refused by the service, 1 skipped by the check.");
    assert.deepEqual(await axeFindings(page), []);
    assert.ok(most.inFlight > 1 && most.inFlight <= 8, String(most.inFlight));
    for (const write of writes.filter((each) => each.url().includes("/new-"))) {
      assert.equal(write.method(), "PUT");
      assert.equal((await write.allHeaders())["if-none-match"], "*");
    }
    const { body } = await served.get(`/api${list}/${ids[0]}`);
    const expected = { ...record, id: ids[0], [domain === "space" ? "name" : "title"]: `Person ${count}-0` };
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(body[name], value, name);
    for (const left of [ids[3], ids[7]]) assert.equal((await served.get(`/api${list}/${left}`)).status, 404);

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save these 2 rows as CSV" }).click();
    const text = readFileSync(await (await saved).path(), "utf8");
    const rows: Record<string, string>[] = parse(text, { columns: true });
    assert.deepEqual(
      rows.map((row) => [row._row, row.Id]),
      [
        ["line 5", ids[3]],
        ["line 9", ids[7]],
      ],
    );
    assert.equal(rows[0]!._faults, wrong[2]);
    assert.match(rows[1]!._faults!, refused[2]);

    // Fixed, it is imported again.
    const fixed = rows.map((row) => ({ ...row, ...cellsOf(setting, [wrong[0], refused[0]]) }));
    await page.getByRole("button", { name: "Import another file" }).click();
    await choose(page, "rejected.csv", stringify(fixed, { header: true }));
    await page.getByLabel("Field for Full name").selectOption({ label: domain === "space" ? "Name" : "Title" });
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await eventually(page, () => resultOf(page), "2 created.");
    await page.getByRole("link", { name: /^Show the/ }).click();
    await eventually(page, () => addressOf(page), list);
  });

  test(`explorer, import, ${domain}: what exists is refused, or replaced if that is chosen`, { skip }, async (t) => {
    const { csv, ids } = csvOf(setting, 3);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    const title = domain === "space" ? "name" : "title";
    const named = csv.replace("Full name", title);
    for (const [mode, result] of [
      ["Create only", "3 created."],
      ["Create only", "0 created, 3 refused by the service."],
      ["Create or replace", "0 created, 3 replaced."],
    ] as const) {
      await served.patch(`/api${list}/${ids[1]}`, { [title]: "Changed since" });
      await open(`${list}/-/import`);
      await choose(page, "people.csv", named);
      await page.getByRole("radio", { name: mode }).check();
      await page.getByRole("button", { name: "Import 3 rows" }).click();
      await eventually(page, () => resultOf(page), result);
      const { body } = await served.get(`/api${list}/${ids[1]}`);
      assert.equal(body[title], result.includes("refused") ? "Changed since" : `Person ${count}-1`);
    }
  });

  test(`explorer, import, ${domain}: samples go as arrays; of one with refused samples, the others are stored`, {
    skip,
  }, async (t) => {
    const [path, sample, most] = samples;
    const before = (await served.get(`/api${path}?limit=1`)).body.total_count;
    const taken = [11, 12, most - 1, most + 3];
    const idOf = (index: number) => `taken-${index}-${domain.length}`;
    for (const index of taken)
      assert.equal((await served.post(`/api${path}`, { ...sample(0), id: idOf(index) })).status, 201);
    const rows = Array.from({ length: most + 20 }, (_, index) =>
      taken.includes(index) ? { ...sample(index), id: idOf(index) } : sample(index),
    );
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const { writes } = writesOf(page, path);
    await open(`${path}/-/import`);
    await choose(page, "samples.json", JSON.stringify(rows));
    await page.getByRole("button", { name: /^Import / }).click();
    await eventually(
      page,
      () => resultOf(page),
      `${(most + 16).toLocaleString("en-GB")} created, 4 refused by the service.`,
    );
    await page.getByText(`${(most + 20).toLocaleString("en-GB")} of ${(most + 20).toLocaleString("en-GB")}`).waitFor();
    await page.getByRole("row", { name: /^item 12 \(line 1\) id: / }).waitFor();
    // The first array as an operation, its other samples at once, and the rest in the same way.
    const lengths = writes.map((write) => write.postDataJSON().length as number);
    assert.deepEqual(lengths, [most, most - 3, 20, 19]);
    const headers = await Promise.all(writes.map((write) => write.allHeaders()));
    assert.deepEqual(
      headers.flatMap(({ prefer }, index) => (prefer!.includes("respond-async") ? [index] : [])),
      [0, 2],
    );
    assert.equal(new Set(headers.map((each) => each["idempotency-key"])).size, 4);
    assert.equal((await served.get(`/api${path}?limit=1`)).body.total_count, before + 4 + most + 16);
    // The panel keeps the beginning of a long body.
    await page.keyboard.press("Control+.");
    await page.getByRole("button", { name: /^POST/ }).last().click();
    const code = await page.getByRole("tabpanel", { name: "curl" }).innerText();
    assert.equal(/ … [\d,]+ more characters/.test(code), most > 1_000);
  });

  test(`explorer, import, ${domain}: a match that is changed during the check decides`, { skip }, async (t) => {
    const { csv } = csvOf(setting, 50_000);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${list}/-/import`);
    const title = domain === "space" ? "name" : "title";
    await choose(page, "people.csv", csv.replace("Full name", title));
    const status = () => page.getByRole("main").locator("section p[role=status]").last().innerText();
    const field = page.getByLabel(`Field for ${title}`);
    const button = page.getByRole("button", { name: /^Import/ });
    // As soon as it is there; the check has only begun.
    await field.selectOption("");
    assert.ok(await button.isDisabled());
    await eventually(page, status, /^Match a column to every required field first/);
    assert.ok(await button.isDisabled());
    await field.selectOption(title);
    await eventually(page, status, "All 50,000 rows can be imported.");
  });

  test(`explorer, import, ${domain}: it can be paused and goes on after an outage; every row is stored once`, {
    skip,
  }, async (t) => {
    const { csv, ids } = csvOf(setting, 60);
    const title = domain === "space" ? "name" : "title";
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/ERR_FAILED|status of 412/);
    let network: "cut" | "slow" | "fine" = "cut";
    const held: (() => Promise<void>)[] = [];
    await page.route(`**/api${list}/*`, async (route) => {
      if (route.request().method() !== "PUT" || network === "fine") return route.continue();
      if (network === "slow") return void held.push(() => route.continue());
      // The service has stored it, and its response is lost.
      await route.fetch();
      return route.abort();
    });
    await open(`${list}/-/import`);
    await choose(page, "people.csv", csv.replace("Full name", title));
    await page.getByRole("button", { name: "Import 60 rows" }).click();
    await page
      .getByRole("main")
      .getByText(/It continues automatically/)
      .waitFor();
    network = "slow";
    // It does, now that requests are only slow.
    await eventually(page, () => held.length, 8);
    await page.getByRole("button", { name: "Pause" }).click();
    for (const go of held.splice(0)) await go();
    await page.getByText("8 of 60").waitFor();
    assert.equal(held.length, 0);
    network = "fine";
    await page.getByRole("button", { name: "Continue" }).click();
    await eventually(page, () => resultOf(page), "60 created.");
    for (const id of ids) assert.equal((await served.get(`/api${list}/${id}`)).status, 200);
  });

  test(`explorer, import, ${domain}: leaving a running import asks; stopped, it says what was not sent`, {
    skip: skipDetails,
  }, async (t) => {
    const { csv } = csvOf(setting, 30);
    const title = domain === "space" ? "name" : "title";
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const held: (() => Promise<void>)[] = [];
    await page.route(`**/api${list}/*`, async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      held.push(() => route.continue());
    });
    await open(`${list}/-/import`);
    await choose(page, "people.csv", csv.replace("Full name", title));
    await page.getByRole("button", { name: "Import 30 rows" }).click();
    await eventually(page, () => held.length, 8);
    await page.getByRole("link", { name: "Home" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    for (const go of held.splice(0)) await go();
    await eventually(page, () => resultOf(page), "8 created, 22 not sent.");
    assert.equal(held.length, 0);
  });

  test(`explorer, import, ${domain}: a failure of the service is a refused row; a revoked key only a pause`, {
    skip: skipDetails,
  }, async (t) => {
    const { csv, ids } = csvOf(setting, 20);
    const { secret, id } = await createKey(served, [scope]);
    const { page, open, expect } = await visit(t, served, { key: secret });
    expect(/status of (?:401|500)/);
    await page.route(`**/api${list}/${ids[4]}`, (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "internal_error", detail: "Something went wrong." }),
      }),
    );
    let sent = 0;
    await page.route(`**/api${list}/${ids[0]}`, async (route) => {
      if (++sent === 1) await served.delete(`/api/api-keys/${id}`);
      await route.continue();
    });
    await open(`${list}/-/import`);
    await choose(page, "people.csv", csv.replace("Full name", domain === "space" ? "name" : "title"));
    await page.getByRole("button", { name: "Import 20 rows" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("API key or access token").fill(ADMIN_KEY);
    await dialog.getByRole("button", { name: "Use this key" }).click();
    await page
      .getByRole("button", { name: /^(?:Continue|Try again)$/ })
      .first()
      .click();
    await eventually(page, () => resultOf(page), "19 created, 1 refused by the service.");
    await page.getByRole("row", { name: "line 6 Something went wrong." }).waitFor();
  });

  test(`explorer, import, ${domain}: it takes a key with the scope`, { skip: skipDetails }, async (t) => {
    const { page, open } = await visit(t, served);
    await open(`${list}/-/import`);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByText(scope).waitFor();
    await eventually(page, () => page.getByLabel("File").count(), 0);
    const { secret } = await createKey(served, [scope.replace(":write", ":read")]);
    const other = await visit(t, served, { key: secret });
    await other.open(`${list}/-/import`);
    await other.page.getByRole("main").getByText(scope).waitFor();
    // Nothing can be imported into what the service makes itself.
    const admin = await visit(t, served, { key: ADMIN_KEY });
    admin.expect(/status of 404/);
    await admin.open("/webhooks/-/import");
    await admin.page.getByRole("heading", { name: /no page/i }).waitFor();
  });

  test(`explorer, import, ${domain}: a phone shows all of it`, { skip: skipDetails }, async (t) => {
    const { csv } = csvOf(setting, 5, { 2: [wrong[0], wrong[1]] });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY, width: 320, theme: "dark" });
    await open(`${list}/-/import`);
    await choose(page, "people.csv", csv.replace("Full name", domain === "space" ? "name" : "title"));
    await page.getByRole("button", { name: "Import 4 rows" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await eventually(page, () => page.evaluate("document.documentElement.scrollWidth"), 320);
  });
}

/** The cells of columns in a row without faults. */
function cellsOf({ columns, cells }: Setting, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, cells[columns.indexOf(name)]!]));
}

test("explorer, import: a row that refers to a later one is sent again when that is there", {
  skip: skipDetails,
}, async (t) => {
  const { served } = SETTINGS[1]!;
  const course = { university_id: "alma", department_id: "physics" };
  const rows = [
    { id: "third", title: "Third", follows: "second", ...course },
    { id: "lost", title: "Lost", follows: "nowhere", ...course },
    { id: "second", title: "Second", follows: "first", ...course },
    { id: "first", title: "First", ...course },
  ];
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 422/);
  await open("/courses/-/import");
  await choose(page, "courses.json", JSON.stringify(rows));
  await page.getByRole("button", { name: "Import 4 rows" }).click();
  await eventually(page, () => resultOf(page), "3 created, 1 refused by the service.");
  await page.getByRole("row", { name: /^item 2 \(line 1\) follows: / }).waitFor();
  assert.equal((await served.get("/api/courses/third")).body.follows, "second");
});

test("explorer, import: members of a list, and rows that belong to another one", { skip: skipDetails }, async (t) => {
  const { served } = SETTINGS[0]!;
  const csv = "id,mission_id,role\nvalentina-tereshkova,vostok-6,pilot\nsally-ride,apollo-11,pilot\n";
  const { page, open } = await visit(t, served, { key: ADMIN_KEY });
  await open("/missions/apollo-11/astronauts/-/import");
  await choose(page, "crew.csv", csv);
  await page.getByText('mission_id: "vostok-6" is not apollo-11, to which the list belongs.').waitFor();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await eventually(page, () => resultOf(page), "1 created, 1 skipped by the check.");
  assert.equal((await served.get("/api/missions/apollo-11/astronauts/sally-ride")).status, 200);
});
