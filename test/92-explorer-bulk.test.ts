/** Proves the parts of bulk edit that need no browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conflict, Invalid, KeyInUse, NetworkError, NotFound, Stale, Unavailable } from "../client/index.ts";
import { between, selectedOf, withSelected } from "../explorer/src/components/selection/selected.ts";
import { bulkFields } from "../explorer/src/pages/bulk/bulk-fields.ts";
import { chosenEdits, chosenFaults, firstValues, isClearable } from "../explorer/src/pages/bulk/run/chosen.ts";
import { matchingPath, readMatching } from "../explorer/src/pages/bulk/run/matching.ts";
import { type Outcome, outcomeGroups } from "../explorer/src/pages/bulk/run/outcome.ts";
import { countWithoutWay, planOf, type ReadRecord, valuesNow } from "../explorer/src/pages/bulk/run/plan.ts";
import { inverseEdits, RecordWrite } from "../explorer/src/pages/bulk/run/record-write.ts";
import type { Write } from "../explorer/src/requests/write-request.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Kind, WritableField } from "../kit/description/model.ts";

const field = (name: string, kind: Kind = "text", more: Partial<WritableField> = {}): WritableField => ({
  ...plainField(name, kind),
  nullable: true,
  required: false,
  initial: undefined,
  precisions: [],
  fields: [],
  ...more,
});
const FIELDS = [field("name"), field("color"), field("note")];
const record = (id: string, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  _links: { self: `/api/${id}` },
  ...more,
});

test("bulk edit: rows are selected one by one, in ranges, and all of a page", () => {
  const rows = ["a", "b", "c", "d"].map((id) => record(id));
  assert.deepEqual([between(rows, "/api/d", 1), between(rows, undefined, 2)], [rows.slice(1), [rows[2]]]);
  assert.deepEqual(between(rows, "/api/gone", 2), [rows[2]]);
  const some = withSelected(new Map(), rows.slice(1, 3), "name", true);
  assert.deepEqual(
    [...some],
    [
      ["/api/b", "B"],
      ["/api/c", "C"],
    ],
  );
  assert.deepEqual(
    [selectedOf(some, rows), selectedOf(some, rows.slice(1, 3)), selectedOf(some, [])],
    ["some", "all", "none"],
  );
  assert.deepEqual([...withSelected(some, [rows[1]!], "name", false).keys()], ["/api/c"]);
  // A row without a path of its own, and one without a name.
  const odd = withSelected(new Map(), [{ id: "x" }, { id: "y", _links: { self: "/api/y" } }], "name", true);
  assert.deepEqual([...odd], [["/api/y", "y"]]);
});

test("bulk edit: all that match are read by their names, from cursor to cursor", async () => {
  assert.equal(
    matchingPath("/api/things", "?color=red&sort=name:desc&page=3&limit=20&fields=color&include=maker", "name"),
    "/api/things?color=red&sort=name:desc&limit=100&fields=name&cursor=",
  );
  const pages = (count: number) => async (path: string) => {
    const from = Number(new URL(path, "http://x").searchParams.get("cursor"));
    const things = Array.from({ length: 100 }, (_, at) => record(String(from + at)));
    const next = from + 100 < count ? `/api/things?cursor=${from + 100}` : undefined;
    return { data: { things, _links: { next } }, headers: new Headers() };
  };
  const view = { plural: "things", title: "name" };
  const progress: number[] = [];
  const all = await readMatching(view, "/api/things", "", pages(1_000), (count) => progress.push(count));
  assert.deepEqual([all?.size, progress.length, progress.at(-1)], [1_000, 10, 1_000]);
  assert.equal(await readMatching(view, "/api/things", "", pages(1_001), () => {}), undefined);
});

test("bulk edit: ids, counts, values of other records and how much of a date is known are not offered", () => {
  const fields = [
    field("id", "id"),
    field("name"),
    field("since", "date", { precision: "since_precision", precisions: ["day", "year"] }),
    field("since_precision", "enum"),
    field("seats", "integer", { schema: { "x-counts": "/api/things/{thing_id}/seats" } }),
    field("holder", "reference", { schema: { "x-written-through": { resource: "seats", scope: "seats:write" } } }),
  ];
  assert.deepEqual(
    bulkFields({ create: [], update: fields }).map(({ name }) => name),
    ["name", "since"],
  );
  // Without a value, a field gets its default: it cannot be cleared.
  const create = [field("name", "text", { initial: "vacant" })];
  assert.deepEqual(bulkFields({ create, update: fields }).map(isClearable), [false, true]);
  assert.deepEqual(firstValues(fields[2]!), { since_precision: "day" });
  const chosen = [{ name: "since", isCleared: false }];
  const values = { since: "1969-01-01", since_precision: "year" };
  assert.deepEqual(chosenEdits(fields, chosen, values), values);
  assert.deepEqual(chosenEdits(fields, [{ name: "since", isCleared: true }], values), { since: null });
});

test("bulk edit: a field is given a value or cleared, and neither by accident", () => {
  const fields = [field("name", "text", { nullable: false, required: true }), field("note"), field("size", "integer")];
  const chosen = (...names: string[]) => names.map((name) => ({ name, isCleared: false }));
  assert.deepEqual(
    chosenFaults(fields, chosen("name", "note"), {}).map(({ pointer, message }) => [pointer, message]),
    [
      ["/name", "Enter a value, or don't change the field."],
      ["/note", "Enter a value, or set the field to empty."],
    ],
  );
  assert.deepEqual(chosenFaults(fields, [{ name: "note", isCleared: true }], {}), []);
  assert.deepEqual(chosenFaults(fields, chosen("note"), { note: "x" }), []);
  const typed = { size: { $typed: "many", $reason: "A number is required." } };
  assert.deepEqual(chosenFaults(fields, chosen("size"), typed)[0]?.message, "A number is required.");
  assert.deepEqual(fields.map(isClearable), [false, true, true]);
  const never = [
    field("state", "lifecycle"),
    field("code", "text", { required: true }),
    field("size", "integer", { initial: 1 }),
    field("kind", "enum", { nullable: false }),
  ];
  assert.deepEqual(never.filter(isClearable), []);
});

test("bulk edit: records that have the values already, or no longer exist, are not sent", () => {
  const records = ["a", "b", "c", "d"].map((path) => ({ path, name: path }));
  const got = (color: string | null) => ({ response: { data: { color }, headers: new Headers() } });
  const read = new Map<string, ReadRecord>([
    ["a", got("red")],
    ["b", got("blue")],
    ["c", { outcome: { kind: "gone" } as const }],
    ["d", got(null)],
  ]);
  const plan = planOf(records, read, { color: "blue" });
  assert.deepEqual(
    plan.change.map(({ path }) => path),
    ["a", "d"],
  );
  assert.deepEqual(
    [...plan.outcomes],
    [
      ["b", { kind: "same" }],
      ["c", { kind: "gone" }],
    ],
  );
  assert.deepEqual(
    outcomeGroups(records, plan.outcomes).map(({ kind, records: { length } }) => [kind, length]),
    [
      ["gone", 1],
      ["unsent", 2],
      ["same", 1],
    ],
  );
  const values = valuesNow(field("color"), [{ color: "red" }, { color: null }, {}, { color: "blue" }, {}]);
  assert.deepEqual(
    values.map(({ record: { color }, count }) => [color, count]),
    [
      [null, 3],
      ["red", 1],
      ["blue", 1],
    ],
  );
  const state = field("state", "lifecycle", { transitions: { draft: ["open"], open: ["closed"], closed: [] } });
  const states = ["draft", "open", "closed", "closed"].map((each) => ({ state: each }));
  assert.equal(countWithoutWay(state, "closed", states), 1);
});

/** A record of a service, as often changed by others as the test says. */
function served(first: Record<string, unknown>) {
  let version = 0;
  let current: Record<string, unknown> | undefined = first;
  let keys = 0;
  const sent: Write[] = [];
  /** What sending leads to instead, first to last. */
  const failures: Error[] = [];
  const got = () => {
    if (!current) throw new NotFound(404, {});
    return { data: current, headers: new Headers({ etag: `"${version}"` }) };
  };
  return {
    sent,
    failures,
    got,
    /** Another client writes. */
    others: (next: Record<string, unknown> | undefined) => {
      current = next && { ...current, ...next };
      version += 1;
    },
    service: {
      read: async () => got(),
      send: async (request: Write) => {
        sent.push(request);
        const failure = failures.shift();
        if (failure) throw failure;
        if (request.ifMatch !== got().headers.get("etag")) throw new Stale(412, {});
        current = { ...current, ...(request.body as object) };
        version += 1;
        return { status: 200, ...got() };
      },
      newKey: () => `key ${++keys}`,
    },
  };
}

const START = { name: "a", color: "red", note: null, derived: 1 };
const writeOf = ({ service, got }: ReturnType<typeof served>, edits = { color: "blue" }) =>
  new RecordWrite(service, FIELDS, "/api/a", got(), edits);

test("bulk edit: one record gets a merge patch of what differs, with the tag it was read with", async () => {
  const thing = served(START);
  const outcome = await writeOf(thing, { color: "blue", name: "a" } as never).attempt();
  assert.deepEqual(thing.sent, [
    { method: "PATCH", path: "/api/a", body: { color: "blue" }, ifMatch: '"0"', idempotencyKey: "key 1" },
  ]);
  assert.ok(outcome.kind === "done");
  assert.deepEqual([outcome.now.data, outcome.now.headers.get("etag")], [{ ...START, color: "blue" }, '"1"']);
  assert.deepEqual(inverseEdits(outcome), { color: "red" });
  const back = await new RecordWrite(thing.service, FIELDS, "/api/a", outcome.now, inverseEdits(outcome)).attempt();
  assert.deepEqual([back.kind, thing.got().data, thing.sent[1]?.ifMatch], ["done", START, '"1"']);
});

test("bulk edit: what only derived fields changed under is written on the new tag, with another key", async () => {
  const thing = served(START);
  const write = writeOf(thing);
  thing.others({ derived: 2 });
  assert.equal((await write.attempt()).kind, "done");
  assert.deepEqual(
    thing.sent.map(({ ifMatch, idempotencyKey }) => [ifMatch, idempotencyKey]),
    [
      ['"0"', "key 1"],
      ['"1"', "key 2"],
    ],
  );
});

test("bulk edit: what somebody else changed meanwhile is a conflict, and is not overwritten", async () => {
  for (const others of [{ note: "theirs" }, { color: "green" }]) {
    const thing = served(START);
    const write = writeOf(thing);
    thing.others(others);
    const outcome = await write.attempt();
    assert.ok(outcome.kind === "conflict");
    assert.deepEqual(
      outcome.changed.map(({ name }) => name),
      Object.keys(others),
    );
    assert.deepEqual(outcome.edits, { color: "blue" });
    assert.deepEqual([thing.got().data, thing.sent.length], [{ ...START, ...others }, 1]);
    // Mine on top of what it is now, when the person says so.
    const again = new RecordWrite(thing.service, FIELDS, "/api/a", outcome.current, { color: "blue" });
    assert.equal((await again.attempt()).kind, "done");
    assert.deepEqual(thing.got().data, { ...START, ...others, color: "blue" });
  }
});

test("bulk edit: an undo leaves alone what was changed since, and what was deleted", async () => {
  const thing = served(START);
  const outcome = await writeOf(thing).attempt();
  assert.ok(outcome.kind === "done");
  const undo = () => new RecordWrite(thing.service, FIELDS, "/api/a", outcome.now, inverseEdits(outcome)).attempt();
  thing.others({ note: "later" });
  assert.equal((await undo()).kind, "conflict");
  assert.deepEqual(thing.got().data, { ...START, color: "blue", note: "later" });
  thing.others(undefined);
  assert.equal((await undo()).kind, "gone");
});

test("bulk edit: a lost answer is asked for again with the same key; a decision ends it", async () => {
  const thing = served(START);
  const write = writeOf(thing);
  thing.failures.push(new NetworkError("PATCH", "/api/a", "lost"), new KeyInUse(409, {}), new Unavailable(503, {}));
  await assert.rejects(write.attempt(), NetworkError);
  await assert.rejects(write.attempt(), KeyInUse);
  await assert.rejects(write.attempt(), Unavailable);
  assert.equal((await write.attempt()).kind, "done");
  assert.deepEqual(new Set(thing.sent.map(({ idempotencyKey }) => idempotencyKey)), new Set(["key 1"]));
  for (const error of [new Invalid(422, {}), new Conflict(409, {})]) {
    thing.failures.push(error);
    const refused: Outcome = await writeOf(thing, { color: "pink" }).attempt();
    assert.deepEqual(refused, { kind: "refused", error });
  }
});
