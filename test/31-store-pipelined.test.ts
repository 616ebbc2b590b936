/** Proves that a transaction that begins behind the COMMIT of the one before does not share its fate (PostgreSQL). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import type { Values } from "../engine/declare/values.ts";
import { openStore } from "../engine/store/open-store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { injectPostgresFaults, type PostgresFault } from "./support/store/injected-faults.ts";
import { StoreClient } from "./support/store/store-client.ts";

const { create, opener, skip } = STORE_KINDS.find(({ name }) => name === "PostgreSQL")!;
let fault: PostgresFault = "connection";
const faults = injectPostgresFaults(() => fault);

const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED";

/** Which of these are stored if a statement fails, once: a first write, and two that begin to wait while it runs. */
const FAULTS: readonly [failing: string, kind: PostgresFault, stored: readonly string[]][] = [
  ["nothing", "connection", ["first", "second", "third"]],
  ["COMMIT", "connection", ["second", "third"]],
  ["COMMIT", "disk full", ["second", "third"]],
  // Both statements are sent together, so that the COMMIT does not arrive either.
  [BEGIN, "connection", ["second", "third"]],
  [BEGIN, "disk full", ["first"]],
  // The transaction is carried out again, statement by statement.
  ["UPDATE collection_counters", "disk full", ["first", "second", "third"]],
];

for (const [failing, kind, expected] of FAULTS)
  test(`§4.2: writes that wait during a COMMIT do not share its fate: ${failing} fails (${kind})`, {
    skip,
  }, async (t) => {
    const database = await create();
    const store = await openStore(opener(database.url), {
      catalog: buildCatalog(secondDomain),
      clock: new TestClock(),
    });
    t.after(async () => {
      faults.disarm();
      await store.close();
      await database.remove();
    });
    const client = new StoreClient(store);
    const making = (id: string) => store.write((change) => client.createWithin(change, "products", productOf(id)));
    const waiting: Promise<unknown>[] = [];
    fault = kind;
    const first = store.write(async (change) => {
      await client.createWithin(change, "products", productOf("first"));
      if (waiting.length > 0) return;
      // Its own BEGIN has been sent.
      faults.armFor((text) => text.startsWith(failing) && !faults.fired);
      waiting.push(making("second"), making("third"));
    });
    const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled([first]);
    settled.push(...(await Promise.allSettled(waiting)));
    const sent = faults.calls.map((call) => call.replace("query ", ""));
    assert.equal(sent.indexOf(BEGIN), sent.indexOf("COMMIT") + 1);
    faults.disarm();
    const fulfilled = ["first", "second", "third"].filter((_, at) => settled[at]!.status === "fulfilled");
    assert.deepEqual(fulfilled, expected);
    await making("fourth");
    const { ids, total } = await client.list("products", "");
    assert.deepEqual(ids.toSorted(), [...expected, "fourth"].toSorted());
    assert.equal(total, ids.length);
  });

function productOf(id: string): Values {
  return { id, name: id, grade: "bronze" };
}
