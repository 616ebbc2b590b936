/** Proves summaries (§4.8): groups, periods, measures, order, pages and entity tags, on every kind of list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll } from "./support/http/lists.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const space = await serveForFile();
const fixtures = fixturesFor(space);

/** The groups on a page. */
async function groupsAt(path: string, of: Served = served): Promise<Body[]> {
  const { status, body, text } = await of.get(path);
  assert.equal(status, 200, text);
  return body.groups;
}

/** Creates products with these names and fields, and selects them. */
async function productsNamed(name: string, ...drafts: object[]): Promise<string> {
  await createAll(
    served,
    "/api/products",
    drafts.map((draft) => ({ name, ...draft })),
  );
  return `/api/products?name=${name}`;
}

test("§4.8: count, min, max, sum and avg of each group; missing values are a group, and not measured", async () => {
  const list = await productsNamed(
    "measured",
    { grade: "gold", price: 1, rating: 7 },
    { grade: "gold", price: 2.5, rating: null },
    { grade: "gold", price: null },
    { grade: "silver", price: null },
    { price: 4 },
  );
  const measure = "measure=min:price,max:price,sum:price,avg:price,sum:rating";
  const { body } = await served.get(`${list}&group_by=grade&${measure}`);
  assert.deepEqual(body, {
    page: 1,
    limit: 20,
    total_count: 3,
    groups: [
      { grade: null, count: 1, price_min: 4, price_max: 4, price_sum: 4, price_avg: 4, rating_sum: null },
      { grade: "gold", count: 3, price_min: 1, price_max: 2.5, price_sum: 3.5, price_avg: 1.75, rating_sum: 7 },
      {
        ...{ grade: "silver", count: 1, price_min: null, price_max: null, price_sum: null, price_avg: null },
        rating_sum: null,
      },
    ],
    _links: Object.fromEntries(
      ["self", "first", "last"].map((rel) => [rel, `${list}&group_by=grade&${measure}&page=1`]),
    ),
  });
  assert.deepEqual(Object.keys(body.groups[0] as object), [
    ...["grade", "count", "price_min", "price_max", "price_sum", "price_avg", "rating_sum"],
  ]);
});

test("§4.8: count is always there, wherever it is requested, and a summary without group_by is one group", async () => {
  const list = await productsNamed("counted", { price: 1 }, { price: 2 });
  assert.deepEqual(await groupsAt(`${list}&measure=count`), [{ count: 2 }]);
  assert.deepEqual(await groupsAt(`${list}&measure=max:price,count`), [{ count: 2, price_max: 2 }]);
  assert.deepEqual(await groupsAt("/api/products?name=nobody&measure=count,sum:price"), [
    { count: 0, price_sum: null },
  ]);
  const { body } = await served.get("/api/products?name=nobody&group_by=grade");
  assert.deepEqual([body.total_count, body.groups], [0, []]);
});

test("§4.8: texts that differ only by case are one group, in the spelling that is smallest by code point", async () => {
  const names = ["straße", "STRASSE", "Strasse", "ΟΔΟΣ", "οδος", "οδός", "a", "B", "\u{1F680}", "～"];
  const path = "/api/universities";
  await createAll(
    served,
    path,
    names.map((city) => ({ name: "folded", city })),
  );
  const groups = await groupsAt(`${path}?name=folded&group_by=city`);
  assert.deepEqual(
    groups.map(({ city, count }) => [city, count]),
    [
      ["a", 1],
      ["B", 1],
      ["STRASSE", 3],
      ["ΟΔΟΣ", 2],
      ["οδός", 1],
      ["～", 1],
      ["\u{1F680}", 1],
    ],
  );
});

/** A time, and the first moments of its periods. */
const PERIODS = {
  decade: "2020-01-01T00:00:00.000Z",
  year: "2024-01-01T00:00:00.000Z",
  quarter: "2024-10-01T00:00:00.000Z",
  month: "2024-12-01T00:00:00.000Z",
  day: "2024-12-30T00:00:00.000Z",
  hour: "2024-12-30T23:00:00.000Z",
  minute: "2024-12-30T23:59:00.000Z",
};

test("§4.8: times are truncated to periods in UTC, and shown as their first moment", async () => {
  served.clock.set("2024-12-30T23:59:58.765Z");
  const list = await productsNamed("timed", { seen_at: "2024-12-31T01:59:58.765432+02:00", sold_from: "2024-12-30" });
  for (const [period, moment] of Object.entries(PERIODS)) {
    for (const field of ["seen_at", "created_at"])
      assert.deepEqual(await groupsAt(`${list}&group_by=${field}:${period}`), [{ [field]: moment, count: 1 }], period);
    if (period === "hour" || period === "minute") continue;
    const groups = await groupsAt(`${list}&group_by=sold_from:${period}`);
    assert.deepEqual(groups, [{ sold_from: moment.slice(0, 10), count: 1 }], period);
  }
  const whole = await groupsAt(`${list}&group_by=seen_at,created_at,sold_from`);
  assert.deepEqual(whole, [
    {
      ...{ seen_at: "2024-12-30T23:59:58.765432Z", created_at: "2024-12-30T23:59:58.765Z", sold_from: "2024-12-30" },
      count: 1,
    },
  ]);
});

test("§4.8: every month is in its quarter, and the earliest and the latest years are groups", async () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
  const dates = [...months.map((month) => `2023-${month}-15`), "0000-02-29", "9999-12-31"];
  const list = await productsNamed(
    "quarters",
    ...dates.map((sold_from) => ({ sold_from, seen_at: `${sold_from}T12:00:00Z` })),
  );
  const quarters = [
    ["0000-01-01", 1],
    ["2023-01-01", 3],
    ["2023-04-01", 3],
    ["2023-07-01", 3],
    ["2023-10-01", 3],
    ["9999-10-01", 1],
  ];
  const sold = await groupsAt(`${list}&group_by=sold_from:quarter`);
  assert.deepEqual(
    sold.map(({ sold_from, count }) => [sold_from, count]),
    quarters,
  );
  const seen = await groupsAt(`${list}&group_by=seen_at:quarter`);
  assert.deepEqual(
    seen.map(({ seen_at, count }) => [seen_at.slice(0, 10), count]),
    quarters,
  );
});

test("§4.8: a decade is ten years, shown as the first day of its first year; the earliest and the latest are groups", async () => {
  const dates = ["0000-01-01", "0009-12-31", "0010-01-01", "1999-12-31", "2000-01-01", "2009-12-31", "9999-12-31"];
  const drafts = dates.map((sold_from) => ({ sold_from, seen_at: `${sold_from}T23:59:59.999999Z` }));
  const list = await productsNamed("decades", ...drafts, {});
  const decades = [
    ["0000-01-01", 2],
    ["0010-01-01", 1],
    ["1990-01-01", 1],
    ["2000-01-01", 2],
    ["9990-01-01", 1],
  ];
  const sold = await groupsAt(`${list}&group_by=sold_from:decade`);
  assert.deepEqual(
    sold.map(({ sold_from, count }) => [sold_from, count]),
    [[null, 1], ...decades],
  );
  const seen = await groupsAt(`${list}&group_by=seen_at:decade`);
  assert.deepEqual(
    seen.map(({ seen_at, count }) => [seen_at, count]),
    [[null, 1], ...decades.map(([first, count]) => [`${first}T00:00:00.000Z`, count])],
  );
});

test("§4.8: min and max of dates and date-times", async () => {
  const list = await productsNamed(
    "dated",
    { sold_from: "2023-05-01", seen_at: "2023-05-01T00:00:00.1Z" },
    { sold_from: "1999-12-31", seen_at: "2023-05-01T00:00:00.12Z" },
  );
  const [group] = await groupsAt(`${list}&measure=min:sold_from,max:sold_from,min:seen_at,max:seen_at,max:created_at`);
  const { created_at_max, ...rest } = group;
  assert.deepEqual(rest, {
    ...{ count: 2, sold_from_min: "1999-12-31", sold_from_max: "2023-05-01" },
    ...{ seen_at_min: "2023-05-01T00:00:00.100Z", seen_at_max: "2023-05-01T00:00:00.120Z" },
  });
  assert.equal(created_at_max, new Date(served.clock.now()).toISOString());
});

/** Numbers whose sum depends on the order in which doubles are added, and the exact results. */
const SUMS: [numbers: number[], sum: number | null, avg: number][] = [
  [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 2.8, 0.39999999999999997],
  [[1e16, 1, -1e16], 1, 1 / 3],
  [[1e16, 1, 1, 1, 1, 1, 1, 1, 1], 10000000000000008, 10000000000000008 / 9],
  [[1.7976931348623157e308, 1.7976931348623157e308], null, 1.7976931348623157e308],
  [
    [1.7976931348623157e308, 1.7976931348623157e308, -1.7976931348623157e308],
    1.7976931348623157e308,
    5.992310449541053e307,
  ],
  [[1e16, -9e15, 1], 1000000000000001, 1000000000000001 / 3],
  [[1e200, 1, -1e200, 1e-200], 1, 0.25],
  [[1.7976931348623157e308, 5e-324], 1.7976931348623157e308, 8.988465674311579e307],
  [[5e-324, 5e-324], 1e-323, 5e-324],
  [[5e-324, -5e-324, 5e-324], 5e-324, 0],
  [[-0, 0], 0, 0],
  [[1.898e27, 5.972e24], 1.903972e27, 9.51986e26],
];

for (const [index, [numbers, sum, avg]] of SUMS.entries()) {
  test(`§4.8: the sum and average of ${numbers.join(", ")}, in every order`, async () => {
    await served.put("/api/manufacturers/sums", { name: "Adder" });
    const path = "/api/manufacturers/sums/lab-readings";
    for (const [order, given] of [numbers, numbers.toReversed()].entries()) {
      const gauge = `g${index}-${order}`;
      await served.post(
        path,
        given.map((value) => ({ gauge, value })),
      );
      const groups = await groupsAt(`${path}?gauge=${gauge}&measure=sum:value,avg:value`);
      assert.deepEqual(groups, [{ count: numbers.length, value_sum: sum, value_avg: avg }]);
    }
  });
}

test("§4.8: the sum of one value is this value, also beside much greater ones in other groups", async () => {
  const alone = [
    [2 ** 47, 1.9999999999999998],
    [1.898e27, 2 ** 47, 1.9999999999999998, 0.1, 1 / 3, -273.15, 1e-20],
  ];
  await served.put("/api/manufacturers/alone", { name: "Single" });
  const path = "/api/manufacturers/alone/lab-readings";
  for (const [index, values] of alone.entries()) {
    const gauges = values.map((_, at) => `alone-${index}-${at}`);
    await served.post(
      path,
      values.map((value, at) => ({ gauge: gauges[at], value })),
    );
    assert.deepEqual(
      await groupsAt(`${path}?gauge_in=${gauges}&group_by=gauge&measure=sum:value,avg:value`),
      values.map((value, at) => ({ gauge: gauges[at], count: 1, value_sum: value, value_avg: value })),
    );
  }
});

test("§4.8: integers of any size are added", async () => {
  const list = await productsNamed("large", ...Array.from({ length: 3 }, () => ({ rating: Number.MAX_SAFE_INTEGER })));
  const [group] = await groupsAt(`${list}&measure=sum:rating,avg:rating`);
  assert.deepEqual(group, { count: 3, rating_sum: 27021597764222972, rating_avg: Number.MAX_SAFE_INTEGER });
});

test("§4.8: groups are in the order of their fields; sort, sort_by and order take fields and measures", async () => {
  const list = await productsNamed(
    "sorted",
    ...[
      { grade: "gold", in_stock: true, price: 1 },
      { grade: "gold", in_stock: false, price: 5 },
      { grade: "gold", in_stock: false, price: 5 },
      { grade: "bronze", in_stock: true, price: 5 },
      { in_stock: null, price: null },
    ],
  );
  const inOrder = async (query: string) =>
    (await groupsAt(`${list}&group_by=grade,in_stock&measure=sum:price,avg:price${query}`)).map(
      ({ grade, in_stock }) => `${grade} ${in_stock}`,
    );
  const byFields = ["null null", "bronze true", "gold false", "gold true"];
  assert.deepEqual(await inOrder(""), byFields);
  assert.deepEqual(await inOrder("&sort=grade,in_stock"), byFields);
  assert.deepEqual(await inOrder("&order=desc"), ["gold false", "gold true", "bronze true", "null null"]);
  assert.deepEqual(await inOrder("&sort=count:desc"), ["gold false", "null null", "bronze true", "gold true"]);
  assert.deepEqual(await inOrder("&sort_by=price_avg,in_stock&order=DESC,desc"), [
    ...["bronze true", "gold false", "gold true", "null null"],
  ]);
  assert.deepEqual(await inOrder("&sort=price_sum"), ["null null", "gold true", "bronze true", "gold false"]);
});

test("§4.8: summaries have pages with links and totals", async () => {
  const list = await productsNamed("paged", ...Array.from({ length: 5 }, (_, index) => ({ rating: index })));
  const at = (page: number) => `${list}&group_by=rating&limit=2&page=${page}`;
  const second = await served.get(at(2));
  assert.deepEqual(second.body.groups, [
    { rating: 2, count: 1 },
    { rating: 3, count: 1 },
  ]);
  assert.equal(second.body.total_count, 5);
  assert.deepEqual(second.body._links, { self: at(2), next: at(3), prev: at(1), first: at(1), last: at(3) });
  assert.ok(second.headers.get("link")!.includes(`<${at(3)}>; rel="next"`));
  const beyond = await served.get(at(9));
  assert.deepEqual([beyond.body.groups, beyond.body.total_count, beyond.body._links.prev], [[], 5, at(3)]);
  const far = await served.get(at(90_000));
  assert.deepEqual([far.body.groups, far.body.total_count], [[], 5]);
  const one = await served.get(`${list}&measure=count&page=2`);
  assert.deepEqual([one.body.groups, one.body.total_count], [[], 1]);
});

test("§4.8: a summary has an ETag like a page: 304 while nothing changes, then the new groups", async () => {
  const list = `${await productsNamed("tagged", { price: 1 })}&measure=sum:price`;
  const first = await served.get(list);
  const etag = first.headers.get("etag")!;
  for (let at = 0; at < 3; at += 1) assert.equal((await served.get(list)).text, first.text);
  const unchanged = await served.get(list, { headers: { "if-none-match": etag } });
  assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get("etag")], [304, "", etag]);
  assert.notEqual((await served.get(`${list},count`)).headers.get("etag"), etag);
  await productsNamed("tagged", { price: 2 });
  const changed = await served.get(list, { headers: { "if-none-match": etag } });
  assert.deepEqual([changed.status, changed.body.groups], [200, [{ count: 2, price_sum: 3 }]]);
  assert.equal((await served.request("HEAD", list)).headers.get("etag"), changed.headers.get("etag"));
});

test("§4.8: sub-collections and flat views; the parent must exist", async () => {
  await fixtures.mission("one");
  await fixtures.mission("two");
  const sample = { instrument: "probe", parameter: "wind", unit: "m/s" };
  const day = (hour: number) => `2026-01-0${hour < 24 ? 1 : 2}T${String(hour % 24).padStart(2, "0")}:30:00Z`;
  const samples = [1, 2, 25].map((value) => ({ ...sample, value, collected_at: day(value) }));
  await space.post("/api/missions/one/data", samples);
  await space.post("/api/missions/two/data", [{ ...sample, value: 9, collected_at: day(3) }]);
  const query = "group_by=collected_at:day,parameter&measure=avg:value";
  const group = (at: string, count: number, value_avg: number) => ({
    ...{ collected_at: `2026-01-0${at}T00:00:00.000Z`, parameter: "wind" },
    ...{ count, value_avg },
  });
  assert.deepEqual(await groupsAt(`/api/missions/one/data?${query}`, space), [group("1", 2, 1.5), group("2", 1, 25)]);
  assert.deepEqual(await groupsAt(`/api/data?${query}`, space), [group("1", 3, 4), group("2", 1, 25)]);
  assert.deepEqual(await groupsAt("/api/data?group_by=mission_id", space), [
    { mission_id: "one", count: 3 },
    { mission_id: "two", count: 1 },
  ]);
  assert.deepEqual(await groupsAt("/api/missions/two/objectives?measure=count", space), [{ count: 0 }]);
  assert.equal((await space.get("/api/missions/nobody/data?measure=count")).status, 404);
  assert.equal((await space.get("/api/missions/nobody/astronauts?measure=count")).status, 404);
});

test("§4.8: crews, under each of their paths, and reference lists", async () => {
  await fixtures.crew("crewed", ["ann", "bob", "eve"], (index) => ({ role: index === 0 ? "commander" : "pilot" }));
  const groups = [
    { role: "commander", count: 1 },
    { role: "pilot", count: 2 },
  ];
  for (const path of ["/api/missions/crewed/astronauts", "/api/missions/crewed/crew"]) {
    const { body, headers } = await space.get(`${path}?group_by=role`);
    const self = "/api/missions/crewed/astronauts?group_by=role&page=1";
    assert.deepEqual([body.groups, body.total_count, body._links.self], [groups, 2, self]);
    assert.equal(headers.get("content-location"), self);
  }
  assert.deepEqual(await groupsAt("/api/astronauts/ann/missions?group_by=status,role", space), [
    { status: "planned", role: "commander", count: 1 },
  ]);
  assert.deepEqual(await groupsAt("/api/missions?id=crewed&group_by=astronaut_count&measure=sum:crew_size", space), [
    { astronaut_count: 3, count: 1, crew_size_sum: 3 },
  ]);
});

test("§4.8, §6.1: summaries of events and operations count only what the caller may see", async () => {
  await fixtures.astronaut("zoe");
  await fixtures.put("/api/astronauts/zoe/medical/x", { examined_on: "2020-01-01", kind: "k", fitness: "fit" });
  const path = "/api/events?subject_starts_with=/api/astronauts/zoe&group_by=type";
  const created = (one: string) => ({ type: `${one}.created`, count: 1 });
  assert.deepEqual(await groupsAt(path, space), [created("astronaut"), created("medical_record")]);
  const keyWith = keysByScopes(space);
  const limited = await space.get(path, { credential: await keyWith(["events:read", "astronauts:read"]) });
  assert.deepEqual(limited.body.groups, [created("astronaut")]);
  const actors = await space.get("/api/events?group_by=actor,time:year&measure=max:time");
  assert.ok(actors.body.groups.every((group: Body) => group.time === "2026-01-01T00:00:00.000Z"));
  assert.equal((await space.get("/api/operations?group_by=status")).status, 200);
  assert.equal((await space.get(path, { credential: false })).status, 401);
  assert.equal((await space.get("/api/astronauts/zoe/medical?measure=count", { credential: false })).status, 401);
});
