/** Proves that pages can be printed: what is on paper, and how it is addressed (docs/explorer.md, "Print"). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutChromium as skip } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/missions/apollo", { name: "Apollo", status: "active", launch_date: "1969-07-16" });

/** The width of A4 between the margins of the page, in pixels. */
const PAPER = 680;

for (const theme of ["dark", "light"] as const)
  test(`explorer, print: a page has no frame and no controls, but its address, ${theme}`, { skip }, async (t) => {
    const { page, open } = await visit(t, served, { theme, width: PAPER });
    for (const [address, heading] of [
      ["/missions/apollo", "Apollo"],
      ["/missions?status=active", "Missions"],
    ] as const) {
      await page.emulateMedia({ media: "screen" });
      await open(address);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      const foot = page.locator(".print-foot");
      assert.equal(await foot.isVisible(), false);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      await eventually(
        page,
        () => foot.innerText(),
        new RegExp(`${address.replace("?", "\\?")}\\s.*printed on \\d+ \\w+ \\d{4}`, "s"),
      );
      for (const hidden of [".rail", "header.bar", ".tabs", "main .btn"])
        assert.equal(await page.locator(hidden).filter({ visible: true }).count(), 0, hidden);
      assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    }
  });
