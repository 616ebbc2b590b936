/** Proves by which address requests without a credential are limited (§8.2, TRUSTED_PROXIES). */
import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { serveForFile } from "./support/http/serve.ts";

const LIMITED = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/86400" };
const PROXIED = { ...LIMITED, TRUSTED_PROXIES: "127.0.0.0/30, 10.0.0.0/8,2001:db8:1::/48" };
const direct = await serveForFile(undefined, LIMITED);
const proxied = await serveForFile(undefined, PROXIED);

/** What the client that the service attributes this request to has spent, this request included. */
function spent(url: string, from: string, forwarded?: string | string[]): Promise<number> {
  const { hostname, port } = new URL(url);
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: "/api", localAddress: from, headers, agent: false }, (response) => {
      const [, left] = /;r=(\d+);/.exec(String(response.headers.ratelimit)) ?? [];
      response.resume().on("end", () => resolve(1_000_000 - Number(left)));
    });
    asked.on("error", reject).end();
  });
}

/** Whether two requests share a limit. */
async function together(one: [from: string, forwarded?: string], other: [from: string, forwarded?: string]) {
  const before = await spent(proxied.url, ...one);
  const between = await spent(proxied.url, ...other);
  const after = await spent(proxied.url, ...one);
  assert.ok(after - before === 1 || between === before + 1, "together in both directions, or in none");
  return after - before === 2;
}

test("§8.2: without TRUSTED_PROXIES, X-Forwarded-For changes nothing", async () => {
  const before = await spent(direct.url, "127.0.0.1");
  assert.equal(await spent(direct.url, "127.0.0.1", "203.0.113.1"), before + 1);
  assert.equal(await spent(direct.url, "127.0.0.1", "203.0.113.2"), before + 2);
  assert.equal(await spent(direct.url, "127.0.0.2", "203.0.113.2"), 1, "another address of a connection does");
});

const PROXY = "127.0.0.1";
const SAME: [about: string, one: [string, string?], other: [string, string?]][] = [
  ["a client behind two proxies", [PROXY, "203.0.113.1"], ["127.0.0.2", "203.0.113.1"]],
  ["a client, with any addresses before its own", [PROXY, "203.0.113.2"], [PROXY, "198.51.100.9, 203.0.113.2"]],
  ["a client, with nonsense before its own address", [PROXY, "203.0.113.3"], [PROXY, "<script>, 1.2.3, 203.0.113.3"]],
  ["a client behind a chain of proxies", [PROXY, "203.0.113.4"], [PROXY, "203.0.113.4, 10.1.2.3,2001:db8:1::7"]],
  ["a proxy that is the client itself", [PROXY, "10.9.9.9"], [PROXY, "10.9.9.9, 10.1.1.1"]],
  ["an IPv4 address and what it is in IPv6", [PROXY, "203.0.113.5"], [PROXY, "::ffff:203.0.113.5"]],
  ["the same in hexadecimal", [PROXY, "203.0.113.6"], [PROXY, "::FFFF:cb00:7106"]],
  ["two addresses of one /64", [PROXY, "2001:db8:5:6::1"], [PROXY, "2001:DB8:5:6:ffff:ffff:ffff:ffff"]],
  ["a malformed list and the proxy", [PROXY], [PROXY, "unknown"]],
  ["a list that is malformed where it has to be read, and the proxy", [PROXY], [PROXY, "203.0.113.7, , 10.1.1.1"]],
  ["an address with a port, which is none, and the proxy", [PROXY], [PROXY, "203.0.113.7:443"]],
  ["an empty list and the proxy", [PROXY], [PROXY, ""]],
  ["a peer that is not a trusted proxy, with any address", ["127.0.0.9", "203.0.113.8"], ["127.0.0.9", "203.0.113.9"]],
];
for (const [about, one, other] of SAME) {
  test(`§8.2: one limit: ${about}`, async () => assert.equal(await together(one, other), true));
}

const APART: [about: string, one: [string, string?], other: [string, string?]][] = [
  ["two clients behind one proxy", [PROXY, "203.0.113.21"], [PROXY, "203.0.113.22"]],
  ["two /64 of one network", [PROXY, "2001:db8:5:7::1"], [PROXY, "2001:db8:5:8::1"]],
  ["a client of the proxy and the proxy", [PROXY, "203.0.113.23"], [PROXY]],
  ["two addresses that are no trusted proxies", ["127.0.0.5", "203.0.113.24"], ["127.0.0.6", "203.0.113.24"]],
  ["::1 and 127.0.0.1", [PROXY, "::1"], [PROXY]],
];
for (const [about, one, other] of APART) {
  test(`§8.2: separate limits: ${about}`, async () => assert.equal(await together(one, other), false));
}

test("§8.2: several X-Forwarded-For lines are one list (RFC 9110 §5.3)", async () => {
  const before = await spent(proxied.url, PROXY, "203.0.113.41");
  assert.equal(await spent(proxied.url, PROXY, ["198.51.100.1", "203.0.113.41, 10.0.0.1"]), before + 1);
});
