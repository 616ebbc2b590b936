/** Proves what a registry may say about itself, and where that is served (§11.3). The pages are in 93-components-registry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection, fields, registry } from "../index.ts";
import { describe } from "../kit/description/describe.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";
import { serveRegistry } from "./support/http/serve-registry.ts";

const books = collection("books", {
  one: "book",
  about: "Books.",
  fields: { name: fields.text().required().listed() },
});
const library = (about?: string) =>
  registry({
    ...{ builtin: false, name: "library", title: "Library", resources: [books] },
    ...(about === undefined ? {} : { about }),
  });

const { url } = await serveRegistry(
  library(`
    Every book, and where it stands:
    change the \`shelf\`
    when you move one.
\t
    Ask <script>alert("the desk")</script> & us.
  `),
);
const PARAGRAPHS = [
  "Every book, and where it stands: change the `shelf` when you move one.",
  'Ask <script>alert("the desk")</script> & us.',
];
const builtIn = await serveForFile();

test("§11.3: what a registry is about begins the description of its document, and stands alone for pages", async () => {
  const document: Body = await (await fetch(`${url}/openapi.json`)).json();
  const { description, "x-about": about } = document.info;
  assert.equal(about, PARAGRAPHS.join("\n\n"));
  assert.ok(description.startsWith(`${about}\n\nEvery record has`));
  assert.deepEqual(describe(document).about, PARAGRAPHS);
});

test("§11.3: it is below the title of /docs, as text with code in it", async () => {
  const html = await (await fetch(`${url}/docs`)).text();
  const [, shown] = /<h1>Library<\/h1>\n(.*?)<p>Version/s.exec(html) ?? [];
  assert.equal(
    shown,
    `<p>Every book, and where it stands: change the <code>shelf</code> when you move one.</p>
<p>Ask &#60;script&#62;alert(&#34;the desk&#34;)&#60;/script&#62; &#38; us.</p>
`,
  );
});

test("§11.3: a registry that says nothing has no such text", async () => {
  const { info } = (await builtIn.get("/openapi.json")).body;
  assert.equal("x-about" in info, false);
  assert.equal(describe((await builtIn.get("/openapi.json")).body).isPastPublic, false);
  const open = await serveForFile(undefined, { PUBLIC_HISTORY: "true" });
  assert.equal(describe((await open.get("/openapi.json")).body).isPastPublic, true);
  assert.match(info.description, /^Every record has/);
  assert.match((await builtIn.get("/docs")).text, /<\/h1>\n<p>Version/);
});

test("§11.3: it has 1 to 2,000 characters, however the source is indented", () => {
  const most = `${"a".repeat(1_000)}\n  \n ${"b".repeat(998)}`;
  assert.equal(library(`\n    ${most}\n`).about?.length, 2_000);
  const refused = (length: string) => ({
    name: "Contradictions",
    message: new RegExp(
      `66-registry-about\\.test\\.ts:\\d+: The text \`about\` has ${length} characters; it may have 1 to 2,000, and no control characters\\.$`,
    ),
  });
  assert.throws(() => library(`${most}c`), refused("2,001"));
  assert.throws(() => library(""), refused("0"));
  assert.throws(() => library(" \n\n "), refused("0"));
  assert.throws(() => library("bell \u0007"), refused("6"));
});
