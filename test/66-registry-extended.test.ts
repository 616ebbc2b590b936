/** Proves that what a registry adds to the built-in resources is like what they have (§11.3). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtIn, collection, fields, hooks, membership, pictures, registry } from "../index.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { serveForFile } from "./support/http/serve.ts";

const { boolean, date, decimal, integer, oneOf, reference, text } = fields;

const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets.",
  fields: { name: text().required().listed(), flights: integer().derived() },
});

const reviews = collection("reviews", {
  of: builtIn.missions,
  one: "review",
  about: "Reviews of a mission.",
  fields: { held_on: date().required().listed(), open: boolean().default(false) },
});

const sponsors = membership("sponsorships", {
  of: builtIn.missions,
  member: rockets,
  one: "sponsorship",
  segment: "rockets",
  about: "The rockets that a mission pays for.",
  fields: { share: decimal().listed() },
  shows: ["name"],
  reverse: { segment: "missions", shows: ["name"], showsOwn: ["share"], links: { self: "missions/{id}" } },
});

const extended = registry({
  resources: [rockets, reviews, sponsors],
  extend: {
    missions: {
      fields: { budget_usd: decimal().atLeast(0), risk: oneOf("low", "high"), rocket: reference("rockets") },
      rules: {
        budget_usd: { "A budget needs an operator.": (m) => m.budget_usd === null || m.operator !== null },
        end_date: { "A risky mission has no end date.": (m) => m.risk !== "high" || m.end_date === null },
      },
      pictures: [pictures.timeline({ from: "launch_date", colour: "risk" })],
      columns: ["budget_usd", "operator"],
      links: { carried_by: "rockets/{rocket}" },
    },
  },
  hooks: [
    hooks(builtIn.missions, {
      conflicts: {
        grounded: {
          about: "A mission that sponsors a grounded rocket cannot begin.",
          refuses: async ({ after, registry: records }) => {
            if (after.status !== "active") return undefined;
            const entries = await records.entries(sponsors, { owner: after.id });
            return entries.some(({ member }) => member.id === "grounded") ? "Its rocket is grounded." : undefined;
          },
        },
        under_review: {
          about: "A mission cannot begin while a review of it is open.",
          refuses: async ({ after, registry: records }) => {
            if (after.status !== "active") return undefined;
            const open = (await records.children(reviews, after.id)).filter((review) => review.open);
            return open.length > 0 ? `The review of ${open[0]!.held_on} is open.` : undefined;
          },
        },
      },
    }),
    hooks(rockets, {
      derive: async ({ id }, records) => ({ flights: (await records.entries(sponsors, { member: id })).length }),
    }),
  ],
});

const served = await serveForFile(extended.resources);
assertStatus(await served.put("/api/rockets/saturn-v", { name: "Saturn V" }), 201);
assertStatus(await served.put("/api/rockets/grounded", { name: "Grounded" }), 201);

test("§11.3: an added field is written, filtered, summed and shown in lists like any other", async () => {
  const body = { name: "Apollo 11", operator: "NASA", budget_usd: 355e6, rocket: "saturn-v" };
  const { body: created } = assertStatus(await served.put("/api/missions/apollo-11", body), 201);
  assert.deepEqual(
    [created.budget_usd, created.risk, created._links.carried_by],
    [355e6, null, "/api/rockets/saturn-v"],
  );
  const { body: list } = assertStatus(await served.get("/api/missions?budget_usd_min=1000&sort=budget_usd:desc"), 200);
  assert.deepEqual(list.missions[0], {
    ...{ id: "apollo-11", name: "Apollo 11", status: "planned", operator: "NASA", budget_usd: 355e6 },
    _links: { self: "/api/missions/apollo-11" },
  });
  const { body: sums } = assertStatus(await served.get("/api/missions?group_by=risk&measure=sum:budget_usd"), 200);
  assert.deepEqual(sums.groups[0].budget_usd_sum, 355e6);
});

test("§11.3: added rules hold beside the rules that the resource has", async () => {
  const name = "Ranger 3";
  assertRefused(await served.post("/api/missions", { name, budget_usd: 1 }), 422, ["/budget_usd", "rule_broken"]);
  const dates = { launch_date: "2026-02-01", end_date: "2026-01-01" };
  assertRefused(
    await served.post("/api/missions", { name, risk: "high", ...dates }),
    422,
    ["/end_date", "rule_broken"],
    ["/end_date", "rule_broken"],
  );
});

test("§11.3: added hooks run beside the hooks that the resource has", async () => {
  const crewed = { name: "First", status: "active" };
  assertStatus(await served.put("/api/missions/first", crewed), 201);
  assertStatus(await served.put("/api/missions/second", { name: "Second" }), 201);
  assertStatus(await served.put("/api/astronauts/ann", { name: "Ann" }), 201);
  for (const mission of ["first", "second"])
    assertStatus(await served.put(`/api/missions/${mission}/crew/ann`, { role: "pilot" }), 201);
  const begin = () => served.patch("/api/missions/second", { status: "active" });
  const busy = assertStatus(await begin(), 409);
  assert.equal(busy.body.code, "astronaut_busy");
  assertStatus(await served.delete("/api/missions/second/crew/ann"), 204);
  assertStatus(await served.put("/api/missions/second/rockets/grounded", { share: 0.5 }), 201);
  const grounded = assertStatus(await begin(), 409);
  assert.deepEqual([grounded.body.code, grounded.body.detail], ["grounded", "Its rocket is grounded."]);
  assert.equal((await served.get("/api/rockets/grounded")).body.flights, 1);
});

test("§11.3: resources below built-in ones have their paths, counts and links", async () => {
  assertStatus(await served.put("/api/missions/gemini", { name: "Gemini" }), 201);
  assertStatus(await served.post("/api/missions/gemini/reviews", { held_on: "1965-01-01" }), 201);
  const { body } = assertStatus(await served.get("/api/missions?review_count=1&fields=name"), 200);
  assert.deepEqual(body.missions, [{ id: "gemini", name: "Gemini", _links: { self: "/api/missions/gemini" } }]);
  const { body: mission } = assertStatus(await served.get("/api/missions/gemini"), 200);
  assert.equal(mission._links.reviews, "/api/missions/gemini/reviews");
});

test("§11.3: a hook reads the children of a record", async () => {
  assertStatus(await served.put("/api/missions/ranger", { name: "Ranger" }), 201);
  for (const [held_on, open] of [
    ["1961-01-01", false],
    ["1962-01-01", true],
  ])
    assertStatus(await served.post("/api/missions/ranger/reviews", { held_on, open }), 201);
  const begin = () => served.patch("/api/missions/ranger", { status: "active" });
  assert.equal(assertStatus(await begin(), 409).body.detail, "The review of 1962-01-01 is open.");
  const { body } = assertStatus(await served.get("/api/missions/ranger/reviews?fields=open"), 200);
  for (const { id } of body.reviews) await served.delete(`/api/missions/ranger/reviews/${id}`);
  assertStatus(await begin(), 200);
});

test("§11.3: the OpenAPI document describes what is added", async () => {
  const { body } = await served.get("/openapi.json");
  assert.match(JSON.stringify(body), /"risk":\{[^}]*"low"/);
  assert.ok(body.paths["/api/missions/{mission_id}/reviews"]);
});
