/** Proves that the time to parse a header field grows with its length, and not with the square of it (§8.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong } from "./support/campaign.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(undefined, {
  TRUSTED_PROXIES: "127.0.0.0/8,::1/128,10.0.0.0/8",
  RATE_LIMIT: "on",
  RATE_LIMIT_ANONYMOUS: "1000000/60",
  RATE_LIMIT_AUTHENTICATED: "1000000/60",
  // Every request is prepared for the log, with its trace.
  SLOW_REQUEST_MS: "0",
});

/** The header fields that the service parses, with the method whose requests have them. */
const FIELDS: Record<"GET" | "PATCH", readonly string[]> = {
  GET: [
    "Accept",
    "Accept-Encoding",
    "Authorization",
    "If-Match",
    "If-Modified-Since",
    "If-None-Match",
    "If-Unmodified-Since",
    "Last-Event-ID",
    "Origin",
    "X-Forwarded-For",
    "X-Request-Id",
    "traceparent",
  ],
  PATCH: ["Content-Encoding", "Content-Type", "Idempotency-Key", "If-Match", "Prefer"],
};

/** The fields that only the event stream reads. A stream begins only with a blank value; every other one is refused. */
const STREAM = { fields: ["Last-Event-ID"], path: "/api/events", headers: { accept: "text/event-stream" } };

/** What is bad for parsers when it is repeated, and what may come before it. */
const UNITS = [
  ",",
  ";",
  "a/b,",
  "a,",
  '"',
  '\\"',
  ";a=b",
  ";q=",
  " ",
  "\t",
  "=",
  ';a="',
  '"a",',
  'W/"",',
  "W/",
  "::1,",
  "*/*,",
];
const STARTS = ["", '"', "a/b;", 'a/b;a="', "return=minimal;", "Bearer ", "00-"];

/** The two lengths. The longer one is almost the maximum. */
const [SHORT, LONG] = [3_750, 15_000];
/** How much longer the parsing of the longer one may take: four times is linear, sixteen times is quadratic. */
const MAX_RATIO = 8;
/** The time within which nothing is compared, in milliseconds of the processor: garbage is collected at any time. */
const TOLERANCE = 20;

/** The processor time of one request, in milliseconds: the smallest of three, as other work only adds to it. */
async function costOf(method: string, name: string, value: string): Promise<number> {
  const costs: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = process.threadCpuUsage();
    // An address counts only without a credential.
    const options = name === "X-Forwarded-For" ? { credential: false as const } : {};
    const body = method === "PATCH" ? { body: {} } : {};
    const [path, more] = STREAM.fields.includes(name) ? [STREAM.path, STREAM.headers] : ["/api/missions/m", {}];
    await served.request(method, path, { ...options, ...body, headers: { ...more, [name.toLowerCase()]: value } });
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1_000);
    if (costs[0]! < TOLERANCE) break;
  }
  return Math.min(...costs);
}

for (const [method, names] of Object.entries(FIELDS)) {
  for (const name of names) {
    test(`§8.1: ${method}: the time to parse ${name} is not quadratic`, {
      skip: !isLong && name !== "Prefer",
    }, async () => {
      await served.put("/api/missions/m", { name: "M" });
      for (const start of STARTS) {
        for (const unit of UNITS) {
          const value = (start + unit.repeat(LONG)).slice(0, LONG);
          if (STREAM.fields.includes(name) && value.trim() === "") continue;
          const long = await costOf(method, name, value);
          if (long < TOLERANCE) continue;
          const short = await costOf(method, name, value.slice(0, SHORT));
          assert.ok(long < MAX_RATIO * short + TOLERANCE, `${start}${unit}…: ${long} ms, a quarter of it ${short} ms`);
        }
      }
    });
  }
}
