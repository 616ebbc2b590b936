/** Proves the parts of sharing that need no browser: citations, the HTML of a frame, and addresses of pictures (§10.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutEmbed } from "../explorer/src/address/embedded.ts";
import { pictureAddress } from "../explorer/src/address/picture-file.ts";
import { bibtexOf, sentenceOf } from "../explorer/src/components/share/citation.ts";
import { embedOf } from "../explorer/src/components/share/embed.ts";

const cited = {
  site: "Space Missions",
  title: "Missions a year, by type & 100 % more_",
  address: "https://missions.example.org/missions?group_by=a&as_of=2026-01-15",
  factsOf: "2025-06-30",
  day: "2026-01-15",
};

test("§10.1: a citation names the service, the page, the day of the facts and that of reading", () => {
  assert.equal(
    sentenceOf(cited),
    `Space Missions, “${cited.title}”, facts as of 30 June 2025, read on 15 January 2026. ${cited.address}`,
  );
  assert.equal(
    sentenceOf({ ...cited, factsOf: undefined }),
    `Space Missions, “${cited.title}”, read on 15 January 2026. ${cited.address}`,
  );
});

test("§10.1: BibTeX's own characters are escaped, except in the URL, which is taken as it is", () => {
  assert.equal(
    bibtexOf(cited),
    `@misc{space-missions-missions-a-year-by-type-100-more-2026,
  title = {{Missions a year, by type \\& 100 \\% more\\_}},
  howpublished = {Space Missions},
  year = {2026},
  note = {Facts as of 30 June 2025},
  url = {${cited.address}},
  urldate = {2026-01-15},
}`,
  );
  assert.match(
    bibtexOf({ ...cited, title: "Čapek ~ {x}\\" }),
    /^@misc\{space-missions-capek-x-2026,\n.*\{\{Čapek \\textasciitilde\{\} \\\{x\\\}\\textbackslash\{\}\}\}/,
  );
});

test("§10.1: the HTML of a frame leads to the page with ?embed, before its fragment", () => {
  const source = (address: string) => /src="([^"]*)"/.exec(embedOf(address, 'A "title"'))![1];
  assert.equal(source("https://x.example/a/-/timeline"), "https://x.example/a/-/timeline?embed");
  assert.equal(source("https://x.example/a?b=c&d=%22#by=e"), "https://x.example/a?b=c&amp;d=%22&amp;embed#by=e");
  assert.match(embedOf("https://x.example/", 'A "title"'), / title="A &quot;title&quot;" /);
});

test("§10.1: the address of a picture has the query of its page, and its fragment as settings", () => {
  const at = (search: string, hash: string, isDark = false) =>
    pictureAddress("/api/a/b/c", "timeline.svg", { search, hash }, isDark);
  assert.equal(at("", ""), "/a/b/c/-/timeline.svg");
  assert.equal(
    at("?x=1&embed", "#by=y&from=2000-01-01", true),
    "/a/b/c/-/timeline.svg?x=1&-by=y&-from=2000-01-01&-theme=dark",
  );
});

test("§10.1: what a page asks of the API does not depend on whether it is in a frame", () => {
  for (const [given, own] of [
    ["?embed", ""],
    ["?embed=", ""],
    ["?a=1&embed", "?a=1"],
    ["?embed&a=1", "?a=1"],
    ["?a=embed", "?a=embed"],
    ["", ""],
  ] as const)
    assert.equal(withoutEmbed(given), own, given);
});
