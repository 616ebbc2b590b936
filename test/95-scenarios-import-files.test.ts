/** Proves that a file gives the same plan in the command line and in the explorer, and the same records (docs/cli.md, docs/explorer.md, import). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ODD_FILES, type OddFile } from "./support/domain/odd-files.ts";
import { hasRealData, REAL_DATA } from "./support/domain/real-data.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const files = temporaryFolder();

/** What a face says of a file. */
interface Plan {
  /** Why it cannot be read, with the line. */
  readonly unreadable?: string;
  /** What every row needs and no column gives. */
  readonly missing: number;
  /** How many rows can be imported. */
  readonly rows: number;
  /** What is wrong with others: of the first fifty of them, as far as both show it. */
  readonly faults: readonly string[];
}

/** The most rows with faults that the page shows. */
const SHOWN = 50;

/** The options with which the command line decides as the page does by itself. */
async function optionsFor(list: string, name: string): Promise<string[]> {
  const dry = await runCommand(commandLine, "import", list, name, "--ignore", "*", "--make-ids", "--dry-run");
  return ["--ignore", "*", ...(dry.code === 2 ? [] : ["--make-ids"])];
}

async function planOfCommandLine({ list }: OddFile, path: string): Promise<Plan> {
  const options = await optionsFor(list, path);
  const { out, err } = await runCommand(commandLine, "import", list, path, ...options, "--dry-run", "--json");
  assert.notEqual(out, "", err);
  const { rows, faults }: { rows: number; faults: { place: string; message: string }[] } = JSON.parse(out);
  const isMissing = ({ message }: { message: string }) => message.startsWith("There is no column for");
  const own = faults.filter((fault) => !isMissing(fault));
  const last = own.at(-1);
  // A file that cannot be read further has no plan: the page reads it before it checks rows.
  const isUnreadable = UNREADABLE.test(last?.message ?? "");
  const places = [...new Set(own.map(({ place }) => place))].slice(0, SHOWN);
  return isUnreadable
    ? { unreadable: `${last!.place}: ${last!.message}`, missing: 0, rows: 0, faults: [] }
    : {
        missing: faults.length - own.length,
        rows,
        faults: own.filter(({ place }) => places.includes(place)).map(({ place, message }) => `${place} ${message}`),
      };
}

const UNREADABLE =
  /^(?:The file is empty|Two columns are named|A quoted cell|A quote inside|The row is longer|This is not UTF-8|The JSON ends|A JSON array of objects is required, or|Unexpected )/;

/** Chooses a file, and reads what the page says of it. */
async function planOfPage(page: Page, { name }: OddFile, content: string | Uint8Array): Promise<Plan> {
  const main = page.getByRole("main");
  await page.getByLabel("File").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  const checked = main.locator("section p[role=status]").filter({ hasText: "imported" });
  await main.getByRole("alert").or(checked).first().waitFor();
  if (await main.getByRole("alert").isVisible()) {
    const text = (await main.getByRole("alert").innerText()).trim().slice(`${name}: `.length);
    const isEmpty = text === "The file has no rows.";
    return {
      ...(isEmpty ? {} : { unreadable: /^line \d+: /.test(text) ? text : `line 1: ${text}` }),
      ...{ missing: 0, rows: 0, faults: [] },
    };
  }
  const missing = await main
    .getByText(/^Required, but not matched/)
    .locator("b")
    .allInnerTexts();
  const button = await page.getByRole("button", { name: /^Import/ }).innerText();
  const rows = main.getByRole("table", { name: "Rows with faults" }).locator("tbody tr");
  const faults: string[] = [];
  for (const row of await rows.all()) {
    const place = await row.getByRole("rowheader").innerText();
    for (const fault of await row.locator("td p").allTextContents()) faults.push(`${place} ${fault}`);
  }
  return {
    missing: missing
      .join(", ")
      .split(", ")
      .filter((label) => label !== "").length,
    rows: Number(/[\d,]+/.exec(button)?.[0].replaceAll(",", "") ?? 0),
    faults,
  };
}

const commandLine: Served = skip ? (undefined as never) : await serveBuiltIn();
const explorer: Served = skip ? (undefined as never) : await serveBuiltIn();

/** All records of a list, without what differs between two services. */
async function recordsOf(served: Served, list: string): Promise<Body[]> {
  const { text } = await served.get(`${list}?format=ndjson`);
  const records: Body[] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return records.map(({ created_at, updated_at, _links, id, ...record }) => ({
    // The service gives samples ids of their own.
    ...(list.endsWith("/data") ? {} : { id }),
    ...record,
  }));
}

const byContent = (records: readonly Body[]): string[] => records.map((record) => JSON.stringify(record)).sort();

const LISTS = Map.groupBy(skip ? [] : ODD_FILES, ({ list }) => list);

for (const [list, oddFiles] of LISTS)
  test(`import into ${list}: the command line and the explorer plan ${oddFiles.length} odd files alike, and store the same`, async (t) => {
    const { page, open } = await visit(t, explorer, { key: ADMIN_KEY });
    const outcomes: string[] = [];
    for (const file of oddFiles) {
      const path = files.write(file.name, file.content);
      const expected = await planOfCommandLine(file, path);
      await open(`${list.slice("/api".length)}/-/import`);
      assert.deepEqual(await planOfPage(page, file, file.content), expected, file.name);
      const isWhole = expected.rows > 0 && expected.missing + expected.faults.length === 0;
      outcomes.push(isWhole ? "stored" : "refused");
      if (!isWhole) continue;
      const options = await optionsFor(list, path);
      const { code, err } = await runCommand(commandLine, "import", list, path, ...options);
      assert.equal(code, 0, `${file.name}: ${err}`);
      await page.getByRole("button", { name: /^Import/ }).click();
      await page.getByRole("heading", { name: "Result" }).waitFor();
      await eventually(
        page,
        () => page.getByRole("main").locator("p[role=status]").innerText(),
        `${expected.rows} created.`,
      );
    }
    assert.deepEqual(byContent(await recordsOf(explorer, list)), byContent(await recordsOf(commandLine, list)));
    // Both happen, or the comparison says little.
    assert.deepEqual([...new Set(outcomes)].sort(), ["refused", "stored"]);
  });

const REAL_FILES: Readonly<Record<string, string>> = {
  "astronaut_missions.csv": "/api/astronauts",
  "crewed_spaceflight.json": "/api/missions",
  "gcat_launchlog_2023.tsv": "/api/missions",
  "mars_rems_weather.csv": "/api/missions/mars-science-laboratory/data",
};

if (hasRealData && !skip)
  for (const [name, list] of Object.entries(REAL_FILES))
    test(`import, ${name}: the command line and the explorer plan a public table alike`, async (t) => {
      const { page, open } = await visit(t, explorer, { key: ADMIN_KEY });
      const path = files.copy(join(REAL_DATA, name), name);
      const expected = await planOfCommandLine({ name, list, content: "" }, path);
      await open(`${list.slice("/api".length)}/-/import`);
      assert.deepEqual(await planOfPage(page, { name, list, content: "" }, readFileSync(path)), expected);
    });
