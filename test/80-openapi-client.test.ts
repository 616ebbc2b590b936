/** Proves that outside tools make a client of `/openapi.json` that type-checks, and that it works with the service. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// The generator needs the JavaScript API of TypeScript 5, which the installed version 7 does not have.
registerHooks({
  resolve: (name, context, next) =>
    next(name === "typescript" && context.parentURL?.includes("/openapi-typescript/") ? "typescript-5" : name, context),
});
const { default: generate, astToString } = await import("openapi-typescript");

/** What somebody would write with the generated types. It returns what it has seen. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

export async function use(baseUrl: string, key: string) {
  // Lists are separated by commas, as the document says; the library repeats the parameter unless told so.
  const querySerializer = { array: { style: "form", explode: false } } as const;
  const headers = { authorization: \`Bearer \${key}\` };
  const client = createClient<paths>({ baseUrl, headers, querySerializer });
  const created = await client.POST("/api/missions", { body: { id: "m", name: "M", status: "active", crew_size: 2 } });
  const mission = created.data!;
  const status: "planned" | "on_hold" | "active" | "completed" | "failed" | "cancelled" = mission.status;
  const listed = await client.GET("/api/missions", {
    params: { query: { status_in: ["active", "planned"], name_contains: "m", sort: ["launch_date:desc"], limit: 5 } },
  });
  const page = listed.data!;
  const total = typeof page === "object" && "total_count" in page ? page.total_count : undefined;
  const params = { path: { mission_id: "m" } };
  const changed = await client.PATCH("/api/missions/{mission_id}", { params, body: { operator: "NASA" } });
  const missing = await client.GET("/api/missions/{mission_id}", { params: { path: { mission_id: "none" } } });
  const problem: string | undefined = missing.error?.type;
  const deleted = await client.DELETE("/api/missions/{mission_id}", { params });
  return { status, total, operator: changed.data?.operator, problem, deleted: deleted.response.status };
}

export function mistakes(client: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error: a path that does not exist
  void client.GET("/api/mission");
  // @ts-expect-error: a parameter that does not exist
  void client.GET("/api/missions", { params: { query: { nme: "x" } } });
  // @ts-expect-error: a value that does not exist
  void client.GET("/api/missions", { params: { query: { status: "lost" } } });
  // @ts-expect-error: a required field is missing
  void client.POST("/api/missions", { body: { id: "m" } });
  // @ts-expect-error: HEAD and OPTIONS make no methods
  void client.HEAD("/api/missions");
}
`;

test("§10.1: a client generated from /openapi.json type-checks, and works", async (t) => {
  const served = await serveForFile();
  mkdirSync(join(ROOT, "var"), { recursive: true });
  // Below the repository, so that packages are found.
  const folder = mkdtempSync(join(ROOT, "var", "client-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const document = (await served.get("/openapi.json")).body;
  // A field with a default may be left out.
  writeFileSync(join(folder, "api.ts"), astToString(await generate(document, { defaultNonNullable: false })));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const options = ["--strict", "--target", "esnext", "--module", "nodenext", "--lib", "esnext,dom", "--skipLibCheck"];
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "typescript", "bin", "tsc"),
      ...options,
      ...["--noEmit", "--allowImportingTsExtensions", "--ignoreConfig", join(folder, "program.ts")],
    ],
    { cwd: folder, encoding: "utf8" },
  );
  assert.equal(status, 0, stdout);
  const { use } = await import(pathToFileURL(join(folder, "program.ts")).href);
  assert.deepEqual(await use(served.url, ADMIN_KEY), {
    status: "active",
    total: 1,
    operator: "NASA",
    problem: "/problems/not-found",
    deleted: 204,
  });
});
