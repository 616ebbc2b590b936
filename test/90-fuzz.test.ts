/** Random requests, made from the OpenAPI document and spoiled, are all answered as it says, and leave the records whole. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { domain } from "../src/domain/index.ts";
import { checkConsistency } from "./support/consistency.ts";
import { requests, type Sent } from "./support/fuzzing.ts";
import { secondDomain } from "./support/second-domain.ts";
import { type Served, serveForFile } from "./support/serve.ts";
import { Wire } from "./support/wire.ts";

/** Of both domains together. Another seed each time when more are asked for than the suite sends. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 24_000);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? randomInt(2 ** 31) : 1961));
const BATCH = 1_000;

/** A request as a person reads it. */
function shown({ method, path, headers, body }: Sent): string {
  return `${method} ${path}\n${JSON.stringify(headers)}\n${body ? JSON.stringify(body.toString()) : "(no body)"}`;
}

/** Sends batches; the first faulty answer is reported with the smallest request that is answered so. */
async function fuzz(served: Served, wire: Wire, arbitrary: fc.Arbitrary<Sent>, total: number): Promise<void> {
  for (let from = 0; from < total; from += BATCH) {
    const seed = SEED + from / BATCH;
    const batch = fc.sample(arbitrary, { seed, numRuns: Math.min(BATCH, total - from) });
    const faulty = await wire.firstFaulty(batch);
    if (faulty !== undefined) await report(wire, arbitrary, seed, faulty, batch[faulty]!);
    served.clock.advance(3_600_000);
  }
}

async function report(wire: Wire, arbitrary: fc.Arbitrary<Sent>, seed: number, at: number, sent: Sent): Promise<never> {
  const again = fc.asyncProperty(arbitrary, async (each) => assert.deepEqual(await wire.faultsOf(each), []));
  const { counterexample } = await fc.check(again, { seed, path: String(at), numRuns: 1 });
  const smallest = counterexample?.[0] ?? sent;
  const faults = await wire.faultsOf(smallest);
  const replay = `Again: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} node --test test/90-fuzz.test.ts`;
  const once = counterexample ? "" : " (not when it was sent once more)";
  throw new Error(`${shown(smallest)}\n\n${faults.join("\n")}${once}\n\n${replay}`);
}

for (const [name, declarations] of [
  ["the space domain", domain],
  ["the second domain", secondDomain],
] as const) {
  test(`§7, §10 ${name}: no random request yields a 5xx or an undeclared answer, and the records stay whole`, async (t) => {
    const served = await serveForFile(declarations, { BODY_LIMIT: "16384" });
    const document = (await served.get("/openapi.json")).body;
    const wire = new Wire(served.url, document);
    t.after(() => wire.close());
    await fuzz(served, wire, requests(document), Math.ceil(REQUESTS / 2));
    if (process.env.STATS) {
      const m: any = {};
      const o: any = {};
      for (const [k, n] of wire.seen) {
        const [id, st] = k.split(" ") as [string, string];
        m[st] = (m[st] ?? 0) + n;
        if (/^[23]/.test(st)) o[id] = (o[id] ?? 0) + n;
      }
      console.log(
        m,
        Object.entries(o)
          .sort((a: any, b: any) => a[1] - b[1])
          .slice(0, 25)
          .join(" "),
      );
    }
    assert.equal((await served.get("/readyz")).status, 200);
    t.diagnostic(`seed ${SEED}, ${await checkConsistency(served)} records in the end`);
    const succeeded = new Set(
      [...wire.seen.keys()].filter((key) => / [23]\d\d$/.test(key)).map((key) => key.slice(0, -4)),
    );
    const operations = Object.values<object>(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId }) => operationId ?? []);
    assert.deepEqual(
      operations.filter((each) => !succeeded.has(each)),
      [],
      "each operation has succeeded at least once",
    );
  });
}
