/** Proves that two services, one on each store, give the same responses to the same requests, to the byte. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { Declaration } from "../engine/declare/declaration.ts";
import { campaignSize } from "./support/campaign.ts";
import type { ExchangeResponse } from "./support/documents/openapi-conformance.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { FuzzClient } from "./support/fuzz/fuzz-client.ts";
import { type RandomRequest, randomRequests } from "./support/fuzz/random-requests.ts";
import { numberGenerated } from "./support/http/generated.ts";
import { type Served, serve, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile, createIcuDatabase, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

/** Of both domains together. */
const REQUESTS = campaignSize("DIFFERENTIAL_REQUESTS");
const SEED = Number(process.env.FUZZ_SEED ?? 1969);
const HOUR = 3_600_000;

const skip = await skipWithoutPostgres();

/** A condition on a part of an id: of two generated ids, one may meet it. */
const PART_OF_ID = /[?&]\w*id_(?:contains|starts_with|ends_with)=/;

interface Pair {
  readonly servers: readonly [Served, Served];
  readonly clock: TestClock;
  /** The responses of both, made comparable. */
  answersTo(sent: RandomRequest): Promise<[string, string]>;
}

async function pair(declarations: readonly Declaration[], own = createSchema): Promise<Pair> {
  const clock = new TestClock();
  const settings = { BODY_LIMIT: "16384" };
  const databases = [createDatabaseFile(), await own()] as const;
  const on = (url: string) => serve(declarations, { ...settings, DATABASE_URL: url }, clock);
  const servers = [await on(databases[0].url), await on(databases[1].url)] as const;
  const document = (await servers[0].get("/openapi.json")).body;
  const wires = servers.map(({ url }) => new FuzzClient(url, document)) as [FuzzClient, FuzzClient];
  const names = [new Map<string, string>(), new Map<string, string>()] as const;
  after(async () => {
    for (const wire of wires) wire.close();
    for (const server of servers) await server.stop();
    for (const database of databases) await database.remove();
  });
  const answersTo = async (sent: RandomRequest): Promise<[string, string]> => {
    const answers = await Promise.all(wires.map((wire) => wire.send(sent)));
    return [comparable(answers[0]!, names[0]), comparable(answers[1]!, names[1])];
  };
  return { servers, clock, answersTo };
}

/** A response with generated values replaced by their number, without date and request id. */
function comparable({ status, headers, text }: ExchangeResponse, names: Map<string, string>): string {
  const lines = [...headers].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name));
  // Measured values differ; otherwise only the request id does.
  const measured = headers.get("content-type")?.startsWith("text/plain");
  const problem = measured ? "" : text.replace(/"request_id":"[^"]*"/, "");
  return numberGenerated([status, ...lines.map((line) => line.join(": ")), problem].join("\n"), names);
}

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`architecture, two stores: ${name}: random requests get the same responses`, { skip }, async (t) => {
    const { servers, clock, answersTo } = await pair(declarations);
    const arbitrary = randomRequests((await servers[0].get("/openapi.json")).body);
    const statuses = new Map<string, number>();
    const batch = fc.sample(arbitrary, { seed: SEED, numRuns: Math.ceil(REQUESTS / 2) });
    for (const [at, sent] of batch.entries()) {
      const [one, other] = await answersTo(sent);
      const hasRandomResult = PART_OF_ID.test(sent.path) && one.startsWith("200") && other.startsWith("200");
      if (!hasRandomResult)
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

/** As sent: JavaScript writes −0 as 0. */
const NUMBERS = [
  ...["1.898e27", "5e-324", "-5e-324", "-0", "0", "-0.0", "0.30000000000000004", "1.7976931348623157e308", "-1e-7"],
  ...["123456789012345680", "0.3333333333333333", "-1.7976931348623157e308", "1e400"],
];
const DATES = [
  ...["0000-01-01", "0001-12-31", "1582-10-04", "1582-10-10", "1582-10-15", "1900-02-28", "9999-12-31"],
  ...["-0001-12-31", "10000-01-01", "+010000-01-01"],
];
const TIMES = [
  ...DATES.map((date) => `${date}T00:00:00Z`),
  ...["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"],
];
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

test("architecture, two stores: extreme doubles, dates and scripts are stored, sorted and filtered in the same way", {
  skip,
}, async () => {
  const { answersTo } = await pair(secondDomain, createIcuDatabase);
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const headers = { authorization: "Bearer test-admin-key-0123456789", "content-type": "application/json" };
    const bytes = body === undefined ? undefined : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const [one, other] = await answersTo({ method, path, headers, body: bytes, operationId: "", isValid: true });
    assert.equal(other, one, `${method} ${path} ${JSON.stringify(body)}`);
    return one;
  };
  await ask("PUT", "/api/manufacturers/m", { name: "Maker" });
  for (const [at, number] of NUMBERS.entries())
    await ask("PUT", `/api/manufacturers/m/lab-readings/n${at}`, `{"gauge":"Number","value":${number}}`);
  for (const [at, name] of NAMES.entries()) await ask("PUT", `/api/products/t${at}`, { name });
  for (const [at, seen_at] of TIMES.entries()) await ask("PUT", `/api/products/s${at}`, { name: "Seen", seen_at });
  for (const [at, founded_on] of DATES.entries())
    await ask("PUT", `/api/universities/d${at}`, { name: "Dated", founded_on });
  await ask("PUT", "/api/universities/undated", { name: "Undated" });
  for (const direction of ["asc", "desc"]) {
    const numbers = await ask("GET", `/api/lab-readings?sort=value:${direction}&limit=100&fields=*`);
    // All but the one that is not a double.
    assert.match(numbers, new RegExp(`"total_count":${NUMBERS.length - 1},`));
    assert.match(await ask("GET", `/api/products?sort=name:${direction}&limit=100&fields=*`), /^200/);
    assert.match(await ask("GET", `/api/products?sort=seen_at:${direction}&limit=100&fields=*`), /^200/);
    const dated = await ask("GET", `/api/universities?sort=founded_on:${direction}&limit=100&fields=*`);
    // All but the three outside the years 0000 to 9999, and the one without a date.
    assert.match(dated, new RegExp(`"total_count":${DATES.length - 3 + 1},`));
  }
  const measured = "measure=sum:value,avg:value,min:value,max:value";
  for (const query of [measured, `group_by=value&${measured}&sort=value_avg:desc`, `value_max=1&${measured}`])
    assert.match(await ask("GET", `/api/lab-readings?${query}`), /^200/);
  for (const number of NUMBERS.slice(0, -1)) {
    // Beside one other number: sums that overflow, cancel, or are too small to be divided.
    for (const other of NUMBERS.slice(0, -1))
      assert.match(await ask("GET", `/api/lab-readings?value_in=${number},${other}&${measured}`), /^200/);
  }
  for (const period of ["decade", "year", "quarter", "month", "day"]) {
    assert.match(await ask("GET", `/api/universities?group_by=founded_on:${period}&measure=max:founded_on`), /^200/);
    assert.match(await ask("GET", `/api/products?group_by=seen_at:${period}&measure=min:seen_at`), /^200/);
  }
  assert.match(await ask("GET", "/api/products?group_by=name,seen_at:minute&sort=name:desc"), /^200/);
  for (const number of NUMBERS) {
    for (const operator of ["", "_min", "_max", "_in"])
      await ask("GET", `/api/lab-readings?value${operator}=${number}`);
  }
  for (const date of DATES) {
    for (const operator of ["", "_after", "_before", "_in"])
      await ask("GET", `/api/universities?founded_on${operator}=${encodeURIComponent(date)}`);
  }
  for (const time of [...DATES, ...TIMES]) {
    for (const operator of ["", "_after", "_before", "_in"])
      await ask("GET", `/api/products?seen_at${operator}=${encodeURIComponent(time)}`);
  }
  for (const name of NAMES.map(encodeURIComponent)) {
    for (const operator of ["", "_contains", "_starts_with", "_ends_with", "_in"])
      await ask("GET", `/api/products?name${operator}=${name}`);
  }
});
