/** Proves that an invalid query is refused, with the parameter at fault and what it allows. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { messagesOf, query, readIds } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const space = await serveForFile();

/** Every operator of §4.5, the exact match first, with the kinds of field that it applies to. */
const OPERATORS: Record<string, string[]> = {
  "": ["id", "text", "reference", "enum", "integer", "decimal", "boolean", "date", "date-time", "count", "key"],
  _min: ["integer", "decimal", "count"],
  _max: ["integer", "decimal", "count"],
  _after: ["date", "date-time"],
  _before: ["date", "date-time"],
  _contains: ["id", "text", "reference"],
  _starts_with: ["id", "text", "reference"],
  _ends_with: ["id", "text", "reference"],
  _in: ["id", "text", "reference", "enum", "integer", "decimal", "date", "date-time", "count", "key"],
  _not: ["id", "text", "reference", "enum", "integer", "decimal", "boolean", "date", "date-time", "count", "key"],
  _not_in: ["id", "text", "reference", "enum", "integer", "decimal", "date", "date-time", "count", "key"],
  _exists: ["id", "text", "reference", "enum", "integer", "decimal", "boolean", "date", "date-time", "count", "array"],
};

/** A field of every kind, with a valid value. */
const FIELDS: [kind: string, path: string, field: string, value: string][] = [
  ["id", "/api/products", "id", "a"],
  ["text", "/api/products", "name", "a"],
  ["reference", "/api/cameras", "manufacturer_id", "a"],
  ["enum", "/api/products", "grade", "gold"],
  ["integer", "/api/products", "rating", "1"],
  ["decimal", "/api/products", "price", "1.5"],
  ["boolean", "/api/products", "in_stock", "true"],
  ["date", "/api/products", "sold_from", "2023-01-31"],
  ["date-time", "/api/products", "seen_at", "2023-01-31T12:00:00Z"],
  ["date-time", "/api/products", "created_at", "2023-01-31"],
  ["count", "/api/manufacturers", "camera_count", "1"],
  ["array", "/api/products", "tags", "a"],
  ["key", "/api/cameras", "code", "din:4518"],
  ["object", "/api/courses", "room", "a"],
];

for (const [kind, path, field, value] of FIELDS) {
  test(`§4.5: a ${kind} (${field}) accepts the operators of its kind only`, async () => {
    for (const [operator, kinds] of Object.entries(OPERATORS)) {
      const parameter = `${field}${operator}`;
      const expected = kinds.includes(kind) ? [] : [400, [[parameter, "unknown_parameter"]]];
      const given = operator === "_exists" ? "true" : value;
      assert.deepEqual(await readIds(served, `${path}?${query([parameter, given])}`), expected, parameter);
    }
  });
}

/** On products: invalid values of a field, and what the message says is allowed. */
const WRONG: [parameter: string, values: string[], allowed: RegExp][] = [
  ["price", ["", "cheap", "1,5", "0x10", "Infinity", "NaN", "1e999", " 1", "1.", ".5", "+1", "true"], /a number/],
  ["price_min", ["", "low"], /a number/],
  ["price_in", ["", "1,,2", "1,two", '1,"2'], /number|double quotes/],
  ["rating", ["", "1.5", "1e3", "three", "99999999999999999999", "--1"], /an integer/],
  ["rating_max", ["1.5", "null"], /an integer/],
  ["in_stock", ["", "TRUE", "yes", "1", "null"], /true or false/],
  ["sold_from", ["", "2023-02-30", "2023-2-3", "2100-02-29", "20230203", "2023-01-31T00:00:00Z"], /YYYY-MM-DD/],
  ["sold_from_after", ["2023-13-01", "yesterday", ""], /YYYY-MM-DD/],
  ["sold_from_in", ["2023-01-31,2023-02-30"], /YYYY-MM-DD/],
  [
    "seen_at",
    ["", "2023-02-30", "2023-01-31T24:00:00Z", "2023-01-31T12:00:00", "2023-01-31T12:00:00 02:00"],
    /RFC 3339/,
  ],
  ["seen_at_before", ["2023-02-30T00:00:00Z", "noon"], /RFC 3339/],
  ["grade", ["", "platinum", "gol"], /gold, silver.* bronze/],
  ["grade_in", ["gold,platinum", "gold,"], /gold, silver.* bronze/],
  ["name_exists", ["", "TRUE", "1", "maybe"], /true or false/],
  ["name_in", ['"open', 'a"b', '"a"b'], /double quotes/],
];

for (const [parameter, values, allowed] of WRONG) {
  test(`§4.5: ${parameter} refuses an invalid value, and says what is allowed`, async () => {
    for (const value of values) {
      const answer = await served.get(`/api/products?${query([parameter, value])}`);
      assert.equal(answer.status, 400, value);
      assert.deepEqual(faultsOf(answer), [[parameter, "invalid_value"]], value);
      assert.match(messagesOf(answer)[parameter]!, allowed);
    }
  });
}

test("§4.5: filter refuses anything but <field>:<value>, with a suggestion for a near miss", async () => {
  for (const value of ["", "name", ":x", "tags:x", "name_contains:x", "grade:platinum", "rating:x", "camera_count:1"]) {
    const answer = await served.get(`/api/products?${query(["filter", value])}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [["filter", "invalid_value"]]], value);
  }
  const near = await served.get("/api/products?filter=nmae:x");
  assert.match(messagesOf(near).filter!, /Did you mean name\?/);
});

/** Unknown parameters, and what the message says about them. */
const UNKNOWN: [parameter: string, message: RegExp][] = [
  ["nmae", /Did you mean name\?/],
  ["Name", /Did you mean name\?/],
  ["name_contain", /Did you mean name_contains\?/],
  ["prize_min", /Did you mean price_min\?/],
  ["limt", /Did you mean limit\?/],
  ["sortby", /Did you mean sort_by\?/],
  ["price_contains", /Allowed for price: price, price_min, price_max, price_in, price_not, price_not_in, price_exists/],
  ["colour_of_the_box", /Unknown parameter colour_of_the_box/],
  ["name[]", /name_in with a comma-separated list/],
  ["name[0]", /name_in with a comma-separated list/],
];

for (const [parameter, message] of UNKNOWN) {
  test(`§4.5: an unknown parameter is refused and explained: ${parameter}`, async () => {
    const answer = await served.get(`/api/products?${parameter}=x`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[parameter, "unknown_parameter"]]]);
    assert.match(messagesOf(answer)[parameter]!, message);
  });
}

test("§4.5: an unknown parameter unlike any other gets no suggestion", async () => {
  const answer = await served.get("/api/products?colour_of_the_box=x");
  assert.doesNotMatch(messagesOf(answer).colour_of_the_box!, /Did you mean/);
});

test("§12.8: reserved names that are not in use are unknown parameters", async () => {
  for (const path of ["/api/products", "/api/manufacturers/m/lab-readings"]) {
    if (path.includes("/m/")) await served.put("/api/manufacturers/m", { name: "M" });
    for (const name of ["cascade"])
      assert.deepEqual(
        await readIds(served, `${path}?${name}=x`),
        [400, [[name, "unknown_parameter"]]],
        `${path} ${name}`,
      );
  }
});

test("§4.5: every parameter but filter may be given once only", async () => {
  for (const name of ["name", "price_min", "name_in", "page", "limit", "sort", "fields"]) {
    const value = { page: "1", limit: "1", sort: "name", fields: "name", price_min: "1" }[name] ?? "a";
    const answer = await served.get(`/api/products?${name}=${value}&${name}=${value}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[name, "duplicate_parameter"]]], name);
    assert.equal(/with a comma-separated list/.test(messagesOf(answer)[name]!), name === "name", name);
  }
  assert.deepEqual(await readIds(served, "/api/products?filter=name:a&filter=name:a"), []);
});

test("§8.1: a request has at most 100 filter values, in any number of parameters", async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at).join(",");
  assert.deepEqual(await readIds(served, `/api/products?rating_in=${numbers(100)}`), []);
  assert.deepEqual(await readIds(served, `/api/products?rating_in=${numbers(99)}&name=a`), []);
  for (const [named, parameters] of [
    ["rating_in", `rating_in=${numbers(101)}`],
    ["name", `rating_in=${numbers(60)}&price_in=${numbers(40)}&name=a`],
    ["price_in", `rating_in=${numbers(60)}&price_in=${numbers(60)}&name=a`],
    ["filter", `rating_in=${numbers(60)}&price_in=${numbers(40)}&filter=name:a`],
  ] as const) {
    const answer = await served.get(`/api/products?${parameters}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[named, "too_many_values"]]], parameters);
  }
});

test("§7.1: all faults of a query are listed at once", async () => {
  const answer = await served.get("/api/products?price=x&nope=1&grade=tin&limit=0&sort=nope&fields=nope&name=a&name=b");
  assert.equal(answer.status, 400);
  assert.equal(answer.body.type, "/problems/invalid-request");
  assert.deepEqual(
    new Set(faultsOf(answer).map(([parameter]) => parameter)),
    new Set(["price", "nope", "grade", "limit", "sort", "fields", "name"]),
  );
});

const COUNTS: Record<string, string[]> = {
  missions: ["astronaut_count", "spacecraft_count", "objective_count", "sample_count"],
  astronauts: ["mission_count", "training_count"],
  spacecraft: ["mission_count"],
  planets: ["moon_count"],
};

for (const [collection, counts] of Object.entries(COUNTS)) {
  test(`§2.14: ${collection} are filtered and sorted by ${counts.join(", ")}`, async () => {
    for (const count of counts)
      for (const asked of [`${count}=1`, `${count}_min=1`, `${count}_max=0&${count}_min=1`, `sort=${count}:desc`])
        assert.deepEqual(await readIds(space, `/api/${collection}?${asked}`), [], asked);
    assert.deepEqual(await readIds(space, `/api/${collection}?${counts[0]}=many`), [
      400,
      [[counts[0]!, "invalid_value"]],
    ]);
  });
}

test("§2.14: there is no count of a private sub-resource", async () => {
  for (const [service, path, count] of [
    [space, "/api/astronauts", "medical_record_count"],
    [space, "/api/astronauts", "medical_count"],
    [served, "/api/students", "grade_count"],
  ] as const) {
    for (const suffix of ["", "_min", "_max"])
      assert.deepEqual(await readIds(service, `${path}?${count}${suffix}=1`), [
        400,
        [[`${count}${suffix}`, "unknown_parameter"]],
      ]);
    assert.deepEqual(await readIds(service, `${path}?sort=${count}`), [400, [["sort", "invalid_value"]]]);
  }
});
