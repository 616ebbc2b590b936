/** Scenarios 01 to 07 and 10 of the explorer: lists, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, columnsShown, eventually, namesShown, requestsOf, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** What scenarios do on a domain. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  /** A list with a lifecycle. */
  readonly list: string;
  readonly plural: string;
  /** The field of the names of its records. */
  readonly name: string;
  /** A state, and a date or time to sort by. */
  readonly state: string;
  readonly date: string;
  /** A text field to filter by, with a value that some records have; and a column that lists do not show. */
  readonly text: readonly [label: string, parameter: string, value: string];
  readonly column: readonly [label: string, field: string];
  /** A parameter that does not exist, and the one that was meant. */
  readonly mistake: readonly [wrong: string, right: string, value: string];
  /** A list that is empty, and one of whose records there is none for this query. */
  readonly empty: readonly [address: string, heading: RegExp];
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        plural: "missions",
        name: "name",
        state: "failed",
        date: "launch_date",
        text: ["Operator", "operator_contains", "isro"],
        column: ["Operator", "operator"],
        mistake: ["launch_dte_after", "launch_date_after", "2020-01-01"],
        empty: ["/planets/mercury/moons", /^No moons yet$/],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/courses",
        plural: "courses",
        name: "title",
        state: "draft",
        date: "starts_at",
        text: ["Title", "title_contains", "as"],
        column: ["Seats", "seats"],
        mistake: ["start_at_after", "starts_at_after", "2026-02-01T00:00:00Z"],
        empty: ["/universities/nova/departments", /^No departments yet$/],
      },
    ];

test("explorer, scenarios: they run in Chromium, on both domains", { skip }, () => {
  assert.equal(SETTINGS.length, 2);
});

for (const { domain, served, list, plural, name, state, date, text, column, mistake, empty } of sampleOf(
  SETTINGS,
  2,
  1,
)) {
  /** The names of the records that the API lists. */
  const namesOf = async (search: string): Promise<string[]> => {
    const { body } = await served.get(`/api${list}${search}`);
    return body[plural].map((record: Body) => record[name]);
  };

  test(`explorer 01, ${domain}: the first page lists every collection of the service, with its count`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    await open("/");
    const registry = page.getByRole("navigation", { name: "Registry" });
    const own = (await served.get("/openapi.json")).body;
    const paths = Object.keys(own.paths).filter(
      (path) => /^\/api\/[^/{]+$/.test(path) && own.paths[path]["x-view"] && !own.paths[path]["x-view"].system,
    );
    assert.ok(paths.length >= 7);
    for (const path of paths) {
      const { total_count } = (await served.get(`${path}?limit=1`)).body;
      const link = registry.locator(`a[href="${path.slice("/api".length)}"]`);
      await eventually(page, async () => Number((await link.innerText()).split("\n").at(-1)), total_count);
    }
  });

  test(`explorer 02, ${domain}: the query of the page is that of the API; Back and Forward restore it`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const requests = requestsOf(page);
    const search = `?status=${state}&sort=${date}:desc&limit=2`;
    await open(list + search);
    await eventually(page, () => namesShown(page), await namesOf(search));
    assert.ok(
      requests.some((request) => request.startsWith(`/api${list}${search}`)),
      requests.join("\n"),
    );
    await page.getByRole("button", { name: /^Remove: Status/ }).click();
    await eventually(page, () => addressOf(page), `${list}?sort=${date}:desc&limit=2`);
    await eventually(page, () => namesShown(page), await namesOf(`?sort=${date}:desc&limit=2`));
    await page.goBack();
    await eventually(page, () => namesShown(page), await namesOf(search));
    assert.equal(addressOf(page), list + search);
    await page.goForward();
    await eventually(page, () => namesShown(page), await namesOf(`?sort=${date}:desc&limit=2`));
  });

  test(`explorer 03, ${domain}: a filter is added by mouse, and another by keyboard alone`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    await open(list);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Status status$/ }).click();
    await page.getByRole("checkbox", { name: state }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await eventually(page, () => new URL(page.url()).search.replace("_in", ""), `?status=${state}`);
    await eventually(page, async () => (await namesShown(page)).sort(), (await namesOf(`?status=${state}`)).sort());

    await open(list);
    await page.getByRole("table").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Skip to the content" }), 3);
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Filter", exact: true }), 18);
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox", { name: "Find a field" }).waitFor();
    const [label, parameter, value] = text;
    await page.keyboard.type(label);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: label, level: 3 }).waitFor();
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
    await eventually(page, () => addressOf(page), `${list}?${parameter}=${value}`);
    await eventually(page, () => namesShown(page), await namesOf(`?${parameter}=${value}`));
  });

  test(`explorer 04, ${domain}: an unknown parameter is refused with a suggestion, and a click mends it`, {
    skip,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served);
    expect(/status of 400/);
    const [wrong, right, value] = mistake;
    await open(`${list}?${wrong}=${value}`);
    const refusal = (await served.get(`/api${list}?${wrong}=${value}`)).body.errors[0].message;
    await page.getByRole("alert").getByRole("listitem").getByText(refusal).waitFor();
    await page.getByRole("button", { name: `Use ${right}` }).click();
    await eventually(page, () => addressOf(page), `${list}?${right}=${value}`);
    await eventually(page, () => namesShown(page), await namesOf(`?${right}=${value}`));
  });

  test(`explorer 05, ${domain}: a list is sorted by two columns`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    await open(`${list}?fields=${name},status`);
    const head = (label: RegExp) => page.getByRole("columnheader", { name: label });
    await head(/^Status/)
      .getByRole("link")
      .click();
    await eventually(page, () => head(/^Status/).getAttribute("aria-sort"), "ascending");
    await head(new RegExp(`^${name}`, "i"))
      .getByRole("link")
      .click({ modifiers: ["Shift"] });
    await eventually(page, () => new URL(page.url()).searchParams.get("sort"), `status,${name}`);
    await eventually(page, () => namesShown(page), await namesOf(`?sort=status,${name}`));
    await head(/^Status/)
      .getByRole("link")
      .click({ modifiers: ["Shift"] });
    await eventually(page, () => namesShown(page), await namesOf(`?sort=status:desc,${name}`));
    await eventually(page, () => head(/^Status/).getAttribute("aria-sort"), "descending");
  });

  test(`explorer 06, ${domain}: columns are chosen, and the address has them as fields`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    await open(list);
    await page.getByRole("table").waitFor();
    const [label, field] = column;
    assert.ok(!(await columnsShown(page)).includes(label.toLowerCase()));
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: `${label} ${field}` }).check();
    await eventually(page, async () => (await columnsShown(page)).includes(label.toLowerCase()), true);
    assert.ok(new URL(page.url()).searchParams.get("fields")!.split(",").includes(field));
  });

  test(`explorer 07, ${domain}: pages turn by the links of the API, from the first past the last`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const total = (await served.get(`/api${list}`)).body.total_count;
    const limit = domain === "space" ? 100 : 2;
    const last = Math.ceil(total / limit);
    const shows = async (at: number) => {
      await eventually(page, () => namesShown(page), await namesOf(`?limit=${limit}&page=${at}`));
    };
    await open(`${list}?limit=${limit}`);
    await shows(1);
    assert.ok(await page.getByRole("button", { name: "Previous page" }).isDisabled());
    await page.getByRole("link", { name: "Next page" }).click();
    await shows(2);
    await page.getByRole("link", { name: "First page" }).click();
    await shows(1);
    await page.getByRole("link", { name: "Last page" }).click();
    await shows(last);
    assert.ok(await page.getByRole("button", { name: "Next page" }).isDisabled());
    await open(`${list}?limit=${limit}&page=${last + 5}`);
    await page.getByRole("heading", { name: `There is no page ${last + 5}` }).waitFor();
    await page.getByRole("link", { name: "Go to the last page" }).click();
    await shows(last);
  });

  test(`explorer 10, ${domain}: an empty collection, and a query that nothing matches, each with a way out`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const [address, heading] = empty;
    await open(address);
    await page.getByRole("heading", { name: heading }).waitFor();
    const main = page.getByRole("main");
    for (const [link, aspect] of [
      ["New", "new"],
      ["Import", "import"],
    ] as const) {
      const to = await main
        .getByRole("link", { name: new RegExp(`^${link}`) })
        .last()
        .getAttribute("href");
      assert.equal(to, `${address}/-/${aspect}`);
    }
    // The command for a first record works as it is.
    const command = await main.locator(".code pre").innerText();
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, KEY: ADMIN_KEY } });
    const { _links, id } = JSON.parse(stdout);
    assert.equal(_links.self, `/api${address}/${id}`, stdout);
    await served.delete(_links.self);
    await open(`${list}?status=${state}&${name}=none-of-them`);
    await page.getByRole("heading", { name: /^No .* matches all filters$/ }).waitFor();
    await page.getByRole("link", { name: /^Remove “/ }).click();
    await eventually(page, () => addressOf(page), `${list}?status=${state}`);
    await eventually(page, async () => (await namesShown(page)).length > 0, true);
  });
}
