/** Proves that an array creates what its records would create one by one (§4.2, §12.1), under every kind of rule and hook. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { collection, declareHooks, withHooks } from "../engine/declare/declare.ts";
import {
  count,
  date,
  decimal,
  instant,
  integer,
  list,
  object,
  oneOf,
  reference,
  text,
} from "../engine/declare/fields.ts";
import { campaignSize } from "./support/campaign.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { type Body, faultsOf, type HttpResponse, type Served, serveForFile } from "./support/http/serve.ts";

const goods = collection("goods", {
  one: "good",
  about: "What parcels contain.",
  fields: { name: text().required().listed(), parcel_count: count("parcels"), crate_count: count("crates") },
});

const shelves = collection("shelves", {
  one: "shelf",
  about: "Where parcels and crates are.",
  fields: { name: text().required().listed(), crates: integer().atLeast(0).orCount("crates", "shelf_full") },
});

const fields = {
  label: text().required().listed(),
  weight: decimal().atLeast(0).listed(),
  grade: oneOf("a", "b").default("a"),
  packed_at: instant(),
  opened_at: instant(),
  made_on: date(),
  content: reference("goods").counted(),
  code: text(),
  tags: list(text()).upTo(2),
  size: object({ width: decimal().required(), height: decimal() }),
};
const rules = {
  opened_at: {
    "A parcel is opened after it is packed.": (p: { packed_at: string | null; opened_at: string | null }) =>
      !p.packed_at || !p.opened_at || p.packed_at <= p.opened_at,
  },
};
const common = { of: shelves, about: "Taken as arrays.", bulk: 600, rules } as const;

const crates = collection("crates", { ...common, one: "crate", fields });
const parcels = collection("parcels", {
  ...common,
  one: "parcel",
  fields: { ...fields, follows: text(), summary: text().derived() },
});

/** Hooks that read other records, those of the same array among them. */
const hooks = [
  declareHooks(crates, {
    computeDefault: {
      code: async ({ label, shelf_id }, registry) => `${label}@${(await registry.find(shelves, shelf_id))!.name}`,
    },
  }),
  declareHooks(parcels, {
    computeDefault: { code: async ({ label, grade }) => `${label}-${grade}` },
    derive: async ({ content, follows }, registry) => ({
      summary: [
        content && (await registry.find(goods, content))?.name,
        follows && (await registry.find(parcels, follows))?.summary,
      ].join("/"),
    }),
    conflicts: {
      out_of_order: {
        about: "A parcel follows one that exists.",
        refuses: async ({ after: { follows }, registry }) =>
          follows && !(await registry.find(parcels, follows)) ? `There is no parcel ${follows} to follow.` : undefined,
      },
    },
  }),
];

const declarations = withHooks([goods, shelves, crates, parcels], hooks);
const [together, apart] = [await serveForFile(declarations), await serveForFile(declarations)];

/** A mostly valid value. */
const rarely = <T>(usual: fc.Arbitrary<T>, ...odd: unknown[]) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const ids = fc.constantFrom("p1", "p2", "p3", "p4", "p5");
const moments = fc.constantFrom("2020-02-29T12:00:00Z", "2012-08-06t05:17:57.1230+02:00", "2024-01-01T00:00:00.000Z");
const item = fc.record(
  {
    id: rarely(ids, "Not an id", 7),
    label: rarely(fc.string({ minLength: 1, maxLength: 6 }), "", "\u0000", 5, null),
    weight: rarely(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), -1, "1", null),
    grade: rarely(fc.constantFrom("a", "b", null), "c"),
    packed_at: rarely(moments, "2021-02-29T00:00:00Z"),
    opened_at: rarely(fc.constantFrom("2025-01-01T00:00:00Z", null), "2000-01-01T00:00:00Z"),
    made_on: rarely(fc.constantFrom("2024-02-29", "0000-01-01"), "2023-02-29", 3),
    content: rarely(fc.constantFrom("tea", "salt", null), "unknown", "no id", {}),
    code: fc.constantFrom("x", null),
    tags: rarely(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 2 }), ["a", "b", "c"], [1]),
    size: rarely(fc.constantFrom({ width: 1 }, { width: 2, height: 1 }, null), { height: 1 }, { width: 1, depth: 1 }),
    shelf_id: rarely(fc.constant("s"), "other"),
    created_at: fc.constant("2020-01-01T00:00:00.000Z"),
    unknown: fc.constant(1),
  },
  { requiredKeys: ["label"] },
);
/** Without fields that are always faulty, most of the time. */
const record = fc.oneof(
  { weight: 30, arbitrary: item.map(({ created_at: _, unknown: __, ...rest }) => rest) },
  { weight: 1, arbitrary: item },
  { weight: 1, arbitrary: fc.constantFrom({}, null, 7, "text") },
);
const follower = fc.tuple(record, rarely(fc.constantFrom("p1", "p2", undefined, undefined), "p5"));
const bodies = {
  crates: fc.array(record, { minLength: 1, maxLength: 8 }),
  parcels: fc.array(
    follower.map(([body, follows]) => (follows && body && typeof body === "object" ? { ...body, follows } : body)),
    { minLength: 1, maxLength: 8 },
  ),
};

/** Everything that a service shows, except for what differs between any two writes. */
async function shown(served: Served, name: string): Promise<unknown> {
  const paths = ["/api/goods?fields=*", "/api/shelves/s", `/api/shelves/s/${name}?fields=*&limit=100&sort=label,id`];
  const texts = await Promise.all(paths.map(async (path) => (await served.get(path)).text));
  return texts.map((text) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "made"));
}

/** The faults of single requests, as the response to their array lists them. */
function inArray(responses: readonly HttpResponse[], status: number): [string, string][] {
  return responses.flatMap((response, index) => {
    if (response.status !== status) return [];
    return faultsOf(response).map(([at, code]): [string, string] => [
      code === "out_of_order" ? at : `/${index}${at}`,
      code,
    ]);
  });
}

for (const name of ["crates", "parcels"] as const) {
  test(`§4.2: a random array of ${name} has the outcome of its records one by one`, async () => {
    const statuses = new Map<number, number>();
    const path = `/api/shelves/s/${name}`;
    await fc.assert(
      fc.asyncProperty(bodies[name], async (array) => {
        for (const served of [together, apart]) {
          await served.delete("/api/shelves/s?cascade=true");
          for (const id of ["tea", "salt"]) await served.put(`/api/goods/${id}`, { name: `${id}!` });
          assertStatus(await served.put("/api/shelves/s", { name: "S" }), 201);
        }
        const before = await shown(together, name);
        const all = await together.post(path, array);
        const each: HttpResponse[] = [];
        for (const body of array) each.push(await apart.post(path, JSON.stringify(body)));
        statuses.set(all.status, (statuses.get(all.status) ?? 0) + 1);
        const expected = [400, 422, 409].find((status) => each.some((response) => response.status === status)) ?? 201;
        assert.equal(all.status, expected, all.text);
        if (expected === 201) {
          assert.equal(all.body.created_count, array.length);
          assert.deepEqual(await shown(together, name), await shown(apart, name));
          return;
        }
        assert.deepEqual(await shown(together, name), before);
        const faults = inArray(each, expected);
        // Hooks of a parcel may read the parcels before it, so nothing is said of those after the first.
        if (expected === 409) assert.deepEqual(faultsOf(all), name === "parcels" ? faults.slice(0, 1) : faults);
        else if (expected === 422) assert.deepEqual(faultsOf(all), faults);
        else {
          // The other records were validated, but references not looked up.
          const others = inArray(each, 422).map(String);
          const listed = faultsOf(all).map(String);
          assert.deepEqual(
            faults.map(String).filter((fault) => !listed.includes(fault)),
            [],
          );
          assert.deepEqual(
            listed.filter((fault) => !faults.map(String).includes(fault) && !others.includes(fault)),
            [],
          );
        }
      }),
      { numRuns: campaignSize("ARRAY_RUNS"), seed: Number(process.env.FUZZ_SEED ?? 1961) },
    );
    assert.deepEqual([...statuses.keys()].sort(), [201, 400, 409, 422]);
  });
}

test("§4.2: an array that exceeds a declared number creates nothing", async () => {
  await together.put("/api/shelves/small", { name: "Small", crates: 2 });
  const post = (length: number) => together.post("/api/shelves/small/crates", Array(length).fill({ label: "l" }));
  assert.equal(assertStatus(await post(3), 409).body.code, "shelf_full");
  assert.equal((await together.get("/api/shelves/small/crates")).body.total_count, 0);
  assertStatus(await post(2), 201);
});

test("§12.1: taken ids are found anywhere in a long array, all of them, and nothing of it is stored", async () => {
  await together.put("/api/shelves/long", { name: "Long" });
  const path = "/api/shelves/long/crates";
  const array: Body[] = Array.from({ length: 600 }, (_, at) => ({ id: `c${at}`, label: `${at}` }));
  await together.post("/api/shelves/s/crates", { id: "taken", label: "elsewhere" });
  for (const at of [1, 249, 250, 251, 599]) {
    for (const id of ["taken", "c0"])
      assertRefused(await together.post(path, array.with(at, { ...array[at], id })), 409, [
        `/${at}/id`,
        "already_exists",
      ]);
  }
  const several = [3, 249, 250, 400, 599];
  const faulty = array.map((body, at) =>
    several.includes(at) ? { ...body, id: at === 400 ? "c399" : "taken" } : body,
  );
  const all = await together.post(path, faulty);
  assertRefused(all, 409, ...several.map((at): [string, string] => [`/${at}/id`, "already_exists"]));
  assert.equal(all.body.detail, "The request has 5 faults, listed in errors.");
  assert.equal((await together.get(path)).body.total_count, 0);
  const created = assertStatus(await together.post(path, array), 201);
  assert.deepEqual(
    created.body.crates.map(({ id }: Body) => id),
    array.map(({ id }) => id),
  );
  assert.equal((await together.get("/api/shelves/long")).body.crates, 600);
});
