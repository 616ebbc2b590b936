/** Scenarios 36 and 37 of the explorer: the request behind a screen as curl, and lists as files, in Chromium. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { connect } from "../client/index.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { eventually, namesShown } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { isLong, sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const SAMPLES = isLong ? 10_000 : 1_500;

/** A list with a query, the plural of its records, and the field of their names. */
const SETTINGS: readonly (readonly [domain: string, served: Served, address: string, plural: string, name: string])[] =
  skip
    ? []
    : [
        [
          "space",
          await serveBuiltIn(),
          "/missions?name_contains=ng'e&sort=launch_date:desc&limit=10",
          "missions",
          "name",
        ],
        ["second domain", await serveSecond(), "/courses?sort=title&title_contains=a", "courses", "title"],
      ];

/** Before the service of the first; open until no page uses it. */
const proxy = skip ? undefined : await startCuttingProxy(SETTINGS[0]![1]);

/** Runs a command line as a person would, with the key in the environment. */
async function runInShell(command: string, key: string): Promise<string> {
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", command], { env: { ...process.env, KEY: key } });
  return stdout;
}

for (const [domain, served, address, plural, name] of sampleOf(SETTINGS, 2, 1)) {
  test(`explorer 36, ${domain}: the curl of the request panel, run in a shell, gives what the screen shows`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(address);
    await page.getByRole("main").locator("tbody a").first().waitFor();
    const shown = await namesShown(page);
    assert.ok(shown.length > 0);
    await page.keyboard.press("Control+.");
    const panel = page.getByRole("complementary", { name: "Requests" });
    const command = await panel.getByRole("tabpanel", { name: "curl" }).locator("pre").innerText();
    assert.match(command, /^curl /);
    assert.match(command, /\$KEY/);
    assert.ok(!(await panel.innerText()).includes(ADMIN_KEY));
    const answer = JSON.parse(await runInShell(command, ADMIN_KEY));
    assert.deepEqual(
      answer[plural].map((record: Body) => record[name]),
      shown,
    );
  });

  test(`explorer 37, ${domain}: "Export all" saves what a walk over the list reads`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    const path = `/${plural}`;
    await open(path);
    await page.getByRole("table").waitFor();
    const { total_count } = (await served.get(`/api${path}`)).body;
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: `Export all ${total_count}` }).click();
    await page.getByRole("menuitem", { name: /^CSV/ }).click();
    assert.deepEqual(namesIn(await (await saved).path(), name), await walked(served, path, name));
    await page.getByRole("status").getByText("Saved as ").waitFor({ state: "attached" });
  });
}

/** Id and name of each record of a CSV file, sorted. */
function namesIn(file: string, name: string): string[] {
  const rows = parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
  return rows.map((row) => `${row.id} ${row[name]}`).sort();
}

/** Id and name of each record of a list, by its cursors, sorted. */
async function walked({ url }: Served, path: string, name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const record of connect(url)
    .at(`/api${path}`)
    .all({ fields: ["id", name], limit: 100 }))
    found.push(`${record.id} ${record[name]}`);
  return found.sort();
}

test(`explorer 37: ${SAMPLES} samples are saved whole; a cut connection is an error, and saves nothing`, {
  skip,
}, async (t) => {
  const [, served] = SETTINGS[0]!;
  const path = "/missions/voyager-1/data";
  const api = connect(served.url, { key: ADMIN_KEY });
  const samples = Array.from({ length: SAMPLES }, (_, second) => ({
    ...{ instrument: "magnetometer", parameter: "field", unit: "nT", value: second / 7 },
    collected_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  }));
  await api.missions("voyager-1").data.create(samples);
  const { page, open, expect } = await visit(t, proxy!);
  await open(`${path}?parameter=field`);
  await page.getByRole("table").waitFor();
  const exportAs = async (format: string) => {
    await page.getByRole("button", { name: `Export all ${SAMPLES.toLocaleString("en-GB")}` }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${format}`) }).click();
  };
  const saved = page.waitForEvent("download");
  await exportAs("CSV");
  assert.deepEqual(
    namesIn(await (await saved).path(), "value"),
    await walked(served, `${path}?parameter=field`, "value"),
  );

  expect(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  proxy!.cut = ({ path: asked }) => (asked.startsWith(`/api${path}`) ? { afterBytes: 100_000 } : undefined);
  await exportAs("NDJSON");
  await page.getByRole("alert").getByText("The export was cut off.").waitFor();
  await eventually(page, () => downloads, 0);
});
