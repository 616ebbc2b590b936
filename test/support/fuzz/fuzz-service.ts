/** Sends random requests to a service, in batches, and reports the first faulty response with the smallest request that causes it. */
import fc from "fast-check";
import { OperationStore } from "../../../engine/operations/store.ts";
import { readSubmission } from "../../../engine/resource/submission.ts";
import { METHODS, type Part } from "../documents/openapi-conformance.ts";
import { RecordFactory } from "../domain/record-factory.ts";
import type { Served } from "../http/serve.ts";
import { FuzzClient } from "./fuzz-client.ts";
import { type RandomRequest, randomRequests } from "./random-requests.ts";
import { PARENTS } from "./schema-values.ts";

/** Requests that are generated from one seed. */
const BATCH = 1_000;
/** By how much the clock of the service advances after each batch, in milliseconds. */
const TICK = 3_600_000;

/** What random requests had as responses. */
export interface FuzzReport {
  /** The smallest faulty request, with the faults of its response; undefined if there was none. */
  readonly faulty: string | undefined;
  readonly sent: number;
  /** The number of responses by operation and status: `listMissions 200`. */
  readonly statusCounts: ReadonlyMap<string, number>;
  /** The operations of the document without a successful request. */
  readonly neverDone: readonly string[];
}

/** Sends random requests from a seed until one has a faulty response. @param onBatch is called with the number sent so far */
export async function fuzzService(
  served: Served,
  requests: number,
  seed: number,
  onBatch: (sent: number) => void = () => {},
): Promise<FuzzReport> {
  const document = (await served.get("/openapi.json")).body as Part;
  const client = new FuzzClient(served.url, document);
  const rare = new RareRecords(served);
  let [faulty, sent]: [string | undefined, number] = [undefined, 0];
  try {
    while (sent < requests && faulty === undefined) {
      await operationsToMeet(served);
      const arbitrary = randomRequests(document, await rare.paths());
      const size = Math.min(BATCH, requests - sent);
      faulty = await faultyOf(client, arbitrary, { seed: seed + sent / BATCH, numRuns: size });
      sent += size;
      served.clock.advance(TICK);
      onBatch(sent);
    }
  } finally {
    client.close();
  }
  return { faulty, sent, statusCounts: client.statusCounts, neverDone: neverDone(document, client) };
}

async function faultyOf(
  client: FuzzClient,
  arbitrary: fc.Arbitrary<RandomRequest>,
  options: { readonly seed: number; readonly numRuns: number },
): Promise<string | undefined> {
  const batch = fc.sample(arbitrary, options);
  const faulty = await client.firstFaulty(batch);
  if (!faulty) return undefined;
  const smallest = await smaller(client, arbitrary, options.seed, faulty.at);
  const faults = smallest
    ? await client.faultsOf(smallest)
    : ["When sent again it had none of these:", ...faulty.faults];
  return [shown(smallest ?? batch[faulty.at]!), ...faults].join("\n");
}

/** A request as readable text. */
function shown({ method, path, headers, body }: RandomRequest): string {
  return `${method} ${path}\n${JSON.stringify(headers)}\n${body ? JSON.stringify(body.toString()) : "(no body)"}`;
}

/** Operations with ids that random requests use: one finished, others pending. */
async function operationsToMeet({ store, clock }: Served): Promise<void> {
  const operations = new OperationStore(store, clock);
  await store.write(async (change) => {
    for (const id of PARENTS) {
      if (!(await change.system.find(operations.resource, id)))
        await change.create(operations.resource, undefined, readSubmission(operations.resource, "create", { id }));
      await change.system.patch(operations.resource, id, { status: "pending", finished_at: null, error: null });
    }
    await operations.finish(change, PARENTS[0]!, { body: "{}" });
  });
}

/** Resources with generated ids, and those below them. */
const RARE = ["api-keys", "events", "deliveries", "secrets"];

/** Records that random requests hardly find. */
class RareRecords {
  private readonly served: Served;
  private readonly records: RecordFactory;
  /** Their paths by the names of their resources. */
  private readonly created = new Map<string, string>();

  constructor(served: Served) {
    this.served = served;
    this.records = new RecordFactory(served);
  }

  /** Their paths. Creates them, again if they were deleted. */
  async paths(): Promise<string[]> {
    for (const name of RARE) {
      const path = this.created.get(name);
      if (path !== undefined && (await this.served.get(path)).status === 200) continue;
      const { path: created } = await this.records.create(this.served.catalog.resource(name), "required");
      this.created.set(name, created);
    }
    return [...this.created.values()];
  }
}

/** The smallest request that still has faults; undefined if the original has none any more. */
async function smaller(
  client: FuzzClient,
  arbitrary: fc.Arbitrary<RandomRequest>,
  seed: number,
  at: number,
): Promise<RandomRequest | undefined> {
  const again = fc.asyncProperty(arbitrary, async (each) => (await client.faultsOf(each)).length === 0);
  return (await fc.check(again, { seed, path: String(at), numRuns: 1 })).counterexample?.[0];
}

function neverDone(document: Part, { statusCounts: seen }: FuzzClient): string[] {
  const done = new Set([...seen.keys()].filter((key) => / [23]\d\d$/.test(key)).map((key) => key.split(" ")[0]));
  const operations = Object.values<Part>(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
  return operations.map(({ operationId }) => operationId).filter((id) => !done.has(id));
}
