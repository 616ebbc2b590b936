/** Proves that `/openapi.json` is a valid and complete OpenAPI 3.1 document of the catalog, for both domains. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import pino from "pino";
import { bootstrap } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import { startService } from "../engine/app/service.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { problemTypes } from "../engine/http/problem-types.ts";
import { filterParameters } from "../engine/query/filters.ts";
import { spaceMissions } from "../missions/registry.ts";
import { domain } from "../missions/resources/index.ts";
import {
  DOCUMENT_VOCABULARY,
  METHODS,
  methodsOfPath,
  type Part,
  resolveRef,
  strictAjv,
} from "./support/documents/openapi-conformance.ts";
import {
  isReferenceList,
  methodsAt,
  methodsOf,
  scopesNeeded,
  writableResources,
} from "./support/domain/declared-behaviour.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { specimens } from "./support/domain/specimens.ts";
import { ADMIN_KEY, type Served, serveForFile, TestClock } from "./support/http/serve.ts";

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly part: Part;
}

function operationsOf(document: Part): Operation[] {
  return Object.entries<Part>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, part: item[method] })),
  );
}

/** The parameters of an operation, and of its path, by place and name. */
function parametersOf(document: Part, { path, part }: Operation): Map<string, Part> {
  const all = [...(document.paths[path].parameters ?? []), ...part.parameters];
  return new Map(
    all
      .map((each) => resolveRef(document, each).part)
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  );
}

/** The paths of the catalog with their methods, derived from the declarations, not from the routes. */
function promised({ catalog }: Served): Map<string, string[]> {
  const reads = ["get"];
  const all = new Map(
    ["/api", "/api/me", "/api/search", "/openapi.json", "/livez", "/readyz", "/metrics"].map((path) => [path, reads]),
  );
  all.set("/api/operations/{operation_id}/result", reads);
  all.set("/api/events/{event_id}/records", reads);
  for (const view of catalog.views) {
    const { resource, path, aliases } = view;
    const writes = methodsOf(view).map((method) => method.toLowerCase());
    for (const list of [path, ...aliases]) {
      const item = [...reads, ...writes.filter((method) => method !== "get" && method !== "post")];
      if (resource.kind === "single") {
        all.set(list, item);
        continue;
      }
      all.set(list, [...reads, ...writes.filter((method) => method === "post")]);
      const key = resource.kind === "membership" ? resource.key : `${resource.one}_id`;
      if (!isReferenceList(view)) all.set(`${list}/{${key}}`, item);
    }
  }
  return all;
}

/** The name of a schema. */
function pascal(one: string): string {
  return one.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The routes that Fastify knows, as `GET /api/planets/{}`. */
async function routesOf(declarations: readonly Declaration[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-routes-"));
  const config = readConfig(
    { DATABASE_URL: `sqlite:${join(folder, "test.db")}`, ADMIN_API_KEY: ADMIN_KEY },
    spaceMissions,
  );
  const [clock, logger] = [new TestClock(), pino({ level: "silent" })];
  const registry = await bootstrap(declarations, config, clock);
  const { app, stop } = await startService(registry, config, clock, logger);
  await app.ready();
  const trail: string[] = [];
  const routes = app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", segment = "", methods = ""] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      if (segment === "") return [];
      trail.splice(indent.length / 4, Number.POSITIVE_INFINITY, segment);
      const path = trail.join("").replace(/:\w+(?:\|:\w+)*/g, "{}");
      return methods.split(", ").flatMap((method) => (method === "" ? [] : [`${method} ${path}`]));
    });
  await stop();
  rmSync(folder, { recursive: true, force: true });
  return [...new Set(routes)];
}

/** A schema, and those that it leads to. */
function schemasFrom(document: Part, name: string, found: Record<string, Part> = {}): Record<string, Part> {
  if (found[name]) return found;
  found[name] = document.components.schemas[name];
  for (const [, next] of JSON.stringify(found[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    schemasFrom(document, next!, found);
  return found;
}

for (const [domainName, declarations] of [
  ["space", domain],
  ["second domain", [...secondDomain, specimens]],
] as const) {
  const served = await serveForFile(declarations);
  const fetched = await served.get("/openapi.json", { credential: false });
  const document: Part = fetched.body;
  const operations = operationsOf(document);

  test(`§10.1: ${domainName}: /openapi.json is public, and linked from /api and /docs`, async () => {
    assert.deepEqual([fetched.status, fetched.headers.get("content-type")], [200, "application/json; charset=utf-8"]);
    assert.match(document.openapi, /^3\.1\./);
    assert.equal((await served.get("/api")).body._links.openapi, "/openapi.json");
    assert.ok((await served.get("/docs")).text.includes('href="/openapi.json"'));
  });

  test(`§10.1: ${domainName}: it is valid against the meta schema of OpenAPI 3.1`, async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
  });

  test(`§10.1: ${domainName}: a linter passes it without warnings`, async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const found = await lintFromString({ source: fetched.text, config });
    assert.deepEqual(
      found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  });

  test(`§10.1: ${domainName}: every operation and every parameter is described`, () => {
    for (const operation of operations) {
      const { path, method, part } = operation;
      assert.ok(part.description.length > 20, `${method} ${path}`);
      assert.notEqual(part.description, part.summary);
      for (const { name, description } of parametersOf(document, operation).values())
        assert.ok(description, `${method} ${path} ${name}`);
    }
  });

  test(`§10.1: ${domainName}: the linter finds faults`, async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const [name] = Object.entries<Part>(document.components.schemas).find(([, each]) => each.examples?.[0]?._links)!;
    const schemas = structuredClone(schemasFrom(document, name));
    schemas[name].examples[0]._links = 3;
    const broken = { ...document, paths: {}, components: { schemas } };
    const found = await lintFromString({ source: JSON.stringify(broken), config });
    assert.ok(found.some(({ ruleId }) => ruleId === "no-invalid-schema-examples"));
  });

  test(`§10.1: ${domainName}: it has exactly the paths and methods of the catalog`, () => {
    const documented = new Map(Object.keys(document.paths).map((path) => [path, [] as string[]]));
    for (const { path, method } of operations) documented.get(path)!.push(method);
    const sorted = (paths: Map<string, string[]>) =>
      Object.fromEntries([...paths].sort().map(([path, methods]) => [path, [...methods].sort()]));
    assert.deepEqual(sorted(documented), sorted(promised(served)));
  });

  test(`§10.1: ${domainName}: its methods are those of the service's Allow`, async () => {
    for (const [path, item] of Object.entries<Part>(document.paths)) {
      const { headers } = await served.request("OPTIONS", path.replace(/\{\w+\}/g, "nobody"));
      const allow = headers.get("allow")!.toLowerCase().split(", ").sort();
      assert.deepEqual(allow, methodsOfPath(item).sort(), path);
    }
  });

  test(`§10.1: ${domainName}: operationIds are unique, and valid names in any language`, () => {
    const ids = operations.map(({ part }) => part.operationId as string);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*$/);
  });

  test(`§4.5: ${domainName}: lists document every parameter and filter, and accept them all`, async () => {
    const common = ["page", "limit", "cursor", "sort_by", "order", "sort", "filter", "search", "fields"];
    const grouping = ["group_by", "measure", "format"];
    for (const view of served.catalog.views.filter(({ resource }) => resource.kind !== "single")) {
      for (const path of [view.path, ...view.aliases]) {
        const parameters = parametersOf(document, { path, method: "get", part: document.paths[path].get });
        const names = [...parameters.values()].filter((each) => each.in === "query").map(({ name }) => name);
        const include = view.relations.size > 0 ? ["include"] : [];
        const past = view.resource.isSystem ? [] : ["as_of", "changed_since", "include_deleted"];
        assert.deepEqual(
          names,
          [...common, ...include, ...grouping, ...past, ...filterParameters(view).keys(), "related"],
          path,
        );
        for (const { name, description } of parameters.values()) assert.ok(description, `${path} ${name}`);
      }
    }
  });

  test(`§4.1: ${domainName}: single records have fields, DELETE has cascade, paths have their ids`, () => {
    for (const operation of operations) {
      const { path, method } = operation;
      const parameters = parametersOf(document, operation);
      const inPath = [...parameters.values()].filter((each) => each.in === "path").map(({ name }) => name);
      assert.deepEqual(
        inPath,
        Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name),
      );
      if (method === "delete") assert.ok(parameters.has("query cascade"), path);
      const item = document.paths[path].put !== undefined;
      if (item && method === "get") assert.ok(parameters.has("query fields"), path);
    }
  });

  test(`§6.5: ${domainName}: what has a history takes as_of, and may be 410`, () => {
    const dated = operations.filter((operation) => parametersOf(document, operation).has("query as_of"));
    for (const { path, method, part } of dated) {
      assert.equal(method, "get", path);
      assert.ok(part.responses[410], path);
    }
    const views = served.catalog.views.filter(({ resource }) => !resource.isSystem);
    for (const { path } of views)
      assert.ok(
        dated.some((each) => each.path === path),
        path,
      );
    const items = served.catalog.resources.filter(({ isSystem, kind }) => !isSystem && kind === "collection");
    for (const { path } of items) {
      const shapes = dated.map((each) => each.path.replaceAll(/\{\w+\}/g, "{}"));
      assert.ok(shapes.includes(path.replaceAll(/\{\w+\}/g, "{}")), path);
    }
  });

  test(`§4.10: ${domainName}: conditions, preferences and idempotency keys are documented where they apply`, () => {
    const conditions = ["If-Match", "If-None-Match"];
    const dates = ["If-Modified-Since", "If-Unmodified-Since"];
    // What a caller learns about themselves has no validators: it is not stored.
    for (const operation of operations.filter(({ path }) => path.startsWith("/api/") && path !== "/api/me")) {
      const { path, method } = operation;
      const headers = [...parametersOf(document, operation).keys()].filter((key) => key.startsWith("header "));
      const single = path.endsWith("}") || document.paths[path].put !== undefined;
      const expected: Record<string, string[]> = {
        get: [...conditions, ...(single ? dates : []), ...(path === "/api/events" ? ["Last-Event-ID"] : [])],
        put: [...conditions, "If-Unmodified-Since", "Prefer"],
        post: ["If-Match", "Prefer", "Idempotency-Key"],
        patch: [...conditions, "If-Unmodified-Since", "Prefer", "Idempotency-Key"],
      };
      const names = expected[method === "delete" ? "put" : method]!;
      assert.deepEqual(
        headers.sort(),
        [...names, "X-Request-Id"].map((name) => `header ${name}`).sort(),
        `${method} ${path}`,
      );
    }
  });

  test(`§7.1: ${domainName}: every problem with a page is documented at an operation`, () => {
    // 405 is for operations that do not exist; conflicts have codes of their own.
    const elsewhere = ["method-not-allowed", "conflict"];
    const text = JSON.stringify(document);
    for (const slug of problemTypes(served.catalog).keys()) {
      assert.ok(document.components.schemas.Problem.properties.type.enum.includes(`/problems/${slug}`), slug);
      const answered = text.split(`"/problems/${slug}"`).length - 1;
      assert.ok(answered > 1 || elsewhere.includes(slug), slug);
    }
  });

  test(`§10.1: ${domainName}: every route of the application is in it, except pages and what leads to them`, async () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith("/api/"));
    const explorer = ["", ...paths.map((path) => path.slice("/api".length).replace(/\{\w+\}/g, "{}"))];
    // The router prints a wildcard without the segments before it.
    const pages = [
      "/",
      ...["/docs", "/docs/{}", "/docs/-/reference.js"],
      ...["/-/reference", "/-/fonts/*"],
      "/problems",
      "/problems/{}",
      ...["/robots.txt", "/sitemap.xml", "/sitemaps/{}", "/oembed"],
      "/*",
      ...explorer.flatMap((page) => [page, `${page}*`]),
    ];
    const routes = (await routesOf(declarations)).filter((route) => !pages.includes(route.split(" ")[1]!));
    const documented = Object.entries<Part>(document.paths).flatMap(([path, item]) =>
      methodsOfPath(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`),
    );
    assert.deepEqual(routes.sort(), documented.sort());
  });

  test(`§10.1: ${domainName}: schemas use JSON Schema 2020-12 keywords only`, () => {
    const ajv = strictAjv();
    ajv.addVocabulary(DOCUMENT_VOCABULARY);
    ajv.addSchema(document, "openapi");
    for (const name of Object.keys(document.components.schemas)) {
      const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
      for (const example of document.components.schemas[name].examples ?? []) {
        assert.ok(validate(example), `${name}: ${JSON.stringify(validate.errors)}`);
      }
    }
  });

  test(`§10.1: ${domainName}: every resource has examples of its representation and its drafts`, () => {
    for (const { one, kind } of writableResources(served.catalog)) {
      const name = pascal(one);
      const summary = kind === "single" ? [] : [`${name}Summary`];
      for (const schema of [name, `${name}Selection`, `${name}Draft`, `${name}Patch`, ...summary]) {
        assert.equal(document.components.schemas[schema]?.examples?.length, 1, schema);
      }
    }
  });

  test(`§10.1: ${domainName}: the service accepts the examples of drafts in order`, async () => {
    for (const { one } of writableResources(served.catalog)) {
      const {
        [`${pascal(one)}Draft`]: draft,
        [`${pascal(one)}Patch`]: patch,
        [pascal(one)]: whole,
      } = document.components.schemas;
      const path = whole.examples[0]._links.self;
      const made = await served.put(path, draft.examples[0]);
      assert.equal(made.status, 201, `${path} ${made.text}`);
      assert.equal((await served.patch(path, patch.examples[0])).status, 200);
      assert.equal((await served.get(path)).body.id, whole.examples[0].id);
    }
  });

  test(`§5.2: ${domainName}: each operation names its scopes; public reads need no credential`, () => {
    for (const view of served.catalog.views) {
      const { list, item } = methodsAt(view);
      const key = view.resource.kind === "membership" ? view.resource.key : `${view.resource.one}_id`;
      const below = document.paths[`${view.path}/{${key}}`] ?? {};
      const single = view.resource.kind === "single";
      for (const [at, methods] of [
        [document.paths[view.path], single ? item : list],
        [below, single || isReferenceList(view) ? [] : item],
      ] as const) {
        for (const method of methods.filter((each) => each !== "QUERY")) {
          const { security = document.security, "x-scopes": scopes = [] } = at[method.toLowerCase()];
          const open = method === "GET" && !view.resource.private;
          assert.deepEqual(scopes, scopesNeeded(view, method), `${method} ${view.path}`);
          assert.deepEqual(security, open ? [{}, { bearer: [] }] : [{ bearer: [] }], `${method} ${view.path}`);
        }
      }
    }
  });

  test(`§3: ${domainName}: the states of a lifecycle are documented at its field and its tag`, () => {
    for (const { lifecycle, fields, views } of served.catalog.resources) {
      if (!lifecycle) continue;
      const item = Object.entries<Part>(document.paths).find(
        ([path, { put }]) => put && path.replace(/\/\{\w+\}$/, "") === views[0]!.path,
      )![1];
      for (const [from, to] of Object.entries(fields.get(lifecycle)!.transitions!)) {
        const row = `| \`${from}\` | ${to.map((state) => `\`${state}\``).join(", ") || "final"} |`;
        assert.ok(item.put.description.includes(row) && item.patch.description.includes(row), row);
        assert.ok(
          document.tags.some(({ description }: Part) => description.includes(row)),
          row,
        );
      }
    }
  });
}

test("§10.1: the names of operations read well in a generated client", async () => {
  const { body } = await (await serveForFile()).get("/openapi.json");
  const ids = operationsOf(body).map(({ part }) => part.operationId);
  const some = ["listMissions", "createMission", "getMission", "replaceMission", "updateMission", "deleteMission"];
  const more = [
    "listMissionObjectives",
    "getPlanetAtmosphere",
    "listMoons",
    "listPlanetMoons",
    "listAstronautMissions",
  ];
  for (const id of [...some, ...more]) assert.ok(ids.includes(id), id);
});

test("§10.1: the limits of pages are those of the settings", async () => {
  const served = await serveForFile(undefined, { PAGE_SIZE_DEFAULT: "5", PAGE_SIZE_MAX: "7" });
  const { body } = await served.get("/openapi.json");
  assert.deepEqual(body.components.parameters["any.limit"].schema, {
    type: "integer",
    minimum: 1,
    maximum: 7,
    default: 5,
  });
});
