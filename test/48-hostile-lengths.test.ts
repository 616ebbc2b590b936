/** Proves that long header fields and queries are parsed quickly, and refused properly (§8.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { type Body, faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/missions/m", { name: "m" });
const missions = "/api/missions";

/** Almost the maximum length of a header field. */
const LONG = 15_000;
const FIELDS: [name: string, value: string, status: number][] = [
  ["If-None-Match", ",".repeat(LONG), 400],
  ["If-None-Match", '"a",'.repeat(LONG / 4), 200],
  ["If-None-Match", '"'.repeat(LONG + 1), 400],
  ["If-None-Match", "W/".repeat(LONG / 2), 400],
  ["If-None-Match", `"${"a".repeat(LONG)}`, 400],
  ["If-Match", "*,".repeat(LONG / 2), 400],
  ["If-Modified-Since", "a".repeat(LONG), 200],
  ["Accept", "a/b,".repeat(LONG / 4), 400],
  ["Accept", `${"a/b,".repeat(LONG / 4)}*/*`, 400],
  ["Accept", `${"a/b,".repeat(100)}*/*`, 400],
  ["Accept", `${"a/b,".repeat(99)}*/*`, 200],
  ["Accept", `a/b${";a=b".repeat(LONG / 4)}`, 406],
  ["Accept", `a/b;a="${'\\"'.repeat(LONG / 2)}`, 406],
  ["Accept", `a/b${" ".repeat(LONG)}c`, 406],
  ["Accept-Encoding", `${"gzip;q=0.1,".repeat(LONG / 11)}br;q=0`, 200],
  ["Accept-Encoding", `a${" ".repeat(LONG)}b`, 200],
  ["Authorization", `Bearer${" ".repeat(LONG)}a`, 401],
  ["Authorization", "a".repeat(LONG), 401],
  ["Prefer", "return=".repeat(LONG / 7), 200],
  ["Prefer", `return=minimal${" ".repeat(LONG)}a`, 200],
  ["Cookie", "a=b;".repeat(LONG / 4), 200],
  ["X-Request-Id", "a".repeat(LONG), 200],
];
for (const [name, value, status] of FIELDS) {
  test(`§8.1: a long ${name} is parsed quickly: ${value.slice(0, 12)}… → ${status}`, async () => {
    const answer = await sendRawRequest(served.url, "GET", `${missions}/m`, { host: "a", [name]: value });
    assert.equal(answer.status, status, answer.text);
  });
}

const QUERIES: [what: string, query: string, codes: string[]][] = [
  ["101 parameters", Array.from({ length: 101 }, (_, n) => `k${n}`).join("&"), ["too_many"]],
  ["1,500 parameters", Array.from({ length: 1_500 }, (_, n) => `k${n}`).join("&"), ["too_many"]],
  ["one 100 times", "name&".repeat(100), ["duplicate_parameter"]],
  ["one 1,600 times", "name&".repeat(1_600), ["too_many"]],
  ["101 values in a list", `name_in=${Array(101).fill("a")}`, ["too_many_values"]],
  ["8,000 commas in a list", `name_in=${",".repeat(8_000)}`, ["too_many_values"]],
  ["580 filters", "filter=name:a&".repeat(580), ["too_many"]],
  ["a quote behind 8,000 letters", `name_in=${"a".repeat(8_000)}"`, ["invalid_value"]],
  ["4,000 quoted commas and a letter", `name_in=${'",",'.repeat(1_600)}"a`, ["invalid_value"]],
  ["8,001 quotes", `name_in=${'"'.repeat(8_001)}`, ["invalid_value"]],
  ["1,600 sorts", `sort=${"name,".repeat(1_600)}id`, ["too_many"]],
  ["21 sorts", `sort_by=${"name,".repeat(20)}id`, ["too_many"]],
  ["21 directions", `sort_by=name&order=${"asc,".repeat(20)}asc`, ["too_many"]],
  ["101 fields", `fields=${"name,".repeat(100)}id`, ["too_many"]],
  ["101 relations", `include=${"crew,".repeat(100)}crew`, ["too_many"]],
  ["4,000 keys of groups", `group_by=${"a,".repeat(4_000)}a`, ["too_many"]],
  ["4,000 measures", `measure=${"a,".repeat(4_000)}a`, ["too_many"]],
  ["8,000 digits", `crew_size=${"9".repeat(8_000)}`, ["invalid_value"]],
  ["8,000 nines in an exponent", `page=1e${"9".repeat(8_000)}`, ["out_of_range"]],
  ["a name of 8,000 letters", `${"a".repeat(8_000)}=1`, ["unknown_parameter"]],
];
for (const [what, asked, codes] of QUERIES) {
  test(`§8.1: ${what}: 400`, async () => {
    const { status, text } = await sendRawRequest(served.url, "GET", `${missions}?${asked}`);
    assert.equal(status, 400, text.slice(0, 500));
    const found = new Set((JSON.parse(text).errors as Body[]).map(({ code }) => code));
    assert.deepEqual([...found], codes);
  });
}

test("§8.1: 100 parameters and 20 sort fields are read; only the first three faults get suggestions", async () => {
  const filters = Array.from({ length: 99 }, () => "filter=name:m").join("&");
  const sorts =
    "name,status,launch_date,end_date,mission_type,description,destination,part_of,created_at,updated_at".split(",");
  assert.equal((await served.get(`${missions}?${filters}&sort_by=${sorts.join(",")}`)).status, 200);
  for (const query of [
    Array.from({ length: 100 }, (_, n) => `statu${n}=active`).join("&"),
    `sort_by=${Array(20).fill("statu").join(",")}`,
    `fields=${Array.from({ length: 100 }, (_, n) => `statu${n}`).join(",")}`,
  ]) {
    const { status, text, body } = await served.get(`${missions}?${query}`);
    assert.equal(status, 400);
    const messages = (body.errors as Body[]).map(({ message }) => message);
    assert.equal(messages.length, query.startsWith("sort_by") ? 20 : 100);
    const withHint = messages.map((message) => /Did you mean|Allowed/.test(message));
    assert.deepEqual(withHint, [true, true, true, ...Array(messages.length - 3).fill(false)]);
    assert.ok(text.length < 20_000, `${text.length} characters`);
  }
});

test("§8.1: the page that a link adds to 100 parameters is not one too many", async () => {
  const filters = Array.from({ length: 100 }, (_, n) => `filter=${n % 2 === 0 ? "name" : "id"}:m`).join("&");
  const { status, body } = await served.get(`${missions}?${filters}`);
  assert.equal(status, 200);
  assert.equal((await served.get(body._links.first)).status, 200);
  assert.equal((await served.get(`${missions}?${filters}&cursor=`)).status, 200);
  for (const [more, last] of [
    ["limit=1", "limit"],
    ["page=1&cursor=", "cursor"],
  ])
    assert.deepEqual(faultsOf(await served.get(`${missions}?${filters}&${more}`)), [[last, "too_many"]]);
});

test("§7.1: of an array with many unknown fields, only the first three faults get suggestions", async () => {
  const samples = Array.from({ length: 500 }, () => ({ instrumnt: "camera" }));
  const { status, body } = await served.post(`${missions}/m/data`, samples);
  assert.equal(status, 400);
  const hints = (body.errors as Body[]).filter(({ message }) => /Did you mean/.test(message));
  assert.equal(hints.length, 3);
});
