/** Proves the first page of registries of others, in Chromium: what they are about, long titles, and no records yet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection, fields, registry } from "../index.ts";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";
import { serveRegistry } from "./support/http/serve-registry.ts";

const skip = skipWithoutChromium;
const books = collection("books", {
  one: "book",
  about: "Books.",
  fields: { name: fields.text().required().listed() },
});
const TITLE = "The catalog of the municipal library of the old town, of its branches, and of its reading rooms (BI)";
const library = await serveRegistry(
  registry({
    ...{ builtin: false, name: "library", title: TITLE, resources: [books] },
    about: "Every book that there is: see `shelf`.\n\nAsk <b>us</b>.",
  }),
);
const word = await serveRegistry(
  registry({
    ...{ builtin: false, name: "word", title: "W".repeat(100), resources: [books] },
    data: { books: [{ id: "emma", name: "Emma" }] },
  }),
);

/** Outlives the pages of its test, so that none of their requests is refused. */
const built = await serveForFile();

test("home: what the registry is about is below its title, in paragraphs with code", { skip }, async (t) => {
  for (const [width, theme] of [
    [390, "dark"],
    [1280, "light"],
  ] as const) {
    const { page, open } = await visit(t, library, { width, theme });
    await open("/");
    await page.getByRole("heading", { name: "No records yet" }).waitFor();
    assert.deepEqual(await page.locator("h1 ~ p").allInnerTexts(), [
      "Every book that there is: see shelf.",
      "Ask <b>us</b>.",
    ]);
    assert.equal(await page.locator("h1 ~ p code").innerText(), "shelf");
    assert.deepEqual(await axeFindings(page), []);
  }
});

test("home: nothing is below the title of a registry that says nothing", { skip }, async (t) => {
  const { page, open } = await visit(t, word);
  await open("/");
  await page.locator(".total", { hasText: /^1 record$/ }).waitFor();
  assert.equal(await page.locator("h1 ~ p").count(), 0);
});

test("home: a registry without records says so, and how to add the first one", { skip }, async (t) => {
  const { page, open } = await visit(t, library, { key: ADMIN_KEY, isolated: true });
  await open("/");
  const empty = page.locator(".empty", { has: page.getByRole("heading", { name: "No records yet" }) });
  await empty.getByText("Add the first book, or import a file.").waitFor();
  await empty.getByText(/curl -X POST \S+\/api\/books/).waitFor();
  assert.equal(await empty.getByRole("link", { name: "Import" }).getAttribute("href"), "/books/-/import");
  await empty.getByRole("link", { name: "New book" }).click();
  await page.waitForURL(/\/books\/-\/new$/);
  await page.getByLabel("Name").waitFor();
});

test("home: of several collections, the first is where to begin; none is once there are records", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, built);
  await open("/");
  await page.getByText("Begin with planets, or with another collection above.").waitFor();
  await built.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
  await page.reload();
  await page.locator(".total", { hasText: /^1 record$/ }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "No records yet" }).count(), 0);
});

test("frame: the longest title is the title of the document, and has room in the rail, wide or narrow", {
  skip,
}, async (t) => {
  for (const [served, title] of [
    [library, TITLE],
    [word, "W".repeat(100)],
  ] as const)
    for (const width of [320, 1280]) {
      const { page, open } = await visit(t, served, { width });
      await open("/");
      await eventually(page, () => page.title(), title);
      await page.locator(".total").waitFor();
      if (width === 320) await page.getByRole("button", { name: "Menu" }).click();
      const mark = page.locator(width === 320 ? ".rail.is-dialog .mark" : ".rail .mark");
      const { y, height, x, width: wide } = (await mark.locator("span").boundingBox())!;
      const around = (await mark.boundingBox())!;
      assert.ok(y >= around.y && y + height <= around.y + around.height, "the title is within its row");
      assert.equal((await mark.locator("svg").boundingBox())?.width, 22);
      const close = width === 320 ? await page.getByRole("button", { name: "Close" }).boundingBox() : undefined;
      if (close) assert.ok(x + wide <= close.x, "the title does not reach the button that closes the dialog");
      assert.equal(
        await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"),
        false,
      );
    }
});
