/** Proves which addresses webhooks reach (§6.3): public ones, not the operator's network. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { serve, serveForFile, TestClock } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

/** The addresses that names resolve to at the moment. */
const names = new Map<string, readonly string[]>([["public.example", ["93.184.215.14", "2606:2800:21f:cb07::1"]]]);
const asked: string[] = [];
const network = {
  timeoutMs: 600_000,
  resolve: async (name: string) => {
    asked.push(name);
    const addresses = names.get(name);
    if (!addresses) throw Object.assign(new Error("Not found."), { code: "ENOTFOUND" });
    return addresses;
  },
};
const served = await serveForFile(undefined, {}, network);
const fixtures = fixturesFor(served);

/** Addresses that are not public, in any notation. */
const PRIVATE = [
  ...["127.0.0.1", "127.255.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "100.100.100.200", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.0.192"],
  ...["198.18.0.1", "192.0.2.1", "168.63.129.16"],
  ...["::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "2001:db8::1"],
  ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
  ...["2002:7f00:1::", "2002:a00:1::", "2001:0:53aa:64c::1", "::ffff:0:127.0.0.1"],
];
const SPELLINGS = ["2130706433", "0x7f000001", "0x7f.1", "017700000001", "127.1", "0177.0.0.1", "127.0.0.1."];

test("§6.3: a URL with a private address is 422, in any notation", async () => {
  const hosts = [...PRIVATE.map((each) => (each.includes(":") ? `[${each}]` : each)), ...SPELLINGS];
  for (const host of hosts) {
    const answer = await served.post("/api/webhooks", { url: `https://${host}/hook` });
    assert.equal(answer.status, 422, `${host}: ${answer.text}`);
    assertRefused(answer, 422, ["/url", "not_public"]);
  }
});

test("§6.3: a name that resolves to a private address is 422, even if it is one of several", async () => {
  for (const [at, address] of PRIVATE.entries()) {
    names.set(`alone-${at}.example`, [address]);
    names.set(`among-${at}.example`, ["93.184.215.14", address]);
    for (const name of ["alone", "among"])
      assertRefused(await served.post("/api/webhooks", { url: `https://${name}-${at}.example/` }), 422, [
        "/url",
        "not_public",
      ]);
  }
  assert.ok(!(await served.post("/api/webhooks", { url: "https://alone-0.example/" })).text.includes(PRIVATE[0]!));
});

test("§6.3: a URL is https:, without credentials and fragment, of limited length", async () => {
  const rule: [string, string] = ["/url", "rule_broken"];
  for (const url of [
    ...["http://public.example/", "ftp://public.example/", "file:///etc/passwd", "javascript:alert(1)"],
    ...["https://user@public.example/", "https://user:secret@public.example/", "https://public.example/#part"],
    ...["https://public.example/#"],
  ])
    assertRefused(await served.post("/api/webhooks", { url }), 422, rule);
  for (const url of ["public.example", "//public.example", "https://", "https://exa mple/", "https://①②⑦.0.0.1/"])
    assertRefused(await served.post("/api/webhooks", { url }), 422, ["/url", "invalid_format"]);
  assertRefused(await served.post("/api/webhooks", { url: `https://public.example/${"x".repeat(2_048)}` }), 422, [
    "/url",
    "too_long",
  ]);
  assertRefused(await served.post("/api/webhooks", { url: 3 }), 400, ["/url", "wrong_type"]);
});

test("§6.3: public addresses and unresolvable names are accepted; a changed URL is checked like a new one", async () => {
  for (const url of ["https://public.example/hook?a=b", "https://8.8.8.8/", "https://[2606:4700::1111]:8443/"])
    assertStatus(await served.post("/api/webhooks", { url, active: false }), 201);
  const made = assertStatus(await served.post("/api/webhooks", { url: "https://later.example/", active: false }), 201);
  const path = made.body._links.self;
  assertRefused(await served.patch(path, { url: "https://10.0.0.1/" }), 422, ["/url", "not_public"]);
  assertRefused(await served.put(path, { url: "https://10.0.0.1/" }), 422, ["/url", "not_public"]);
  const before = asked.length;
  assertStatus(await served.patch(path, { event_types: ["*"] }), 200);
  assert.equal(asked.length, before);
});

test("§6.3: an address is checked again when connecting, whatever the name resolved to before", async () => {
  const inbox = await startReceiver();
  names.set("rebound.example", ["93.184.215.14"]);
  const url = `https://rebound.example:${inbox.port}/`;
  const { _links } = assertStatus(await served.post("/api/webhooks", { url }), 201).body;
  names.set("rebound.example", ["127.0.0.1"]);
  await fixtures.mission("rebound");
  await served.deliver();
  const [{ attempts, status }] = (await fixtures.read(`${_links.self}/deliveries`)).deliveries;
  assert.equal(status, "pending");
  assert.deepEqual(
    [attempts[0].status_code, attempts[0].error],
    [
      null,
      "rebound.example is, or resolves to, an address that is not public. Webhooks are sent there only with WEBHOOK_ALLOW_PRIVATE=true.",
    ],
  );
  assert.equal(inbox.received.length, 0);
});

test("§6.3: a webhook from a time with more allowed addresses can be changed and paused; only a new URL is checked", async () => {
  const { url: database, remove } = await createDatabase();
  after(remove);
  const inbox = await startReceiver();
  const urls = [`http://localhost:${inbox.port}/`, `http://public.example:${inbox.port}/`, "https://10.0.0.1/"];
  const open = await serve(undefined, { DATABASE_URL: database, WEBHOOK_ALLOW_PRIVATE: "true" });
  for (const [at, url] of urls.entries()) assertStatus(await open.put(`/api/webhooks/${at}`, { url }), 201);
  await open.stop();

  const closed = await serve(undefined, { DATABASE_URL: database }, new TestClock(), undefined, network);
  try {
    await fixturesFor(closed).mission("any");
    await closed.deliver();
    assert.equal(inbox.received.length, 0);
    for (const [at, url] of urls.entries()) {
      const path = `/api/webhooks/${at}`;
      const { deliveries } = assertStatus(await closed.get(`${path}/deliveries`), 200).body;
      assert.match(deliveries[0].attempts[0].error, /WEBHOOK_ALLOW_PRIVATE=true/);
      const paused = assertStatus(await closed.patch(path, { active: false }), 200).body;
      assert.deepEqual([paused.url, paused.active], [url, false]);
      assertStatus(await closed.put(path, { ...paused, event_types: ["mission.*"] }), 200);
      const code = url.startsWith("http:") ? "rule_broken" : "not_public";
      const other = await closed.patch(path, { url: `${url}other` });
      const another = await closed.post("/api/webhooks", { url });
      for (const answer of [other, another]) {
        assertRefused(answer, 422, ["/url", code]);
        assert.match(answer.body.errors[0].message, /WEBHOOK_ALLOW_PRIVATE=true/);
      }
    }
  } finally {
    await closed.stop();
  }
});
