/** axe finds nothing on the pages of the reference, of problems, and in frames of other sites, in both themes and widths. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { isLong } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

const LOOKS = [390, 1440].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));

/** The pages that those of the reference lead to; every one with `TEST_LONG=1`, else a few of each kind. */
async function documents(): Promise<string[]> {
  const linked = async (page: string, prefix: string) => {
    const text = await (await fetch(service.url + page, { headers: { accept: "text/html" } })).text();
    return [...new Set(Array.from(text.matchAll(new RegExp(`href="(${prefix}/[a-z-]+)"`, "g")), ([, path]) => path!))];
  };
  const [resources, problems] = [await linked("/docs", "/docs"), await linked("/problems", "/problems")];
  assert.ok(resources.length > 20 && problems.length > 10);
  const some = (paths: readonly string[], count: number) => (isLong ? paths : paths.slice(0, count));
  return ["/docs", ...some(resources, 3), "/docs/missions", "/problems", ...some(problems, 2)];
}

const EMBEDDED = [
  ...["/missions/-/timeline?status=active&embed", "/astronauts/-/presence?embed", "/planets/-/scale?embed"],
  ...["/planets/-/scale?embed#body=jupiter&show=paths", "/data/-/series?embed", "/planets/-/bars?embed"],
  "/missions?group_by=launch_date:year,mission_type&embed",
];

for (const { width, theme } of LOOKS)
  test(`explorer 39: axe finds nothing in documents and frames, ${width} px wide, ${theme}`, { skip }, async (t) => {
    const { page, open } = await visit(t, service, { width, theme });
    const faults: string[] = [];
    for (const address of [...(await documents()), ...EMBEDDED]) {
      await open(address);
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
      await eventually(page, () => page.locator("main [aria-busy=true]").count(), 0);
      const found = await axeFindings(page);
      const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
      if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`);
      faults.push(...found.map((fault) => `${address}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  });
