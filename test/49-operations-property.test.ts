/** Proves that asynchronous requests have the same outcome as synchronous ones (§4.3), on two services. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { waitForOperation } from "./support/domain/record-factory.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";

const RUNS = campaignSize("OPERATION_RUNS");
const SEED = Number(process.env.FUZZ_SEED ?? 1961);

const settings = { BULK_BODY_LIMIT: "262144" };
const [now, later] = [await serveForFile(undefined, settings), await serveForFile(undefined, settings)];

/** A mostly valid value. */
const rarely = <T>(usual: fc.Arbitrary<T>, odd: unknown) =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: fc.constant(odd) });

const sample = fc.record(
  {
    instrument: rarely(fc.string({ minLength: 1, maxLength: 8 }), ""),
    parameter: rarely(fc.constantFrom("temperature", "Δp", "давление"), null),
    collected_at: rarely(
      fc.constantFrom("2020-02-29T12:00:00Z", "2012-08-06T05:17:57.123+02:00"),
      "2021-02-29T00:00:00Z",
    ),
    id: rarely(fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/), "no id"),
    value: rarely(fc.double({ noNaN: true, noDefaultInfinity: true }), "1"),
    uncertainty: rarely(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), -1),
    quality: rarely(fc.constantFrom("good", "bad"), "fine"),
    payload: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>, {
      maxKeys: 3,
    }),
    mission_id: rarely(fc.constant("m"), "other"),
  },
  { requiredKeys: ["instrument", "parameter", "collected_at"] },
);

type Step = { kind: "import"; samples: unknown[] } | { kind: "delete"; cascade: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("import" as const), samples: fc.array(sample, { maxLength: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), cascade: fc.boolean() }) },
);

/** The outcome of a request: its status and body, at once or later. */
async function outcome(served: Served, step: Step, prefer: string): Promise<unknown> {
  const headers = { headers: { prefer } };
  const answer =
    step.kind === "import"
      ? await served.post("/api/missions/m/data", step.samples, headers)
      : await served.delete(`/api/missions/m?cascade=${step.cascade}`, headers);
  if (answer.status !== 202) return { failed: answer.status >= 400, body: withoutIds(answer.body) };
  const { status, error, _links } = await waitForOperation(served, answer.body._links.self);
  if (status === "failed") return { failed: true, body: withoutIds(error) };
  assert.equal(status, "succeeded");
  return { failed: false, body: _links.result ? withoutIds((await served.get(_links.result)).body) : undefined };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A body without what differs every time: generated ids, and the request id. */
function withoutIds(body: Body): unknown {
  if (body === undefined) return undefined;
  const { request_id: _, ...rest } = body;
  return JSON.parse(JSON.stringify(rest).replace(UUID, "made"));
}

/** Everything that a service stores for the mission. */
async function held(served: Served): Promise<unknown> {
  const mission = await served.get("/api/missions/m");
  const list = await served.get("/api/data?fields=*&limit=100&sort=instrument,value,parameter,id");
  return [withoutIds(mission.status === 200 ? mission.body : { missing: true }), withoutIds(list.body)];
}

test("§4.3: a random array or deletion has the same outcome, synchronous or not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const served of [now, later]) {
        await served.delete("/api/missions/m?cascade=true");
        assert.equal((await served.put("/api/missions/m", { name: "M" })).status, 201);
      }
      for (const each of steps) {
        assert.deepEqual(
          await outcome(later, each, "respond-async, return=representation"),
          await outcome(now, each, "return=representation"),
        );
        const [here, there] = [await held(now), await held(later)];
        assert.deepEqual(there, here);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
