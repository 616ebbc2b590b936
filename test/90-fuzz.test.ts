/** Proves that random requests, generated from the OpenAPI document and mutated, get documented responses, and leave the records consistent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { campaignSize } from "./support/campaign.ts";
import { checkConsistency } from "./support/domain/consistency.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { fuzzService } from "./support/fuzz/fuzz-service.ts";
import { serveForFile } from "./support/http/serve.ts";

/** For both domains together. `npm run campaign -- fuzz` uses a new seed each time. */
const REQUESTS = campaignSize("FUZZ_REQUESTS");
const SEED = Number(process.env.FUZZ_SEED ?? 1961);
/** With this many requests every operation succeeds at times; with fewer, some may not. */
const ENOUGH = 20_000;

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`§7.1, §10.1: ${name}: no random request gets a 5xx or an undocumented response, and records stay consistent`, async (t) => {
    const served = await serveForFile(declarations, { BODY_LIMIT: "16384" });
    const { faulty, neverDone } = await fuzzService(served, Math.ceil(REQUESTS / 2), SEED);
    if (faulty)
      assert.fail(`${faulty}\nAgain: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} node --test test/90-fuzz.test.ts`);
    assert.equal((await served.get("/readyz")).status, 200);
    t.diagnostic(`seed ${SEED}, ${await checkConsistency(served)} records in the end`);
    if (REQUESTS >= ENOUGH) assert.deepEqual(neverDone, [], "operations that never succeeded");
  });
}
