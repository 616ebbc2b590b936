/** Two services, one on each store, are asked the same: what they answer is the same, to the byte. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { domain } from "../src/domain/index.ts";
import type { Declaration } from "../src/resource/declare.ts";
import { ownDatabaseOrdered, ownFile, ownSchema, withoutServer } from "./support/databases.ts";
import { requests, type Sent } from "./support/fuzzing.ts";
import type { Answered } from "./support/openapi.ts";
import { secondDomain } from "./support/second-domain.ts";
import { type Served, serve, TestClock } from "./support/serve.ts";
import { Wire } from "./support/wire.ts";

/** Of both domains together. */
const REQUESTS = Number(process.env.DIFFERENTIAL_REQUESTS ?? 4_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1969);
const HOUR = 3_600_000;

const skip = await withoutServer();

interface Pair {
  readonly servers: readonly [Served, Served];
  readonly clock: TestClock;
  /** What both answer, made comparable. */
  answersTo(sent: Sent): Promise<[string, string]>;
}

async function pair(declarations: readonly Declaration[], own = ownSchema): Promise<Pair> {
  const clock = new TestClock();
  const settings = { BODY_LIMIT: "16384" };
  const databases = [ownFile(), await own()] as const;
  const on = (url: string) => serve(declarations, { ...settings, DATABASE_URL: url }, clock);
  const servers = [await on(databases[0].url), await on(databases[1].url)] as const;
  const document = (await servers[0].get("/openapi.json")).body;
  const wires = servers.map(({ url }) => new Wire(url, document)) as [Wire, Wire];
  const names = [new Map<string, string>(), new Map<string, string>()] as const;
  after(async () => {
    for (const wire of wires) wire.close();
    for (const server of servers) await server.stop();
    for (const database of databases) await database.remove();
  });
  const answersTo = async (sent: Sent): Promise<[string, string]> => {
    const answers = await Promise.all(wires.map((wire) => wire.send(sent)));
    return [comparable(answers[0]!, names[0]), comparable(answers[1]!, names[1])];
  };
  return { servers, clock, answersTo };
}

const GENERATED = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An answer with every generated id by its turn, and without what tells when and which request it was. */
function comparable({ status, headers, text }: Answered, names: Map<string, string>): string {
  const named = (id: string): string => {
    if (!names.has(id)) names.set(id, `<generated ${names.size}>`);
    return names.get(id)!;
  };
  const lines = [...headers].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name));
  const problem = text.replace(/"request_id":"[^"]*"/, "");
  return `${[status, ...lines.map((line) => line.join(": ")), problem].join("\n")}`.replace(GENERATED, named);
}

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`design, two stores: ${name}: random requests are answered alike`, { skip }, async (t) => {
    const { servers, clock, answersTo } = await pair(declarations);
    const arbitrary = requests((await servers[0].get("/openapi.json")).body);
    const statuses = new Map<string, number>();
    const batch = fc.sample(arbitrary, { seed: SEED, numRuns: Math.ceil(REQUESTS / 2) });
    for (const [at, sent] of batch.entries()) {
      const [one, other] = await answersTo(sent);
      assert.equal(other, one, `request ${at} of seed ${SEED}: ${sent.method} ${sent.path} ${sent.body}`);
      const status = one.slice(0, 3);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (at % 1_000 === 999) clock.advance(HOUR);
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(statuses)));
    for (const { name: path, views } of servers[0].catalog.resources) {
      const list = views.find((view) => !view.path.includes("{") && view.path.startsWith("/api/"))?.path;
      if (!list) continue;
      const [one, other] = await Promise.all(servers.map((server) => server.get(`${list}?limit=100&fields=*`)));
      assert.equal(other!.body.total_count, one!.body.total_count, path);
    }
  });
}

const NUMBERS = [1.898e27, 5e-324, -0, 0, 0.1 + 0.2, 1.7976931348623157e308, -1e-7, 123456789012345680, 1 / 3];
const DATES = ["0000-01-01", "0001-12-31", "1582-10-04", "1582-10-10", "1582-10-15", "1900-02-28", "9999-12-31"];
const NAMES = [
  "ß",
  "SS",
  "ς",
  "Σ",
  "İ",
  "i",
  "ı",
  "\u{1F680}",
  "～",
  "é",
  "e\u0301",
  "_",
  "%",
  "a",
  "B",
  "Z\u{10FFFF}",
];

test("design, two stores: doubles, dates and scripts at the edges are kept, ordered and found alike", {
  skip,
}, async () => {
  const { answersTo } = await pair(secondDomain, ownDatabaseOrdered);
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const headers = { authorization: "Bearer test-admin-key-0123456789", "content-type": "application/json" };
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const [one, other] = await answersTo({ method, path, headers, body: bytes, operationId: "", faultless: true });
    assert.equal(other, one, `${method} ${path} ${JSON.stringify(body)}`);
    return one;
  };
  for (const [at, price] of NUMBERS.entries())
    await ask("PUT", `/api/products/n${at}`, { name: "Number", price: Math.abs(price), rating: null });
  for (const [at, name] of NAMES.entries()) await ask("PUT", `/api/products/t${at}`, { name });
  for (const [at, founded_on] of DATES.entries())
    await ask("PUT", `/api/universities/d${at}`, { name: "Dated", founded_on });
  await ask("PUT", "/api/universities/undated", { name: "Undated" });
  for (const direction of ["asc", "desc"]) {
    assert.match(await ask("GET", `/api/products?sort=price:${direction}&limit=100&fields=*`), /^200/);
    assert.match(await ask("GET", `/api/products?sort=name:${direction}&limit=100&fields=*`), /^200/);
    assert.match(await ask("GET", `/api/universities?sort=founded_on:${direction}&limit=100&fields=*`), /^200/);
  }
  for (const price of NUMBERS) {
    for (const operator of ["", "_min", "_max"]) await ask("GET", `/api/products?price${operator}=${price}`);
  }
  for (const date of DATES) {
    for (const operator of ["", "_after", "_before"])
      await ask("GET", `/api/universities?founded_on${operator}=${date}`);
  }
  for (const name of NAMES.map(encodeURIComponent)) {
    for (const operator of ["", "_contains", "_starts_with", "_ends_with", "_in"])
      await ask("GET", `/api/products?name${operator}=${name}`);
  }
});
