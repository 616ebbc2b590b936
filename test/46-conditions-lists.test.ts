/** Proves the ETag of lists (§4.10): it changes with its collection only, and an unchanged page costs no query. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { idInPath, writableResources } from "./support/domain/declared-behaviour.ts";
import { type CreatedRecord, RecordFactory } from "./support/domain/record-factory.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Served, serve, serveForFile } from "./support/http/serve.ts";

/** Makes every read of records from this store fail. */
function forbidReading({ store }: Served): void {
  const refuse = async () => {
    throw new Error("The store was asked.");
  };
  Object.assign(store, { get: refuse, has: refuse, list: refuse, listGroups: refuse });
}

/** A database that outlives the service that made it. */
function databaseOf(name: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-lists-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return { DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}` };
}

/** Every list that shows a record: its own, its aliases, the flat view, the reference lists. */
function listsOf(record: CreatedRecord): string[] {
  const { resource, parentId, listPath } = record;
  const [own, ...others] = resource.views;
  if (resource.kind === "single") return [];
  const aliases = own!.aliases.map((alias) => alias.replace(/\{\w+\}/, parentId));
  return [listPath, ...aliases, ...others.map((view) => view.path.replace(/\{\w+\}/, idInPath(view, record)))];
}

/** Collections to write to without a change in any other list. */
const APART: Record<string, string[]> = {
  space: ["/api/space-stations", "/api/missions"],
  "second domain": ["/api/products", "/api/students"],
};

for (const [name, declarations] of BOTH_DOMAINS) {
  const database = databaseOf(name);
  const first = await serve(declarations, database);
  const records = new RecordFactory(first);
  const tags = new Map<string, string>();
  const lists = [];
  for (const resource of first.catalog.resources) lists.push(...listsOf(await records.create(resource, "required")));
  for (const list of lists) {
    for (const query of ["", "?limit=1", "?page=2&limit=1&fields=id", "?sort=id:desc", "?measure=count"]) {
      const { status, headers, text } = await first.get(list + query);
      assert.equal(status, 200, text);
      tags.set(list + query, headers.get("etag")!);
    }
  }
  await first.stop();

  test(`§4.10: ${name}: an unchanged page is 304 without running the query, even after a restart`, async (t) => {
    const second = await serve(declarations, database);
    t.after(() => second.stop());
    forbidReading(second);
    for (const [path, tag] of tags) {
      assert.match(tag, /^"[\x21\x23-\x7e]+"$/);
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await second.request(method, path, { headers: { "if-none-match": given } });
          assert.deepEqual([answer.status, answer.text, answer.headers.get("etag")], [304, "", tag], path);
        }
      }
      assert.equal((await second.get(path, { headers: { "if-none-match": '"other"' } })).status, 500, "not asked");
    }
  });

  const served = await serveForFile(declarations);
  const made = new RecordFactory(served);
  for (const resource of writableResources(served.catalog).filter(({ kind }) => kind !== "single")) {
    test(`§4.10: ${name}, ${resource.name}: the ETags of its lists change with it, and only then`, async () => {
      const record = await made.create(resource, "every");
      const paths = listsOf(record);
      const seen = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]));
      const look = async (fresh: boolean, what: string) => {
        for (const path of paths) {
          const tag = (await served.get(path)).headers.get("etag")!;
          assert.equal(seen.get(path)!.has(tag), !fresh, `${path}: ${what}: ${tag}`);
          seen.get(path)!.add(tag);
        }
      };
      await look(true, "first");
      await served.put(record.path, record.body);
      await served.patch(record.path, {});
      await look(false, "written as it is");
      await served.patch(record.path, { unheard: "of" });
      await served.patch(record.path, {}, { headers: { "if-match": '"stale"' } });
      if (resource.kind === "collection") await served.put(record.path, { ...record.body, id: "another" });
      await served.delete(`${record.path}-none`);
      await look(false, "refused");
      const apart = APART[name]!.find((path) => path !== `/api/${resource.name}`)!;
      assert.equal((await served.post(apart, { name: "Apart" })).status, 201);
      await look(false, "another collection");
      assert.equal((await served.delete(record.path)).status, 204);
      await look(true, "deleted");
      const { id: _, [resource.key]: __, ...draft } = record.draft;
      assert.equal((await served.put(record.path, draft)).status, 201);
      await look(true, "made again");
    });
  }
}

const served = await serveForFile();
const fixtures = fixturesFor(served);
await fixtures.planet("mars");
await fixtures.planet("venus");
await fixtures.moon("mars", "phobos");
await fixtures.astronaut("ann");
const tagOf = async (path: string) => (await served.get(path)).headers.get("etag")!;

test("§4.10: different pages, orders, filters and fields of a list have different ETags", async () => {
  const queries = [
    "",
    "?page=1",
    "?page=2",
    "?limit=1",
    "?sort=name:asc",
    "?sort=name:desc",
    "?name=mars",
    "?fields=id",
  ];
  const tags = await Promise.all(queries.map((query) => tagOf(`/api/planets${query}`)));
  assert.equal(new Set(tags).size, queries.length);
  const headers = { "if-none-match": tags.slice(1).join() };
  assert.equal((await served.get("/api/planets", { headers })).status, 200);
});

test("§4.10: the ETag of one parent's list does not match another's, or that of a missing parent", async () => {
  const headers = { "if-none-match": await tagOf("/api/planets/mars/moons") };
  assert.equal((await served.get("/api/planets/mars/moons", { headers })).status, 304);
  assert.equal((await served.get("/api/planets/venus/moons", { headers })).status, 200);
  assert.equal((await served.get("/api/planets/none/moons", { headers })).status, 404);
});

test("§4.10: a list whose parent was deleted is 404, despite If-None-Match", async () => {
  await fixtures.planet("pluto");
  const headers = { "if-none-match": await tagOf("/api/planets/pluto/moons") };
  assert.equal((await served.delete("/api/planets/pluto")).status, 204);
  assert.equal((await served.get("/api/planets/pluto/moons", { headers })).status, 404);
});

test("§5.3: the ETag of a private list does not give access to it", async () => {
  const path = "/api/astronauts/ann/medical";
  const headers = { "if-none-match": await tagOf(path) };
  assert.equal((await served.get(path, { headers, credential: false })).status, 401);
  const { status, headers: received } = await served.get(path, { headers });
  assert.deepEqual([status, received.get("cache-control")], [304, "private, no-store"]);
});

test("§4.10: a list that is read often has a new ETag after each write, and the former content if that has not changed", async (t) => {
  const served = await serve(BOTH_DOMAINS[1]![1]);
  t.after(() => served.stop());
  await served.put("/api/products/p1", { name: "A", grade: "gold" });
  await served.put("/api/products/p2", { name: "B", grade: "bronze" });
  const url = "/api/products?grade=gold";
  const tags = new Set<string>();
  const read = async () => {
    const { headers, body } = await served.get(url);
    const etag = headers.get("etag")!;
    tags.add(etag);
    assert.equal((await served.get(url, { headers: { "if-none-match": etag } })).status, 304);
    return body;
  };
  for (let times = 0; times < 3; times += 1) await read();
  const before = await read();
  for (const price of [1, 2]) {
    await served.patch("/api/products/p2", { price });
    assert.deepEqual(await read(), before);
  }
  await served.patch("/api/products/p1", { name: "C" });
  assert.equal((await read()).products[0].name, "C");
  assert.equal(tags.size, 4);
});
