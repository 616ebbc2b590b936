/** Proves which pages are below those of lists and records (§10.1): as many as the explorer has. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isComparable } from "../explorer/src/description/comparable.ts";
import { canImport } from "../explorer/src/pages/import/can-import.ts";
import { describe } from "../kit/description/describe.ts";
import type { View } from "../kit/description/model.ts";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { FILES, withoutSummary, writeExplorerBuild } from "./support/http/explorer-build.ts";
import { type Served, serve } from "./support/http/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "space-missions-pages-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeExplorerBuild(folder);

/** The names of all pages below others, and some that are none: of data, of sub-resources, of what objects inherit. */
const NAMES = [
  "new",
  "edit",
  "import",
  "history",
  "timeline",
  "presence",
  "scale",
  "series",
  "bars",
  "compare",
  "changes",
  "key",
];
const NONE = ["", "nonsense", "Timeline", "timeline.svg", "data", "astronauts", "data/import", "constructor", "-", "*"];

/** The pages below that of a list, as the explorer shows them. */
function namesOfList(view: View): string[] {
  if (view.kind === "single") return namesOfRecord(view);
  return [
    ...(view.writable.create.length > 0 ? ["new"] : []),
    ...(canImport(view) ? ["import"] : []),
    ...view.pictures.map(({ kind }) => kind),
    ...(isComparable(view) ? ["compare"] : []),
  ];
}

/** The pages below that of a record, as the explorer shows them. */
function namesOfRecord({ kind, writable }: View): string[] {
  const isNew = kind === "single" && writable.create.length > 0;
  return ["history", ...(writable.update.length > 0 ? ["edit"] : []), ...(isNew ? ["new"] : [])];
}

/** Asserts which names have a page below another one. */
async function check(served: Served, page: string, pages: readonly string[]): Promise<void> {
  for (const name of [...NAMES, ...NONE, `${pages[0]}/more`]) {
    const path = `${page}/-/${name}`;
    const { status, text } = await served.request("GET", path, { credential: false, headers: { accept: "text/html" } });
    // Browsers get the same document, which says that there is nothing.
    assert.deepEqual([status, withoutSummary(text)], [pages.includes(name) ? 200 : 404, FILES["index.html"]], path);
    const plain = await served.request("GET", `${path}?page=2`, { credential: false });
    if (!pages.includes(name)) assert.equal(plain.body.code, "not_found", path);
  }
}

for (const [domainName, declarations] of BOTH_DOMAINS) {
  test(`§10.1: ${domainName}: below lists and records there are the pages that the explorer has, and nothing else`, async () => {
    const served = await serve(declarations, {}, undefined, undefined, undefined, folder);
    after(() => served.stop());
    const { views } = describe((await served.get("/openapi.json")).body);
    assert.ok(views.length > 8);
    await check(served, "", ["changes", "key"]);
    for (const view of views) {
      const page = view.path.slice("/api".length).replace(/\{\w+\}/, "any");
      await check(served, page, namesOfList(view));
      if (view.itemPath !== undefined) await check(served, `${page}/some`, namesOfRecord(view));
    }
  });
}
