/** Proves that long header fields and queries are parsed quickly, and refused properly (§8.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";

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
  ["Accept", "a/b,".repeat(LONG / 4), 406],
  ["Accept", `${"a/b,".repeat(LONG / 4)}*/*`, 200],
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
  ["1,500 parameters", Array.from({ length: 1_500 }, (_, n) => `k${n}`).join("&"), ["unknown_parameter"]],
  ["one 1,600 times", "name&".repeat(1_600), ["duplicate_parameter"]],
  ["101 values in a list", `name_in=${Array(101).fill("a")}`, ["too_many_values"]],
  ["8,000 commas in a list", `name_in=${",".repeat(8_000)}`, ["too_many_values"]],
  ["580 filters", "filter=name:a&".repeat(580), ["too_many_values"]],
  ["a quote behind 8,000 letters", `name_in=${"a".repeat(8_000)}"`, ["invalid_value"]],
  ["4,000 quoted commas and a letter", `name_in=${'",",'.repeat(1_600)}"a`, ["invalid_value"]],
  ["8,001 quotes", `name_in=${'"'.repeat(8_001)}`, ["invalid_value"]],
  ["1,600 sorts", `sort=${"name,".repeat(1_600)}id`, ["invalid_value"]],
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
