/**
 * Proves the examples of the reference: the request of every operation, sent to a service, gets a response of the status and
 * shape that the page shows. Each response is also checked against the OpenAPI document.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { domain } from "../missions/resources/index.ts";
import packageJson from "../package.json" with { type: "json" };
import { removeAtExit } from "./support/cleanup.ts";
import { ADDRESS, curlRequest } from "./support/documents/curl.ts";
import { assertShape, operationsOn, type ShownOperation } from "./support/documents/reference.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { ADMIN_KEY, type HttpResponse, type Served, serveForFile } from "./support/http/serve.ts";

const run = promisify(execFile);
const CLIENT = new URL("../client/index.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "space-missions-reference-"));
removeAtExit({ folder });

/** What runs code of each language, and the ending of its files. */
const PROGRAMS: Readonly<Record<string, readonly [command: string, ending: string]>> = {
  curl: ["sh", ".sh"],
  javascript: [process.execPath, ".mjs"],
  python: ["python3", ".py"],
  client: [process.execPath, ".ts"],
};
const LANGUAGES = ["curl", "javascript", "python", "client", "http"];

/** Sends the examples of one service. */
class Examples {
  private readonly served: Served;
  /** The ids that the service gave, by those in the examples. */
  private readonly ids = new Map<string, string>();

  private readonly shown: readonly ShownOperation[];

  constructor(served: Served, shown: readonly ShownOperation[]) {
    this.served = served;
    this.shown = shown;
  }

  /** A path or a code with the ids that exist. */
  withIds(text: string): string {
    return [...this.ids].reduce(
      (all, [shown, id]) => all.replaceAll(`/${shown}`, `/${id}`).replaceAll(`"${shown}"`, `"${id}"`),
      text,
    );
  }

  /** Sends a request like the curl command of an operation. */
  send({ codes }: ShownOperation): Promise<HttpResponse> {
    const { method, path, ...request } = curlRequest(this.withIds(codes.curl!.replace("$KEY", ADMIN_KEY)));
    return this.served.request(method, path, { ...request, credential: false });
  }

  /** Has the service execute the creation of an array, as an operation. */
  async acceptArray({ codes, path }: ShownOperation): Promise<void> {
    const { body } = curlRequest(codes.curl!);
    const record = { ...JSON.parse(body!), id: "of-an-array" };
    const at = this.withIds(curlRequest(codes.curl!).path);
    const { status, headers, text } = await this.served.post(at, [record], { headers: { prefer: "respond-async" } });
    assert.equal(status, 202, `${path}: ${text}`);
    const isDone = async () => (await this.served.get(headers.get("location")!)).body.status === "succeeded";
    while (!(await isDone())) await setImmediate();
    await this.served.delete(`${at}/${record.id}`);
  }

  /** Deletes the record that has the list of an operation, with everything below it. */
  async deleteParent({ codes }: ShownOperation): Promise<void> {
    const { path } = curlRequest(this.withIds(codes.curl!));
    const answer = await this.served.delete(`${path.slice(0, path.lastIndexOf("/"))}?cascade=true`);
    assert.equal(answer.status, 204, answer.text);
    const { body } = await this.served.get("/api/events?type_ends_with=batch_deleted");
    this.ids.set("event-1", body.events[0].id);
  }

  /** Finds the id of a record that the service made by itself. */
  private async findId({ path, codes }: ShownOperation): Promise<void> {
    const [, list, parameter] = /^(.*)\/\{(\w+)\}(?:\/[a-z]+)?$/.exec(path) ?? [];
    const shown = parameter?.replace(/_id$/, "").replaceAll("_", "-").concat("-1");
    if (!list || !["/api/operations", "/api/events"].includes(list) || this.ids.has(shown!)) return;
    const { body } = await this.served.get(`${list}?sort=created_at:desc&limit=1`);
    assert.ok(codes.curl!.includes(shown!));
    this.ids.set(shown!, Object.values<{ id: string }[]>(body).find(Array.isArray)![0]!.id);
  }

  /** Asserts that an operation answers as its page shows. */
  async check(operation: ShownOperation): Promise<void> {
    const { method, path, status, answer, codes } = operation;
    assert.deepEqual(Object.keys(codes), LANGUAGES);
    await this.findId(operation);
    // A path of another name leads to the same record.
    const again = (answer as { _links?: { self: string } } | undefined)?._links?.self;
    if (method === "POST" && again) await this.served.delete(this.withIds(again));
    if (method === "PUT") await this.send(operation);
    const creation = method === "DELETE" && this.shown.find((each) => each.path === path && each.method === "PUT");
    if (creation) await this.send(creation);
    const response = await this.send(operation);
    if (method === "DELETE" && path.startsWith("/api/operations/")) {
      // This one is done; `49-operations-cancel` cancels others, as shown.
      assert.deepEqual([response.status, response.body.code], [409, "operation_not_pending"]);
      return;
    }
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`);
    if (answer !== undefined) assertShape(answer, response.body, `${method} ${path}`);
    else assert.ok(response.body === undefined || path === "/openapi.json", path);
    // A list has what its example finds.
    if (response.body?.total_count !== undefined) assert.ok(response.body.total_count > 0, `${path} has nothing`);
    const { id } = (answer ?? {}) as { id?: string };
    if (method !== "POST" || id === undefined) return;
    // Others are created with the ids that the next examples have.
    if (!this.served.catalog.resource(operation.page).serialIds) assert.equal(response.body.id, id, path);
    this.ids.set(id, response.body.id);
  }
}

/** The order in which the examples of a page are sent: what does not exist cannot be read. */
function byOrder(one: ShownOperation, other: ShownOperation): number {
  const order = ["POST", "PUT", "GET", "PATCH"];
  return order.indexOf(one.method) - order.indexOf(other.method);
}

for (const [name, declarations] of [
  ["built-in registry", domain],
  ["second domain", secondDomain],
] as const) {
  const served = await serveForFile(declarations);
  const document = (await served.get("/openapi.json")).body;
  const pages = [...served.catalog.resources.map((resource) => resource.name), "api"];
  const shown: ShownOperation[] = [];
  for (const page of pages) shown.push(...operationsOn(page, (await served.get(`/docs/${page}`)).text));

  /** The operations of a page that delete nothing. */
  const changesOf = (page: string) =>
    shown.filter((each) => each.page === page && each.method !== "DELETE").sort(byOrder);

  test(`§10.1: ${name}: the reference has an example of each operation, in every language`, () => {
    const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => /^(?:get|post|put|patch|delete)$/.test(key))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(shown.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
  });

  // Each of these reads what the service has without any records, or writes what needs none.
  const samples = shown.filter(({ id, path }) => [firstCreation(shown), "getMe"].includes(id) || path === "/metrics");

  for (const [language, [command, ending]] of Object.entries(PROGRAMS)) {
    test(`§10.1: ${name}: examples of the reference run as ${language}`, { skip: isMissing(command) }, async () => {
      assert.equal(samples.length, 3);
      for (const { codes, status, method, path } of samples) {
        const code = codes[language]!.replaceAll(ADDRESS, served.url).replace(
          JSON.stringify(`${packageJson.name}/client`),
          JSON.stringify(CLIENT),
        );
        if (method === "POST") await served.delete(`${path}/${JSON.parse(curlRequest(codes.curl!).body!).id}`);
        const file = join(folder, `example${ending}`);
        writeFileSync(file, `${code}\n`);
        const { stdout } = await run(command, [file], { env: { ...process.env, KEY: ADMIN_KEY } });
        if (language === "javascript" || language === "python") assert.ok(stdout.startsWith(String(status)), stdout);
        else assert.ok(stdout.length > 2, `${method} ${path}`);
      }
    });
  }

  test(`§10.1: ${name}: every example of the reference gets the response that it shows`, async () => {
    const examples = new Examples(served, shown);
    const own = ["operations", "events", "webhooks", "deliveries", "secrets", "api"];
    const collections = pages.filter((each) => !own.includes(each)).flatMap(changesOf);
    const ofBatch = shown.find(({ path }) => path.endsWith("/{event_id}/records"))!;
    const deletions = shown.filter(({ method }) => method === "DELETE").reverse();
    const array = shown.find(({ method, path }) => method === "POST" && document.paths[path].post.responses[202])!;
    for (const operation of collections) await examples.check(operation);
    await examples.acceptArray(array);
    for (const operation of own.flatMap(changesOf)) if (operation !== ofBatch) await examples.check(operation);
    for (const operation of deletions) await examples.check(operation);
    // Only the deletion of a batch has records.
    for (const operation of collections.slice(0, collections.indexOf(array) + 1))
      if (operation.method === "POST") await examples.check(operation);
    const above = ({ path }: ShownOperation) => array.path.startsWith(path.replace(/\/\{\w+\}$/, ""));
    for (const operation of deletions) if (!above(operation)) await examples.send(operation);
    await examples.deleteParent(array);
    await examples.check(ofBatch);
  });
}

/** The id of the first operation that creates a record of a collection. */
function firstCreation(shown: readonly ShownOperation[]): string | undefined {
  return shown.find(({ method, path }) => method === "POST" && !path.includes("{"))?.id;
}

function isMissing(command: string): string | false {
  return spawnSync(command === "sh" ? "curl" : command, ["--version"]).status === 0
    ? false
    : `there is no ${command} here`;
}
