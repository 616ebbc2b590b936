/** Proves what of the explorer's live pages needs no browser: what a change touches, who reads the stream, and rows that stay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAffected } from "../explorer/src/live/affected-queries.ts";
import { lead } from "../explorer/src/live/election.ts";
import { after, type Message, type Progress, UNKNOWN } from "../explorer/src/live/messages.ts";
import { rowChanges, rowKey } from "../explorer/src/live/row-changes.ts";
import { isReplaced, type Shown } from "../explorer/src/live/shown-rows.ts";

const TITAN = "/api/planets/saturn/moons/titan";
const SEAT = "/api/courses/optics/students/ann";

/** What is requested for, what changed, and whether the one may show the other. */
const TOUCHED: readonly (readonly [requested: string, changed: string, isTouched: boolean])[] = [
  [TITAN, TITAN, true],
  [`${TITAN}?include=planet`, TITAN, true],
  ["/api/planets/saturn", TITAN, true],
  ["/api/planets/saturn/moons?limit=5", TITAN, true],
  ["/api/moons?name_contains=t", TITAN, true],
  ["/api/planets?limit=1", TITAN, true],
  ["/api/planets/mars/moons", TITAN, true],
  ["/api/planets/mars", TITAN, false],
  ["/api/courses", TITAN, false],
  ["/api/courses?title_contains=a.b&fields=title", TITAN, false],
  ["/api/missions?destination.name=Titan", TITAN, true],
  ["/api/missions?status=active&filter=destination.name:Titan", TITAN, true],
  ["/api/missions?limit=5&group_by=status,destination.planet_id", TITAN, true],
  ["/api/universities?courses_exists=true", SEAT, true],
  ["/api/me", TITAN, false],
  ["/openapi.json", TITAN, false],
  ["/api/students/ann/courses", SEAT, true],
  ["/api/students/ann/courses/optics", SEAT, true],
  ["/api/courses/optics/students", SEAT, true],
  ["/api/students/bob", SEAT, false],
  ["/api/events?subject=/api/courses/optics", "/api/events/0000000000000007", true],
  // As a batch, of records that may be anywhere below.
  ["/api/planets/saturn/moons/titan", "/api/planets/saturn/moons", true],
  ["/api/planets/mars/atmosphere", "/api/planets", true],
  ["/api/planets", "/api/planets", true],
];

test("explorer 31: a change touches the record, the lists that may have it, and what is below a list", () => {
  for (const [requested, changed, isTouched] of TOUCHED)
    assert.equal(isAffected(requested, changed), isTouched, `${requested} after a change of ${changed}`);
});

const changed = (id: string): Message => ({
  kind: "changed",
  change: { id, subject: "/api/a/b", self: "/api/events/c" },
});

test("explorer 31: a tab knows since when it is told of every change, and after which event the stream goes on", () => {
  const steps: readonly (readonly [message: Message, at: number, progress: Progress])[] = [
    [{ kind: "joined" }, 1, UNKNOWN],
    [{ kind: "connected", last: "10" }, 2, { since: 2, last: "10" }],
    [changed("11"), 3, { since: 2, last: "11" }],
    // The next tab reads the stream: nothing was missed.
    [{ kind: "connected", last: "11" }, 4, { since: 2, last: "11" }],
    [{ kind: "lost" }, 5, { since: undefined, last: "11" }],
    [{ kind: "connected", last: "11" }, 6, { since: 6, last: "11" }],
    [{ kind: "missed" }, 7, UNKNOWN],
  ];
  let progress = UNKNOWN;
  for (const [message, at, expected] of steps) {
    progress = after(progress, message, at);
    assert.deepEqual(progress, expected, message.kind);
  }
});

/** A tab that wants to read the stream. */
function tab(caller: string) {
  const left = new AbortController();
  const started = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const state = { isReading: false };
  const ended = lead(
    caller,
    async () => {
      state.isReading = true;
      started.resolve();
      await done.promise;
      state.isReading = false;
    },
    left.signal,
  );
  const close = () => {
    left.abort();
    done.resolve();
    return ended;
  };
  return { state, started: started.promise, close };
}

test("explorer 31: one tab of a caller reads the stream; when it leaves, the next one goes on", async () => {
  const tabs = [tab("ann"), tab("ann"), tab("ann")];
  await tabs[0]!.started;
  // One that waits may leave, too.
  await tabs[1]!.close();
  assert.deepEqual(
    tabs.map(({ state }) => state.isReading),
    [true, false, false],
  );
  await tabs[0]!.close();
  await tabs[2]!.started;
  await tabs[2]!.close();
});

test("explorer 32: callers with different keys have one stream together, so that a browser never opens two", async () => {
  const [ann, bob] = [tab("ann"), tab("bob")];
  await ann.started;
  assert.equal(bob.state.isReading, false);
  await ann.close();
  await bob.started;
  await bob.close();
});

const row = fc.record({ id: fc.constantFrom(..."abcdefgh"), n: fc.integer({ min: 0, max: 1 }) });
const rows = fc.uniqueArray(row, { selector: ({ id }) => id });

test("explorer 31: rows never move; each is as it is now, and what has changed is marked or counted", () => {
  fc.assert(
    fc.property(rows, rows, (shown, now) => {
      const { records, marks, waiting } = rowChanges(shown, now);
      assert.deepEqual(records.map(rowKey), shown.map(rowKey));
      for (const [index, before] of shown.entries()) {
        const current = now.find(({ id }) => id === before.id);
        assert.deepEqual(records[index], current ?? before);
        assert.equal(marks.get(before.id), current ? (current.n === before.n ? undefined : "changed") : "gone");
      }
      const isSame = shown.map(({ id }) => id).join() === now.map(({ id }) => id).join();
      assert.equal(waiting === 0, isSame);
    }),
  );
});

test("explorer 31: what waits to be shown is counted as people count it", () => {
  const count = (shown: string, now: string) => {
    const records = (text: string) => [...text].map((id) => ({ id }));
    return rowChanges(records(shown), records(now)).waiting;
  };
  assert.equal(count("abcd", "xabc"), 1, "a new row pushes the last one off the page");
  assert.equal(count("abcd", "abde"), 1, "a row was deleted, and one of the next page moved up");
  assert.equal(count("abcd", "bcda"), 1, "a row moved to the end");
  assert.equal(count("abcd", "dcba"), 3, "all but one moved");
  assert.equal(count("ab", "abxyz"), 3, "rows were added to the last page");
});

test("explorer 31: rows give way to another list, on arrival, and to what the reader changed, but not to other changes", () => {
  const shown: Shown = { request: "/api/a", records: [{ id: "a" }], at: 10, isCurrent: true };
  const next: Shown = { ...shown, records: [{ id: "b" }], at: 20 };
  assert.equal(isReplaced(undefined, next, 0), true);
  assert.equal(isReplaced(shown, next, 0), false);
  assert.equal(isReplaced(shown, { ...next, request: "/api/a?page=2" }, 0), true);
  assert.equal(isReplaced({ ...shown, isCurrent: false }, next, 0), true, "the page had them from an earlier visit");
  assert.equal(isReplaced({ ...shown, records: [] }, next, 0), true, "where nothing is shown, nothing jumps");
  assert.equal(isReplaced(shown, next, 15), true, "the reader wrote, and this was read afterwards");
  assert.equal(
    isReplaced(shown, { ...shown, records: next.records }, 15),
    false,
    "it was read before the reader wrote",
  );
  assert.equal(isReplaced(shown, next, 5), false, "the reader wrote before");
});
