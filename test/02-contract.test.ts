/** Citations are exact: every § in tests, code and documents names a section of docs/contract.md that exists. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** The numbered headings, as in `## 4. Endpoints` and `### 4.5 Query parameters`. */
const SECTIONS = Array.from(read("docs/contract.md").matchAll(/^##+ (\d+(?:\.\d+)?)\.? \S/gm), ([, number]) => number!);

/** A section of another specification, named before it: `RFC 9110 §13.2`, `RFC 9110 §8 and §12`. */
const ELSEWHERE =
  /(?:RFC \d+|HTML standard|W3C Trace Context|Connect Core|Discovery 1\.0|LDP 1\.0|HTTP binding),? §[\d.]+(?:(?:, | and )§[\d.]+)*/g;

function cited(text: string): string[] {
  return Array.from(text.replace(ELSEWHERE, "").matchAll(/§(\d+(?:\.\d+)*)?/g), ([, number]) => number ?? "");
}

function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

test("contract: its sections are numbered in order, without gaps", () => {
  let chapter = 0;
  let part = 0;
  for (const number of SECTIONS) {
    [chapter, part] = number.includes(".") ? [chapter, part + 1] : [chapter + 1, 0];
    assert.equal(number, part === 0 ? `${chapter}` : `${chapter}.${part}`);
  }
  assert.equal(chapter, 12);
});

test("contract: every § points to a section that exists", () => {
  const files = [
    ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    ...["engine", "missions", "cli", "client", "test", "bench"].flatMap((folder) => filesIn(folder, ".ts")),
    ...filesIn("docs", ".md"),
  ].filter((file) => !file.endsWith("02-contract.test.ts"));
  const astray = files.flatMap((file) =>
    cited(read(file))
      .filter((number) => !SECTIONS.includes(number))
      .map((number) => `${file}: §${number}`),
  );
  assert.deepEqual(astray, []);
});

test("contract: what tests cite of the architecture is a heading there", () => {
  const headings = Array.from(read("docs/architecture.md").matchAll(/^##+ ([^:\n]+)/gm), ([, words]) =>
    words!.toLowerCase(),
  );
  const topics = filesIn("test", ".ts").flatMap((file) =>
    Array.from(read(file).matchAll(/["`]architecture, ([^:"`]+):/g), ([, topic]) => ({ file, topic: topic! })),
  );
  assert.ok(topics.length > 10);
  assert.deepEqual(
    topics.filter(({ topic }) => !headings.includes(topic)),
    [],
  );
});

test("contract: a citation that leads nowhere is found, a section of an RFC is not mistaken for one", () => {
  assert.deepEqual(cited("§4.5 as RFC 9110 §13.2 and §8 say; §99, and § alone"), ["4.5", "99", ""]);
});
