/** Proves that what declarations offer as a question or as an example is in the built-in data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedIn } from "../../explorer/src/address/compared.ts";
import { describe } from "../../kit/description/describe.ts";
import { serveBuiltIn } from "../support/domain/built-in.ts";

const served = await serveBuiltIn();
const { collections } = describe((await served.get("/openapi.json")).body);
const questions = collections.flatMap(({ path, plural, page }) =>
  (page.questions ?? []).map(({ title, at }) => ({ title, at, path, plural })),
);

test("§10.1: there are three to six good questions, and each leads to records", async () => {
  assert.ok(questions.length >= 3 && questions.length <= 6, String(questions.length));
  for (const { title, at, path, plural } of questions) {
    const url = new URL(at, "http://page");
    const [, , kind] = url.pathname.split("/");
    const { status, body, text } = await served.get(path + url.search);
    assert.equal(status, 200, `${title}: ${text}`);
    assert.ok(body.total_count > 0, title);
    if (kind === "compare") assert.equal(body[plural].length, comparedIn(url.search).length, title);
    const center = new URLSearchParams(url.hash.slice(1)).get("body");
    if (center) assert.equal((await served.get(`${path}/${center}`)).status, 200, title);
  }
});

test("§10.1: the reference leads to real answers, which are not empty", async () => {
  let checked = 0;
  for (const { resource } of collections) {
    const { text } = await served.get(`/docs/${resource}`);
    for (const [, path = ""] of text.matchAll(/<h3>With real data<\/h3><p class="links"><a href="([^"]+)">/g)) {
      const { status, body } = await served.get(path.replaceAll("&#38;", "&"));
      assert.equal(status, 200, path);
      if ("total_count" in body) assert.ok(body.total_count > 0, path);
      checked += 1;
    }
  }
  assert.ok(checked > 12, String(checked));
});
