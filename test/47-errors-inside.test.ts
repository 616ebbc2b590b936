/** Proves that an internal failure is a 500 that leaks nothing, and that every response has a request id (§7.1, §12.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { integer, text } from "../engine/declare/fields.ts";
import { serveForFile } from "./support/http/serve.ts";

const SECRET = "secret /home/operator/space.db SELECT * FROM astronauts";
const machines = collection("machines", {
  one: "machine",
  about: "Things that break.",
  fields: { name: text().required().listed(), wear: integer().derived() },
  derive: async (machine) => {
    if (machine.name === "broken") throw new Error(SECRET);
    if (machine.name === "odd") throw Object.assign(new Error(SECRET), { statusCode: 418, code: "ODD" });
    return { wear: 1 };
  },
});
const served = await serveForFile([machines]);

for (const name of ["broken", "odd"]) {
  test(`§7.1: an unexpected error is 500 internal-error, without any detail of it (${name})`, async () => {
    const answer = await served.post("/api/machines", { id: name, name });
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.deepEqual([answer.body.type, answer.body.instance], ["/problems/internal-error", "/api/machines"]);
    assert.equal(answer.body.request_id, answer.headers.get("x-request-id"));
    for (const word of ["secret", "SELECT", "home", "Error", "stack"])
      assert.ok(!answer.text.includes(word), answer.text);
  });
}

test("§7.1: a write that fails internally changes nothing, and the service continues", async () => {
  assert.equal((await served.get("/api/machines/broken")).status, 404);
  assert.equal((await served.post("/api/machines", { id: "whole", name: "whole" })).status, 201);
  assert.equal((await served.patch("/api/machines/whole", { name: "broken" })).status, 500);
  assert.equal((await served.get("/api/machines/whole")).body.name, "whole");
});

test("§7.1: a write that fails internally does not affect others in its group", async () => {
  const names = Array.from({ length: 20 }, (_, at) => (at % 4 === 0 ? "broken" : `m${at}`));
  const answers = await Promise.all(names.map((name, at) => served.put(`/api/machines/n${at}`, { name })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    names.map((name) => (name === "broken" ? 500 : 201)),
  );
  assert.equal((await served.get("/api/machines?name_starts_with=m")).body.total_count, 15);
});

const given: [id: string, taken: boolean][] = [
  ["a", true],
  ["0198c1e2-ABC_def.ghi:jkl", true],
  ["x".repeat(128), true],
  ["x".repeat(129), false],
  ["two words", false],
  ["semi;colon", false],
  ["<script>", false],
  ["caf\u00e9", false],
];
for (const [id, taken] of given) {
  test(`§12.10: X-Request-Id ${id.slice(0, 30)} (${id.length}) is ${taken ? "taken over" : "replaced"}`, async () => {
    for (const path of ["/api", "/api/machines/none", "/nowhere", "/livez"]) {
      const answered = (await served.get(path, { headers: { "x-request-id": id } })).headers.get("x-request-id")!;
      assert.equal(answered === id, taken, path);
      assert.match(answered, /^[A-Za-z0-9._:-]{1,128}$/);
    }
  });
}

test("§12.10: every response has an X-Request-Id of its own", async () => {
  const ids = new Set<string | null>();
  const requests: [string, string][] = [
    ["GET", "/api"],
    ["HEAD", "/api/machines"],
    ["OPTIONS", "/api/machines"],
    ["DELETE", "/api/machines/whole"],
    ["DELETE", "/api/machines"],
    ["GET", "/nowhere"],
    ["GET", "/api/%zz"],
    ["GET", "/docs"],
    ["GET", "/readyz"],
  ];
  for (const [method, path] of requests) ids.add((await served.request(method, path)).headers.get("x-request-id"));
  assert.equal(ids.size, requests.length);
  assert.ok(!ids.has(null));
});
