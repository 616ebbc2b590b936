/**
 * Proves that what generators make of `/openapi.json` can be used without a cast: records have their fields, the forms of a
 * list are told apart by a property, and the clients work.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Part } from "./support/documents/openapi-conformance.ts";
import { mergedSchema } from "./support/documents/openapi-schemas.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// The generators need the JavaScript API of TypeScript 5, which the installed version 7 does not have.
registerHooks({
  resolve: (name, context, next) => {
    const isGenerator = /\/(?:openapi-typescript|@hey-api)\//.test(context.parentURL ?? "");
    return next(name === "typescript" && isGenerator ? "typescript-5" : name, context);
  },
});
const openapiTypescript = await import("openapi-typescript");
const heyApi = await import("@hey-api/openapi-ts");
const { default: orval } = await import("orval");

interface Generator {
  /** Writes the types, and the client if there is one. */
  readonly generate: (document: Part, folder: string, url: string) => Promise<void>;
  /** The type of a schema, in a file that imports what `imports` says. */
  readonly imports: string;
  readonly typeOf: (schema: string) => string;
  /**
   * What somebody would write: `send` creates, gets, lists, reads along a cursor and summarizes. Each call returns the body of
   * a successful response.
   */
  readonly send: string;
}

/** The function with which orval's clients send requests. */
const ORVAL_JSON = `
  export async function json<T>(url: string, options: RequestInit): Promise<T> {
    const response = await fetch(url, options);
    return { data: await response.json(), status: response.status, headers: response.headers } as T;
  }
`;

const GENERATORS: Record<string, Generator> = {
  "openapi-typescript": {
    generate: async (document, folder) => {
      // A field with a default may be left out.
      const types = await openapiTypescript.default(document, { defaultNonNullable: false });
      writeFileSync(join(folder, "api.ts"), openapiTypescript.astToString(types));
    },
    imports: 'import type { components } from "./api.ts";',
    typeOf: (schema) => `components["schemas"]["${schema}"]`,
    send: `
      import createClient from "openapi-fetch";
      import type { paths } from "./api.ts";
      export function send(baseUrl: string, headers: Record<string, string>) {
        const querySerializer = { array: { style: "form", explode: false } } as const;
        const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl, headers, querySerializer });
        const path = { mission_id: "m" };
        return {
          create: async () => (await client.POST("/api/missions", { body: { id: "m", name: "M", status: "active", crew_size: 2 } })).data!,
          get: async () => (await client.GET("/api/missions/{mission_id}", { params: { path } })).data!,
          page: async () => (await client.GET("/api/missions", { params: { query: { status_in: ["active"] } } })).data!,
          chosen: async () => (await client.GET("/api/missions", { params: { query: { fields: ["name", "crew_size"] } } })).data!,
          cursor: async () => (await client.GET("/api/missions", { params: { query: { cursor: "", limit: 1 } } })).data!,
          groups: async () => (await client.GET("/api/missions", { params: { query: { group_by: ["status"] } } })).data!,
          sample: async () => (await client.POST("/api/missions/{mission_id}/data", { params: { path }, body: SAMPLE })).data!,
          samples: async () => (await client.POST("/api/missions/{mission_id}/data", { params: { path }, body: [SAMPLE, SAMPLE] })).data!,
        };
      }`,
  },
  "hey-api": {
    generate: async (document, folder) => {
      await heyApi.createClient({
        input: document,
        output: { path: join(folder, "api"), module: { extension: ".ts" } },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent" },
      });
    },
    imports: 'import type * as api from "./api/index.ts";',
    typeOf: (schema) => `api.${schema}`,
    send: `
      import { createClient } from "./api/client/index.ts";
      import { createMission, createMissionSample, getMission, listMissions } from "./api/index.ts";
      export function send(baseUrl: string, headers: Record<string, string>) {
        const to = { client: createClient({ baseUrl, headers }), throwOnError: true } as const;
        const path = { mission_id: "m" };
        return {
          create: async () => (await createMission({ ...to, body: { id: "m", name: "M", status: "active", crew_size: 2 } })).data,
          get: async () => (await getMission({ ...to, path })).data,
          page: async () => (await listMissions({ ...to, query: { status_in: ["active"] } })).data,
          chosen: async () => (await listMissions({ ...to, query: { fields: ["name", "crew_size"] } })).data,
          cursor: async () => (await listMissions({ ...to, query: { cursor: "", limit: 1 } })).data,
          groups: async () => (await listMissions({ ...to, query: { group_by: ["status"] } })).data,
          sample: async () => (await createMissionSample({ ...to, path, body: SAMPLE })).data,
          samples: async () => (await createMissionSample({ ...to, path, body: [SAMPLE, SAMPLE] })).data,
        };
      }`,
  },
  orval: {
    generate: async (document, folder, baseUrl) => {
      // Its own function takes lists for streams, since they may be NDJSON.
      writeFileSync(join(folder, "json.ts"), ORVAL_JSON);
      const mutator = { path: join(folder, "json.ts"), name: "json", extension: ".ts" };
      const output = {
        target: join(folder, "api.ts"),
        client: "fetch",
        mode: "single",
        baseUrl,
        override: { mutator },
      } as const;
      await orval({ input: { target: document }, output }, folder, { logLevel: "error" });
    },
    imports: 'import type * as api from "./api.ts";',
    typeOf: (schema) => `api.${schema}`,
    send: `
      import { createMission, createMissionSample, getMission, listMissions, type ListMissionsParams } from "./api.ts";
      export function send(_: string, headers: Record<string, string>) {
        const list = async (query: ListMissionsParams) => {
          const listed = await listMissions(query, { headers });
          if (listed.status !== 200 || !("data" in listed) || typeof listed.data === "string") throw new Error("not a page");
          return listed.data;
        };
        const get = async () => {
          const found = await getMission("m", {}, { headers });
          if (found.status !== 200) throw new Error("not found");
          return found.data;
        };
        const create = async () => {
          const made = await createMission({ id: "m", name: "M", status: "active", crew_size: 2 }, { headers });
          if (made.status !== 201) throw new Error("not created");
          return made.data;
        };
        const store = async (body: typeof SAMPLE | (typeof SAMPLE)[]) => {
          const made = await createMissionSample("m", body, { headers });
          if (made.status !== 201) throw new Error("not created");
          return made.data;
        };
        return {
          create,
          get,
          page: () => list({ status_in: ["active"] }),
          chosen: () => list({ fields: ["name", "crew_size"] }),
          cursor: () => list({ cursor: "", limit: 1 }),
          groups: () => list({ group_by: ["status"] }),
          sample: () => store(SAMPLE),
          samples: () => store([SAMPLE, SAMPLE]),
        };
      }`,
  },
};

/** What is the same for all: it reads the results without a cast, and returns what it has seen. */
const PROGRAM = `
const SAMPLE = { instrument: "i", parameter: "p", collected_at: "2026-01-01T00:00:00Z" };

export async function use(url: string, key: string) {
  const call = send(url, { authorization: \`Bearer \${key}\` });
  const seen: (string | number | null | undefined)[] = [];
  const created = await call.create();
  const mission = await call.get();
  const status: "planned" | "on_hold" | "active" | "completed" | "failed" | "cancelled" = mission.status;
  const operator: string | null = mission.operator;
  seen.push(created.name, created._links.crew, status, operator, mission.crew_size, mission.allowed_transitions.length);

  const page = await call.page();
  if ("missions" in page) for (const item of page.missions) seen.push(item.name, item.status, item._links.self);
  if ("missions" in page && "total_count" in page) seen.push(page.page, page.total_count, page._links.last);

  const chosen = await call.chosen();
  if ("missions" in chosen) for (const item of chosen.missions) seen.push(item.crew_size);

  const cursor = await call.cursor();
  if ("missions" in cursor && !("total_count" in cursor)) seen.push(cursor.limit, cursor.missions.length, cursor._links.next);

  const summary = await call.groups();
  if ("groups" in summary) for (const group of summary.groups) seen.push(group.count);

  const sample = await call.sample();
  if ("instrument" in sample) seen.push(sample.instrument);
  const samples = await call.samples();
  if ("created_count" in samples) seen.push(samples.created_count, samples.data[0]?._links.self.split("/").length);
  return seen;
}
`;

const SEEN = [
  ...["M", "/api/missions/m/astronauts", "active", null, 2, 2],
  ...["M", "active", "/api/missions/m"],
  ...[1, 1, "/api/missions?status_in=active&page=1"],
  2,
  ...[1, 1, undefined],
  1,
  "i",
  ...[2, 6],
];

/** Types of records and drafts whose properties are present or optional as the document says. */
function presence(document: Part, { imports, typeOf }: Generator): string {
  const schemas = Object.entries<Part>(document.components.schemas).filter(
    ([name, schema]) => schema["x-with-fields"] || /Draft\d*$/.test(name),
  );
  assert.ok(schemas.length > 40, `${schemas.length}`);
  return [
    imports,
    "type Present<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T];",
    "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
    "function same<A, B>(_same: Same<A, B>): void {}",
    ...schemas.map(([name, schema]) => {
      const { required = [] } = mergedSchema(document, schema);
      const names = required.map((each: string) => JSON.stringify(each)).join(" | ") || "never";
      return `same<Present<${typeOf(name)}>, ${names}>(true);`;
    }),
  ].join("\n");
}

const served = await serveForFile();
const document: Part = (await served.get("/openapi.json")).body;
mkdirSync(join(ROOT, "var"), { recursive: true });
// Below the repository, so that packages are found.
const folder = mkdtempSync(join(ROOT, "var", "generated-"));
after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
  for (const [name, generator] of Object.entries(GENERATORS)) {
    mkdirSync(join(folder, name));
    // Generators write into what they are given.
    await generator.generate(structuredClone(document), join(folder, name), served.url);
    writeFileSync(join(folder, name, "program.ts"), `${generator.send}\n${PROGRAM}`);
    writeFileSync(join(folder, name, "presence.ts"), presence(document, generator));
  }
});

for (const name of Object.keys(GENERATORS)) {
  test(`§10.1: the types that ${name} generates say which fields records have, and need no cast`, () => {
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const options = ["--strict", "--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler"];
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        ...[tsc, ...options, "--lib", "esnext,dom", "--types", "", "--skipLibCheck", "--noEmit"],
        ...["--allowImportingTsExtensions", "--ignoreConfig", "program.ts", "presence.ts"],
      ],
      { cwd: join(folder, name), encoding: "utf8" },
    );
    assert.equal(status, 0, stdout);
  });

  test(`§10.1: ${name} declares no type twice`, () => {
    for (const file of globSync("**/*.ts", { cwd: join(folder, name) })) {
      const text = readFileSync(join(folder, name, file), "utf8");
      const declared = Array.from(
        text.matchAll(/^(?:export )?(?:type|interface|enum|class) (\w+)/gm),
        ([, each]) => each!,
      );
      assert.deepEqual(
        declared.filter((each, at) => declared.indexOf(each) !== at),
        [],
        file,
      );
    }
  });

  test(`§10.1: a client that ${name} generates works`, async () => {
    const { use } = await import(pathToFileURL(join(folder, name, "program.ts")).href);
    assert.deepEqual(await use(served.url, ADMIN_KEY), SEEN);
    assert.equal((await served.delete("/api/missions/m?cascade=true")).status, 204);
  });
}
