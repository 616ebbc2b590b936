/** Proves that of concurrent writers with the same precondition exactly one succeeds (§4.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { jsonOf, sendRequest } from "./support/http/client.ts";
import { ADMIN_KEY, type Body, type Served, serveForFile } from "./support/http/serve.ts";

const CLIENTS = 64;
const WRITES = campaignSize("RACE_WRITES");
const served = await serveForFile();
const second = await serveForFile(secondDomain);

/** Runs as many clients at once. */
function together<T>(work: (client: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
}

/** How often each status came. */
function counted(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries([...new Set(statuses)].map((each) => [each, statuses.filter((it) => it === each).length]));
}

interface Spoken {
  readonly status: number;
  readonly tag: string;
  readonly body: Body;
}

/** Without the check against the OpenAPI document, which is slow for thousands of equal requests. */
async function plain(from: Served, method: string, path: string, tag?: string, body?: object): Promise<Spoken> {
  const headers: Record<string, string> = { authorization: `Bearer ${ADMIN_KEY}` };
  if (tag !== undefined) headers["if-match"] = tag;
  if (body) headers["content-type"] = "application/json";
  const target = { origin: new URL(from.url), path };
  const response = await sendRequest(target, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, tag: response.headers.get("etag") ?? "", body: jsonOf(response) };
}

/** Increments the number that was read before, several times; returns the status of each attempt. */
async function increments(from: Served, path: string, field: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  let known = await plain(from, "GET", path);
  for (let time = 0; time < times; time += 1) {
    const answer = await plain(from, "PATCH", path, known.tag, { [field]: known.body[field] + 1 });
    statuses.push(answer.status);
    known = answer.status === 200 ? answer : await plain(from, "GET", path);
  }
  return statuses;
}

test(`§4.10: 64 clients, each ${WRITES} increments with If-Match: the sum is the number of 200s, the rest are 412`, async () => {
  await served.put("/api/astronauts/ann", { name: "Ann" });
  const statuses = await together(() => increments(served, "/api/astronauts/ann", "total_space_hours", WRITES));
  const { 200: done, 412: late, ...others } = counted(statuses.flat());
  assert.deepEqual(others, {});
  assert.equal(done! + late!, CLIENTS * WRITES);
  assert.ok(done! >= WRITES, "one client always succeeds");
  assert.equal((await served.get("/api/astronauts/ann")).body.total_space_hours, done);
});

test("§4.10: 8 clients that retry after 412: none of 200 increments is lost", async () => {
  const path = "/api/products/p";
  await second.put(path, { name: "P", rating: 0 });
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let done = 0; done < 25; ) {
        const [status] = await increments(second, path, "rating", 1);
        if (status === 200) done += 1;
      }
    }),
  );
  assert.equal((await second.get(path)).body.rating, 200);
});

const NEW: [kind: string, path: string, body: object][] = [
  ["an item", "/api/planets/mars", { name: "Mars", planet_type: "terrestrial" }],
  ["an item of a sub-collection", "/api/planets/earth/moons/luna", { name: "Luna" }],
  ["a one-to-one", "/api/planets/earth/atmosphere", {}],
  ["a member", "/api/missions/m/astronauts/bob", { role: "pilot" }],
];

for (const [kind, path, body] of NEW) {
  test(`§4.10: 64 concurrent PUTs of ${kind} with If-None-Match: *: one is 201, 63 are 412`, async () => {
    await served.put("/api/planets/earth", { name: "Earth", planet_type: "terrestrial" });
    await served.put("/api/missions/m", { name: "M" });
    await served.put("/api/astronauts/bob", { name: "Bob" });
    const headers = { "if-none-match": "*" };
    const answers = await together(() => served.put(path, body, { headers }));
    assert.deepEqual(counted(answers.map(({ status }) => status)), { 201: 1, 412: 63 });
  });
}

test("§4.10: 64 different concurrent writes with the same If-Match: one succeeds, and its values are stored", async () => {
  const path = "/api/missions/wanted";
  await served.put(path, { name: "Wanted" });
  const { headers: known } = await served.get(path);
  const headers = { "if-match": known.get("etag")! };
  const answers = await together((client) =>
    client % 2 === 0
      ? served.put(path, { name: `Put by ${client}` }, { headers })
      : served.patch(path, { name: `Patched by ${client}` }, { headers }),
  );
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 200: 1, 412: 63 });
  const winner = answers.find(({ status }) => status === 200)!;
  assert.deepEqual((await served.get(path)).body, winner.body);
});

test("§4.10: concurrent deletes and writes with the same If-Match: one succeeds", async () => {
  const path = "/api/missions/doomed";
  await served.put(path, { name: "Doomed" });
  const headers = { "if-match": (await served.get(path)).headers.get("etag")! };
  const answers = await together((client) =>
    client % 2 === 0 ? served.delete(path, { headers }) : served.patch(path, { name: `By ${client}` }, { headers }),
  );
  const {
    200: changed = 0,
    204: deleted = 0,
    404: missed = 0,
    412: late = 0,
  } = counted(answers.map(({ status }) => status));
  assert.equal(changed + deleted, 1);
  assert.equal(deleted === 1 ? missed : late, CLIENTS - 1);
});

test("§2.2: of 64 concurrent members, three get the three places of a declared crew", async () => {
  await served.put("/api/missions/small", { name: "Small", crew_size: 3 });
  await together((client) => served.put(`/api/astronauts/a${client}`, { name: `A${client}` }));
  const answers = await together((client) =>
    served.post("/api/missions/small/astronauts", { astronaut_id: `a${client}`, role: "pilot" }),
  );
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 201: 3, 409: 61 });
  assert.equal((await served.get("/api/missions/small/astronauts")).body.astronauts.length, 3);
});
