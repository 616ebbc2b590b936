/** Proves the parts of changing states and deleting that need no browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HasDependents, NotFound, Stale } from "../client/index.ts";
import { doneIn, doneState, withoutDone } from "../explorer/src/components/frame/done.ts";
import { blockingIn } from "../explorer/src/components/problem/blocking.ts";
import { writeOnSeen } from "../explorer/src/forms/conflict/write-on-seen.ts";
import { refusalState, refusedIn } from "../explorer/src/forms/state/refused.ts";
import { deletingIn } from "../explorer/src/pages/operations/deleting-state.ts";
import { waitAfter } from "../explorer/src/pages/operations/polling.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Place, WritableField } from "../kit/description/model.ts";

const field = (name: string): WritableField => ({
  ...plainField(name, "text"),
  required: false,
  initial: undefined,
  precisions: [],
  fields: [],
});
const FIELDS = [field("name"), field("state")];

/** A record of a service that others change: each request finds its next version. */
function served(...versions: readonly (Record<string, unknown> | undefined)[]) {
  let at = 0;
  const sent: (string | undefined)[] = [];
  const current = () => {
    const data = versions[Math.min(at, versions.length - 1)];
    if (!data) throw new NotFound(404, {});
    return { data, headers: new Headers({ etag: `"${at}"` }) };
  };
  return {
    sent,
    read: async () => current(),
    /** Another version comes between reading and sending. */
    send: async (tag: string | undefined) => {
      sent.push(tag);
      if (at < versions.length - 1) at += 1;
      const { headers } = current();
      if (headers.get("etag") !== tag) throw new Stale(412, {});
      return "written";
    },
  };
}

test("explorer 26 and 27: what was seen is written with the tag of its plain path", async () => {
  const seen = { name: "a", state: "first", derived: 1, _embedded: {} };
  const { read, send, sent } = served({ name: "a", state: "first", derived: 1 });
  const outcome = await writeOnSeen({ fields: FIELDS, seen, edits: { state: "next" }, read, send });
  assert.deepEqual([outcome, sent], [{ kind: "done", written: "written" }, ['"0"']]);
});

test("§4.5 of the explorer: what only follows from other records is written again, though not forever", async () => {
  const seen = { name: "a", state: "first", derived: 0 };
  const versions = (count: number) => Array.from({ length: count }, (_, derived) => ({ ...seen, derived }));
  const few = served(...versions(3));
  const outcome = await writeOnSeen({ fields: FIELDS, seen, edits: {}, read: few.read, send: few.send });
  assert.deepEqual([outcome.kind, few.sent], ["done", ['"0"', '"1"', '"2"']]);
  const many = served(...versions(9));
  await assert.rejects(writeOnSeen({ fields: FIELDS, seen, edits: {}, read: many.read, send: many.send }), Stale);
});

test("§4.5 of the explorer: nothing is written over what somebody else wrote and nobody has seen", async () => {
  const value = fc.constantFrom("a", "b", null);
  const version = fc.record({ name: value, state: value, derived: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(version, fc.array(version, { minLength: 1, maxLength: 2 }), async (seen, versions) => {
      const { read, send, sent } = served(...versions);
      const outcome = await writeOnSeen({ fields: FIELDS, seen, edits: {}, read, send });
      const isSeen = (each: typeof seen) => each.name === seen.name && each.state === seen.state;
      const unseen = versions.find((each) => !isSeen(each));
      if (!unseen) return assert.equal(outcome.kind, "done");
      assert.equal(outcome.kind, "changed");
      assert.equal(sent.length, versions.indexOf(unseen));
      if (outcome.kind !== "changed") return;
      assert.deepEqual(outcome.current, unseen);
      const changed = FIELDS.filter(({ name }) => unseen[name as "name"] !== seen[name as "name"]);
      assert.deepEqual(outcome.changed, changed);
    }),
  );
});

test("explorer 26 and 27: fields that the page did not ask for are not taken for changed; what is gone is said", async () => {
  const { read, send } = served({ name: "a", state: "first" });
  const part = await writeOnSeen({ fields: FIELDS, seen: { state: "first" }, edits: {}, read, send });
  assert.equal(part.kind, "done");
  const gone = served(undefined);
  const outcome = await writeOnSeen({ fields: FIELDS, seen: {}, edits: {}, read: gone.read, send: gone.send });
  assert.equal(outcome.kind, "gone");
});

test("§12.6: what a deletion with all that belongs to it does not take comes first", () => {
  const kinds: Readonly<Record<string, string>> = {
    "/api/parents/p/children": "collection",
    "/api/parents/p/members": "membership",
    "/api/parents/p/wholes": "reverse",
    "/api/others?parent=p": "collection",
  };
  const at = (link: string) => ({ view: { kind: kinds[link] } }) as Place;
  const dependents = Object.keys(kinds).map((link, count) => ({ name: link, count, link }));
  const problem = new HasDependents(409, { instance: "/api/parents/p", dependents });
  assert.deepEqual(
    blockingIn(problem, { at }).map(({ link, fate }) => [link, fate]),
    [
      ["/api/parents/p/wholes", "stays"],
      ["/api/others?parent=p", "stays"],
      ["/api/parents/p/children", "deleted"],
      ["/api/parents/p/members", "removed"],
    ],
  );
  assert.deepEqual(blockingIn(new HasDependents(409, {}), { at }), []);
});

test("explorer 26: a refusal that names no field of the form is shown at the field that was changed", () => {
  const named = { pointer: "/name", code: "rule_broken", message: "one" };
  const unnamed = { pointer: "", code: "busy", message: "two" };
  const state = refusalState([named, unnamed], FIELDS, "state", "Both.");
  assert.deepEqual(refusedIn(state), [named, { ...unnamed, pointer: "/state" }]);
  const [only] = refusedIn(refusalState([], FIELDS, "state", "The detail."));
  assert.deepEqual([only?.pointer, only?.message], ["/state", "The detail."]);
  for (const other of [null, undefined, { list: "/api/x", index: 1 }]) assert.deepEqual(refusedIn(other), []);
});

test("explorer 27 and 28: what was done is in the history entry of the page, beside what else is there", () => {
  const done = { text: "It was deleted." };
  const state = { ...doneState(done), list: "/api/x", index: 1 };
  assert.deepEqual([doneIn(state), withoutDone(state)], [done, { list: "/api/x", index: 1 }]);
  for (const other of [null, undefined, {}, { done: 1 }]) assert.equal(doneIn(other), undefined);
  for (const other of [null, undefined, {}, { deleting: {} }]) assert.equal(deletingIn(other), undefined);
});

test("explorer 28: an operation is asked for less often the longer it takes", () => {
  const waits = [0, 14_999, 15_000, 60_000, 600_000, 1e9].map(waitAfter);
  assert.deepEqual(waits, [1_000, 1_000, 2_000, 5_000, 10_000, 10_000]);
});
