/** Proves that everything a caller or an operator can use is documented: on /docs, under /problems, in README.md and docs/. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SETTINGS } from "../engine/app/settings.ts";
import type { CurrentEnum } from "../engine/declare/field-spec.ts";
import type { Schema } from "../engine/declare/schema.ts";
import { PROBLEM_TYPES } from "../engine/http/problem-types.ts";
import { RESERVED_PARAMETERS } from "../engine/resource/parameters.ts";
import type { Resource } from "../engine/resource/resource.ts";
import { spaceMissions } from "../missions/registry.ts";
import { assertWellFormed, htmlToText, rowOf, sectionOf, termOf } from "./support/documents/html.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import {
  COUNT_FILTERS,
  filtersOf,
  isReferenceList,
  methodsAt,
  methodsOf,
  SUFFIXES,
  scopesNeeded,
  shownNames,
} from "./support/domain/declared-behaviour.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
const MARKDOWN = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...PAGES.map((name) => join("docs", name))];
const PAGES_AND_REPORTS = [...MARKDOWN, "bench/README.md", "missions/data/SOURCES.md"];
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The conflict codes of a resource. */
function codesOf({ conflicts, fields }: Resource): string[] {
  return [
    ...conflicts.map(({ code }) => code),
    ...[...fields.values()].flatMap(({ overflowCode }) => overflowCode ?? []),
  ];
}

for await (const { domainName, served } of serveBothDomains()) {
  const { resources } = served.catalog;
  const docs = await served.get("/docs", { credential: false });
  const problems = await served.get("/problems", { credential: false });

  test(`§10.1: ${domainName}: the pages are well-formed, and every link works`, async () => {
    const slugs = [...problems.text.matchAll(/href="(\/problems\/[^"]+)"/g)].map(([, path]) => path!);
    const below = [...docs.text.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
    assert.equal(new Set(below).size, resources.length + 1);
    const known = new Map<string, HttpResponse>();
    for (const path of new Set(["/docs", "/problems", ...slugs, ...below])) {
      const { status, headers, text } = await served.get(path, { credential: false });
      assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"], path);
      assertWellFormed(text);
      assert.match(text, /<h1>[^<]+<\/h1>/);
      for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith("#")) assert.ok(text.includes(`id="${href.slice(1)}"`), `${path} has no ${href}`);
        else {
          const [target = "", anchor] = href.split("#");
          const response = known.get(target) ?? (await served.get(target));
          known.set(target, response);
          assert.equal(response.status, 200, `${href} on ${path}`);
          if (anchor) assert.ok(response.text.includes(`id="${anchor}"`), `${href} on ${path}`);
        }
      }
    }
  });

  for (const resource of resources) {
    const { name, about, bulk, conflicts, rules, fields, views } = resource;
    const section = sectionOf(docs.text, name);
    const { text: page } = await served.get(`/docs/${name}`, { credential: false });
    const fieldsText = sectionOf(page, "fields");

    test(`§10.1: ${domainName}, ${name}: /docs has its heading, description, paths and methods`, () => {
      assert.match(section, /^<h2[^>]*>[^<]+<\/h2>/);
      assert.ok(htmlToText(section).includes(about.replaceAll("`", "")));
      for (const view of views) {
        const { list: ofList, item: ofItem } = methodsAt(view);
        for (const path of [view.path, ...view.aliases]) {
          const single = resource.kind === "single";
          const [list, item] = [ofList, ofItem].map((methods) => [...methods, "HEAD", "OPTIONS"].join(", "));
          assert.equal(rowOf(section, path)?.[1], single ? item : list, path);
          const cells = rowOf(section, path)?.[2]?.split("; ") ?? [];
          for (const scope of methodsOf(view).flatMap((method) => scopesNeeded(view, method)))
            assert.ok(cells.join().includes(scope), `${scope} at ${path}`);
          for (const each of cells) assert.match(each, /^\S.* to (?:read|write|delete)\b/, path);
          if (!single && !isReferenceList(view)) assert.equal(rowOf(section, `${path}/{id}`)?.[1], item, path);
        }
      }
    });

    test(`§10.1: ${domainName}, ${name}: its page has every field with its type, default and filters`, () => {
      const isWritten = methodsOf(views[0]!).some((method) => method === "POST" || method === "PUT");
      if (resource.kind === "collection")
        assert.equal(termOf(fieldsText, "id")!.about.includes("Chosen by the client"), isWritten);
      for (const field of shownNames(resource).filter((each) => each !== "_links")) {
        const [term, isRequired] = [termOf(fieldsText, field), termOf(fieldsText, `${field} *`)];
        const { kind, about, tags } = isRequired ?? term ?? assert.fail(`${field} is not documented`);
        const spec = fields.get(field);
        if (!spec) continue;
        assert.equal(isRequired !== undefined, spec.presence === "required" && isWritten, field);
        assert.doesNotMatch(`${kind} ${about}`, /undefined/, field);
        if (spec.constant !== undefined) assert.match(about, new RegExp(`Always ${spec.constant}\\.`), field);
        for (const word of (spec.schema.enum as string[] | undefined) ?? []) assert.ok(kind.includes(word), word);
        const { items, properties } = spec.schema as { items?: Schema; properties?: object };
        const parts = Object.keys(properties ?? items?.properties ?? {});
        for (const part of parts) assert.ok(kind.includes(part), `${part} of ${field}`);
        if (spec.about) assert.ok(about.includes(spec.about.replaceAll("`", "")), field);
        if (spec.presence === "defaulted") assert.ok(about.includes(JSON.stringify(spec.fallback)), field);
        const filters = filtersOf(spec).filter((suffix) => suffix !== "");
        assert.deepEqual(tags, filters, `the filters of ${field}`);
      }
      for (const { column } of resource.childCounts) {
        const hidden = !fields.has(column);
        if (hidden) assert.deepEqual(termOf(fieldsText, column)?.tags, COUNT_FILTERS.filter(Boolean), column);
      }
    });

    test(`§10.1: ${domainName}, ${name}: its page has its rules, relations, conflicts and states`, () => {
      const text = htmlToText(page);
      for (const { sentence } of rules) assert.ok(text.includes(sentence), sentence);
      for (const { code } of conflicts) assert.ok(text.includes(code), code);
      for (const { role, path, relations } of views.filter((view) => view.relations.size > 0)) {
        if (role === "reverse") assert.ok(text.includes(`Relations in ${path}`), path);
        for (const { link, isMany } of relations.values()) {
          const names = [...relations.values()].filter((each) => each.link === link).map((each) => each.name);
          const [, leadsTo, uses] = rowOf(page.slice(page.indexOf('<h2 id="relations">')), names.join(", ")) ?? [];
          assert.ok(leadsTo, `${path}: ${names}`);
          assert.match(uses!, new RegExp(`include=${names.at(-1)}, .*${isMany ? "_exists=false" : "sort="}`));
        }
      }
      const [, most] = /an array of 1 to ([\d,]+)/.exec(text) ?? [];
      assert.equal(most, bulk?.toLocaleString("en"));
      const transitions = fields.get(resource.lifecycle ?? "")?.transitions ?? {};
      for (const [from, to] of Object.entries(transitions)) {
        assert.equal(rowOf(page, from)?.[1], to.join(", ") || "final", from);
      }
    });

    test(`§10.1: ${domainName}, ${name}: the explorer and the reference lead to each other`, async () => {
      const [, href] = /<a href="([^"]+)">Open the [^<]+ in the explorer<\/a>/.exec(page) ?? [];
      const collection = (of: Resource): Resource =>
        of.views.some(({ path }) => !path.includes("{")) ? of : collection(of.parent!);
      const { path } = collection(resource).views.find((view) => !view.path.includes("{"))!;
      assert.equal(href, path.slice("/api".length));
    });

    test(`§7.1: ${domainName}, ${name}: /problems explains each of its conflicts`, async () => {
      for (const code of codesOf(resource)) {
        const slug = code.replaceAll("_", "-");
        assert.ok(problems.text.includes(`href="/problems/${slug}"`), slug);
        assert.match((await served.get(`/problems/${slug}`)).text, /<code>409<\/code>/);
      }
    });
  }

  test(`§4.5: ${domainName}: /docs has every parameter and operator of the query language`, () => {
    const section = sectionOf(docs.text, "queries");
    for (const parameter of RESERVED_PARAMETERS) {
      assert.ok(rowOf(section, parameter), `${parameter} is not documented`);
    }
    assert.ok(htmlToText(section).includes("GET /api/search?q=<words>"));
    for (const suffix of SUFFIXES) assert.ok(rowOf(section, `<field>${suffix}`), `_${suffix} is not documented`);
  });
}

test("§7.1: every problem has a page; an unknown one is 404", async () => {
  const served = await serveForFile();
  for (const [slug, { about }] of Object.entries(PROBLEM_TYPES)) {
    const { status, text } = await served.get(`/problems/${slug}`, { credential: false });
    assert.equal(status, 200, slug);
    assert.ok(htmlToText(text).includes(about.replaceAll("`", "").slice(0, 60)), slug);
  }
  assert.equal((await served.get("/problems/no-such")).status, 404);
});

test("§10.1: headings on /docs are readable names", async () => {
  const { text } = await (await serveForFile()).get("/docs");
  for (const [name, heading] of [
    ["api-keys", "API keys"],
    ["medical", "Medical records of an astronaut"],
    ["objectives", "Objectives of a mission"],
    ["space-stations", "Space stations"],
  ] as const)
    assert.ok(sectionOf(text, name).startsWith(`<h2 id="${name}">${heading}</h2>`), name);
});

test("the reference has the colors, type and fonts of the explorer", () => {
  const tokensOf = (file: string) =>
    new Map(Array.from(read(file).matchAll(/^ +(--[\w-]+): (.*?);/gm), ([, name, value]) => [name!, value!]));
  const [own, explorer] = [tokensOf("engine/http/pages/look/page.css"), tokensOf("explorer/style/tokens.css")];
  assert.ok(own.size > 20);
  for (const [name, value] of own) assert.equal(value, explorer.get(name), name);
  const fonts = Array.from(
    read("engine/http/pages/look/page.css").matchAll(/\/-\/fonts\/(\S+)\.woff2/g),
    ([, name]) => name,
  );
  assert.equal(fonts.length, 2);
});

test("§10.1: /docs describes the credential and links to the problems", async () => {
  const served = await serveForFile();
  const text = htmlToText((await served.get("/docs")).text);
  for (const words of ["Authorization: Bearer <key>", "/problems", "/api"]) assert.ok(text.includes(words), words);
});

test("§11.1: every setting is documented with its default", () => {
  const text = MARKDOWN.map(read).join("\n");
  for (const [name, { default: standard }] of Object.entries(SETTINGS)) {
    assert.ok(text.includes(`\`${name}\``), `${name} is not documented`);
    assert.ok(
      text.includes(standard.replace("<name>", spaceMissions.name)),
      `the default of ${name} is not documented`,
    );
  }
});

test("§5.2: every scope of a key is in the table of scopes", async () => {
  const served = await serveForFile();
  const { items } = served.catalog.resource("api-keys").fields.get("scopes")!.schema as {
    items: { currentEnum: CurrentEnum };
  };
  const rows = read("docs/security.md").split("\n");
  for (const scope of items.currentEnum.values)
    assert.ok(
      rows.some((row) => row.startsWith("| `") && row.split("|")[1]!.includes(`\`${scope}\``)),
      `${scope} is not documented`,
    );
});

test("§10.1: every relative link in the documentation leads to a file", () => {
  for (const file of MARKDOWN) {
    for (const [, target = ""] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:[a-z]+:|#)/.test(target)) continue;
      assert.ok(existsSync(join(ROOT, dirname(file), target.split("#", 1)[0]!)), `${file} links to ${target}`);
    }
  }
});

test("the pictures of the documentation stay small: below 1.5 MB together", () => {
  const images = readdirSync(join(ROOT, "docs/images"), { recursive: true, encoding: "utf8" });
  const pictures = images.filter((name) => name.endsWith(".png"));
  const total = pictures.reduce((sum, name) => sum + statSync(join(ROOT, "docs/images", name)).size, 0);
  assert.ok(total < 1_500_000, `${total} bytes`);
});

test("§10.1: the latest version in the changelog is that of the package, which /api shows", async () => {
  const [unreleased, latest] = Array.from(read("CHANGELOG.md").matchAll(/^## \[([^\]]+)\](?: - (\S+))?$/gm));
  assert.equal(unreleased?.[1], "Unreleased");
  const { version } = (await (await serveForFile()).get("/api")).body;
  assert.equal(latest?.[1], version);
  assert.match(latest?.[2] ?? "", /^\d{4}-\d\d-\d\d$/);
});

test("architecture: every file that a document names in backticks exists", () => {
  const files = [
    "engine",
    "missions",
    "cli",
    "client",
    "explorer/src",
    "test",
    "bench",
    "docs",
    "deploy",
    "template",
  ].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const isThere = (page: string, name: string): boolean => {
    if (name.includes("/") || !name.endsWith(".ts"))
      return [".", "engine", "explorer/src", dirname(page)].some((folder) => existsSync(join(ROOT, folder, name)));
    return files.some((file) => basename(file) === name);
  };
  const isFile =
    /^[\w./-]+\.(?:m?ts|md|cfg|service|yaml)$|^(?:engine|missions|cli|client|test|bench|docs|deploy)\/[\w./-]*$/;
  const named = PAGES_AND_REPORTS.flatMap((page) =>
    Array.from(read(page).matchAll(/`([^`\s]+)`/g), ([, name]) => ({ page, name: name! })),
  ).filter(({ name }) => isFile.test(name));
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(({ page, name }) => !isThere(page, name)),
    [],
  );
  // Tests are named by their number, with or without an ending: `45-access-tokens*`.
  for (const [, test] of read("docs/security.md").matchAll(/`(\d\d-[\w-]+)\*?`/g))
    assert.ok(
      files.some((file) => file.startsWith(`test/${test}`)),
      test!,
    );
});

test("§10.2: the documentation lists exactly the metrics of the service", () => {
  const served = read("engine/http/metrics/families.ts").matchAll(/^\s+name: "(\w+)",$/gm);
  const documented = read("docs/monitoring.md").matchAll(/^\| `([a-z_]+)(?:\{[^`]*\})?`/gm);
  const names = Array.from(served, ([, name]) => name!);
  assert.ok(names.includes("http_requests_total"));
  assert.deepEqual(Array.from(documented, ([, name]) => name!).sort(), names.sort());
});
