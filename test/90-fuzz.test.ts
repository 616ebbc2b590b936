/** Proves that random requests, generated from the OpenAPI document and mutated, get documented responses, and leave the records consistent. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { domain } from "../src/domain/index.ts";
import { OperationStore } from "../src/operations/store.ts";
import { readSubmission } from "../src/resource/submission.ts";
import { campaignSize } from "./support/campaign.ts";
import { METHODS, type Part } from "./support/documents/openapi-conformance.ts";
import { checkConsistency } from "./support/domain/consistency.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { FuzzClient } from "./support/fuzz/fuzz-client.ts";
import { type RandomRequest, randomRequests } from "./support/fuzz/random-requests.ts";
import { PARENTS } from "./support/fuzz/schema-values.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

/** For both domains together. `npm run fuzz` uses a new seed each time. */
const REQUESTS = campaignSize("FUZZ_REQUESTS");
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? randomInt(2 ** 31) : 1961));
const BATCH = 1_000;
/** With this many requests every operation succeeds at times; with fewer, some may not. */
const ENOUGH = 20_000;

/** A request as readable text. */
function shown({ method, path, headers, body }: RandomRequest): string {
  return `${method} ${path}\n${JSON.stringify(headers)}\n${body ? JSON.stringify(body.toString()) : "(no body)"}`;
}

/** Sends batches; reports the first faulty response with the smallest request that causes it. */
async function fuzz(served: Served, wire: FuzzClient, document: Part, total: number): Promise<void> {
  const records = new RecordFactory(served);
  for (let from = 0; from < total; from += BATCH) {
    const seed = SEED + from / BATCH;
    await operationsToMeet(served);
    const arbitrary = randomRequests(document, await pathsToMeet(served, records));
    const batch = fc.sample(arbitrary, { seed, numRuns: Math.min(BATCH, total - from) });
    const faulty = await wire.firstFaulty(batch);
    if (faulty) {
      const smallest = await smaller(wire, arbitrary, seed, faulty.at);
      const faults = smallest
        ? await wire.faultsOf(smallest)
        : ["When sent again it had none of these:", ...faulty.faults];
      const replay = `Again: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} node --test test/90-fuzz.test.ts`;
      assert.fail([shown(smallest ?? batch[faulty.at]!), ...faults, replay].join("\n"));
    }
    served.clock.advance(3_600_000);
  }
}

/** Operations with ids that random requests use: one finished, others pending. */
async function operationsToMeet({ store, clock }: Served): Promise<void> {
  const ledger = new OperationStore(store, clock);
  await store.write(async (change) => {
    for (const id of PARENTS) {
      if (!(await change.system.find(ledger.resource, id)))
        await change.create(ledger.resource, undefined, readSubmission(ledger.resource, "create", { id }));
      await change.system.patch(ledger.resource, id, { status: "pending", finished_at: null, error: null });
    }
    await ledger.finish(change, PARENTS[0]!, { body: "{}" });
  });
}

/** Resources with generated ids, and those below them. */
const RARE = ["events", "deliveries", "secrets"];

/** Creates records that random requests hardly find, again if they were deleted; returns their paths. */
async function pathsToMeet({ catalog }: Served, records: RecordFactory): Promise<string[]> {
  const paths: string[] = [];
  for (const name of RARE) paths.push((await records.create(catalog.resource(name), "required")).path);
  return paths;
}

/** The smallest request that still has faults; undefined if the original has none any more. */
async function smaller(
  wire: FuzzClient,
  arbitrary: fc.Arbitrary<RandomRequest>,
  seed: number,
  at: number,
): Promise<RandomRequest | undefined> {
  const again = fc.asyncProperty(arbitrary, async (each) => (await wire.faultsOf(each)).length === 0);
  return (await fc.check(again, { seed, path: String(at), numRuns: 1 })).counterexample?.[0];
}

/** The operations of the document without a successful request. */
function neverDone(document: Part, { statusCounts: seen }: FuzzClient): string[] {
  const done = new Set([...seen.keys()].filter((key) => / [23]\d\d$/.test(key)).map((key) => key.split(" ")[0]));
  const operations = Object.values<Part>(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
  return operations.map(({ operationId }) => operationId).filter((id) => !done.has(id));
}

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`§7.1, §10.1: ${name}: no random request gets a 5xx or an undocumented response, and records stay consistent`, async (t) => {
    const served = await serveForFile(declarations, { BODY_LIMIT: "16384" });
    const document = (await served.get("/openapi.json")).body;
    const wire = new FuzzClient(served.url, document);
    t.after(() => wire.close());
    await fuzz(served, wire, document, Math.ceil(REQUESTS / 2));
    assert.equal((await served.get("/readyz")).status, 200);
    t.diagnostic(`seed ${SEED}, ${await checkConsistency(served)} records in the end`);
    if (REQUESTS >= ENOUGH) assert.deepEqual(neverDone(document, wire), [], "operations that never succeeded");
  });
}
