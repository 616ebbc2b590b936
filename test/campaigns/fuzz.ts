/** Random requests, generated from the OpenAPI document and mutated, on both domains. */

import { checkConsistency } from "../support/domain/consistency.ts";
import { secondDomain } from "../support/domain/second-domain.ts";
import { domain } from "../support/domain/space/index.ts";
import { fuzzService } from "../support/fuzz/fuzz-service.ts";
import { serve } from "../support/http/serve.ts";
import { declareCampaign, type Figure } from "./campaign.ts";
import { createStore, missingStore } from "./load/databases.ts";

/** The share of requests that each domain gets. */
const DOMAINS = [domain, secondDomain];
/** The requests are small, and create many webhooks. */
const SETTINGS = { BODY_LIMIT: "16384", WEBHOOKS_PER_CREATOR: "1000000" };
/** With this many requests every operation succeeds at times. */
const ENOUGH = 20_000;

export const fuzz = declareCampaign({
  name: "fuzz",
  section: "§7.1",
  promise:
    "No random request gets a 5xx or a response that the OpenAPI document does not describe, and records stay consistent.",
  stores: ["sqlite", "postgres"],
  sizes: {
    requests: { full: 1_000_000, quick: 2_000, about: "requests to both domains together" },
  },
  obstacle: missingStore,
  async run(run) {
    const requests = Math.ceil(run.sizes.requests / DOMAINS.length);
    const byClass = new Map<string, number>();
    let [sent, records] = [0, 0];
    for (const declarations of DOMAINS) {
      const { url } = await createStore(run);
      const served = await serve(declarations, { ...SETTINGS, DATABASE_URL: url });
      try {
        const before = sent;
        const onBatch = (batch: number): void => run.progress(before + batch, run.sizes.requests);
        const report = await fuzzService(served, requests, run.seed, onBatch);
        sent += report.sent;
        for (const [key, count] of report.statusCounts) {
          const status = `${/ (\d)\d\d$/.exec(key)![1]}xx`;
          byClass.set(status, (byClass.get(status) ?? 0) + count);
        }
        if (report.faulty) run.broken(report.faulty);
        if (requests >= ENOUGH && report.neverDone.length > 0)
          run.broken(`never successful: ${report.neverDone.join(", ")}`);
        if ((await served.get("/readyz")).status !== 200) run.broken("/readyz is not 200");
        records += await checkConsistency(served);
      } finally {
        await served.stop();
      }
    }
    const classes = [...byClass].sort().map(([status, count]): Figure => [count, status]);
    return [[sent, "requests"], ...classes, [records, "records at the end"]];
  },
});
