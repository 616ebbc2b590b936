/**
 * Proves that totals, pages, cached responses and entity tags of random lists stay exact while records change, on both stores,
 * through one service and through two.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { idsOf } from "./support/http/lists.ts";
import { fetchMetrics } from "./support/http/metrics.ts";
import { type Body, type HttpResponse, type Served, serve, TestClock } from "./support/http/serve.ts";
import {
  expectedPage,
  type FieldKinds,
  type ListQuery,
  type OracleRow,
  toQueryString,
} from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, productQueries, randomProduct } from "./support/query/random-products.ts";
import { NUMBERS, optional, randomQueries, TEXTS } from "./support/query/random-queries.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const ROUNDS = campaignSize("LIST_ROUNDS");
/** The number of lists that are read again after every write. */
const ACTIVE = 30;

const OWNERS = ["m1", "m2", "m3"];
const GAUGES = ["pressure", "Pressure", "ﬀ", "\u{FF5E} wave", "\u{10400}deseret", "Straße"] as const;
const READING_FIELDS: FieldKinds = { id: "id", gauge: "text", value: "number", created_at: "date-time" };
const ENTRY_FIELDS: FieldKinds = { id: "id", name: "text", seat: "text", paid: "boolean" };
const COURSE_FIELDS: FieldKinds = { id: "id", title: "text", status: "enum", seat: "text" };

/** A list, and the kinds of its fields. */
interface RandomList {
  readonly path: string;
  readonly kinds: FieldKinds;
  readonly queries: fc.Arbitrary<ListQuery>;
}

const readings = (path: string, kinds = READING_FIELDS): RandomList => {
  const queries = randomQueries(kinds, { id: ["r1", "R12"], gauge: GAUGES, value: NUMBERS.map(String) });
  return { path, kinds, queries };
};
const LISTS: readonly RandomList[] = [
  { path: "/api/products", kinds: PRODUCT_FIELDS, queries: productQueries },
  readings("/api/lab-readings", { ...READING_FIELDS, manufacturer_id: "id" }),
  ...OWNERS.map((id) => readings(`/api/manufacturers/${id}/lab-readings`)),
  {
    path: "/api/manufacturers",
    kinds: { id: "id", name: "text", camera_count: "count", updated_at: "date-time" },
    queries: randomQueries({ id: "id", name: "text", camera_count: "count" }, { id: OWNERS }),
  },
  ...["c1", "c2"].map((id) => ({
    path: `/api/courses/${id}/students`,
    kinds: ENTRY_FIELDS,
    queries: randomQueries(ENTRY_FIELDS, { id: ["s1", "s2"], seat: ["A", "b"] }),
  })),
  ...["s1", "s2"].map((id) => ({
    path: `/api/students/${id}/courses`,
    kinds: COURSE_FIELDS,
    queries: randomQueries(COURSE_FIELDS, { id: ["c1", "c2"], status: ["draft", "open"], seat: ["A", "b"] }),
  })),
  {
    path: "/api/students",
    kinds: { id: "id", name: "text", credits: "number" },
    queries: randomQueries({ id: "id", name: "text", credits: "number" }, { id: ["s1"], credits: ["0", "5", "10"] }),
  },
];

/** How often the first lists are chosen. */
const WEIGHTS = [8, 4, 2];

const reading = fc.record({ gauge: fc.constantFrom(...GAUGES), value: optional(...NUMBERS) });
const word = fc.constantFrom(...TEXTS);
const number = fc.nat(1_000_000);

/** One write: a method, a path with or without `*` for the id of a record that exists, and a body. */
interface Write {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Body;
  readonly at: number;
}

/** New ids are before, after and between all others. */
const newId = number.map((at) => `${["a", "r", "z"][at % 3]}${(at * 7) % 1_000}-${at}`);
const write = (method: Write["method"], path: string, body: fc.Arbitrary<Body> = fc.constant(undefined)) =>
  fc.record({ method: fc.constant(method), path: fc.constant(path), body, at: number });
const owner = fc.constantFrom(...OWNERS);
const withId = (body: fc.Arbitrary<object>) => fc.tuple(newId, body).map(([id, fields]) => ({ id, ...fields }));
const randomWrite: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: write("POST", "/api/products", withId(randomProduct)) },
  { weight: 4, arbitrary: write("PATCH", "/api/products/*", randomProduct) },
  { weight: 2, arbitrary: write("DELETE", "/api/products/*") },
  {
    weight: 4,
    arbitrary: owner.chain((id) => write("POST", `/api/manufacturers/${id}/lab-readings`, withId(reading))),
  },
  {
    weight: 2,
    arbitrary: owner.chain((id) =>
      write("POST", `/api/manufacturers/${id}/lab-readings`, fc.array(reading, { minLength: 1, maxLength: 20 })),
    ),
  },
  { weight: 4, arbitrary: owner.chain((id) => write("PATCH", `/api/manufacturers/${id}/lab-readings/*`, reading)) },
  { weight: 2, arbitrary: owner.chain((id) => write("DELETE", `/api/manufacturers/${id}/lab-readings/*`)) },
  { weight: 1, arbitrary: owner.chain((id) => write("DELETE", `/api/manufacturers/${id}?cascade=true`)) },
  { weight: 3, arbitrary: owner.chain((id) => write("PUT", `/api/manufacturers/${id}`, fc.record({ name: word }))) },
  {
    weight: 3,
    arbitrary: write("POST", "/api/cameras", withId(fc.record({ model: word, manufacturer_id: owner }))),
  },
  { weight: 2, arbitrary: write("PATCH", "/api/cameras/*", fc.record({ manufacturer_id: owner })) },
  { weight: 1, arbitrary: write("DELETE", "/api/cameras/*") },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom("c1", "c2"), fc.constantFrom("s1", "s2", "s3"))
      .chain(([course, student]) =>
        write(
          "PUT",
          `/api/courses/${course}/students/${student}`,
          fc.record({ seat: optional("A", "b", "Ç"), paid: fc.boolean() }),
        ),
      ),
  },
  { weight: 2, arbitrary: write("DELETE", "/api/courses/c1/students/*") },
  { weight: 2, arbitrary: write("PATCH", "/api/students/*", fc.record({ name: word })) },
  { weight: 2, arbitrary: write("PATCH", "/api/courses/*", fc.record({ title: word })) },
);

let uncachedRequests = 0;

/** The same list under a URL that no request had before: other letters of its parameters are percent-encoded. */
function uncached(path: string): string {
  uncachedRequests += 1;
  let bits = uncachedRequests;
  const [list, query] = path.split("?") as [string, string];
  const encoded = query.replace(/[a-z]/g, (letter) => {
    const isEncoded = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  });
  return `${list}?${encoded}`;
}

/** All records of a list. A cursor page is read without totals and orders, and its response is not cached. */
async function readAll(served: Served, path: string): Promise<OracleRow[]> {
  const rows: OracleRow[] = [];
  for (let next: string | undefined = `${path}?cursor=&limit=100&fields=*`; next; ) {
    const { status, body, text } = await served.get(uncached(next));
    if (status === 404) return rows;
    assert.equal(status, 200, text);
    rows.push(...(Object.values(body).find(Array.isArray) as OracleRow[]));
    next = body._links.next;
  }
  return rows;
}

/** The same with the counts that are not shown. */
async function oracleRows(served: Served, path: string): Promise<OracleRow[]> {
  const rows = await readAll(served, path);
  if (path !== "/api/manufacturers") return rows;
  const cameras = await readAll(served, "/api/cameras");
  const count = (id: string) => cameras.filter((camera) => camera.manufacturer_id === id).length;
  return rows.map((row) => ({ ...row, camera_count: count(row.id) }));
}

/** Sends a write; whether it is accepted does not matter. */
async function send(served: Served, { method, path, body, at }: Write): Promise<void> {
  let target = path;
  if (path.endsWith("/*")) {
    const rows = await readAll(served, path.slice(0, -2));
    if (rows.length === 0) return;
    target = path.replace("*", rows[at % rows.length]!.id);
  }
  const { status, text } = await served.request(method, target, body === undefined ? {} : { body });
  assert.ok(status < 500, `${method} ${target}: ${text}`);
}

/** Which content every entity tag of a URL was given out for, by all services. */
type Tags = Map<string, string>;

/** Asserts that a tag never comes back for other content, and that the current one is not modified. */
async function checkTag(served: Served, url: string, { headers, text }: HttpResponse, tags: Tags): Promise<void> {
  const tag = headers.get("etag")!;
  const key = `${url} ${tag}`;
  assert.equal(tags.get(key) ?? text, text, `${key} came back for other content`);
  tags.set(key, text);
  const again = await served.get(url, { headers: { "if-none-match": tag } });
  assert.deepEqual([again.status, again.headers.get("etag")], [304, tag], url);
}

async function check(served: Served, active: readonly (readonly [RandomList, ListQuery])[], tags: Tags): Promise<void> {
  const rows = new Map<string, OracleRow[]>();
  for (const [{ path, kinds }, query] of active) {
    if (!rows.has(path)) rows.set(path, await oracleRows(served, path));
    const url = `${path}?${toQueryString(query)}`;
    const answer = await served.get(url);
    const expected = expectedPage(query, kinds, rows.get(path)!);
    if (answer.status === 404) {
      assert.equal(expected.total, 0, url);
      continue;
    }
    assert.deepEqual({ ids: idsOf(answer), total: answer.body.total_count }, expected, url);
    await checkTag(served, url, answer, tags);
    for (const { _links, ...shown } of Object.values(answer.body).find(Array.isArray) as OracleRow[]) {
      const row = rows.get(path)!.find(({ id }) => id === shown.id)!;
      assert.deepEqual(shown, Object.fromEntries(Object.keys(shown).map((name) => [name, row[name]])), url);
    }
  }
}

async function fill(served: Served): Promise<void> {
  for (const id of OWNERS) await served.put(`/api/manufacturers/${id}`, { name: id });
  await served.put("/api/universities/u1", { name: "U" });
  for (const id of ["c1", "c2"])
    await served.put(`/api/courses/${id}`, { title: id, university_id: "u1", status: "open" });
  for (const id of ["s1", "s2", "s3"]) await served.put(`/api/students/${id}`, { name: id });
  for (const [index, id] of OWNERS.entries())
    await served.post(`/api/manufacturers/${id}/lab-readings`, fc.sample(reading, { numRuns: 90, seed: index }));
  for (const each of fc.sample(randomWrite, { numRuns: 100, seed: 1961 }))
    if (each.method === "POST") await send(served, each);
}

/** Asserts that a list which is read repeatedly is not read again after a write: its total and order follow. */
async function assertFollowed(served: Served, writer: Served): Promise<void> {
  const followed = async () => {
    const metrics = await fetchMetrics(served);
    return ["totals", "orders"].map((kept) => metrics.value("list_cache_updates_total", { kept, how: "followed" }));
  };
  // No random list has two filters. Each time another page, because a cached response is not read again.
  const read = async (limit: number) => {
    const { status, body } = await served.get(`/api/products?in_stock=true&rating_min=5&sort=rating&limit=${limit}`);
    assert.equal(status, 200);
    return body.total_count as number;
  };
  const add = async () => {
    const draft = { name: "Followed", in_stock: true, rating: 5 };
    assert.equal((await writer.post("/api/products", draft)).status, 201);
  };
  // The order of a list without records is not kept.
  await add();
  const before = { total: await read(1), second: await read(2), third: await read(3), followed: await followed() };
  await add();
  assert.equal(await read(4), before.total + 1);
  assert.deepEqual(
    await followed(),
    before.followed.map((count) => count + 1),
  );
}

for (const { name: store, create, skip } of STORE_KINDS) {
  for (const services of [1, 2]) {
    const title = `§4.5: ${store}, ${services === 1 ? "one service" : "two services"}`;
    test(`${title}: total_count and pages of random lists are exact between random writes`, { skip }, async () => {
      const database = await create();
      const clock = new TestClock();
      const all: Served[] = [];
      after(async () => {
        for (const served of all) await served.stop();
        await database.remove();
      });
      for (let index = 0; index < services; index += 1)
        all.push(await serve(secondDomain, { DATABASE_URL: database.url, WORKERS: String(services) }, clock));
      await fill(all[0]!);
      const active: (readonly [RandomList, ListQuery])[] = [];
      const tags: Tags = new Map();
      const question = fc
        .oneof(...LISTS.map((each, index) => ({ weight: WEIGHTS[index] ?? 1, arbitrary: fc.constant(each) })))
        .chain((list) => fc.tuple(fc.constant(list), list.queries));
      const turn = fc.record({
        questions: fc.array(question, { minLength: 3, maxLength: 6 }),
        writes: fc.array(randomWrite, { minLength: 3, maxLength: 8 }),
        at: number,
      });
      const property = fc.asyncProperty(turn, async ({ questions, writes, at }) => {
        for (const [list, { page, filters, ...query }] of questions)
          active.push([list, { ...query, filters: page % 3 === 0 ? [] : filters.slice(0, 1), page: 1 + (page % 2) }]);
        while (active.length > ACTIVE) active.splice(at % active.length, 1);
        const reader = all[at % services]!;
        await check(reader, active, tags);
        for (const [index, each] of writes.entries()) {
          clock.advance(1_000);
          await send(all[(at + index) % services]!, each);
        }
        for (const served of all) await check(served, active, tags);
      });
      await fc.assert(property, { numRuns: ROUNDS, endOnFailure: true });
      for (const served of all) await assertFollowed(served, all.at(-1)!);
    });
  }
}
