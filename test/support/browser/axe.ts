/** The findings of axe-core on a page: rules of WCAG 2.2 A and AA, and axe's own best practices. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { eventually } from "./sees.ts";

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** The names of the rules' sets. Target sizes (2.5.8) are among those of WCAG 2.2. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const OPTIONS = JSON.stringify({ runOnly: TAGS, resultTypes: ["violations"] });
/** How much of an element a finding shows, in characters. */
const SHOWN = 160;

interface Result {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The findings on what a page shows now, one a line. It runs beside the page's own scripts, so its policy does not matter. */
export async function axeFindings(page: Page): Promise<string[]> {
  // What the query before has found is faded until there is more.
  await eventually(page, () => page.locator(".is-past").count(), 0);
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send("Page.getFrameTree");
    const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const contextId = world.executionContextId;
    await session.send("Runtime.evaluate", { expression: SOURCE, contextId });
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: `axe.run(document, ${OPTIONS}).then(({ violations }) => JSON.stringify({ violations }))`,
      contextId,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    const { violations }: Result = JSON.parse(String(result.value));
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => {
        const reasons = failureSummary.split("\n").slice(1).join(" ").replace(/\s+/g, " ");
        return `${id}: ${help}: ${html.slice(0, SHOWN)} (${reasons.trim()})`;
      }),
    );
  } finally {
    await session.detach();
  }
}
