/** Proves that hostile paths, parameters, header fields and names get a proper error, and reach nothing (§4.5, §7.2, §12.2, §12.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { isWritable, RecordFactory } from "./support/domain/record-factory.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { messagesOf, query, readIds } from "./support/http/lists.ts";
import { sendBytes } from "./support/http/raw-http.ts";
import { assertProblem, parseResponses } from "./support/http/raw-responses.ts";
import { faultsOf, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
await served.put("/api/missions/m", { name: "m" });
const missions = "/api/missions";

/** Requests a target exactly as written; fetch would normalize it. */
async function at(target: string) {
  const bytes = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const [answer, ...none] = parseResponses(await sendBytes(served.url, bytes));
  assert.deepEqual(none, []);
  return answer!;
}

const MALFORMED = ["%", "%z", "%zz", "a%2", "%c0%af", "%ff", "%ed%a0%80", "%f4%90%80%80", "%u0041", "m%"];
for (const part of MALFORMED) {
  test(`§4.6: ${part} in a path is a malformed escape: 400, anywhere in the path`, async () => {
    for (const path of [`/${part}`, `/api/${part}`, `${missions}/${part}`, `${missions}/${part}/data`]) {
      assert.equal((await at(path)).status, 400, path);
      assertProblem(await at(path), "invalid-request");
    }
  });
}

const ASTRAY = [
  "/api/../../etc/passwd",
  "/../../../../etc/passwd",
  "//etc/passwd",
  "/api/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/package.json",
  "/problems/../../package.json",
  "/problems/%2e%2e",
  "/problems/..%2f..%2fpackage.json",
  "/problems/..%5c..%5cpackage.json",
  "/docs/../package.json",
  "/docs/%2e%2e%2fpackage.json",
  "/problems/__proto__",
  "/problems/constructor",
  "/problems/toString",
  "/api/__proto__",
  "/api/constructor",
  `${missions}/..`,
  `${missions}/.`,
  `${missions}/%2e%2e`,
  `${missions}/m/../m`,
  `${missions}//data`,
  `${missions}/__proto__`,
  `${missions}/m/constructor`,
  `${missions}/%00`,
  `${missions}/m%00`,
  "/api/%00",
  "/api\\missions",
  `${missions}/m%3Ffields=id`,
  `${missions}/m;a=b`,
  `${missions}/m%0d%0aX-Injected:%201`,
  `${missions}/${"a".repeat(8_000)}`,
  `/${"a/".repeat(4_000)}a`,
  "http://elsewhere.example/etc/passwd",
];
for (const target of ASTRAY) {
  test(`§7.2: ${target.slice(0, 60)} is 404`, async () => {
    const answer = await at(target);
    assert.equal(answer.status, 404, answer.text);
    assertProblem(answer, "not-found");
    assert.doesNotMatch(answer.text, /root:|"dependencies"|"license"/);
    assert.equal(answer.headers["x-injected"], undefined);
  });
}

/** Texts that have broken out of queries, header fields and logs elsewhere. */
const TEXTS = [
  "'; DROP TABLE missions; --",
  "' OR '1'='1",
  '") UNION SELECT sql FROM sqlite_master --',
  "m' AND randomblob(1000000000) --",
  "%", // a wildcard of LIKE
  "_",
  "\\",
  "*",
  "?1",
  "$1",
  ":id",
  "\r\nX-Injected: 1\r\n\r\n",
  "\u0001\u001b[2J\u007f\u0085",
  "\u2028\u202e\ufeff",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant
  "${process.exit(1)}{{7*7}}",
  "__proto__",
];

test("§4.5: filters take any text literally, and find nothing, on every list", async () => {
  const lists = served.catalog.views.filter((view) => view.role === "own" && !view.parent);
  for (const { path, properties } of lists) {
    for (const text of TEXTS) {
      for (const suffix of ["", "_contains", "_starts_with", "_ends_with", "_in"]) {
        const value = suffix === "_in" ? `"${text.replaceAll('"', '""')}"` : text;
        for (const name of properties.has("name") ? ["id", "name"] : ["id"]) {
          assert.deepEqual(await readIds(served, `${path}?${query([`${name}${suffix}`, value])}`), [], value);
        }
      }
    }
  }
  assert.equal((await served.get(missions)).body.total_count, 1);
});

test("§4.1: hostile texts are refused as names and elsewhere in a query, and are only repeated in JSON", async () => {
  for (const text of TEXTS) {
    for (const asked of [
      query([text, "1"]),
      query(["sort", text]),
      query(["sort_by", text]),
      query(["sort_by", "id"], ["order", text]),
      query(["fields", text]),
      query(["filter", text]),
      query(["filter", `${text}:1`]),
      query(["page", text]),
      query(["limit", text]),
      query(["status", text]),
      query(["launch_date_after", text]),
      query(["crew_size_min", text]),
    ]) {
      // `*` is not an unknown field.
      if (asked === query(["fields", "*"])) continue;
      const answer = await served.get(`${missions}?${asked}`);
      assertRefused(answer, 400);
      assert.equal(answer.headers.get("x-injected"), null);
    }
  }
});

test("§12.2: hostile texts as ids are 422 in bodies and PUT, 404 with every other method", async () => {
  for (const text of TEXTS) {
    const path = `${missions}/${encodeURIComponent(text)}`;
    assertRefused(await served.post(missions, { id: text, name: "m" }), 422, ["/id", "invalid_id"]);
    assertRefused(await served.put(path, { name: "m" }), 422, ["/id", "invalid_id"]);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const options = method === "PATCH" ? { body: {} } : {};
      assertStatus(await served.request(method, path, options), 404);
      assertStatus(await served.request(method, `${path}/data/${encodeURIComponent(text)}`, options), 404);
    }
    assertRefused(await served.patch(`${missions}/m`, { destination: text, part_of: text }), 422);
  }
});

test("§2.13: links repeat a query percent-encoded, so that it cannot end a header field or a link", async () => {
  const text = '\r\nX-Injected: 1>; rel="evil", <é';
  const { headers, body } = assertStatus(
    await served.get(`${missions}?limit=1&${query(["name_contains", text])}`),
    200,
  );
  const encoded = `name_contains=${encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  assert.equal(body._links.self, `${missions}?limit=1&${encoded}&page=1`);
  assert.equal(headers.get("x-injected"), null);
  const link = headers.get("link")!;
  assert.ok(link.includes(`<${body._links.self}>; rel="self"`), link);
  assert.equal(link.match(/rel=/g)!.length, Object.keys(body._links).length);
});

test("§12.10: X-Request-Id cannot inject anything", async () => {
  const bytes = "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: a\tb\r\nX-Request-Id: c\r\n\r\n";
  const [answer] = parseResponses(await sendBytes(served.url, bytes));
  assert.match(answer!.headers["x-request-id"]!, /^[0-9a-f-]{18}-[0-9a-z]+$/);
});

test("§4.5: names of JavaScript's own are unknown parameters and fields", async () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    for (const asked of [`${name}=1`, `${name}_in=1`, `filter=${name}:1`, `sort=${name}`, `fields=${name}`]) {
      const answer = await served.get(`${missions}?${asked}`);
      assertRefused(answer, 400);
      assert.match(Object.values(messagesOf(answer)).join(), /^Unknown (?:field|parameter) /);
    }
  }
});

const TEXTUAL = ["text", "date", "instant", "reference", "enum"];

test("§2.1: U+0000 and lone surrogates are 422 in every text of every resource", async () => {
  const records = new RecordFactory(served);
  for (const resource of writableResources(served.catalog)) {
    const { path } = await records.create(resource, "every");
    for (const [name, spec] of resource.fields) {
      if (!isWritable(spec) || !TEXTUAL.includes(spec.kind)) continue;
      for (const foul of ["a\u0000", "\ud800", "\udc00\ud800"]) {
        const answer: HttpResponse = await served.patch(path, { [name]: foul });
        assert.equal(answer.status, 422, `${path} ${name}: ${answer.text}`);
        // A URL has a fault of form too.
        assert.deepEqual([...new Set(faultsOf(answer).map(([place]) => place))], [`/${name}`]);
      }
    }
  }
});
