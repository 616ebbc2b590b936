/** Proves that writes which share a transaction have the outcomes, and leave the state, that they have one by one. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import type { Values } from "../engine/declare/values.ts";
import { conflict, Problem } from "../engine/problem.ts";
import { readSubmission } from "../engine/resource/submission.ts";
import type { CollectionChange } from "../engine/store/changes/row-changes.ts";
import type { OpenDatabase } from "../engine/store/database.ts";
import { openStore } from "../engine/store/open-store.ts";
import type { Store } from "../engine/store/store.ts";
import type { Writer } from "../engine/store/write/writer.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const RUNS = campaignSize("GROUP_RUNS");
const SEED = Number(process.env.FUZZ_SEED ?? 1969);

/** One step of a unit of work. */
interface Step {
  readonly action: "create" | "replace" | "patch" | "delete";
  readonly name: string;
  readonly id: string;
  readonly parentId?: string;
  readonly body: Values;
}

/** One or several units of work that a caller sends together. */
interface Sent {
  readonly how: "write" | "once" | "transaction";
  readonly units: readonly { readonly steps: readonly Step[]; readonly fails: boolean }[];
  readonly key: string;
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const universities = oneOf("u0", "u1");
const courses = oneOf("c0", "c1", "c2");
const students = oneOf("s0", "s1", "s2");
const action = oneOf<Step["action"]>("create", "replace", "patch", "delete");

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    action,
    name: fc.constant("universities"),
    id: universities,
    body: fc.record({ name: oneOf("North", "South") }),
  }),
  // An id is unique in all universities, so it may be taken although this university has no such department.
  fc.record({
    action,
    name: fc.constant("departments"),
    id: oneOf("d0", "d1"),
    parentId: universities,
    body: fc.record({ name: oneOf("Law", "Arts") }),
  }),
  fc.record({
    action,
    name: fc.constant("courses"),
    id: courses,
    body: fc.record({
      title: oneOf("Logic", "Music"),
      university_id: universities,
      department_id: oneOf(null, "d0"),
      seats: oneOf(null, 1),
      follows: fc.oneof(fc.constant(null), courses),
    }),
  }),
  fc.record({ action, name: fc.constant("students"), id: students, body: fc.record({ name: oneOf("Ada", "Bo") }) }),
  fc.record({
    action: oneOf<Step["action"]>("create", "create", "patch", "delete"),
    name: fc.constant("enrolments"),
    id: students,
    parentId: courses,
    body: fc.record({ seat: oneOf("front", "back") }),
  }),
);

const unit = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  fails: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const sent: fc.Arbitrary<Sent> = fc.record({
  how: oneOf("write", "write", "write", "once", "transaction"),
  units: fc.array(unit, { minLength: 1, maxLength: 3 }),
  key: oneOf("k0", "k1", "k2"),
});

async function carryOut(store: Store, tx: Writer, { action, name, id, parentId, body }: Step): Promise<unknown> {
  const resource = store.catalog.resource(name);
  const place = { id, ...(parentId === undefined ? {} : { parentId }) };
  if (action === "delete") return tx.delete(resource, place);
  const whole = action === "create" ? { [resource.key]: id, ...body } : body;
  const submission = readSubmission(resource, action, whole);
  if (action === "create") return tx.create(resource, parentId, submission);
  return action === "patch" ? tx.patch(resource, place, submission) : tx.replace(resource, place, submission);
}

/** Sends units of work. Returns their outcomes as text. */
async function send(store: Store, { how, units, key }: Sent): Promise<string> {
  const workOf =
    ({ steps, fails }: Sent["units"][number]) =>
    async (tx: Writer): Promise<string> => {
      const results: unknown[] = [];
      for (const each of steps) results.push(await carryOut(store, tx, each));
      if (fails) throw conflict("failed", "It has failed after its steps.");
      return comparable(results);
    };
  const textOf = (reason: unknown): string => {
    if (!(reason instanceof Problem)) throw reason;
    return `${reason.slug}: ${reason.message}`;
  };
  const [first] = units as [Sent["units"][number]];
  if (how === "write") return store.write(workOf(first)).catch(textOf);
  if (how === "once") {
    const request = { key, fingerprint: key, serializeRefusal: textOf };
    return comparable(await store.writeOnce(request, workOf(first)));
  }
  return store
    .transaction(async (write) => {
      const outcomes: string[] = [];
      for (const each of units) outcomes.push(await write(workOf(each)).catch(textOf));
      return outcomes.join();
    })
    .catch(textOf);
}

/**
 * Sends writes at the same time. Transactions are sent by themselves: they take turns with other writes, so that the order of
 * those that are sent together is not defined.
 */
async function sendTogether(store: Store, group: readonly Sent[]): Promise<string[]> {
  const outcomes: string[] = [];
  let waiting: Promise<string>[] = [];
  for (const each of group) {
    if (each.how === "transaction") {
      outcomes.push(...(await Promise.all(waiting)), await send(store, each));
      waiting = [];
    } else waiting.push(send(store, each));
  }
  return [...outcomes, ...(await Promise.all(waiting))];
}

/** As text, without integer keys: those of writes that were undone may stay unused. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (name, each) => (name === "n" || name === "resource" ? undefined : each));
}

interface Opened {
  readonly store: Store;
  /** The row changes of each write; those of the event log are reported once per commit. */
  readonly reported: CollectionChange[];
}

async function openWith(open: OpenDatabase, clock: TestClock): Promise<Opened> {
  const catalog = buildCatalog(secondDomain);
  const reported: CollectionChange[] = [];
  const observing: OpenDatabase = (hooks) =>
    open({
      ...hooks,
      afterCommit: (changes) => {
        reported.push(...changes.filter(({ resource }) => resource !== catalog.log));
        hooks.afterCommit(changes);
      },
    });
  return { store: await openStore(observing, { catalog, clock }), reported };
}

/** Everything that is stored and reported, in its order. */
async function stateOf({ store, reported }: Opened): Promise<unknown> {
  const { resources } = store.catalog;
  const records = [];
  for (const resource of resources) records.push([resource.name, await store.scan(resource, {}, { limit: 10_000 })]);
  const counters = (await store.counters(resources)).map(({ changes, total }) => ({ changes, total }));
  return JSON.parse(comparable([records, counters, reported.splice(0)]));
}

for (const { name, create, opener, skip } of STORE_KINDS) {
  describe(`architecture, two stores: groups of writes on ${name}`, { skip }, () => {
    test("§12.11: have the outcomes, the state, the events and the reported changes of the same writes one by one", async (t) => {
      const databases = [await create(), await create()] as const;
      const clock = new TestClock();
      const together = await openWith(opener(databases[0].url), clock);
      const oneByOne = await openWith(opener(databases[1].url), clock);
      t.after(async () => {
        for (const { store } of [together, oneByOne]) await store.close();
        for (const database of databases) await database.remove();
      });
      const property = fc.asyncProperty(fc.array(sent, { minLength: 2, maxLength: 12 }), async (group) => {
        clock.advance(1_000);
        const outcomes = await sendTogether(together.store, group);
        const expected: string[] = [];
        for (const each of group) expected.push(await send(oneByOne.store, each));
        assert.deepEqual(outcomes, expected);
        assert.deepEqual(await stateOf(together), await stateOf(oneByOne));
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    });
  });
}
